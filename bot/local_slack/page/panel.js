// Dialogs about the workspace itself: they stay open while it changes and are drawn anew then.

import { el, iconButton, rebuild } from "./dom.js";

/**
 * Open a dialog. Esc, the cross and a click beside it close it, and so does `draw` by returning null.
 *
 * `draw(close)` returns `{title, parts}`. It is called again whenever people or channels change; fields that it wants to
 * keep as they were filled in it must keep itself.
 */
export function openDialog(store, draw) {
  const heading = el("h2", { id: "panel-title", tabindex: "-1" });
  const content = el("div", { class: "panel-body" });
  const dialog = el(
    "dialog",
    {
      class: "panel",
      "aria-labelledby": "panel-title",
      on: { close: end, click: (event) => event.target === dialog && dialog.close() },
    },
    el(
      "header",
      { class: "panel-head" },
      heading,
      iconButton("close", "Close", () => dialog.close()),
    ),
    content,
  );
  let look = "";

  function render() {
    const next = JSON.stringify([[...store.users], [...store.channels], store.me]);
    if (next === look) return;
    look = next;
    const drawn = draw(() => dialog.close());
    if (!drawn) {
      dialog.close();
      return;
    }
    heading.textContent = drawn.title;
    rebuild(content, drawn.parts, heading);
  }

  function end() {
    store.removeEventListener("change", render);
    dialog.remove();
  }

  document.body.append(dialog);
  dialog.showModal();
  store.addEventListener("change", render);
  render();
}

/** A field with its label above it. */
export function labelled(label, field) {
  return el("label", { class: "panel-field" }, el("span", { text: label }), field);
}

/** A field to type one line into. */
export function lineField(name, props = {}) {
  return el("input", { type: "text", class: "input", name, autocomplete: "off", spellcheck: "false", ...props });
}

/** A field to choose one of `options`, which are [value, words]. */
export function choiceField(name, options, props = {}) {
  const { value = null, ...rest } = props;
  const made = options.map(([each, text]) => el("option", { value: each, text, selected: each === value }));
  return el("select", { class: "select", name, ...rest }, ...made);
}

/** A form whose button or Enter calls `onSend`, which returns whether it worked; then the form is cleared. */
export function sendForm({ fields, button, style = "", onSend }) {
  const form = el(
    "form",
    {
      class: "panel-form",
      on: {
        submit: async (event) => {
          event.preventDefault();
          if (await onSend()) form.reset();
        },
      },
    },
    ...fields,
    el("button", { type: "submit", class: `button ${style}`, text: button }),
  );
  return form;
}

/** A button that does something at once. */
export function doButton(text, onClick, props = {}) {
  return el("button", { type: "button", text, ...props, class: `button ${props.class ?? ""}`, on: { click: onClick } });
}
