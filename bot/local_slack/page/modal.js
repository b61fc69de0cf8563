// The app's modals, up to three on top of each other: forms that are filled in, sent and corrected.

import { Form } from "./inputs.js";
import { avatar } from "./avatar.js";
import { el, iconButton, rebuild } from "./dom.js";
import { plainText } from "./mrkdwn.js";
import { renderBlocks } from "./blocks.js";

export class Modals {
  #store;
  #actions;
  #panels = new Map(); // view id → panel; lower ones keep what was typed into them

  constructor(store, actions) {
    this.#store = store;
    this.#actions = actions;
    this.dialog = el("dialog", {
      class: "modal",
      "aria-labelledby": "modal-title",
      on: {
        cancel: (event) => {
          if (event.target !== this.dialog) return;
          event.preventDefault();
          this.#closeTop();
        },
        close: (event) => event.target === this.dialog && this.#store.modals.length && this.#closeAll(),
      },
    });
    document.body.append(this.dialog);
  }

  render() {
    const views = this.#store.modals;
    const ids = views.map((view) => view.id);
    for (const id of this.#panels.keys()) if (!ids.includes(id)) this.#panels.delete(id);
    for (const view of views) this.#panel(view).update(view, views.indexOf(view) > 0);
    const top = this.#panels.get(ids.at(-1)) ?? null;
    if (!top) {
      this.top = null;
      if (this.dialog.open) this.dialog.close();
      return;
    }
    if (!this.dialog.open) this.dialog.showModal();
    if (top === this.top) return;
    this.top?.leave();
    this.top = top;
    this.dialog.replaceChildren(top.root);
    top.enter();
  }

  #panel(view) {
    if (!this.#panels.has(view.id)) {
      const close = { top: () => this.#closeTop(), all: () => this.#closeAll() };
      this.#panels.set(view.id, new Panel(this.#store, this.#actions, close));
    }
    return this.#panels.get(view.id);
  }

  #closeTop() {
    const top = this.#store.modals.at(-1);
    if (top) this.#actions.closeView(top, false);
  }

  #closeAll() {
    this.#actions.closeView(this.#store.modals[0], true);
  }
}

/** One modal of the stack. */
class Panel {
  #store;
  #actions;
  #close;
  #form = null;
  #left = null; // what had the focus when another modal came on top
  #isBusy = false;

  constructor(store, actions, close) {
    this.#store = store;
    this.#actions = actions;
    this.#close = close;
    this.body = el("div", { class: "modal-body" });
    this.root = el("form", { class: "modal-form", novalidate: true });
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.#submit();
    });
  }

  /** Show a view: the first time, or anew after the app changed it. */
  update(view, isPushed) {
    if (this.view?.hash === view.hash) return;
    const isFirst = !this.view;
    this.view = view;
    this.#form = new Form(this.#form);
    const context = { store: this.#store, form: this.#form, act: (...use) => this.#act(...use) };
    if (isFirst) this.root.append(this.#head(isPushed), this.body);
    this.root.querySelector("h2").replaceChildren(...plainText(view.title.text));
    rebuild(this.body, renderBlocks(view.blocks, context));
    this.root.querySelector(".modal-foot")?.remove();
    this.root.append(this.#foot());
  }

  enter() {
    const start = this.#left?.isConnected ? this.#left : (this.#form.first ?? this.root.querySelector("h2"));
    this.#left = null;
    start.focus();
    if (start.matches?.("input[type=text], textarea")) start.setSelectionRange(start.value.length, start.value.length);
  }

  leave() {
    this.#left = this.root.contains(document.activeElement) ? document.activeElement : null;
  }

  #act(block, element, { value }) {
    return this.#actions.clickInView(this.view, block, element, value, this.#form.values);
  }

  async #submit() {
    if (this.#isBusy || !this.view.submit) return;
    this.#setBusy(true);
    const errors = await this.#actions.submitView(this.view, this.#form.values);
    this.#setBusy(false);
    if (errors) this.#form.showErrors(errors);
  }

  #setBusy(isBusy) {
    this.#isBusy = isBusy;
    const button = this.root.querySelector(".modal-submit");
    button?.classList.toggle("busy", isBusy);
    button?.setAttribute("aria-busy", String(isBusy));
  }

  #head(isPushed) {
    return el(
      "header",
      { class: "modal-head" },
      isPushed && iconButton("back", "Back", () => this.#close.top()),
      avatar(this.#store.bot, this.#store, "header"),
      el("h2", { id: "modal-title", tabindex: "-1" }),
      iconButton("close", "Close", () => this.#close.all(), { class: "modal-close" }),
    );
  }

  #foot() {
    const { close, submit } = this.view;
    return el(
      "footer",
      { class: "modal-foot" },
      el(
        "button",
        { type: "button", class: "button", on: { click: () => this.#close.top() } },
        ...plainText(close?.text ?? (submit ? "Cancel" : "Close")),
      ),
      submit &&
        el("button", { type: "submit", class: "button button-primary modal-submit" }, ...plainText(submit.text)),
    );
  }
}
