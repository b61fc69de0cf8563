// A scrolling list of messages: keeps to the newest one, redraws only what changed, and is walked with the arrow keys.

import { appearance, renderMessage } from "./message.js";
import { arrange, el, icon } from "./dom.js";
import { keyOf } from "./timeline.js";
import { dayName } from "./times.js";

const NEAR_END_PX = 80;
const FIRST_SHOWN = 150; // messages; earlier ones are a click away

export class MessageList {
  #drawn = new Map(); // message key → {appearance, node}
  #marks = new Map(); // day and "new" lines by name
  #shown = FIRST_SHOWN;
  #context;
  #what = null;

  /** `place` is "main" or "thread"; `label` names the list for screen readers. */
  constructor(store, actions, place) {
    this.#context = { store, actions, place };
    this.list = el("div", { class: "message-list", role: "list", on: { keydown: (event) => this.#onKey(event) } });
    this.intro = el("div", { class: "intro" });
    this.latest = el(
      "button",
      { type: "button", class: "to-latest", hidden: true, on: { click: () => this.toEnd(true) } },
      icon("down"),
      "Latest messages",
    );
    this.scroller = el(
      "div",
      { class: "scroller", tabindex: "0", on: { scroll: () => this.#onScroll() } },
      this.intro,
      this.list,
    );
    this.root = el("div", { class: "messages" }, this.scroller, this.latest);
    new ResizeObserver(() => this.#atEnd && this.toEnd()).observe(this.scroller);
  }

  #atEnd = true;

  /** Draw rows of timeline.js. `what` names what is shown: when it changes the list starts at its end again. */
  render(rows, what, label) {
    if (what !== this.#what) {
      this.#what = what;
      this.#shown = FIRST_SHOWN;
      this.#atEnd = true;
    }
    this.scroller.setAttribute("aria-label", label);
    const hidden = Math.max(0, rows.length - this.#shown);
    const keys = new Set();
    const visible = rows.slice(hidden);
    if (visible[0]?.compact) visible[0] = { ...visible[0], compact: false };
    const nodes = visible.map((row) => this.#row(row, keys));
    if (hidden) nodes.unshift(this.#mark("earlier", () => earlierButton(() => this.#showEarlier())));
    for (const key of this.#drawn.keys()) if (!keys.has(key)) this.#drawn.delete(key);
    const lost = this.#focusedKey();
    arrange(this.list, nodes);
    if (lost && !this.list.contains(document.activeElement)) this.focus(lost);
    this.#setTabStop();
    if (this.#atEnd) this.toEnd();
  }

  #row(row, keys) {
    if (row.day) return this.#mark(`day ${dayName(row.day)}`, () => dayLine(row.day));
    if (row.isNew) return this.#mark("new", newLine);
    if (row.count) return this.#mark(`count ${row.count}`, () => countLine(row.count));
    const key = keyOf(row.message);
    keys.add(key);
    const look = appearance(row, this.#context);
    const drawn = this.#drawn.get(key);
    if (drawn?.look === look) return drawn.node;
    const article = renderMessage(row, this.#context);
    if (drawn?.node.querySelector(".has-panel")) article.classList.add("has-panel"); // its menu is still open
    const node = el("div", { role: "listitem" }, article);
    this.#drawn.set(key, { look, node });
    return node;
  }

  #mark(name, make) {
    if (!this.#marks.has(name)) this.#marks.set(name, el("div", { role: "listitem" }, make()));
    return this.#marks.get(name);
  }

  #showEarlier() {
    const height = this.scroller.scrollHeight;
    this.#atEnd = false; // whoever asks for earlier messages reads there, and stays there
    this.#shown += FIRST_SHOWN;
    const stayInPlace = () => (this.scroller.scrollTop += this.scroller.scrollHeight - height);
    this.#context.store.addEventListener("change", stayInPlace, { once: true });
    this.#context.store.changed();
  }

  // --- scrolling ----------------------------------------------------------------------------------------------------------

  toEnd(isAsked = false) {
    this.#atEnd = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.latest.hidden = true;
    if (isAsked) this.scroller.focus();
  }

  #onScroll() {
    const { scrollTop, clientHeight, scrollHeight } = this.scroller;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    this.latest.hidden = this.#atEnd;
  }

  // --- keyboard -----------------------------------------------------------------------------------------------------------

  get #articles() {
    return [...this.list.querySelectorAll(".message")];
  }

  #setTabStop() {
    const articles = this.#articles;
    const current = articles.find((article) => article === document.activeElement) ?? articles.at(-1);
    articles.forEach((article) => (article.tabIndex = article === current ? 0 : -1));
  }

  #focusedKey() {
    return document.activeElement?.closest?.(".message-list") === this.list
      ? document.activeElement.closest(".message")?.dataset.key
      : null;
  }

  focus(key) {
    const article = this.#articles.find((node) => node.dataset.key === key);
    article?.focus();
    return Boolean(article);
  }

  #onKey(event) {
    const article = event.target.closest(".message");
    if (!article || event.target !== article || event.ctrlKey || event.metaKey || event.altKey) return;
    const { store, actions, place } = this.#context;
    const message = store.message(store.channelId, article.dataset.key);
    const own = message?.user === store.me;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const tool = { r: "react", m: "more" }[event.key];
    if (step) this.#articles[this.#articles.indexOf(article) + step]?.focus();
    else if (event.key === "e" && own) actions.startEdit(message, place);
    else if (event.key === "Delete" && own) actions.remove(message);
    else if (event.key === "t" && place === "main" && !message.ephemeral_to)
      actions.openThread(message.thread_ts ?? message.ts, true);
    else if (tool) article.querySelector(`[data-tool=${tool}]`)?.click();
    else return;
    event.preventDefault();
  }
}

function dayLine(ts) {
  return el(
    "div",
    { class: "day-line", role: "separator", "aria-label": dayName(ts) },
    el("span", { text: dayName(ts) }),
  );
}

function newLine() {
  return el("div", { class: "new-line", role: "separator", "aria-label": "New messages" }, el("span", { text: "New" }));
}

function earlierButton(onClick) {
  const text = "Show earlier messages";
  return el("button", { type: "button", class: "button earlier", text, on: { click: onClick } });
}

function countLine(count) {
  return el("div", { class: "count-line" }, el("span", { text: count === 1 ? "1 reply" : `${count} replies` }));
}
