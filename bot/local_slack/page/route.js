// What is looked at stands in the address: #/user/channel/thread. So Back works, and links and tabs can point anywhere.

/** Go somewhere. What is left out (channel, thread) is chosen by the page or closed. */
export function go({ user, channel, thread }) {
  const parts = [user, channel, thread].filter(Boolean);
  const next = `#/${parts.join("/")}`;
  if (next !== location.hash) location.hash = next;
}

/** Correct the address without a new step for Back. */
export function settle({ user, channel, thread }) {
  history.replaceState(null, "", `#/${[user, channel, thread].filter(Boolean).join("/")}`);
}

/** Where the address points: `{user, channel, thread}`, each null when it does not say. */
export function currentRoute() {
  const [user = null, channel = null, thread = null] = location.hash.replace(/^#\/?/, "").split("/").filter(Boolean);
  return { user, channel, thread };
}

export function onRoute(listener) {
  addEventListener("hashchange", listener);
}
