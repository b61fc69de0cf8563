// The main pane: a channel or the DM with the bot, its messages and the box to write in.

import { Composer } from "./composer.js";
import { HomePane, renderTabs } from "./home.js";
import { MessageList } from "./messages.js";
import { Prompts } from "./prompts.js";
import { StatusLine } from "./status.js";
import { avatar } from "./avatar.js";
import { el, icon } from "./dom.js";
import { iconOf, isRoom, roleOf } from "./places.js";
import { openRoom } from "./rooms.js";
import { shortcutButton } from "./shortcuts.js";
import { isReply, mainMessages, repliesByRoot, rows } from "./timeline.js";

const MOST_FACES = 4;

export class ChannelPane {
  #store;
  #actions;

  constructor(root, store, actions) {
    this.#store = store;
    this.#actions = actions;
    this.header = el("header", { class: "pane-header" });
    this.notice = el("div", { class: "notice", role: "status", hidden: true });
    this.tabs = el("nav", { class: "tabs", "aria-label": "Parts of the app", hidden: true });
    this.home = new HomePane(store, actions);
    this.messages = new MessageList(store, actions, "main");
    this.status = new StatusLine(store, (talk) => actions.stopApp(talk));
    this.composer = new Composer(store, {
      label: "Message",
      placeholder: "",
      extra: shortcutButton(store, actions),
      onSend: (draft) => actions.send(draft),
      onEmptyUp: () => actions.editLast("main", mainMessages(store.messagesOf(store.channelId), store.channel.is_im)),
    });
    this.suggested = new Prompts(actions);
    this.talk = [this.messages.root, this.status.root, this.composer.root];
    root.append(this.header, this.tabs, this.notice, this.home.root, ...this.talk);
    this.composer.root.before(this.suggested.root);
  }

  render() {
    const store = this.#store;
    const channel = store.channel;
    this.#renderHeading(channel);
    this.#renderNotice(channel);
    if (!channel) {
      for (const part of [...this.talk, this.tabs, this.home.root, this.suggested.root]) part.hidden = true;
      return;
    }
    const all = store.messagesOf(channel.id);
    const title = `${channel.is_im || channel.is_private ? "" : "#"}${store.titleOf(channel)}`;
    renderTabs(this.tabs, store);
    this.home.render();
    for (const part of this.talk) part.hidden = store.tab === "home";
    this.composer.root.hidden ||= channel.is_archived;
    this.suggested.render(store.tab === "home" ? null : store.promptsOf(channel.id));
    if (store.tab === "home") return;
    const shown = rows(mainMessages(all, channel.is_im), {
      me: store.me,
      newSince: store.newSince,
      flat: channel.is_im,
    });
    const replies = repliesByRoot(all);
    for (const row of shown) {
      if (!row.message) continue;
      row.replies = this.#offeredThread(row.message, replies, channel);
      row.title = store.titleOfTalk(channel.id, row.message.ts);
    }
    if (store.loaded) this.#renderIntro(channel, shown.length === 0);
    this.messages.render(shown, `${store.me} ${channel.id}`, `Messages in ${title}`);
    this.status.render(store.workIn(channel.id));
    this.composer.setPlace(`${store.me} ${channel.id}`, {
      placeholder: `Message ${title}`,
      label: `Message ${title}`,
      channelId: channel.id,
    });
  }

  /** In a DM replies stand in the list itself; a thread is worth a link only where people answered in it. */
  #offeredThread(message, replies, channel) {
    const own = isReply(message) ? [] : (replies.get(message.ts) ?? []);
    return channel.is_im && own.every((reply) => this.#store.users.get(reply.user)?.is_bot) ? [] : own;
  }

