// What is to go wrong: a form that switches a fault on, and the list of those that are.

import * as api from "./api.js";
import { el, rebuild } from "./dom.js";
import { toastErrors } from "./toast.js";

const GROUPS = {
  Calls: ["ratelimited", "server_error", "error", "slow", "cut", "dead_stream"],
  Events: ["duplicate", "reorder", "late", "drop"],
  "Socket Mode": ["disconnect", "socket_cut", "silence"],
  Tokens: ["tokens_revoked", "app_uninstalled"],
};
const WORDS = {
  ratelimited: "Too many calls (429)",
  server_error: "Server error (5xx)",
  error: "Refused with an error code",
  slow: "Slow to answer",
  cut: "Connection cut",
  dead_stream: "Stream is dead",
  duplicate: "Comes twice",
  reorder: "Is overtaken by the next",
  late: "Comes late",
  drop: "Never comes",
  disconnect: "Told to go",
  socket_cut: "Breaks without a word",
  silence: "Open, but silent",
  tokens_revoked: "Tokens are revoked",
  app_uninstalled: "App is removed",
};
const LABELS = {
  method: "Method",
  event: "Event",
  retry_after: "Retry after, seconds",
  status: "Status",
  error: "Error code",
  seconds: "Seconds",
  reason: "Reason",
  after: "When",
};
const NUMBERS = new Set(["retry_after", "status", "seconds"]);
const WHEN = [
  ["", "before it took effect"],
  ["yes", "after it took effect"],
];

export class FaultsTab {
  #choices = null;
  #isReading = false;
  #wantsMore = false;

  /** `onCount(count)` hears how many are switched on. */
  constructor(onCount) {
    this.onCount = onCount;
    this.clear = el("button", {
      type: "button",
      class: "button",
      text: "Switch all off",
      on: { click: () => this.#switchOff() },
    });
    this.tools = el("div", { class: "inspector-tools" }, this.clear);
    this.kind = field("Fault", kindSelect(), "kind");
    this.kind.control.addEventListener("change", () => this.#drawKnobs());
    this.knobs = el("div", { class: "fault-knobs" });
    this.form = el(
      "form",
      { class: "fault-form", on: { submit: (event) => this.#switchOn(event) } },
      this.kind,
      this.knobs,
      el("button", { type: "submit", class: "button button-primary", text: "Switch on" }),
    );
    this.empty = el("p", { class: "inspector-empty", text: "Nothing is made to go wrong." });
    this.list = el("ul", { class: "fault-list", "aria-label": "Faults that are switched on" });
    this.body = el("div", { class: "faults" }, this.form, this.empty, this.list);
  }

  /** Read what is on, now or right after the reading that is under way. */
  readSoon() {
    if (this.#isReading) {
      this.#wantsMore = true;
      return;
    }
    this.#isReading = true;
    toastErrors(() => this.#read()).then(() => {
      this.#isReading = false;
      if (this.#wantsMore) {
        this.#wantsMore = false;
        this.readSoon();
      }
    });
  }

  async #read() {
    const told = await api.getFaults();
    const isFirst = !this.#choices;
    this.#choices = told;
    if (isFirst) this.#drawKnobs();
    this.onCount(told.faults.length);
    this.empty.hidden = told.faults.length > 0;
    this.clear.disabled = told.faults.length === 0;
    rebuild(
      this.list,
      told.faults.map((fault) => this.#row(fault)),
      this.kind.control,
    );
  }

  #row(fault) {
    const left = fault.times_left === null ? "until switched off" : `${fault.times_left} more`;
    return el(
      "li",
      { class: "fault-row" },
      el("span", { class: "fault-name", text: WORDS[fault.kind] }),
      el("span", { class: "fault-note", text: `${detailsOf(fault)} · ${left} · struck ${fault.struck} so far` }),
      el("button", {
        type: "button",
        class: "button",
        text: "Switch off",
        "aria-label": `Switch off: ${WORDS[fault.kind]}, ${detailsOf(fault)}`,
        data: { actionId: fault.id },
        on: { click: () => this.#switchOff(fault.id) },
      }),
    );
  }

  #drawKnobs() {
    if (!this.#choices) return; // drawn once they are read
    const { kinds, methods, events, reasons } = this.#choices;
    const kind = this.kind.control.value;
    const options = {
      method: methodsOf(kind, methods),
      event: ["", ...events].map(orAll("all events")),
      reason: reasons.map(asIs),
      after: WHEN,
    };
    const fields = Object.entries(kinds[kind]).map(([name, value]) =>
      field(LABELS[name], options[name] ? select(options[name]) : input(value, NUMBERS.has(name)), name),
    );
    const lasts = GROUPS.Tokens.includes(kind);
    if (!lasts) fields.push(field("Times", timesInput(), "times"));
    this.knobs.replaceChildren(...fields);
  }

  async #switchOn(event) {
    event.preventDefault();
    const wish = {};
    for (const [name, value] of new FormData(this.form)) {
      if (name === "after") wish.after = value !== "";
      else if (value !== "") wish[name] = NUMBERS.has(name) || name === "times" ? Number(value) : value;
    }
    await toastErrors(() => api.addFault(wish));
    this.readSoon();
  }

  async #switchOff(id) {
    await toastErrors(() => api.removeFault(id ? { id } : {}));
    this.readSoon();
  }
}

/** Return what is particular about a fault, in a few words. */
function detailsOf(fault) {
  const said = [];
  if ("method" in fault) said.push(fault.method || (fault.kind === "dead_stream" ? "any stream" : "all calls"));
  if ("event" in fault) said.push(fault.event || "all events");
  for (const name of ["status", "error", "reason"]) if (name in fault) said.push(String(fault[name]));
  if ("seconds" in fault) said.push(`${fault.seconds} s`);
  if ("retry_after" in fault) said.push(`retry after ${fault.retry_after} s`);
  if ("after" in fault) said.push(fault.after ? "after it took effect" : "before it took effect");
  if ("team" in fault) said.push(fault.team);
  return said.join(", ") || "connections";
}

const asIs = (value) => [value, value];

function orAll(words) {
  return (value) => [value, value || words];
}

function methodsOf(kind, methods) {
  const fitting = kind === "dead_stream" ? ["chat.appendStream", "chat.stopStream"] : methods;
  return ["", ...fitting].map(orAll(kind === "dead_stream" ? "append or stop" : "all calls"));
}

function kindSelect() {
  const groups = Object.entries(GROUPS).map(([label, kinds]) =>
    el("optgroup", { label }, ...kinds.map((kind) => el("option", { value: kind, text: WORDS[kind] }))),
  );
  return el("select", { class: "select" }, ...groups);
}

function select(options) {
  return el("select", { class: "select" }, ...options.map(([value, text]) => el("option", { value, text })));
}

function input(value, isNumber) {
  const look = isNumber ? { type: "number", min: "0", step: "any" } : { type: "text" };
  return el("input", { ...look, class: "input", value: String(value), required: true });
}

function timesInput() {
  return el("input", { type: "number", class: "input", value: "1", min: "1", step: "1", placeholder: "until off" });
}

function field(label, control, name) {
  control.name = name;
  control.setAttribute("aria-label", label);
  return el("label", { class: "fault-field" }, el("span", { text: label }), control);
}
