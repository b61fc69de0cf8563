// The line below a conversation that says what the app is doing, and the button that stops it.

import { el, icon } from "./dom.js";

const TURN_MS = 2500; // for which each loading message is shown

export class StatusLine {
  #onStop;
  #store;
  #timer = null;
  #look = "";

  /** `onStop(talk)` is called when the person wants the app to stop. */
  constructor(store, onStop) {
    this.#store = store;
    this.#onStop = onStop;
    this.words = el("span", { class: "status-words" });
    this.root = el("div", { class: "status-line", "aria-live": "polite" });
  }

  /** Show "memory-bot is thinking…" with moving dots, its loading messages in turn, or nothing for null. */
  render(talk) {
    const store = this.#store;
    const sentences = talk ? sentencesOf(talk, store.nameOf(talk.user)) : [];
    const look = JSON.stringify([sentences, talk?.thread_ts, talk?.can_stop]);
    if (look === this.#look) return;
    this.#look = look;
    clearInterval(this.#timer);
    if (!talk) {
      this.root.replaceChildren();
      return;
    }
    this.#turn(sentences, 0);
    if (sentences.length > 1) {
      let at = 0;
      this.#timer = setInterval(() => this.#turn(sentences, (at += 1)), TURN_MS);
    }
    const dots = el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
    const stop =
      talk.can_stop &&
      el(
        "button",
        { type: "button", class: "button stop", on: { click: () => this.#onStop(talk) } },
        icon("stop"),
        "Stop",
      );
    this.root.replaceChildren(...[dots, this.words, stop].filter(Boolean));
  }

  #turn(sentences, at) {
    this.words.textContent = sentences[at % sentences.length];
  }
}

function sentencesOf({ status, loading_messages: loading }, name) {
  if (status && loading.length) return loading;
  if (!status) return [`${name} is working…`];
  return [status.startsWith(name) ? status : `${name} ${status}`];
}