  /** The button with the members keeps the focus: the dialog that it opens gives it back there. */
  #renderHeading(channel) {
    const { me, users, channels, botConnected } = this.#store;
    const look = JSON.stringify([me, channel, botConnected, [...users.values()], channels.size]);
    if (look === this.look) return;
    this.look = look;
    const hadFocus = this.header.contains(document.activeElement);
    this.header.replaceChildren(...(channel ? this.#heading(channel) : []));
    if (hadFocus) this.header.querySelector("button")?.focus();
  }

  #heading(channel) {
    const store = this.#store;
    const others = channel.members.map((id) => store.users.get(id)).filter(Boolean);
    const bot = store.bot;
    if (channel.is_im) {
      return [
        avatar(bot, store, "header"),
        el("h1", { text: store.titleOf(channel) }),
        el("span", { class: "app-badge", text: "App" }),
        el("span", {
          class: `presence ${store.botConnected ? "is-on" : ""}`,
          text: store.botConnected ? "connected" : "not connected",
        }),
      ];
    }
    return [
      icon(iconOf(channel), "header-icon"),
      el("h1", { text: store.titleOf(channel) }),
      channel.is_shared && el("span", { class: "app-badge", text: "Shared", title: `With the ${store.partner}` }),
      channel.is_archived && el("span", { class: "app-badge", text: "Archived" }),
      el("span", { class: "header-kind", text: channel.purpose ?? "" }),
      el(
        "button",
        {
          type: "button",
          class: "members",
          title: others.map((user) => `${user.name} (${roleOf(user, store.partner)})`).join(", "),
          on: { click: () => openRoom(store, channel.id) },
        },
        el("span", { class: "faces" }, ...others.slice(0, MOST_FACES).map((user) => avatar(user, store, "small"))),
        el("span", { text: String(channel.members.length) }),
        el("span", { class: "visually-hidden", text: "members, details" }),
      ),
    ].filter(Boolean);
  }

  #renderNotice(channel) {
    const { online, botConnected, bot, me } = this.#store;
    const away = bot && !botConnected && channel?.members.includes(bot.id);
    const sentence = !online
      ? "The connection to the workspace is lost. Reconnecting…"
      : away
        ? `${bot.name} is not connected: it does not hear what is written now.`
        : noticeOf(channel, this.#store.nameOf(me));
    if (this.notice.textContent === sentence) return;
    this.notice.hidden = !sentence;
    this.notice.classList.toggle("is-lost", !online);
    this.notice.textContent = sentence;
  }

  // --- the beginning of a conversation --------------------------------------------------------------------------------------

  #renderIntro(channel, isEmpty) {
    const { me, bot } = this.#store;
    const key = JSON.stringify([me, channel, isEmpty, bot?.id]);
    if (this.introKey === key) return;
    this.introKey = key;
    this.messages.intro.replaceChildren(
      ...(channel.is_im ? this.#dmIntro(channel, isEmpty) : this.#channelIntro(channel, isEmpty)),
    );
    this.messages.root.classList.toggle("is-empty", isEmpty);
  }

  #dmIntro(channel, isEmpty) {
    const store = this.#store;
    const other = store.titleOf(channel);
    const name = store.nameOf(store.me);
    return [
      avatar(store.bot, store, "large"),
      el("h2", { text: other }),
      el("p", {
        text: `This is the beginning of your conversation with ${other}. Tell it what matters to you; it will still know next month. Nobody else reads along here.`,
      }),
      isEmpty &&
        this.#prompts([
          ["Introduce yourself", `My name is ${name} and I'm working on a Rust project called tundra.`],
          ["Ask it to remember", "Remember that the deploy key is in 1Password."],
          ["See what it knows", "What do you know about me?"],
        ]),
    ].filter(Boolean);
  }

  #channelIntro(channel, isEmpty) {
    const store = this.#store;
    const bot = store.bot && channel.members.includes(store.bot.id) ? store.bot : null;
    const outside = channel.is_shared ? `, and people of the ${store.partner.toLowerCase()}, can` : " can";
    const readers = channel.is_private ? "Only its members read" : `Everyone in the workspace${outside} read`;
    const name = isRoom(channel) ? channel.name : store.titleOf(channel);
    return [
      el("span", { class: "intro-icon" }, icon(iconOf(channel))),
      el("h2", { text: name }),
      el("p", { text: `${channel.purpose ? `${channel.purpose}. ` : ""}${readers} what is said here.` }),
      isEmpty &&
        bot &&
        this.#prompts([
          [`Talk to ${bot.name}`, `@${bot.name} our standup is at 9:30 every weekday.`],
          ["Ask in front of everyone", `@${bot.name} when is our standup?`],
        ]),
    ].filter(Boolean);
  }

  #prompts(prompts) {
    const cards = prompts.map(([title, text]) =>
      el(
        "button",
        { type: "button", class: "prompt", on: { click: () => this.#actions.send({ text }) } },
        el("b", { text: title }),
        el("span", { text }),
      ),
    );
    return el("div", { class: "prompts", role: "group", "aria-label": "Suggestions" }, ...cards);
  }
}

/** What whoever looks at a place must know of it, or "". */
function noticeOf(channel, name) {
  if (!channel) return `${name} is in no channel yet. Invite them into one.`;
  return channel.is_archived ? "This channel is archived: nobody writes here any more." : "";
}
