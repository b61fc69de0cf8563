// A list of options beside a text field: arrows move, Enter or Tab chooses, the field keeps the focus.
//
// An input is an ARIA combobox; a textarea may not be one, so there only the active option is announced.

import { avatar } from "./avatar.js";
import { el, icon } from "./dom.js";

let count = 0;

export class Listbox {
  options = [];
  chosen = -1;

  /** `onChoose(option)` is called for a click, Enter or Tab. */
  constructor(field, store, { label, onChoose }) {
    this.field = field;
    this.store = store;
    this.onChoose = onChoose;
    this.id = `listbox-${++count}`;
    this.title = el("div", { class: "listbox-title" });
    this.items = el("div", { role: "listbox", id: this.id, "aria-label": label });
    this.root = el("div", { class: "listbox", hidden: true }, this.title, this.items);
    this.isCombobox = field.tagName === "INPUT";
    if (this.isCombobox) field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", this.id);
    this.hide();
  }

  get isOpen() {
    return !this.root.hidden;
  }

  show({ options, preselect = true, title = "" }) {
    this.options = options;
    this.chosen = preselect ? 0 : -1;
    this.title.textContent = title;
    this.items.replaceChildren(...options.map((option, index) => this.#item(option, index)));
    this.root.hidden = options.length === 0;
    this.#tellOpen();
    this.#mark();
  }

  hide() {
    this.root.hidden = true;
    this.field.removeAttribute("aria-activedescendant");
    this.#tellOpen();
  }

  #tellOpen() {
    if (this.isCombobox) this.field.setAttribute("aria-expanded", String(this.isOpen));
  }

  /** Use a key of the field; returns whether it was meant for the list. */
  take(event) {
    if (!this.isOpen || event.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const from = this.chosen < 0 && step < 0 ? 0 : this.chosen;
      this.chosen = (from + step + this.options.length) % this.options.length;
      this.#mark();
    } else if (
      (event.key === "Enter" && !event.shiftKey && this.chosen >= 0) ||
      (event.key === "Tab" && !event.shiftKey)
    ) {
      this.onChoose(this.options[Math.max(0, this.chosen)]);
    } else if (event.key === "Escape") {
      this.hide();
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  #item(option, index) {
    return el(
      "div",
      {
        role: "option",
        id: `${this.id}-${index}`,
        class: "option",
        on: { mousedown: (event) => event.preventDefault(), click: () => this.onChoose(option) },
      },
      option.user
        ? avatar(option.user, this.store, "small")
        : option.picture
          ? el("span", { class: "emoji", text: option.picture })
          : icon(option.icon ?? "hash"),
      el("span", { class: "option-label", text: option.label }),
      option.hint && el("span", { class: "option-hint", text: option.hint }),
      option.detail && el("span", { class: "option-detail", text: option.detail }),
    );
  }

  #mark() {
    [...this.items.children].forEach((item, index) =>
      item.setAttribute("aria-selected", String(index === this.chosen)),
    );
    const current = this.items.children[this.chosen];
    current?.scrollIntoView({ block: "nearest" });
    if (current) this.field.setAttribute("aria-activedescendant", current.id);
    else this.field.removeAttribute("aria-activedescendant");
  }
}
