// Light and dark. The system's choice holds until the person picks the other one.

const KEY = "theme";
const system = matchMedia("(prefers-color-scheme: dark)");

export function isDark() {
  return (localStorage.getItem(KEY) ?? (system.matches ? "dark" : "light")) === "dark";
}

export function applyTheme() {
  const chosen = localStorage.getItem(KEY);
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
}

/** Switch to the other theme; going back to what the system prefers follows the system again. */
export function toggleTheme() {
  const next = isDark() ? "light" : "dark";
  if (next === (system.matches ? "dark" : "light")) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  applyTheme();
}

/** Call `listener` when the system's choice changes. */
export function onSystemTheme(listener) {
  system.addEventListener("change", listener);
}
