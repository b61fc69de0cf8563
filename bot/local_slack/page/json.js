// Draws JSON so that its keys and values can be told apart. What it holds is only ever set as text.

import { el } from "./dom.js";

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Return an element that shows a value, indented. */
export function drawJson(value, label) {
  const node = el("pre", { class: "json", tabindex: "0", role: "region", "aria-label": label });
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  if (typeof value === "string") {
    node.textContent = text;
    return node;
  }
  let done = 0;
  for (const found of text.matchAll(TOKEN)) {
    const [all, string, colon] = found;
    const part = string ?? all;
    node.append(text.slice(done, found.index), el("span", { class: sortOf(string, colon), text: part }));
    done = found.index + part.length;
  }
  node.append(text.slice(done));
  return node;
}

function sortOf(string, colon) {
  if (!string) return "json-plain";
  return colon ? "json-key" : "json-text";
}
