// The home tab of the app: what it shows this person, drawn anew whenever it publishes.

import { Form } from "./inputs.js";
import { avatar } from "./avatar.js";
import { announce } from "./toast.js";
import { el, icon, rebuild } from "./dom.js";
import { renderBlocks } from "./blocks.js";

const PATIENCE_MS = 4000; // before an empty tab says that nothing came

/** The tabs of the conversation with the app, as links: so Back works, and a tab can be opened beside another. */
export function renderTabs(node, store) {
  const channel = store.channel;
  node.hidden = !channel?.is_im || !store.hasHome;
  const look = `${store.me} ${channel?.id} ${store.tab}`;
  if (node.hidden || node.dataset.look === look) return;
  node.dataset.look = look;
  const tab = (name, label, image, href) =>
    el(
      "a",
      { class: "tab", href, "aria-current": store.tab === name ? "page" : null, data: { tab: name } },
      icon(image),
      label,
    );
  const base = `#/${store.me}/${channel.id}`;
  const hadFocus = node.contains(document.activeElement);
  node.replaceChildren(tab("home", "Home", "home", `${base}/home`), tab("messages", "Messages", "reply", base));
  if (hadFocus) node.querySelector("[aria-current]").focus();
}

export class HomePane {
  #store;
  #actions;
  #form = null;
  #timer = null;

  constructor(store, actions) {
    this.#store = store;
    this.#actions = actions;
    this.content = el("div", { class: "home-content" });
    this.root = el("section", { class: "home", "aria-label": "Home", tabindex: "0", hidden: true }, this.content);
  }

  render() {
    const store = this.#store;
    this.root.hidden = store.tab !== "home";
    if (this.root.hidden) return;
    const look = `${store.me} ${store.home?.hash ?? `nothing ${store.botConnected}`}`;
    if (look === this.look) return;
    const isOther = this.look?.split(" ")[0] !== store.me;
    this.look = look;
    if (isOther) this.#form = null; // what one person typed is not another's
    clearTimeout(this.#timer);
    if (store.home) this.#draw(store.home);
    else this.#wait();
    if (isOther) this.root.scrollTop = 0;
  }

  #draw(view) {
    this.#form = new Form(this.#form);
    const act = (block, element, { value }) =>
      this.#actions.clickInView(view, block, element, value, this.#form.values);
    const before = this.#lines();
    rebuild(this.content, renderBlocks(view.blocks, { store: this.#store, form: this.#form, act }), this.root);
    const fresh = this.#lines().find((line) => !before.includes(line));
    if (before.length && fresh) announce(fresh);
  }

  /** What the blocks say, for telling those who hear the page what is new. */
  #lines() {
    const texts = this.content.querySelectorAll(":is(.block-header, .block-section, .block-context)");
    return [...texts].map((node) => node.textContent);
  }

  /** Grey bars at first; a sentence when nothing has come after a while. */
  #wait() {
    const bars = [60, 90, 75, 40].map((width) => {
      const bar = el("span", { class: "bar" });
      bar.style.width = `${width}%`;
      return bar;
    });
    this.content.replaceChildren(el("div", { class: "bars", role: "status", "aria-label": "Loading" }, ...bars));
    this.#timer = setTimeout(() => this.#giveUp(), PATIENCE_MS);
  }

  #giveUp() {
    const store = this.#store;
    const name = store.bot?.name ?? "The app";
    const why = store.botConnected
      ? `${name} has put nothing here yet.`
      : `${name} is not connected, so nothing is here.`;
    this.content.replaceChildren(
      el("div", { class: "home-empty" }, avatar(store.bot, store, "large"), el("p", { text: why })),
    );
  }
}
