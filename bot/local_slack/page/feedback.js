// The small controls below an answer: was it good or not, and icon buttons such as a bin.

import { el } from "./dom.js";
import { unescape } from "./mrkdwn.js";

const THUMBS = [
  ["positive_button", "👍"],
  ["negative_button", "👎"],
];
const ICONS = { trash: "🗑" };

const given = new Map(); // block and action → the value that was chosen, as long as the page is open

/** A row of controls for a `context_actions` block; `context.act` tells the app. */
export function contextActions(block, context) {
  const parts = block.elements.flatMap((element) =>
    element.type === "feedback_buttons"
      ? feedback(block, element, context)
      : [control(ICONS[element.icon] ?? "•", element, () => context.act(block, element, { value: element.value }))],
  );
  return el("div", { class: "block block-feedback" }, ...parts);
}

function feedback(block, element, context) {
  const key = `${block.block_id} ${element.action_id}`;
  const nodes = THUMBS.map(([side, sign]) => {
    const choice = element[side];
    const node = control(sign, choice, async () => {
      if (!(await context.act(block, element, { value: choice.value }))) return;
      given.set(key, choice.value);
      mark();
    });
    node.dataset.value = choice.value;
    return node;
  });
  const mark = () => {
    for (const node of nodes) node.setAttribute("aria-pressed", String(node.dataset.value === given.get(key)));
  };
  mark();
  return nodes;
}

function control(sign, { text, accessibility_label: label }, run) {
  const words = unescape(text?.text ?? "");
  return el("button", {
    type: "button",
    class: "feedback-button",
    title: words,
    "aria-label": label ?? words,
    text: sign,
    on: { click: run },
  });
}
