// Writes times the way this reader's browser does.

import { dateOf } from "./timeline.js";

const SHORT = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(undefined, { weekday: "long", month: "long", day: "numeric" });
const DAY_OF_YEAR = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
});
const DAY_MS = 86_400_000;

export const timeOf = (ts) => SHORT.format(dateOf(ts));

export const fullTimeOf = (ts) => FULL.format(dateOf(ts));

/** "Today", "Yesterday", else the weekday and date. */
export function dayName(ts, now = new Date()) {
  const date = dateOf(ts);
  if (date.toDateString() === now.toDateString()) return "Today";
  if (date.toDateString() === new Date(now - DAY_MS).toDateString()) return "Yesterday";
  return (date.getFullYear() === now.getFullYear() ? DAY : DAY_OF_YEAR).format(date);
}
