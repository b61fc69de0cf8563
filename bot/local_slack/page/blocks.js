// Shows Block Kit blocks. To teach the page a new block or element, add it to the table at the end of this file.

import { el, icon } from "./dom.js";
import { markdown, mrkdwn, plainText, unescape } from "./mrkdwn.js";
import { confirm } from "./dialog.js";

/**
 * Nodes for the blocks of a message.
 *
 * `context` has `store` and `act(block, element, extra)`, which tells the workspace of a click and returns a promise.
 */
export function renderBlocks(blocks, context) {
  return blocks.map((block) => (BLOCKS[block.type] ?? unknown)(block, context));
}

/** Whether blocks hold more than the composer's own rich text, which the message's text says as well. */
export function hasOwnBlocks(message) {
  return Boolean(message.blocks?.length) && message.blocks.some((block) => block.type !== "rich_text");
}

function text(object, { store }) {
  if (!object) return [];
  return object.type === "mrkdwn" ? mrkdwn(object.text, store) : [el("p", {}, ...plainText(object.text))];
}

function section(block, context) {
  return el(
    "div",
    { class: "block block-section" },
    el(
      "div",
      { class: "block-section-body" },
      ...text(block.text, context),
      block.fields &&
        el(
          "div",
          { class: "block-fields" },
          ...block.fields.map((field) => el("div", { class: "block-field" }, ...text(field, context))),
        ),
    ),
    block.accessory && el("div", { class: "block-accessory" }, renderElement(block, block.accessory, context)),
  );
}

function contextLine(block, context) {
  const parts = block.elements.map((element) =>
    element.type === "image"
      ? el("span", { class: "block-image", text: element.alt_text ?? "image" })
      : el("div", {}, ...text(element, context)),
  );
  return el("div", { class: "block block-context" }, ...parts);
}

function actions(block, context) {
  return el(
    "div",
    { class: "block block-actions" },
    ...block.elements.map((element) => renderElement(block, element, context)),
  );
}

function renderElement(block, element, context) {
  return (ELEMENTS[element.type] ?? unknown)(element, context, block);
}

function button(element, context, block) {
  const style = element.style ? `button-${element.style === "danger" ? "danger" : "primary"}` : "";
  const isLink = /^https?:\/\//i.test(element.url ?? "");
  const node = el("button", {
    type: "button",
    class: `button ${style}`,
    "aria-label": element.accessibility_label,
    data: { actionId: element.action_id ?? "" },
  });
  node.append(...plainText(element.text.text));
  node.addEventListener("click", async () => {
    if (node.getAttribute("aria-disabled")) return;
    if (element.confirm && !(await confirm(confirmTexts(element.confirm)))) return;
    if (isLink) window.open(element.url, "_blank", "noopener,noreferrer");
    await busyWhile(node, context.act(block, element, { value: element.value }));
  });
  return node;
}

function select(element, context, block) {
  const options = (element.options ?? []).map((option) =>
    el("option", { value: option.value, text: unescape(option.text.text) }),
  );
  const placeholder = element.type === "overflow" ? "More…" : (element.placeholder?.text ?? "Choose…");
  const node = el(
    "select",
    { class: "select", "aria-label": placeholder },
    el("option", { value: "", text: placeholder }),
    ...options,
  );
  node.value = element.initial_option?.value ?? "";
  node.addEventListener("change", async () => {
    const chosen = element.options.find((option) => option.value === node.value);
    if (!chosen) return;
    if (element.confirm && !(await confirm(confirmTexts(element.confirm)))) return;
    await busyWhile(node, context.act(block, element, { value: chosen.value }));
    if (element.type === "overflow") node.value = "";
  });
  return node;
}

/** Keep a control from being used twice while its click is on the way; it keeps the focus. */
async function busyWhile(node, promise) {
  node.setAttribute("aria-disabled", "true");
  node.classList.add("busy");
  try {
    await promise;
  } finally {
    node.removeAttribute("aria-disabled");
    node.classList.remove("busy");
  }
}

function confirmTexts({ title, text: body, confirm: yes, deny, style }) {
  return {
    title: title?.text ?? "Are you sure?",
    body: body?.text ?? "",
    yes: yes?.text ?? "Yes",
    no: deny?.text ?? "Cancel",
    style,
  };
}

function unknown(block) {
  return el("p", { class: "block block-unknown" }, icon("info"), ` This page cannot show “${block.type}” yet.`);
}

const BLOCKS = {
  actions,
  context: contextLine,
  divider: () => el("hr", { class: "block block-divider" }),
  header: (block) => el("h3", { class: "block block-header" }, ...plainText(block.text.text)),
  markdown: (block, { store }) => el("div", { class: "block" }, ...markdown(block.text, store)),
  rich_text: (block, context) =>
    el("div", { class: "block" }, ...text({ type: "mrkdwn", text: context.message.text ?? "" }, context)),
  section,
};

const ELEMENTS = { button, overflow: select, static_select: select };
