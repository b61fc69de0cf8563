// Starts the page: reads the workspace, connects the parts, follows the address and the live updates.

import * as api from "./api.js";
import { ChannelPane } from "./channel.js";
import { Live } from "./live.js";
import { Modals } from "./modal.js";
import { Sidebar } from "./sidebar.js";
import { Store } from "./state.js";
import { Switcher } from "./switcher.js";
import { ThreadPane } from "./thread.js";
import { announce, toast, toastErrors } from "./toast.js";
import { applyTheme, isDark, onSystemTheme, toggleTheme } from "./theme.js";
import { asWords } from "./mrkdwn.js";
import { createActions } from "./actions.js";
import { currentRoute, onRoute, settle } from "./route.js";
import { MODIFIER, iconButton } from "./dom.js";

applyTheme();

const RETRY_MS = 1500;
const byId = (id) => document.getElementById(id);
const store = new Store();
const actions = createActions(store);
const sidebar = new Sidebar(byId("sidebar"), store, actions);
const channelPane = new ChannelPane(byId("channel"), store, actions);
const threadPane = new ThreadPane(byId("thread"), store, actions);
const switcher = new Switcher(store, actions);
const modals = new Modals(store, actions);
const live = new Live(onPushed, (online) => store.set({ online }));

// --- where we are ---------------------------------------------------------------------------------------------------------

/** Make the store follow the address, filling in what it leaves out. */
function follow() {
  const wanted = currentRoute();
  const user = [wanted.user, store.me].find(isThere) ?? firstPerson();
  const before = store.channelId;
  if (user !== store.me) {
    store.forgetPerson();
    store.set({ me: user });
    sessionStorage.setItem("me", user);
    live.listenAs(user); // its "hello" brings the messages
  }
  const mine = store.myChannels;
  const named = mine.find(({ id }) => id === (wanted.channel ?? before));
  const channel = (named ?? mine.find((each) => each.is_im) ?? mine[0])?.id ?? null;
  if (channel !== store.channelId) {
    store.set({ channelId: channel, editing: null });
    markNew();
    if (matchMedia("(hover: hover)").matches) channelPane.composer.focus(); // a phone would open its keyboard
  }
  const isNamed = wanted.channel === channel;
  const hasHome = store.hasHome && named?.is_im;
  store.set({ threadTs: isNamed ? wanted.thread : null, tab: isNamed && hasHome ? wanted.tab : "messages" });
  settle({ user, channel, thread: store.threadTs, tab: store.tab });
  visitApp();
  toggleDrawer(false);
}

let visited = "";

/** Tell the app, once each time, that somebody opened its home or its messages. */
function visitApp() {
  const visit = store.channel?.is_im ? `${store.me} ${store.tab}` : "";
  if (visit && visit !== visited) toastErrors(() => api.openApp({ user: store.me, tab: store.tab }));
  visited = visit;
}

function firstPerson() {
  return [sessionStorage.getItem("me"), store.people[0]?.id].find(isThere);
}

function isThere(userId) {
  return store.people.some((person) => person.id === userId);
}

function markNew() {
  const { any } = store.unread(store.channelId);
  store.set({ newSince: any ? store.lastRead(store.channelId) : null });
  store.markRead(store.channelId);
}

let reading = Promise.resolve();

/** Read after what is being read, so that the latest is what stays. */
function inTurn(read) {
  reading = reading.then(read);
}

// --- what comes in --------------------------------------------------------------------------------------------------------

function onPushed(event) {
  if (event.type === "hello") inTurn(refresh);
  else if (event.type === "workspace") inTurn(renew);
  else store.apply(event);
  if (event.type === "bot_connected" && event.bot_connected && !store.home) {
    visited = ""; // what it was told before it was there is lost
    visitApp();
  }
}

