// Small things that open beside a button: a menu of choices, or any panel. The browser keeps them on top and closes them
// on Esc and on a click elsewhere; here they find their place, take the keyboard and give it back.

import { el, icon } from "./dom.js";

const GAP_PX = 6;
const EDGE_PX = 8;

/**
 * Open a panel beside `anchor`. Inside a dialog it belongs to the dialog, as everything else is out of reach there.
 *
 * Returns `close()`. The anchor is marked as expanded while the panel is open, and gets the focus back.
 */
export function openPanel(anchor, panel, { onClose } = {}) {
  const message = anchor.closest(".message");
  panel.popover = "auto";
  (anchor.closest("dialog") ?? document.body).append(panel);
  panel.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    const hadFocus = panel.contains(document.activeElement) || document.activeElement === document.body;
    panel.remove();
    anchor.setAttribute("aria-expanded", "false");
    document.querySelector(".message.has-panel")?.classList.remove("has-panel");
    if (hadFocus) giveBack(anchor, message);
    onClose?.();
  });
  panel.showPopover();
  anchor.setAttribute("aria-expanded", "true");
  message?.classList.add("has-panel");
  place(panel, anchor.getBoundingClientRect());
  return () => panel.isConnected && panel.hidePopover();
}

/** The message may have been drawn anew meanwhile: then the one that stands in its place takes the focus. */
function giveBack(anchor, message) {
  if (anchor.isConnected) anchor.focus();
  else if (message) document.querySelector(`.message[data-key="${CSS.escape(message.dataset.key)}"]`)?.focus();
}

function place(panel, anchor) {
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = anchor.bottom + GAP_PX;
  const fitsBelow = below + height + EDGE_PX <= innerHeight;
  const top = fitsBelow ? below : Math.max(EDGE_PX, anchor.top - GAP_PX - height);
  const fitsRight = anchor.left + width + EDGE_PX <= innerWidth;
  const left = fitsRight ? anchor.left : Math.max(EDGE_PX, anchor.right - width);
  Object.assign(panel.style, { top: `${top}px`, left: `${left}px` });
}

/**
 * Open a menu beside `anchor`.
 *
 * `items` are `{label, run}`, with an `icon` or a `picture` (a node), a `hint`, a `key` to show, and `isDanger`; or
 * `{title}` for a heading, or `{isLine: true}`.
 */
export function openMenu(anchor, items, { label }) {
  const root = el("div", { class: "menu", role: "menu", "aria-label": label });
  const choose = (item) => {
    close();
    item.run();
  };
  root.append(...items.map((item) => menuItem(item, choose)));
  root.addEventListener("keydown", (event) => onKey(event, root));
  const close = openPanel(anchor, root);
  root.querySelector("[role=menuitem]")?.focus();
}

function menuItem(item, choose) {
  if (item.isLine) return el("hr", { class: "menu-line" });
  if (item.title) return el("div", { class: "menu-title", text: item.title });
  return el(
    "button",
    {
      type: "button",
      role: "menuitem",
      tabindex: "-1",
      class: `menu-item ${item.isDanger ? "is-danger" : ""}`,
      on: { click: () => choose(item), pointermove: (event) => event.currentTarget.focus({ preventScroll: true }) },
    },
    item.picture ?? (item.icon ? icon(item.icon) : el("span", { class: "icon" })),
    el(
      "span",
      { class: "menu-words" },
      el("span", { class: "menu-label", text: item.label }),
      item.hint && el("span", { class: "menu-hint", text: item.hint }),
    ),
    item.key && el("kbd", { class: "menu-key", "aria-hidden": "true", text: item.key }),
  );
}

function onKey(event, root) {
  const items = [...root.querySelectorAll("[role=menuitem]")];
  const at = items.indexOf(document.activeElement);
  const next = {
    ArrowDown: () => items[(at + 1) % items.length],
    ArrowUp: () => items[(at - 1 + items.length) % items.length],
    Home: () => items[0],
    End: () => items.at(-1),
  }[event.key];
  if (next) next()?.focus();
  else if (event.key === "Tab") root.hidePopover();
  else if (/^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
    [...items.slice(at + 1), ...items.slice(0, at + 1)]
      .find((item) => item.querySelector(".menu-label").textContent.toLowerCase().startsWith(event.key.toLowerCase()))
      ?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
