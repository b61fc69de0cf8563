// Shows Block Kit blocks. To teach the page a new block or element, add it to the table at the end of this file.

import { el, icon, iconButton } from "./dom.js";
import { FIELD_TYPES, actingField, cannotShow, inputBlock } from "./inputs.js";
import { confirm } from "./dialog.js";
import { contextActions } from "./feedback.js";
import { markdown, mrkdwn, plainText, unescape } from "./mrkdwn.js";
import { openMenu } from "./menu.js";

/**
 * Nodes for the blocks of a message or view.
 *
 * `context` has `store` and `act(block, element, extra)`, which tells the workspace of a click and resolves to whether it
 * worked; a message as `message`; for a view the `form` that its fields belong to.
 */
export function renderBlocks(blocks, context) {
  const asked = { ...context, act: (block, element, extra) => actIfSure(block, element, extra, context) };
  return blocks.map((block) => (BLOCKS[block.type] ?? unknown)(block, asked));
}

async function actIfSure(block, element, extra, context) {
  if (element.confirm && !(await confirm(confirmTexts(element.confirm)))) return false;
  if (isLink(element)) window.open(element.url, "_blank", "noopener,noreferrer");
  return context.act(block, element, extra);
}

const isLink = ({ url }) => /^https?:\/\//i.test(url ?? "");

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
  const node = el("button", {
    type: "button",
    class: `button ${style}`,
    "aria-label": element.accessibility_label,
    data: { actionId: element.action_id ?? "", value: element.value ?? "" },
  });
  node.append(...plainText(element.text.text));
  node.addEventListener("click", async () => {
    if (node.getAttribute("aria-disabled")) return;
    await busyWhile(node, context.act(block, element, { value: element.value }));
  });
  return node;
}

function overflow(element, context, block) {
  const items = element.options.map((option) => ({
    label: unescape(option.text.text),
    hint: option.description && unescape(option.description.text),
    run: () => busyWhile(node, context.act(block, element, { value: option.value })),
  }));
  const node = iconButton("more", "More", () => openMenu(node, items, { label: "More" }), {
    class: "overflow",
    "aria-haspopup": "menu",
    "aria-expanded": "false",
    "data-action-id": element.action_id ?? "",
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

/** A picture is only named: the page loads nothing from elsewhere. */
function image(block) {
  return el(
    "figure",
    { class: "block block-figure" },
    block.title && el("figcaption", {}, ...plainText(block.title.text)),
    el("span", { class: "block-image", text: block.alt_text }),
  );
}

const unknown = (block) => cannotShow(block.type);

const BLOCKS = {
  actions,
  context: contextLine,
  context_actions: contextActions,
  divider: () => el("hr", { class: "block block-divider" }),
  image,
  input: inputBlock,
  header: (block) => el("h3", { class: "block block-header" }, ...plainText(block.text.text)),
  markdown: (block, { store }) => el("div", { class: "block" }, ...markdown(block.text, store)),
  rich_text: (block, context) =>
    el("div", { class: "block" }, ...text({ type: "mrkdwn", text: context.message?.text ?? "" }, context)),
  section,
};

const ELEMENTS = { button, overflow, ...Object.fromEntries(FIELD_TYPES.map((type) => [type, actingField])) };
