// The dock below the page: what goes between workspace and app, and what is to go wrong.

import { FaultsTab } from "./faults.js";
import { Live } from "./live.js";
import { TrafficTab } from "./traffic.js";
import { el, iconButton } from "./dom.js";
import { toastErrors } from "./toast.js";

const traffic = new TrafficTab();
const faults = new FaultsTab((count) => label(count));
const tabs = [
  { name: "traffic", title: "Traffic", tab: traffic },
  { name: "faults", title: "Faults", tab: faults },
];
const live = new Live(hear, undefined, "traffic/ws");
let shown = tabs[0];

const opener = iconButton("code", "", () => toggle(dock.hidden), {
  class: "inspector-button",
  "aria-expanded": "false",
  "aria-controls": "inspector",
});

for (const each of tabs) {
  each.button = el("button", {
    type: "button",
    class: "inspector-tab",
    role: "tab",
    id: `inspector-tab-${each.name}`,
    "aria-controls": `inspector-${each.name}`,
    text: each.title,
    on: { click: () => show(each), keydown: walk },
  });
  each.pane = el(
    "div",
    { class: "inspector-pane", role: "tabpanel", id: `inspector-${each.name}`, "aria-labelledby": each.button.id },
    each.tab.body,
  );
}

const dock = el(
  "section",
  { class: "inspector", id: "inspector", "aria-label": "Inspector", hidden: true },
  el(
    "header",
    { class: "inspector-head" },
    el("div", { class: "inspector-tabs", role: "tablist" }, ...tabs.map(({ button }) => button)),
    ...tabs.map(({ tab }) => tab.tools),
    iconButton("close", "Close the inspector", () => toggle(false)),
  ),
  ...tabs.map(({ pane }) => pane),
);

/** Show one tab and what belongs to it. */
function show(wanted) {
  shown = wanted;
  for (const each of tabs) {
    const isShown = each === wanted;
    each.button.setAttribute("aria-selected", String(isShown));
    each.button.tabIndex = isShown ? 0 : -1;
    each.pane.hidden = !isShown;
    each.tab.tools.hidden = !isShown;
  }
}

/** Go to the other tab with the arrow keys. */
function walk(event) {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  const other = tabs.find((each) => each !== shown);
  show(other);
  other.button.focus();
}

function toggle(isOpen) {
  dock.hidden = !isOpen;
  opener.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) {
    live.listenAs("");
    shown.button.focus();
  } else {
    live.stop();
    opener.focus();
  }
}

function hear(event) {
  if (event.type === "hello") toastErrors(() => traffic.read());
  else traffic.take(event.entry);
  faults.readSoon();
}

/** Say at the button how many faults are switched on, so that nobody wonders why things go wrong. */
function label(count) {
  const words = count ? `Inspector: ${count} ${count === 1 ? "fault is" : "faults are"} switched on` : "Inspector";
  opener.title = words;
  opener.setAttribute("aria-label", words);
  opener.classList.toggle("has-faults", count > 0);
}

label(0);
show(tabs[0]);
document.getElementById("topbar").lastElementChild.before(opener);
document.getElementById("app").append(dock);
faults.readSoon();
