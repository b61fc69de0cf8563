// Fields of Block Kit: what people type and choose in modals, on the home tab and in messages.
//
// A field holds a plain value: a text, the value of an option, an id or a date; a list where several may be chosen.

import { el, icon } from "./dom.js";
import { mrkdwn, plainText, unescape } from "./mrkdwn.js";

const MOST_CHARS = 3000;
const NEARLY_FULL = 0.8; // of the most characters, from where on they are counted
const MANY = 8; // options of a multi-select, from where on they scroll

let count = 0;

/** What stands in the fields of one view. Made anew from its blocks, it keeps what was typed before. */
export class Form {
  #fields = new Map(); // block id and action id → {block, element, read, showError}
  #kept;

  constructor(before = null) {
    this.#kept = before?.values ?? {};
  }

  /** What was in the field before the view was drawn anew, or undefined. */
  kept(block, element) {
    return this.#kept[block.block_id]?.[element.action_id];
  }

  add(block, element, field) {
    this.#fields.set(`${block.block_id} ${element.action_id}`, { block, element, ...field });
  }

  /** Plain values by block id and action id. */
  get values() {
    const values = {};
    for (const { block, element, read } of this.#fields.values())
      (values[block.block_id] ??= {})[element.action_id] = read();
    return values;
  }

  /** Show sentences below the fields of the blocks they are about, and go to the first of them. */
  showErrors(errors) {
    let first = null;
    for (const { block, showError } of this.#fields.values()) {
      const sentence = errors[block.block_id] ?? "";
      const node = showError?.(sentence);
      if (sentence) first ??= node;
    }
    first?.focus();
  }

  /** The node to start in: what the app wants, else the first field. */
  get first() {
    const all = [...this.#fields.values()].filter(({ block }) => block.type === "input");
    return (all.find(({ element }) => element.focus_on_load) ?? all[0])?.focusable ?? null;
  }
}

/** The row of an `input` block: label, field, hint, and room for what is wrong. */
export function inputBlock(block, context) {
  const { element } = block;
  const id = `field-${++count}`;
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const field = make(element, block, context, { id, isNamed: true });
  if (!field) return cannotShow(element.type);
  const label = [
    ...plainText(block.label.text),
    block.optional ? el("span", { class: "field-optional", text: " (optional)" }) : null,
  ].filter(Boolean);
  const error = el("div", { class: "field-error", id: errorId, role: "alert" });
  field.focusable.setAttribute("aria-describedby", `${errorId} ${hintId}`);
  const showError = (sentence) => {
    error.replaceChildren(...(sentence ? [icon("alert"), el("span", { text: sentence })] : []));
    if (sentence) field.focusable.setAttribute("aria-invalid", "true");
    else field.focusable.removeAttribute("aria-invalid");
    return field.focusable;
  };
  context.form?.add(block, element, { ...field, showError });
  if (block.dispatch_action) actOnChange(field, element, block, context);
  return el(
    field.isGroup ? "fieldset" : "div",
    { class: "block field" },
    el(field.isGroup ? "legend" : "label", { class: "field-label", for: field.isGroup ? null : id }, ...label),
    field.node,
    error,
    block.hint && el("div", { class: "field-hint", id: hintId }, ...plainText(block.hint.text)),
  );
}

/** A field that stands in a row of actions or beside a section: it acts as soon as something is chosen. */
export function actingField(element, context, block) {
  const field = make(element, block, context, { id: `field-${++count}`, isNamed: false });
  if (!field) return cannotShow(element.type);
  context.form?.add(block, element, field);
  field.node.dataset.actionId = element.action_id ?? "";
  actOnChange(field, element, block, context);
  return field.node;
}

export function cannotShow(type) {
  return el("p", { class: "block block-unknown" }, icon("info"), ` This page cannot show “${type}” yet.`);
}

function actOnChange(field, element, block, context) {
  let last = field.read();
  const act = async () => {
    if (JSON.stringify(field.read()) === JSON.stringify(last)) return;
    if (await context.act(block, element, { value: field.read() })) last = field.read();
    else field.write?.(last);
  };
  field.node.addEventListener("change", act);
}

/** `{node, focusable, read}` of an element, or null for a sort that this page does not know. */
function make(element, block, context, { id, isNamed }) {
  const maker = FIELDS[element.type];
  if (!maker) return null;
  const kept = context.form?.kept(block, element);
  const name = isNamed ? null : (element.placeholder?.text ?? "Choose…");
  return maker(element, { id, kept, name, store: context.store });
}

// --- text -----------------------------------------------------------------------------------------------------------------

function text(type) {
  return (element, { id, kept, name }) => {
    const most = element.max_length ?? MOST_CHARS;
    const isLong = Boolean(element.multiline);
    const input = el(isLong ? "textarea" : "input", {
      id,
      class: "input",
      type: isLong ? null : type,
      inputmode: type === "text" ? null : { number: "decimal", url: "url", email: "email" }[element.type],
      rows: isLong ? "4" : null,
      "aria-label": name,
      placeholder: element.placeholder?.text,
      autocomplete: "off",
    });
    input.value = kept ?? element.initial_value ?? "";
    const counter = el("span", { class: "field-count", "aria-live": "polite" });
    const tell = () => {
      const length = input.value.length;
      counter.textContent = length >= most * NEARLY_FULL ? `${most - length}` : "";
      counter.classList.toggle("is-over", length > most);
    };
    input.addEventListener("input", tell);
    tell();
    const node = el("div", { class: "field-text" }, input, counter);
    return { node, focusable: input, read: () => input.value, write: (value) => (input.value = value) };
  };
}

function moment(type, initial) {
  return (element, { id, kept, name }) => {
    const input = el("input", { id, type, class: "input input-short", "aria-label": name });
    input.value = kept ?? element[initial] ?? "";
    return { node: input, focusable: input, read: () => input.value, write: (value) => (input.value = value) };
  };
}

// --- one of several ---------------------------------------------------------------------------------------------------------

function select(optionsOf, initialOf) {
  return (element, { id, kept, name, store }) => {
    const placeholder = element.placeholder?.text ?? "Choose…";
    const node = el(
      "select",
      { id, class: "select", "aria-label": name },
      el("option", { value: "", text: placeholder }),
      ...optionsOf(element, store),
    );
    node.value = kept ?? initialOf(element) ?? "";
    if (node.value) node.firstChild.hidden = true;
    return { node, focusable: node, read: () => node.value, write: (value) => (node.value = value) };
  };
}

const asOption = ({ text: words, value }) => el("option", { value, text: unescape(words.text) });

function staticOptions(element) {
  if (!element.option_groups) return element.options.map(asOption);
  return element.option_groups.map((group) =>
    el("optgroup", { label: unescape(group.label.text) }, ...group.options.map(asOption)),
  );
}

function usersAsOptions(element, store) {
  return [...store.users.values()].filter((user) => !user.is_bot).map((user) => named(user.id, user.name));
}

function channelsAsOptions(element, store) {
  return store.myChannels.filter(({ is_im: isIm }) => !isIm).map(({ id, name }) => named(id, `#${name}`));
}

function placesAsOptions(element, store) {
  return store.myChannels.map((channel) =>
    named(channel.id, channel.is_im ? store.titleOf(channel) : `#${channel.name}`),
  );
}

const named = (value, words) => el("option", { value, text: words });

// --- boxes and buttons to tick ------------------------------------------------------------------------------------------------

function choices(type, optionsOf, initialOf) {
  const isOne = type === "radio";
  return (element, { id, kept, name, store }) => {
    const chosen = [kept ?? initialOf(element) ?? []].flat();
    const boxes = optionsOf(element).map((option, number) =>
      choice(option, type, `${id}-${number}`, id, chosen, store),
    );
    const node = el(
      "div",
      { class: `choices ${boxes.length > MANY ? "is-many" : ""}`, role: isOne ? "radiogroup" : "group", id },
      ...boxes.map((box) => box.node),
    );
    if (name) node.setAttribute("aria-label", name);
    const read = () => {
      const ticked = boxes.filter((box) => box.input.checked).map((box) => box.input.value);
      return isOne ? (ticked[0] ?? null) : ticked;
    };
    const write = (values) =>
      boxes.forEach((box) => (box.input.checked = [values ?? []].flat().includes(box.input.value)));
    const focusable = boxes.find((box) => box.input.checked)?.input ?? boxes[0]?.input ?? node;
    return { node, focusable, read, write, isGroup: true };
  };
}

function choice(option, type, id, group, chosen, store) {
  const input = el("input", { type, id, name: group, value: option.value });
  input.checked = chosen.includes(option.value);
  const words = (object) => (object.type === "mrkdwn" ? mrkdwn(object.text, store) : plainText(object.text));
  const node = el(
    "label",
    { class: "choice", for: id },
    input,
    el(
      "span",
      {},
      ...words(option.text),
      option.description && el("span", { class: "choice-description" }, ...words(option.description)),
    ),
  );
  return { node, input };
}

const plainOptions = (element) =>
  element.option_groups ? element.option_groups.flatMap((group) => group.options) : element.options;
const asChoices = (optionsOf) => (element, store) =>
  optionsOf(element, store).map((node) => ({ value: node.value, text: { type: "plain_text", text: node.text } }));

const several = (optionsOf, initial) => (element, more) =>
  choices(
    "checkbox",
    () => asChoices(optionsOf)(element, more.store),
    () => element[initial],
  )(element, more);
const values = (options) => options?.map((option) => option.value);

const FIELDS = {
  channels_select: select(channelsAsOptions, (element) => element.initial_channel),
  checkboxes: choices("checkbox", plainOptions, (element) => values(element.initial_options)),
  conversations_select: select(placesAsOptions, (element) => element.initial_conversation),
  datepicker: moment("date", "initial_date"),
  email_text_input: text("email"),
  multi_channels_select: several(channelsAsOptions, "initial_channels"),
  multi_conversations_select: several(placesAsOptions, "initial_conversations"),
  multi_static_select: choices("checkbox", plainOptions, (element) => values(element.initial_options)),
  multi_users_select: several(usersAsOptions, "initial_users"),
  number_input: text("text"),
  plain_text_input: text("text"),
  radio_buttons: choices("radio", plainOptions, (element) => element.initial_option?.value),
  static_select: select(staticOptions, (element) => element.initial_option?.value),
  timepicker: moment("time", "initial_time"),
  url_text_input: text("url"),
  users_select: select(usersAsOptions, (element) => element.initial_user),
};

/** The sorts of fields that this page shows. */
export const FIELD_TYPES = Object.keys(FIELDS);
