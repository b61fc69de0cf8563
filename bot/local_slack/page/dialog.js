// Asks the person something in a dialog that keeps the keyboard inside it: Esc says no, focus returns where it was.

import { el } from "./dom.js";

/** Ask; resolves to true for yes and to false for no, Esc or a click beside the dialog. */
export function confirm({ title, body, yes = "Yes", no = "Cancel", style = "primary" }) {
  return new Promise((resolve) => {
    const close = (answer) => () => {
      resolve(answer);
      dialog.remove();
    };
    const dialog = el(
      "dialog",
      {
        class: "dialog",
        "aria-labelledby": "dialog-title",
        on: { close: close(false), click: (event) => event.target === dialog && dialog.close() },
      },
      el("h2", { id: "dialog-title", text: title }),
      el("p", { text: body }),
      el(
        "div",
        { class: "dialog-buttons" },
        el("button", { type: "button", class: "button", text: no, on: { click: close(false) } }),
        el("button", {
          type: "button",
          class: `button button-${style}`,
          text: yes,
          autofocus: true,
          on: { click: close(true) },
        }),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