/** Read everything anew: at the start, as another person, and after the connection was lost. */
async function refresh() {
  const me = store.me;
  const isFirst = !store.loaded;
  try {
    store.setWorkspace(await api.getState());
    follow();
    if (me !== store.me) return; // somebody else's turn has begun
    await store.load(async (ids) => {
      const views = await api.getViews(me);
      if (me === store.me) store.set(views);
      return messagesOf(ids, me);
    });
    if (me === store.me && isFirst) markNew();
  } catch (error) {
    toast(error.message);
  }
}

/** Read anew who and what is in the workspace, after a change. */
async function renew() {
  const me = store.me;
  try {
    store.setWorkspace(await api.getState());
    follow();
    if (me === store.me) await store.loadNew((ids) => messagesOf(ids, me));
  } catch (error) {
    toast(error.message);
  }
}

async function messagesOf(ids, user) {
  return Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await api.getMessages(id, user)])));
}

store.addEventListener("arrival", ({ channelId, message }) => {
  if (message.user === store.me) return;
  const isHere = channelId === store.channelId;
  if (isHere && !document.hidden) store.markRead(channelId);
  const place = isHere ? "" : ` in ${store.titleOf(store.channels.get(channelId))}`;
  announce(`${store.nameOf(message.user)}${place}: ${asWords(message.text ?? "", store)}`);
});

store.addEventListener("write", ({ place }) =>
  setTimeout(() => (place === "thread" ? threadPane : channelPane).composer.focus()),
);

document.addEventListener("visibilitychange", () => {
  if (document.hidden || !store.channelId) return;
  store.markRead(store.channelId);
  store.changed();
});

// --- drawing --------------------------------------------------------------------------------------------------------------

store.addEventListener("change", () => {
  if (!store.me) return;
  sidebar.render();
  channelPane.render();
  threadPane.render();
  modals.render();
  byId("app").classList.toggle("has-thread", Boolean(store.threadTs));
  byId("app").setAttribute("aria-busy", String(!store.loaded));
  const unread = store.myChannels.reduce(
    (sum, { id }) => sum + (id === store.channelId ? 0 : store.unread(id).loud),
    0,
  );
  document.title = `${unread ? `(${unread}) ` : ""}${store.channel ? store.titleOf(store.channel) : ""} – ${store.team.name}`;
});

// --- the bar at the top and the keyboard ------------------------------------------------------------------------------------

const drawerButton = iconButton("menu", "Channels and people", () => toggleDrawer(), {
  class: "drawer-button",
  "aria-expanded": "false",
  "aria-controls": "sidebar",
});
const themeButton = iconButton("moon", "", () => {
  toggleTheme();
  labelTheme();
});

function labelTheme() {
  const label = isDark() ? "Use the light theme" : "Use the dark theme";
  themeButton.title = label;
  themeButton.setAttribute("aria-label", label);
  themeButton.querySelector("use").setAttribute("href", `/icons.svg#${isDark() ? "sun" : "moon"}`);
}

function toggleDrawer(isOpen = !byId("app").classList.contains("has-drawer")) {
  byId("app").classList.toggle("has-drawer", isOpen);
  drawerButton.setAttribute("aria-expanded", String(isOpen));
}

labelTheme();
onSystemTheme(labelTheme);
byId("topbar").prepend(drawerButton);
byId("topbar").append(themeButton);
byId("jump").querySelector("kbd").textContent = `${MODIFIER}K`;
byId("jump").addEventListener("click", () => switcher.open());
byId("scrim").addEventListener("click", () => toggleDrawer(false));

addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    if (!document.querySelector("dialog[open]")) switcher.open();
  } else if (event.key === "Escape" && !document.querySelector("dialog[open], :popover-open")) {
    if (byId("app").classList.contains("has-drawer")) toggleDrawer(false);
    else if (store.threadTs) {
      actions.closeThread();
      channelPane.composer.focus();
    }
  }
});

async function start() {
  try {
    store.setWorkspace(await api.getState());
  } catch (error) {
    toast(error.message);
    setTimeout(start, RETRY_MS);
    return;
  }
  onRoute(follow);
  follow();
}

start();
