// Builds DOM nodes. Text is only ever set as text, so that nothing anyone writes can become markup.

/** How the key that starts a shortcut is written on this machine. */
export const MODIFIER = /mac|iphone|ipad/i.test(navigator.platform) ? "⌘" : "Ctrl+";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element.
 *
 * `props`: `class`, `text`, `data` (an object), `on` (event name → listener), anything else an attribute; a value of
 * false, null or undefined leaves the attribute out and true sets it empty. Children that are null or false are left out.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "on")
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== false && child !== undefined));
  return node;
}

/** Return an icon out of icons.svg. It is decoration: what it means is said by the label of what it stands in. */
export function icon(name, extraClass = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `icon ${extraClass}`.trim());
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

/** Return a button that shows only an icon; `label` is its name for everyone and its tooltip. */
export function iconButton(name, label, onClick, props = {}) {
  return el(
    "button",
    {
      type: "button",
      "aria-label": label,
      title: label,
      on: { click: onClick },
      ...props,
      class: `icon-button ${props.class ?? ""}`,
    },
    icon(name),
  );
}

/**
 * Make the children of `parent` exactly `nodes`, in order, moving only what is out of place.
 *
 * Nodes that stay are not touched, so focus, selection and half-written edits survive.
 */
export function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let place = parent.firstChild;
  for (const node of nodes) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

/**
 * Put new children into `parent`. The focus goes to what stands for the focused control now: the one with the same action,
 * else the one at its place, else `fallback`.
 */
export function rebuild(parent, nodes, fallback = null) {
  const before = controls(parent);
  const at = before.indexOf(document.activeElement);
  const name = at < 0 ? null : nameOf(before[at]);
  const { selectionStart = null, selectionEnd = null } = at < 0 ? {} : before[at];
  parent.replaceChildren(...nodes);
  if (at < 0) return;
  const after = controls(parent);
  const next = after.find((control) => nameOf(control) === name) ?? after[Math.min(at, after.length - 1)] ?? fallback;
  next?.focus({ preventScroll: true });
  if (selectionStart !== null && next?.matches("textarea, input[type=text]"))
    next.setSelectionRange(selectionStart, selectionEnd);
}

function controls(parent) {
  return [...parent.querySelectorAll("button, input, select, textarea, a[href]")];
}

function nameOf(control) {
  const { actionId = "", value = "" } = control.dataset;
  return `${control.tagName} ${actionId} ${value} ${control.name} ${control.type === "radio" ? control.value : ""}`;
}
