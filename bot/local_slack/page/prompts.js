// The app's suggested prompts: chips above the box to write in, each of which sends its message.

import { el } from "./dom.js";

export class Prompts {
  #actions;
  #shown = null;

  constructor(actions) {
    this.#actions = actions;
    this.root = el("div", { class: "suggested", role: "group", hidden: true });
  }

  /** Show what the app suggests in a conversation: `{title, prompts}`, or null for nothing. */
  render(offer) {
    const look = JSON.stringify(offer && [offer.title, offer.prompts]); // the same made again is not drawn anew
    if (look === this.#shown) return;
    this.#shown = look;
    this.root.hidden = !offer;
    this.root.setAttribute("aria-label", offer?.title || "Suggested prompts");
    const title = offer?.title && el("p", { class: "suggested-title", text: offer.title });
    const chips = (offer?.prompts ?? []).map(({ title: label, message }) =>
      el("button", {
        type: "button",
        class: "suggested-chip",
        title: message,
        text: label,
        on: { click: () => this.#actions.send({ text: message }) },
      }),
    );
    this.root.replaceChildren(...[title, el("div", { class: "suggested-chips" }, ...chips)].filter(Boolean));
  }
}
