// Ctrl+K or ⌘K: jump to a channel, the DM, or another person by typing part of a name.

import { Listbox } from "./listbox.js";
import { el } from "./dom.js";
import { iconOf, kindOf } from "./places.js";

export class Switcher {
  #store;
  #actions;

  constructor(store, actions) {
    this.#store = store;
    this.#actions = actions;
    this.field = el("input", {
      type: "text",
      class: "switcher-field",
      "aria-label": "Jump to",
      placeholder: "Jump to a channel or person…",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.list = new Listbox(this.field, store, { label: "Places", onChoose: (option) => this.#choose(option) });
    this.field.addEventListener("input", () => this.#find());
    this.field.addEventListener("keydown", (event) => event.key !== "Escape" && this.list.take(event));
    this.dialog = el(
      "dialog",
      {
        class: "switcher",
        "aria-label": "Jump to",
        on: { click: (event) => event.target === this.dialog && this.dialog.close() },
      },
      this.field,
      this.list.root,
    );
    document.body.append(this.dialog);
  }

  open() {
    if (this.dialog.open) return;
    this.field.value = "";
    this.dialog.showModal();
    this.#find();
  }

  #find() {
    const store = this.#store;
    const typed = this.field.value.trim().toLowerCase().replace(/^[#@]/, "");
    const places = store.myChannels.map((channel) => ({
      label: store.titleOf(channel),
      hint: kindOf(channel),
      icon: iconOf(channel),
      user: channel.is_im ? store.bot : null,
      run: () => this.#actions.openChannel(channel.id),
    }));
    const people = store.people
      .filter((person) => person.id !== store.me)
      .map((person) => ({
        label: `Act as ${person.name}`,
        hint: person.real_name,
        user: person,
        run: () => this.#actions.actAs(person.id),
      }));
    const options = [...places, ...people].filter(({ label, hint }) =>
      `${label} ${hint ?? ""}`.toLowerCase().includes(typed),
    );
    this.list.show({ options, title: options.length ? "" : "Nothing found" });
  }

  #choose(option) {
    this.dialog.close();
    option.run();
  }
}
