// What is looked at stands in the address: #/user/channel/thread, or #/user/channel/home for the app's home. So Back works,
// and links and tabs can point anywhere.

const HOME = "home";

/** Go somewhere. What is left out (channel, thread) is chosen by the page or closed. */
export function go({ user, channel, thread }) {
  const parts = [user, channel, thread].filter(Boolean);
  const next = `#/${parts.join("/")}`;
  if (next !== location.hash) location.hash = next;
}

/** Correct the address without a new step for Back. */
export function settle({ user, channel, thread, tab }) {
  const last = tab === HOME ? HOME : thread;
  history.replaceState(null, "", `#/${[user, channel, last].filter(Boolean).join("/")}`);
}

/** Where the address points: `{user, channel, thread}`, each null when it does not say, and the `tab` of the app. */
export function currentRoute() {
  const [user = null, channel = null, last = null] = location.hash.replace(/^#\/?/, "").split("/").filter(Boolean);
  return last === HOME ? { user, channel, thread: null, tab: HOME } : { user, channel, thread: last, tab: "messages" };
}

export function onRoute(listener) {
  addEventListener("hashchange", listener);
}
