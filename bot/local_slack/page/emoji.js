// Emoji short codes that people and bots use most. The pictures themselves come from the system's font.

const CODES = {
  "+1": "👍",
  "-1": "👎",
  alarm_clock: "⏰",
  airplane: "✈️",
  bell: "🔔",
  birthday: "🎂",
  bike: "🚲",
  black_circle: "⚫",
  books: "📚",
  brain: "🧠",
  bug: "🐛",
  bulb: "💡",
  bust_in_silhouette: "👤",
  cake: "🍰",
  calendar: "📅",
  camera: "📷",
  car: "🚗",
  cat: "🐱",
  chart_with_upwards_trend: "📈",
  clap: "👏",
  clipboard: "📋",
  clock3: "🕒",
  coffee: "☕",
  computer: "💻",
  confetti_ball: "🎊",
  confused: "😕",
  construction: "🚧",
  cry: "😢",
  dart: "🎯",
  dog: "🐶",
  elephant: "🐘",
  exclamation: "❗",
  eyes: "👀",
  file_folder: "📁",
  fire: "🔥",
  gear: "⚙️",
  ghost: "👻",
  gift: "🎁",
  green_circle: "🟢",
  grin: "😁",
  grinning: "😀",
  hammer: "🔨",
  hammer_and_wrench: "🛠️",
  hand: "✋",
  handshake: "🤝",
  heart: "❤️",
  heart_eyes: "😍",
  heavy_check_mark: "✔️",
  heavy_plus_sign: "➕",
  house: "🏠",
  hourglass: "⌛",
  hourglass_flowing_sand: "⏳",
  hugging_face: "🤗",
  information_source: "ℹ️",
  joy: "😂",
  key: "🔑",
  kissing_heart: "😘",
  large_blue_circle: "🔵",
  laughing: "😆",
  link: "🔗",
  lock: "🔒",
  loudspeaker: "📢",
  mag: "🔍",
  mega: "📣",
  memo: "📝",
  moon: "🌙",
  mortar_board: "🎓",
  muscle: "💪",
  mute: "🔇",
  neutral_face: "😐",
  no_entry: "⛔",
  no_entry_sign: "🚫",
  notebook: "📓",
  ocean: "🌊",
  ok_hand: "👌",
  open_mouth: "😮",
  package: "📦",
  palm_tree: "🌴",
  paperclip: "📎",
  partying_face: "🥳",
  pencil: "📝",
  pencil2: "✏️",
  phone: "☎️",
  pizza: "🍕",
  point_down: "👇",
  point_left: "👈",
  point_right: "👉",
  point_up: "☝️",
  pray: "🙏",
  pushpin: "📌",
  question: "❓",
  rainbow: "🌈",
  raised_hands: "🙌",
  recycle: "♻️",
  red_circle: "🔴",
  relieved: "😌",
  robot_face: "🤖",
  rocket: "🚀",
  rolling_on_the_floor_laughing: "🤣",
  rotating_light: "🚨",
  scream: "😱",
  see_no_evil: "🙈",
  seedling: "🌱",
  shrug: "🤷",
  shushing_face: "🤫",
  slightly_frowning_face: "🙁",
  slightly_smiling_face: "🙂",
  smile: "😄",
  smiley: "😃",
  smirk: "😏",
  snake: "🐍",
  sob: "😭",
  sparkles: "✨",
  speech_balloon: "💬",
  star: "⭐",
  star2: "🌟",
  stuck_out_tongue: "😛",
  sunglasses: "😎",
  sunny: "☀️",
  sweat_smile: "😅",
  tada: "🎉",
  tea: "🍵",
  thinking_face: "🤔",
  thumbsdown: "👎",
  thumbsup: "👍",
  train: "🚆",
  trophy: "🏆",
  unicorn_face: "🦄",
  unlock: "🔓",
  upside_down_face: "🙃",
  v: "✌️",
  warning: "⚠️",
  wastebasket: "🗑️",
  wave: "👋",
  white_check_mark: "✅",
  wink: "😉",
  wrench: "🔧",
  x: "❌",
  yum: "😋",
  zap: "⚡",
  zzz: "💤",
};

const MOST_FOUND = 8;
const COMMON = ["brain", "x", "white_check_mark", "eyes", "+1", "tada", "heart", "raised_hands"];

/** The emoji of a short code, or null. */
export function emojiOf(code) {
  return Object.hasOwn(CODES, code) ? CODES[code] : null;
}

/** Every emoji once, those that people react with most first: a list of [code, emoji]. */
export function commonEmoji() {
  const codes = new Map(); // emoji → the first of its codes
  for (const code of [...COMMON, ...Object.keys(CODES)]) if (!codes.has(CODES[code])) codes.set(CODES[code], code);
  return [...codes].map(([emoji, code]) => [code, emoji]);
}

/** Short codes for what has been typed so far, those that begin with it first: a list of [code, emoji]. */
export function findEmoji(typed, most = MOST_FOUND) {
  const found = Object.entries(CODES).filter(([code]) => code.includes(typed));
  return found
    .sort(([a], [b]) => Number(b.startsWith(typed)) - Number(a.startsWith(typed)) || a.length - b.length)
    .slice(0, most);
}

/** Whether a text is nothing but a few emoji, which are then shown large. */
export function isOnlyEmoji(text) {
  const bare = text.replace(/:([a-z0-9_+-]+):/g, (whole, code) => emojiOf(code) ?? whole).trim();
  return (
    bare !== "" &&
    bare.length <= 40 &&
    /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u200d\ufe0f\s])+$/u.test(bare)
  );
}
