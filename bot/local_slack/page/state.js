// What the page knows: people, channels, messages, and what is being looked at. Knows no DOM; tells listeners of changes.

import { isNews, keyOf } from "./timeline.js";

export class Store extends EventTarget {
  team = { name: "" };
  workspaces = []; // all that this server has: {id, name, path}
  partner = ""; // the organisation that channels can be shared with
  users = new Map();
  channels = new Map();
  commands = [];
  shortcuts = [];
  hasHome = false;
  botConnected = false;
  online = true;
  loaded = false;
  me = null;
  channelId = null;
  threadTs = null;
  tab = "messages"; // of the conversation with the app: that, or "home"
  home = null; // the view on the home tab
  modals = []; // views on top of each other, the topmost last
  editing = null; // key of the message being edited, and where: {key, place}
  expanded = new Set(); // keys of long messages shown whole
  newSince = null; // what is later than this ts was unread when the channel was opened

  #messages = new Map(); // channel id → key → message
  #prompts = new Map(); // channel id → what the app suggests there: {title, prompts}
  #talks = new Map(); // channel id and thread → what the app is doing there, whether it can be stopped, its title
  #dismissed = new Set(); // keys of ephemeral messages put away
  #newThreads = new Set(); // roots of threads with a reply not looked at since it came
  #early = null; // events that arrived while messages were being fetched
  #scheduled = false;

