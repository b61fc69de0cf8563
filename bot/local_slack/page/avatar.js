// Pictures of people: initials on a colour of their own; the bot has a face.

import { el, icon } from "./dom.js";

const TINTS = 6;

/** A picture of a user; decoration, as the name always stands beside it. */
export function avatar(user, store, size = "") {
  const classes = `avatar ${size && `avatar-${size}`}`;
  if (user?.is_bot) return el("span", { class: `${classes} avatar-bot`, "aria-hidden": "true" }, icon("bot"));
  const tint =
    Math.max(
      0,
      store.everybody.findIndex((person) => person.id === user?.id),
    ) % TINTS;
  return el("span", { class: `${classes} tint-${tint}`, "aria-hidden": "true", text: initials(user) });
}

function initials(user) {
  const words = (user?.real_name || user?.name || "?").split(/\s+/);
  return (words[0][0] + (words.length > 1 ? words.at(-1)[0] : "")).toUpperCase();
}
