// Shows Slack's message text (mrkdwn) and Markdown as DOM nodes, and turns it back into what a person would type.

import { dateOf } from "./timeline.js";
import { el } from "./dom.js";
import { emojiOf } from "./emoji.js";
import { inline } from "./inline.js";

const SAFE_LINK = /^(?:https?:\/\/|mailto:|tel:)/i;
const SLACK_WHOLE = /`[^`\n]+`|<[^<>\n]+>|https?:\/\/[^\s<>|]+[^\s<>|.,;:!?'")\]*~]|:[a-z0-9_+-]+:/g;
const MARKDOWN_WHOLE =
  /`[^`\n]+`|!?\[[^\]\n]*\]\([^()\s]*\)|<[^<>\n]+>|https?:\/\/[^\s<>|]+[^\s<>|.,;:!?'")\]*_]|:[a-z0-9_+-]+:/g;
const SLACK_MARKS = [
  ["*", "strong"],
  ["_", "em"],
  ["~", "s"],
];
const MARKDOWN_MARKS = [
  ["**", "strong"],
  ["__", "strong"],
  ["~~", "s"],
  ["*", "em"],
  ["_", "em"],
];

/** Undo Slack's three escapes. */
export function unescape(text) {
  return text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
}

/** Nodes for a text as Slack sends it. `store` gives names to mentions. */
export function mrkdwn(text, store) {
  const make = (match) => slackToken(match[0], store);
  return lines(text, { fence: /```\n?([\s\S]*?)```/, whole: SLACK_WHOLE, marks: SLACK_MARKS, plain: unescape, make });
}

/** Nodes for a `markdown` block. */
export function markdown(text, store) {
  const make = (match) => markdownToken(match[0], store);
  const fence = /```(?:\w*\n)?([\s\S]*?)```/;
  return lines(text, { fence, whole: MARKDOWN_WHOLE, marks: MARKDOWN_MARKS, plain: unescape, make, hasHeadings: true });
}

/** Nodes for text that has no marks, only emoji. */
export function plainText(text) {
  return inline(text, {
    whole: /:[a-z0-9_+-]+:/g,
    marks: [],
    plain: (part) => part,
    make: (match) => emojiNode(match[0]),
  });
}

/** What somebody would have typed to get this text: names for ids, no escapes. */
export function asTyped(text, store) {
  const typed = text.replace(/<([@#!]?)([^<>|\n]+)(?:\|([^<>\n]*))?>/g, (whole, sort, target, label) => {
    if (sort === "@") return `@${store.users.get(target)?.name ?? label ?? target}`;
    if (sort === "#") return `#${store.channels.get(target)?.name ?? label ?? target}`;
    if (sort === "!") return `@${target.split("^")[0]}`;
    return label && label !== target ? whole : target;
  });
  return unescape(typed);
}

/** One line of plain words, for previews and for reading aloud. */
export function asWords(text, store) {
  return asTyped(text, store)
    .replace(/<[^<>|\n]+\|([^<>\n]*)>/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

// --- lines: code blocks, quotes, lists, headings ------------------------------------------------------------------------

const QUOTE = /^(?:&gt;|>) ?/;
const LIST = /^(\s*)([•◦▪*+-]|\d{1,3}[.)]) +(.*)$/;
const HEADING = /^(#{1,6}) +(.*)$/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})\s*$/;

function lines(text, dialect) {
  const result = [];
  text.split(dialect.fence).forEach((part, index) => {
    if (index % 2) result.push(el("pre", {}, el("code", { text: unescape(part).replace(/\n$/, "") })));
    else if (part) result.push(...paragraphs((index ? part.replace(/^\n/, "") : part).split("\n"), dialect));
  });
  return result;
}

/** `inQuote` leaves further quotes as text: Slack nests none. */
function paragraphs(all, dialect, inQuote = false) {
  const result = [];
  const plain = [];
  const flush = () => {
    while (plain.length && !plain.at(-1).trim()) plain.pop();
    if (plain.length) result.push(el("p", {}, ...inline(plain.join("\n"), dialect)));
    plain.length = 0;
  };
  for (let i = 0; i < all.length;) {
    const heading = dialect.hasHeadings && HEADING.exec(all[i]);
    if (!inQuote && QUOTE.test(all[i])) {
      flush();
      const quoted = takeWhile(all, i, (line) => QUOTE.test(line));
      result.push(
        el(
          "blockquote",
          {},
          ...paragraphs(
            quoted.map((line) => line.replace(QUOTE, "")),
            dialect,
            true,
          ),
        ),
      );
      i += quoted.length;
    } else if (LIST.test(all[i])) {
      flush();
      const items = takeWhile(all, i, (line) => LIST.test(line) && isNumbered(line) === isNumbered(all[i]));
      result.push(list(items, dialect));
      i += items.length;
    } else if (heading || (dialect.hasHeadings && RULE.test(all[i]))) {
      flush();
      result.push(heading ? headline(heading, dialect) : el("hr"));
      i += 1;
    } else {
      if (plain.length || all[i].trim()) plain.push(all[i]);
      i += 1;
    }
  }
  flush();
  return result;
}

function headline([, marks, words], dialect) {
  const props = { class: `heading heading-${marks.length}`, role: "heading", "aria-level": marks.length + 2 };
  return el("p", props, ...inline(words, dialect));
}

function takeWhile(all, start, belongs) {
  let end = start;
  while (end < all.length && belongs(all[end])) end += 1;
  return all.slice(start, end);
}

const isNumbered = (line) => /^\d/.test(LIST.exec(line)[2]);

function list(items, dialect) {
  const first = Number.parseInt(LIST.exec(items[0])[2], 10);
  const parts = items.map((item) => {
    const [, indent, , content] = LIST.exec(item);
    return el("li", { class: indent.length > 1 ? "nested" : null }, ...inline(content, dialect));
  });
  return Number.isNaN(first) ? el("ul", {}, ...parts) : el("ol", { start: first }, ...parts);
}

// --- what is whole: code, links, mentions, emoji ------------------------------------------------------------------------

function slackToken(token, store) {
  if (token.startsWith("`")) return el("code", { text: unescape(token.replace(/^`+|`+$/g, "")) });
  if (token.startsWith(":")) return emojiNode(token);
  if (!token.startsWith("<")) return link(unescape(token), unescape(token));
  const [target, label] = splitOnce(token.slice(1, -1), "|");
  if (target.startsWith("@")) return mention(target.slice(1), label, store);
  if (target.startsWith("#")) return channelLink(target.slice(1), label, store);
  if (target.startsWith("!")) return special(target.slice(1), label);
  return link(unescape(target), unescape(label || target.replace(/^mailto:|^tel:/i, "")));
}

function markdownToken(token, store) {
  const named = /^!?\[([^\]]*)\]\(([^()]*)\)$/.exec(token);
  return named ? link(unescape(named[2]), unescape(named[1] || named[2])) : slackToken(token, store);
}

function splitOnce(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function emojiNode(token) {
  const emoji = emojiOf(token.slice(1, -1));
  const label = token.slice(1, -1).replaceAll("_", " ");
  return emoji && el("span", { class: "emoji", role: "img", "aria-label": label, title: token, text: emoji });
}

/** A link to http, https, mail or telephone; anything else (javascript:, data:) stays as text. */
function link(target, label) {
  return SAFE_LINK.test(target)
    ? el("a", { href: target, target: "_blank", rel: "noopener noreferrer", text: label })
    : null;
}

function mention(id, label, store) {
  const name = store.users.get(id)?.name ?? (label || id);
  return el("span", { class: id === store.me ? "mention mention-me" : "mention", text: `@${name}` });
}

function channelLink(id, label, store) {
  const channel = store.channels.get(id);
  const title = channel?.is_im ? "direct message" : `#${channel?.name ?? (label || id)}`;
  if (!channel?.members.includes(store.me)) return el("span", { class: "mention", text: title });
  return el("a", { class: "mention", href: `#/${store.me}/${id}`, text: title });
}

function special(command, label) {
  const [name, ...rest] = command.split("^");
  if (name === "date") return el("time", { text: formatDate(rest[0], rest[1] ?? "", unescape(label)) });
  return el("span", { class: "mention mention-me", text: `@${(label || name).replace(/^@/, "")}` });
}

const DATE_PARTS = {
  date_num: { year: "numeric", month: "2-digit", day: "2-digit" },
  date: { year: "numeric", month: "long", day: "numeric" },
  date_short: { year: "numeric", month: "short", day: "numeric" },
  date_long: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  time: { hour: "numeric", minute: "2-digit" },
  time_secs: { hour: "numeric", minute: "2-digit", second: "2-digit" },
};

/** `<!date^1392734382^{date} at {time}|fallback>` in this reader's own time zone. */
function formatDate(seconds, format, fallback) {
  if (!/^\d{1,11}$/.test(seconds ?? "")) return fallback;
  return format.replace(/\{(\w+?)(?:_pretty)?\}/g, (whole, part) =>
    Object.hasOwn(DATE_PARTS, part)
      ? new Intl.DateTimeFormat(undefined, DATE_PARTS[part]).format(dateOf(seconds))
      : whole,
  );
}