  /** Tell listeners, once, after the running task: many changes make one redraw. */
  changed() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.dispatchEvent(new Event("change"));
    });
  }

  set(values) {
    Object.assign(this, values);
    this.changed();
  }

  /** Take over `GET /_control/state`. */
  setWorkspace({
    team,
    workspaces = [],
    partner = "",
    users,
    channels,
    commands = [],
    shortcuts = [],
    home_tab: hasHome,
    bot_connected: botConnected,
  }) {
    this.users = new Map(users.map((user) => [user.id, user]));
    this.channels = new Map(channels.map((channel) => [channel.id, channel]));
    this.set({ team: team ?? this.team, workspaces, partner, commands, shortcuts, hasHome, botConnected: Boolean(botConnected) });
  }

  /** Everybody but the bot. */
  get everybody() {
    return [...this.users.values()].filter((user) => !user.is_bot);
  }

  /** Those as whom one can act. */
  get people() {
    return this.everybody.filter((user) => !user.is_deactivated);
  }

  get bot() {
    return [...this.users.values()].find((user) => user.is_bot) ?? null;
  }

  get channel() {
    return this.channels.get(this.channelId) ?? null;
  }

  /** Channels of the person we act as, conversations with the bot last. */
  get myChannels() {
    const mine = [...this.channels.values()].filter((channel) => channel.members.includes(this.me));
    return mine.sort((a, b) => Number(a.is_im) - Number(b.is_im));
  }

  nameOf(userId) {
    return this.users.get(userId)?.name ?? userId ?? "someone";
  }

  /** The name a channel goes by: a DM is called after the other side. */
  titleOf(channel) {
    if (!channel.is_im && !channel.is_group_dm) return channel.name;
    const others = channel.members.filter((member) => member !== this.me);
    return others.map((member) => this.nameOf(member)).join(", ");
  }

  /** Messages of a channel that this person sees, oldest first. */
  messagesOf(channelId) {
    const all = [...(this.#messages.get(channelId)?.values() ?? [])];
    return all
      .filter((message) => !this.#dismissed.has(keyOf(message)))
      .sort((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0));
  }

  message(channelId, key) {
    return this.#messages.get(channelId)?.get(key) ?? null;
  }

  dismiss(message) {
    this.#dismissed.add(keyOf(message));
    this.changed();
  }

  // --- reading ------------------------------------------------------------------------------------------------------

  /** Fetch with `fetchAll` (channel ids → {messages, offer}); what is pushed meanwhile is applied afterwards. */
  async load(fetchAll) {
    this.#early = [];
    try {
      const fetched = Object.entries(await fetchAll(this.myChannels.map((channel) => channel.id)));
      this.#messages = new Map(
        fetched.map(([id, { messages }]) => [id, new Map(messages.map((message) => [keyOf(message), message]))]),
      );
      this.#prompts = new Map(fetched.map(([id, { offer }]) => [id, offer]));
      this.#talks.clear();
      fetched.forEach(([, { talks }]) => talks.forEach((talk) => this.#setTalk(talk)));
      this.loaded = true;
    } finally {
      const early = this.#early;
      this.#early = null;
      early.forEach((event) => this.apply(event));
      this.changed();
    }
  }

  /** Fetch, as in `load`, the channels that this person has come into, and forget those that they have left. */
  async loadNew(fetchAll) {
    const mine = this.myChannels.map((channel) => channel.id);
    for (const id of this.#messages.keys()) if (!mine.includes(id)) this.#messages.delete(id);
    const missing = mine.filter((id) => !this.#messages.has(id));
    for (const [id, { messages, talks }] of Object.entries(await fetchAll(missing))) {
      for (const message of messages) this.#put(id, message);
      talks.forEach((talk) => this.#setTalk(talk));
    }
    this.changed();
  }

  /** Start over as another person. */
  forgetPerson() {
    this.#messages.clear();
    this.#newThreads.clear();
    this.#prompts.clear();
    this.#talks.clear();
    this.set({ loaded: false, channelId: null, threadTs: null, editing: null, newSince: null, home: null, modals: [] });
  }

  /** Apply one pushed event. Unknown types are left alone: a newer workspace may say more than this page knows. */
  apply(event) {
    if (this.#early) {
      this.#early.push(event);
      return;
    }
    const { type, channel, message } = event;
    if (type === "bot_connected") this.botConnected = Boolean(event.bot_connected ?? event.connected);
    else if (["status", "session", "title"].includes(type)) this.#setTalk(event);
    else if (type === "home" && event.user === this.me) this.home = event.view;
    else if (type === "modals" && event.user === this.me) this.modals = event.views;
    else if (!this.channels.get(channel)?.members.includes(this.me)) return;
    else if (type === "message" || type === "ephemeral") this.#arrive(channel, message);
    else if (type === "message_changed") this.#put(channel, message);
    else if (type === "prompts") this.#prompts.set(channel, event);
    else if (type === "message_deleted") this.#messages.get(channel)?.delete(event.ts ?? message?.ts);
    else if (type === "ephemeral_deleted")
      this.#messages.get(channel)?.delete(keyOf({ ts: event.ts, ephemeral_to: this.me }));
    this.changed();
  }

  #put(channelId, message) {
    if (!this.#messages.has(channelId)) this.#messages.set(channelId, new Map());
    this.#messages.get(channelId).set(keyOf(message), message);
  }

  #arrive(channelId, message) {
    if (message.ephemeral_to && message.ephemeral_to !== this.me) return;
    const isNew = !this.message(channelId, keyOf(message));
    this.#put(channelId, message);
    if (!isNew) return;
    if (message.user === this.me) this.#prompts.delete(channelId);
    if (message.thread_ts && message.user !== this.me && message.thread_ts !== this.threadTs)
      this.#newThreads.add(message.thread_ts);
    this.dispatchEvent(Object.assign(new Event("arrival"), { channelId, message }));
  }

  /** What the app suggests to say in a channel until this person says something: `{title, prompts}`, or null. */
  promptsOf(channelId) {
    return this.#prompts.get(channelId) ?? null;
  }

  // --- what the app is doing ----------------------------------------------------------------------------------------

  #setTalk(talk) {
    this.#talks.set(`${talk.channel} ${talk.thread_ts}`, talk);
  }

  /** What the app is doing in a channel, or in one of its threads; null for nothing. */
  workIn(channelId, thread = null) {
    const here = [...this.#talks.values()].filter((talk) => talk.channel === channelId);
    const isBusy = (talk) => (talk.status || talk.is_processing) && (!thread || talk.thread_ts === thread);
    return here.find(isBusy) ?? null;
  }

  /** What the talk in a thread is called, or "". */
  titleOfTalk(channelId, thread) {
    return this.#talks.get(`${channelId} ${thread}`)?.title ?? "";
  }

  // --- read and unread ----------------------------------------------------------------------------------------------

  #readKey(channelId) {
    return `read ${this.me} ${channelId}`;
  }

  lastRead(channelId) {
    return localStorage.getItem(this.#readKey(channelId)) ?? "";
  }

  markRead(channelId) {
    const latest = this.messagesOf(channelId).at(-1)?.ts;
    if (latest && latest > this.lastRead(channelId)) localStorage.setItem(this.#readKey(channelId), latest);
  }

  /** What is unread in a channel: `any`, and `loud`, how many of them are meant for this person. */
  unread(channelId) {
    const seen = this.lastRead(channelId);
    const isLater = (message) => message.ts > seen && message.user !== this.me && !isNews(message);
    const later = this.messagesOf(channelId).filter(isLater);
    const isDm = this.channels.get(channelId)?.is_im;
    return { any: later.length > 0, loud: later.filter((m) => isDm || m.text?.includes(`<@${this.me}>`)).length };
  }

  /** Whether a reply came into a thread that has not been looked at since. */
  isThreadNew(threadTs) {
    return this.#newThreads.has(threadTs);
  }

  markThreadRead(threadTs) {
    this.#newThreads.delete(threadTs);
  }
}
