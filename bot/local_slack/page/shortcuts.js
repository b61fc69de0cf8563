// What the app and the page offer to do with a message, and the app's shortcuts that are at hand everywhere.

import { avatar } from "./avatar.js";
import { iconButton } from "./dom.js";
import { openMenu } from "./menu.js";

/** Open the menu of a message: its link, the app's shortcuts, and what its author can do with it. */
export function openMessageMenu(anchor, message, { store, actions, place }) {
  const own = message.user === store.me;
  const shortcuts = store.shortcuts.filter((shortcut) => shortcut.on_message);
  const items = [
    { icon: "link", label: "Copy link", run: () => actions.copyLink(message) },
    ...section(shortcuts.map((shortcut) => item(shortcut, store, () => actions.useShortcut(shortcut, message)))),
    ...section([
      own && message.text && edit(() => actions.startEdit(message, place)),
      own && remove(() => actions.remove(message)),
    ]),
  ];
  openMenu(anchor, items, { label: "More actions" });
}

/** The button beside the composer that opens the app's global shortcuts; it hides where there are none. */
export function shortcutButton(store, actions) {
  const button = iconButton("bolt", "Shortcuts", () => openGlobalMenu(button, store, actions), {
    "aria-haspopup": "menu",
    "aria-expanded": "false",
    hidden: true,
  });
  store.addEventListener("change", () => (button.hidden = globalShortcuts(store).length === 0));
  return button;
}

function globalShortcuts(store) {
  return store.shortcuts.filter((shortcut) => !shortcut.on_message);
}

function openGlobalMenu(anchor, store, actions) {
  const items = globalShortcuts(store).map((shortcut) => item(shortcut, store, () => actions.useShortcut(shortcut)));
  openMenu(anchor, [{ title: "Shortcuts" }, ...items], { label: "Shortcuts" });
}

function item(shortcut, store, run) {
  return {
    picture: avatar(store.bot, store, "tiny"),
    label: shortcut.name,
    hint: shortcut.on_message ? store.bot?.name : shortcut.description,
    run,
  };
}

const edit = (run) => ({ icon: "pencil", label: "Edit message", key: "E", run });
const remove = (run) => ({ icon: "trash", label: "Delete message", key: "Del", isDanger: true, run });

function section(items) {
  const offered = items.filter(Boolean);
  return offered.length ? [{ isLine: true }, ...offered] : [];
}
