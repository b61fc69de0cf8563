// The right pane: one thread and the box to answer in it.

import { Composer } from "./composer.js";
import { MessageList } from "./messages.js";
import { StatusLine } from "./status.js";
import { el, iconButton } from "./dom.js";
import { shortcutButton } from "./shortcuts.js";
import { repliesByRoot, rows, threadMessages } from "./timeline.js";

export class ThreadPane {
  #root;
  #store;

  constructor(root, store, actions) {
    this.#root = root;
    this.#store = store;
    this.subtitle = el("span", { class: "header-kind" });
    this.messages = new MessageList(store, actions, "thread");
    this.heading = el("h2", { text: "Thread" });
    this.status = new StatusLine(store, (talk) => actions.stopApp(talk));
    this.composer = new Composer(store, {
      label: "Reply in thread",
      placeholder: "Reply…",
      isThread: true,
      extra: shortcutButton(store, actions),
      onSend: (draft) => actions.send({ ...draft, threadTs: store.threadTs }),
      onEmptyUp: () => actions.editLast("thread", threadMessages(store.messagesOf(store.channelId), store.threadTs)),
    });
    const close = iconButton("close", "Close thread", () => actions.closeThread());
    root.append(
      el("header", { class: "pane-header" }, this.heading, this.subtitle, close),
      this.messages.root,
      this.status.root,
      this.composer.root,
    );
  }

  render() {
    const store = this.#store;
    const { channel, threadTs } = store;
    this.#root.hidden = !threadTs || !channel;
    if (this.#root.hidden) return;
    const all = store.messagesOf(channel.id);
    const title = `${channel.is_im || channel.is_private ? "" : "#"}${store.titleOf(channel)}`;
    this.heading.textContent = store.titleOfTalk(channel.id, threadTs) || "Thread";
    this.subtitle.textContent = title;
    this.messages.render(this.#rows(all), `${store.me} ${threadTs}`, "Messages in this thread");
    this.status.render(store.workIn(channel.id, threadTs));
    this.composer.setPlace(`${store.me} ${threadTs}`, {
      placeholder: "Reply…",
      label: `Reply in the thread in ${title}`,
      channelId: channel.id,
    });
    store.markThreadRead(threadTs);
  }

  #rows(all) {
    const { me, threadTs } = this.#store;
    const shown = rows(threadMessages(all, threadTs), { me });
    const count = repliesByRoot(all).get(threadTs)?.length;
    const root = shown.findIndex((row) => row.message?.ts === threadTs);
    if (count && root >= 0) {
      shown.splice(root + 1, 0, { count });
      if (shown[root + 2]?.compact) shown[root + 2] = { ...shown[root + 2], compact: false };
    }
    return shown;
  }
}
