// Shows one message: author, text or blocks, files, its thread, and what can be done with it.

import { Composer } from "./composer.js";
import { avatar } from "./avatar.js";
import { hasOwnBlocks, renderBlocks } from "./blocks.js";
import { el, icon, iconButton } from "./dom.js";
import { emojiOf, isOnlyEmoji } from "./emoji.js";
import { asTyped, asWords, mrkdwn } from "./mrkdwn.js";
import { openMessageMenu } from "./shortcuts.js";
import { pickFor, reactionBar } from "./reactions.js";
import { dateOf, isNews, isReply, keyOf } from "./timeline.js";
import { fullTimeOf, timeOf } from "./times.js";

const LONG_CHARS = 2500;
const LONG_LINES = 30;
const PREVIEW_CHARS = 60;
const MOST_FACES = 4;
const QUICK = ["brain", "white_check_mark", "x"];

/**
 * The element of a message.
 *
 * `row` is from timeline.js, with `replies` (a list) added where the thread may be opened from here; `place` is "main" or
 * "thread".
 */
export function renderMessage(row, { store, actions, place }) {
  const { message, compact, showsThread, replies, title } = row;
  if (message.subtype === "tombstone") return gone(message, replies, { store, actions });
  const author = store.users.get(message.user);
  const editing = store.editing?.key === keyOf(message) && store.editing.place === place;
  const isForMe = !isNews(message) && message.user !== store.me && message.text?.includes(`<@${store.me}>`);
  const classes = [
    "message",
    compact && "compact",
    message.ephemeral_to && "ephemeral",
    isForMe && "for-me",
    isNews(message) && "news",
    editing && "editing",
  ];
  return el(
    "article",
    {
      class: classes.filter(Boolean).join(" "),
      tabindex: "-1",
      "aria-label": `${store.nameOf(message.user)}, ${timeOf(message.ts)}`,
      data: { key: keyOf(message), ts: message.ts, user: message.user ?? "" },
    },
    el(
      "div",
      { class: "gutter" },
      compact
        ? el("span", { class: "gutter-time", "aria-hidden": "true", text: timeOf(message.ts) })
        : avatar(author, store),
    ),
    el(
      "div",
      { class: "message-main" },
      message.ephemeral_to && onlyYou(message, actions),
      showsThread && threadLine(message, store, actions),
      !compact && head(message, author, store),
      editing ? editor(message, store, actions) : body(message, store, actions),
      ...(message.files ?? []).map(fileCard),
      title && talkTitle(message, title, actions),
      message.reactions?.length ? reactionBar(message, { store, actions }) : null,
      replies?.length ? threadLink(message, replies, store, actions) : null,
    ),
    !editing && !message.ephemeral_to && !isNews(message) && tools({ message, place, store, actions }),
  );
}

/** What a message looks like depends on this and nothing else; equal text, equal picture. */
export function appearance(row, { store, place }) {
  const { message, compact, showsThread, replies, title } = row;
  const key = keyOf(message);
  const editing = store.editing?.key === key && store.editing.place === place;
  const thread = replies?.length
    ? [replies.length, replies.at(-1).ts, replies.map((r) => r.user), store.isThreadNew(message.ts)]
    : null;
  return JSON.stringify([message, compact, showsThread, thread, title, editing, store.expanded.has(key), store.me]);
}

/** What stays of a deleted message that has replies. */
function gone(message, replies, { store, actions }) {
  return el(
    "article",
    {
      class: "message gone",
      tabindex: "-1",
      "aria-label": "Deleted message",
      data: { key: keyOf(message), ts: message.ts },
    },
    el("div", { class: "gutter" }, icon("trash")),
    el(
      "div",
      { class: "message-main" },
      el("div", { text: "This message was deleted." }),
      replies?.length ? threadLink(message, replies, store, actions) : null,
    ),
  );
}

function head(message, author, store) {
  return el(
    "div",
    { class: "message-head" },
    el("span", { class: "author", text: store.nameOf(message.user) }),
    author?.is_bot && el("span", { class: "app-badge", text: "App" }),
    el("time", { datetime: dateOf(message.ts).toISOString(), title: fullTimeOf(message.ts), text: timeOf(message.ts) }),
  );
}

function onlyYou(message, actions) {
  return el(
    "div",
    { class: "only-you" },
    icon("eye"),
    el("span", { text: "Only visible to you" }),
    el("button", {
      type: "button",
      class: "link-button",
      text: "Dismiss",
      on: { click: () => actions.dismiss(message) },
    }),
  );
}

function threadLine(message, store, actions) {
  const root = store.message(store.channelId, message.thread_ts);
  const words = root ? asWords(root.text || "a message", store) : "a deleted message";
  const short = words.length > PREVIEW_CHARS ? `${words.slice(0, PREVIEW_CHARS)}…` : words;
  const props = { type: "button", class: "thread-line", on: { click: () => actions.openThread(message.thread_ts) } };
  return el("button", props, icon("reply"), el("span", { text: `replied to: ${short}` }));
}

