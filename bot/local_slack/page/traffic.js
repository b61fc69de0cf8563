// The list of what went between workspace and app, newest first, and one exchange of it in full.

import * as api from "./api.js";
import { arrange, el, iconButton } from "./dom.js";
import { drawJson } from "./json.js";
import { toastErrors } from "./toast.js";

const MOST = 500;
const WAYS = { call: "call", event: "event", command: "command", interaction: "interaction", response: "response" };
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

export class TrafficTab {
  #entries = new Map(); // by id, oldest first
  #rows = new Map();
  #opened = null;
  #isPaused = false;

  constructor() {
    this.filter = el("input", {
      type: "search",
      class: "input inspector-filter",
      placeholder: "Filter",
      "aria-label": "Filter the traffic",
      spellcheck: "false",
      on: { input: () => this.#render() },
    });
    this.pause = el("button", {
      type: "button",
      class: "button",
      "aria-pressed": "false",
      text: "Pause",
      on: { click: () => this.#setPaused(!this.#isPaused) },
    });
    const clear = el("button", { type: "button", class: "button", text: "Clear", on: { click: () => this.#clear() } });
    this.tools = el("div", { class: "inspector-tools" }, this.filter, this.pause, clear);
    this.list = el("ol", { class: "traffic-list", "aria-label": "Traffic, newest first", on: { keydown: walk } });
    this.empty = el("p", { class: "inspector-empty" });
    this.detail = el("div", { class: "traffic-detail", "aria-live": "off" });
    this.body = el("div", { class: "traffic" }, el("div", { class: "traffic-side" }, this.empty, this.list), this.detail);
    this.#render();
  }

  /** Read all that is kept; what comes in meanwhile is newer and stays. */
  async read() {
    if (this.#isPaused) return;
    const meanwhile = (this.#entries = new Map());
    const { entries } = await api.getTraffic();
    if (meanwhile !== this.#entries) return; // read once more since, or cleared
    this.#entries = new Map(entries.reverse().map((entry) => [entry.id, entry]));
    for (const entry of meanwhile.values()) if (!this.#isEnded(entry.id)) this.#entries.set(entry.id, entry);
    this.#rows.clear();
    this.#render();
  }

  #isEnded(id) {
    return (this.#entries.get(id)?.ms ?? null) !== null;
  }

  /** Take what has just begun or ended. */
  take(entry) {
    if (this.#isPaused) return;
    this.#entries.set(entry.id, entry);
    this.#rows.delete(entry.id);
    if (this.#entries.size > MOST) this.#entries.delete(this.#entries.keys().next().value);
    this.#render();
  }

  #setPaused(isPaused) {
    this.#isPaused = isPaused;
    this.pause.setAttribute("aria-pressed", String(isPaused));
    this.pause.textContent = isPaused ? "Go on" : "Pause";
    if (!isPaused) toastErrors(() => this.read());
  }

  async #clear() {
    const worked = await toastErrors(() => api.clearTraffic());
    if (!worked) return;
    this.#entries = new Map();
    this.#rows.clear();
    this.#open(null);
  }

  #open(id) {
    const before = this.#opened;
    this.#opened = id;
    this.#rows.delete(before);
    this.#rows.delete(id);
    this.#render();
  }

  #render() {
    const wanted = this.filter.value.trim().toLowerCase();
    const found = [...this.#entries.values()].reverse().filter((entry) => !wanted || textOf(entry).includes(wanted));
    const focused = document.activeElement?.dataset?.entry;
    arrange(
      this.list,
      found.map((entry) => this.#rowOf(entry)),
    );
    if (focused && document.activeElement === document.body) this.#focusRow(focused);
    this.empty.hidden = found.length > 0;
    this.empty.textContent = wanted ? "Nothing here holds that text." : "Nothing has gone to or from the app yet.";
    this.#renderDetail();
  }

  #focusRow(id) {
    this.list.querySelector(`[data-entry="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  }

  #rowOf(entry) {
    if (!this.#rows.has(entry.id)) this.#rows.set(entry.id, this.#newRow(entry));
    return this.#rows.get(entry.id);
  }

  #newRow(entry) {
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: "traffic-row",
          "aria-current": entry.id === this.#opened ? "true" : false,
          data: { entry: String(entry.id) },
          on: { click: () => this.#open(entry.id) },
        },
        el("span", { class: "traffic-time", text: TIME.format(entry.at * 1000) }),
        el("span", { class: `traffic-way is-${entry.way}`, text: WAYS[entry.way] }),
        el("span", { class: "traffic-name", text: entry.name }),
        entry.attempt > 0 && el("span", { class: "traffic-again", text: `again (${entry.attempt})` }),
        outcome(entry),
        el("span", { class: "traffic-ms", text: entry.ms === null ? "" : `${Math.round(entry.ms)} ms` }),
      ),
    );
  }

  #renderDetail() {
    const entry = this.#entries.get(this.#opened);
    if (entry && this.detail.dataset.look === `${entry.id} ${entry.ms}`) return;
    this.detail.dataset.look = entry ? `${entry.id} ${entry.ms}` : "";
    this.detail.classList.toggle("is-open", Boolean(entry));
    if (!entry) {
      this.detail.replaceChildren(el("p", { class: "inspector-empty", text: "Choose a line to see all of it." }));
      return;
    }
    const id = this.#opened;
    const back = iconButton("close", "Close this exchange", () => {
      this.#open(null);
      this.#focusRow(String(id));
    });
    const again = entry.attempt ? ` · delivery ${entry.attempt + 1}, because of ${entry.reason}` : "";
    const took = entry.ms === null ? "under way" : `${entry.ms} ms`;
    this.detail.replaceChildren(
      el(
        "header",
        { class: "traffic-head" },
        el("h2", { text: entry.name }),
        outcome(entry),
        el("span", { class: "traffic-ms", text: `${took}${again}` }),
        back,
      ),
      el("h3", { text: entry.way === "call" || entry.way === "response" ? "The app said" : "The app was told" }),
      drawJson(entry.sent, "What was sent"),
      el("h3", { text: entry.way === "call" || entry.way === "response" ? "It was answered" : "The app answered" }),
      drawJson(entry.answer, "What came back"),
    );
  }
}

function outcome(entry) {
  const word = entry.ms === null ? "…" : entry.outcome;
  const look = entry.ms === null ? "is-open" : entry.outcome === "ok" ? "is-ok" : "is-bad";
  return el("span", { class: `traffic-outcome ${look}`, text: word });
}

const texts = new WeakMap();

function textOf(entry) {
  if (!texts.has(entry)) texts.set(entry, JSON.stringify(entry).toLowerCase());
  return texts.get(entry);
}

/** Go from line to line with the arrow keys. */
function walk(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll(".traffic-row")];
  rows[rows.indexOf(document.activeElement) + step]?.focus();
}
