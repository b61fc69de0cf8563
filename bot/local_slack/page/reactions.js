// Emoji below a message: who put them there, adding and taking one's own away, and the panel to pick one from.

import { commonEmoji, emojiOf, findEmoji } from "./emoji.js";
import { el, icon, iconButton } from "./dom.js";
import { openPanel } from "./menu.js";

const MOST_NAMES = 12;
const COLUMNS = 8;

/** The chips below a message, each with how many reacted, and one more to add another. */
export function reactionBar(message, { store, actions }) {
  const chips = message.reactions.map((reaction) => chip(message, reaction, store, actions));
  const add = iconButton("smile-plus", "Add reaction", () => pickFor(add, message, actions), {
    class: "reaction reaction-add",
    "aria-expanded": "false",
  });
  return el("div", { class: "reactions", role: "group", "aria-label": "Reactions" }, ...chips, add);
}

function chip(message, { name, users }, store, actions) {
  const isMine = users.includes(store.me);
  const who = sentence(users, store);
  return el(
    "button",
    {
      type: "button",
      class: isMine ? "reaction mine" : "reaction",
      "aria-pressed": String(isMine),
      "aria-label": `${users.length} ${spoken(name)}: ${who}`,
      on: { click: () => actions.react(message, name) },
    },
    picture(name),
    el("span", { text: String(users.length) }),
    el(
      "span",
      { class: "reaction-who", "aria-hidden": "true" },
      picture(name),
      el("span", {}, el("b", { text: who }), ` reacted with :${name}:`),
    ),
  );
}

function picture(name) {
  return el("span", { class: "emoji", "aria-hidden": "true", text: emojiOf(name) ?? `:${name}:` });
}

function spoken(name) {
  return name.replaceAll("_", " ");
}

/** "You and Dana", "Alex, Dana and 3 others". */
function sentence(users, store) {
  const others = users.filter((id) => id !== store.me).map((id) => store.nameOf(id));
  const names = others.length < users.length ? ["You", ...others] : others;
  const shown = names.slice(0, MOST_NAMES);
  const rest = names.length - shown.length;
  if (rest) shown.push(`${rest} other${rest > 1 ? "s" : ""}`);
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : shown[0];
}

/** Open the panel beside `anchor` and put what is picked below the message. */
export function pickFor(anchor, message, actions) {
  const panel = el("div", { class: "emoji-panel", role: "dialog", "aria-label": "Pick a reaction" });
  const field = el("input", {
    type: "text",
    class: "emoji-search",
    placeholder: "Search emoji",
    "aria-label": "Search emoji",
    autocomplete: "off",
    spellcheck: "false",
  });
  const grid = el("div", { class: "emoji-grid", role: "group", "aria-label": "Emoji" });
  const title = el("div", { class: "menu-title", "aria-live": "polite" });
  const pick = (code) => {
    close();
    actions.react(message, code, true);
  };
  const draw = () => {
    const typed = field.value.trim().toLowerCase().replaceAll(/^:|:$/g, "").replaceAll(" ", "_");
    const found = typed ? findEmoji(typed, Infinity) : commonEmoji();
    title.textContent = typed ? (found.length ? "Found" : "Nothing found") : "Often used first";
    grid.replaceChildren(...found.map(([code, emoji]) => emojiButton(code, emoji, () => pick(code))));
    grid.scrollTop = 0;
  };
  field.addEventListener("input", draw);
  panel.addEventListener("keydown", (event) => walk(event, field, grid));
  panel.append(el("label", { class: "emoji-field" }, icon("search"), field), title, grid);
  draw();
  const close = openPanel(anchor, panel);
  field.focus();
}

function emojiButton(code, emoji, run) {
  return el("button", {
    type: "button",
    class: "emoji-choice",
    tabindex: "-1",
    title: `:${code}:`,
    "aria-label": spoken(code),
    text: emoji,
    on: { click: run },
  });
}

/** Arrows walk through the grid, Enter in the field takes the first, any letter goes on in the field. */
function walk(event, field, grid) {
  const all = [...grid.children];
  const at = all.indexOf(document.activeElement);
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
  if (event.target === field) {
    if (event.key === "Enter") all[0]?.click();
    else if (event.key === "ArrowDown") all[0]?.focus();
    else return;
  } else if (step) {
    (all[at + step] ?? (step < 0 ? field : all.at(-1))).focus();
  } else if (event.key.length === 1 && event.key !== " ") {
    field.focus();
    return;
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}