/** What the app calls the talk that begins with a message. */
function talkTitle(message, title, actions) {
  const props = { type: "button", class: "talk-title", on: { click: () => actions.openThread(message.ts) } };
  return el("button", props, icon("reply"), el("span", { text: title }));
}

// --- the text -------------------------------------------------------------------------------------------------------------

function body(message, store, actions) {
  const content = el("div", { class: "message-body" }, ...contents(message, store, actions));
  if (message.edited) content.append(" ", el("span", { class: "edited", text: "(edited)" }));
  return isLong(message) ? clamped(message, content, store, actions) : content;
}

function contents(message, store, actions) {
  if (hasOwnBlocks(message)) {
    return renderBlocks(message.blocks, {
      store,
      message,
      act: (block, element, extra) => actions.act(message, block, element, extra),
    });
  }
  const text = isNews(message) ? message.text.replace(/^<@\w+> /, "") : (message.text ?? "");
  if (isOnlyEmoji(text)) return [el("div", { class: "only-emoji" }, ...mrkdwn(text, store))];
  return mrkdwn(text, store);
}

function isLong(message) {
  if (hasOwnBlocks(message)) return false;
  const text = message.text ?? "";
  return text.length > LONG_CHARS || text.split("\n", LONG_LINES + 1).length > LONG_LINES;
}

function clamped(message, content, store, actions) {
  const isOpen = store.expanded.has(keyOf(message));
  content.classList.toggle("clamped", !isOpen);
  const props = {
    type: "button",
    class: "link-button",
    "aria-expanded": String(isOpen),
    text: isOpen ? "Show less" : "Show more",
  };
  return el("div", {}, content, el("button", { ...props, on: { click: () => actions.toggleLong(message) } }));
}

function editor(message, store, actions) {
  const composer = new Composer(store, {
    label: "Edit message",
    placeholder: "Edit message",
    channelId: store.channelId,
    saveLabel: "Save",
    onSend: ({ text }) => actions.saveEdit(message, text),
    onCancel: () => actions.stopEdit(),
  });
  composer.text = asTyped(message.text ?? "", store);
  queueMicrotask(() => composer.focus());
  return composer.root;
}

// --- files and threads ----------------------------------------------------------------------------------------------------

function fileCard(file) {
  const size = Number.isFinite(file.size) ? sizeOf(file.size) : null;
  const address = fileAddress(file);
  const name = { class: "file-name", text: file.name };
  return el(
    "div",
    { class: "file" },
    el(
      "div",
      { class: "file-head" },
      icon("file"),
      address ? el("a", { ...name, href: address, target: "_blank", rel: "noopener" }) : el("span", name),
      el("span", { class: "file-kind", text: [file.pretty_type, size].filter(Boolean).join(" · ") }),
    ),
    file.preview &&
      el("pre", { class: "file-preview", tabindex: "0", "aria-label": "Contents" }, el("code", { text: file.preview })),
  );
}

/** The file's own page, if it is in this workspace. */
function fileAddress(file) {
  return file.url_private?.startsWith(`${location.origin}/`) ? file.url_private : null;
}

function sizeOf(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function threadLink(message, replies, store, actions) {
  const people = [...new Set(replies.map((reply) => reply.user))].slice(0, MOST_FACES);
  const isNew = store.isThreadNew(message.ts);
  return el(
    "button",
    {
      type: "button",
      class: `thread-link ${isNew ? "is-new" : ""}`,
      on: { click: () => actions.openThread(message.ts) },
    },
    el("span", { class: "faces" }, ...people.map((id) => avatar(store.users.get(id), store, "small"))),
    el("span", { class: "thread-count", text: replies.length === 1 ? "1 reply" : `${replies.length} replies` }),
    isNew &&
      el("span", { class: "new-dot", title: "New replies" }, el("span", { class: "visually-hidden", text: "new" })),
    el("span", { class: "thread-last", text: `Last at ${timeOf(replies.at(-1).ts)}` }),
    icon("chevron"),
  );
}

// --- what can be done -----------------------------------------------------------------------------------------------------

function tools({ message, place, store, actions }) {
  const root = isReply(message) ? message.thread_ts : message.ts;
  const quick = QUICK.map((code) =>
    el("button", {
      type: "button",
      class: "icon-button emoji",
      "aria-label": `React with ${code.replaceAll("_", " ")}`,
      title: `:${code}:`,
      text: emojiOf(code),
      on: { click: () => actions.react(message, code) },
    }),
  );
  const opener = { "aria-expanded": "false" };
  const add = iconButton("smile-plus", "Add reaction", () => pickFor(add, message, actions), {
    ...opener,
    title: "Add reaction (R)",
    "data-tool": "react",
  });
  const more = iconButton("more", "More actions", () => openMessageMenu(more, message, { store, actions, place }), {
    ...opener,
    title: "More actions (M)",
    "aria-haspopup": "menu",
    "data-tool": "more",
  });
  const reply =
    place === "main" &&
    iconButton("reply", "Reply in thread", () => actions.openThread(root, true), { title: "Reply in thread (T)" });
  return el(
    "div",
    { class: "message-tools", role: "group", "aria-label": "Message actions" },
    ...quick,
    add,
    reply,
    more,
  );
}
