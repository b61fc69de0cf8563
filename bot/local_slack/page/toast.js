// Shows a short sentence at the edge of the page for a while, and says it to screen readers.

import { el, iconButton } from "./dom.js";

const LASTS_MS = 8000;

export function toast(sentence) {
  const host = document.getElementById("toasts");
  if ([...host.children].some((shown) => shown.dataset.sentence === sentence)) return;
  const node = el(
    "div",
    { class: "toast", data: { sentence } },
    el("span", { text: sentence }),
    iconButton("close", "Dismiss", () => node.remove()),
  );
  host.append(node);
  setTimeout(() => node.remove(), LASTS_MS);
}

/** Run `work`; when it fails say why. Returns whether it worked. */
export async function toastErrors(work) {
  try {
    await work();
    return true;
  } catch (error) {
    toast(error.message);
    return false;
  }
}

/** Say something to screen readers only. */
export function announce(sentence) {
  document.getElementById("announcer").textContent = sentence;
}
