// What a person can do on the page: each action calls the workspace or changes what is looked at.

import * as api from "./api.js";
import { confirm } from "./dialog.js";
import { asWords } from "./mrkdwn.js";
import { keyOf } from "./timeline.js";
import { go } from "./route.js";
import { toastErrors } from "./toast.js";

const PREVIEW_CHARS = 120;

export function createActions(store) {
  let queue = Promise.resolve(); // messages leave in the order in which they were sent

  /** Send to the channel, or into a thread of it. Resolves to whether it worked. */
  function send({ text, file, threadTs = null }) {
    const [user, channel] = [store.me, store.channelId];
    const where = { user, channel, ...(threadTs && { thread_ts: threadTs }) };
    const work = () =>
      toastErrors(() => (file ? api.uploadFile({ ...where, ...file, text }) : api.postMessage({ ...where, text })));
    queue = queue.then(work);
    store.set({ newSince: null });
    return queue;
  }

  /** Tell the workspace that somebody used a button or menu of a message. */
  function act(message, block, element, extra) {
    const { me: user, channelId: channel } = store;
    return toastErrors(() =>
      api.clickAction({
        user,
        channel,
        message_ts: message.ts,
        block_id: block.block_id,
        action_id: element.action_id,
        ...extra,
      }),
    );
  }

  function startEdit(message, place) {
    store.set({ editing: { key: keyOf(message), place } });
  }

  function stopEdit() {
    const place = store.editing?.place;
    store.set({ editing: null });
    store.dispatchEvent(Object.assign(new Event("write"), { place }));
  }

  async function saveEdit(message, text) {
    const isSaved = await toastErrors(() =>
      api.editMessage({ user: store.me, channel: store.channelId, ts: message.ts, text }),
    );
    if (isSaved) stopEdit();
    return isSaved;
  }

  async function remove(message) {
    const words = asWords(message.text ?? "", store);
    const shown = words.length > PREVIEW_CHARS ? `${words.slice(0, PREVIEW_CHARS)}…` : words;
    const isSure = await confirm({ title: "Delete this message?", body: shown, yes: "Delete", style: "danger" });
    if (isSure)
      await toastErrors(() => api.deleteMessage({ user: store.me, channel: store.channelId, ts: message.ts }));
  }

  /** Edit the person's latest message in the main pane or in the open thread. */
  function editLast(place, messages) {
    const last = messages.findLast((message) => message.user === store.me && message.text);
    if (last) startEdit(last, place);
  }

  function toggleLong(message) {
    const key = keyOf(message);
    if (!store.expanded.delete(key)) store.expanded.add(key);
    store.changed();
  }

  return {
    act,
    editLast,
    remove,
    saveEdit,
    send,
    startEdit,
    stopEdit,
    toggleLong,
    dismiss: (message) => store.dismiss(message),
    actAs: (userId) => go({ user: userId }),
    openChannel: (channelId) => go({ user: store.me, channel: channelId }),
    openThread: (ts, isToWrite = false) => {
      go({ user: store.me, channel: store.channelId, thread: ts });
      if (isToWrite) store.dispatchEvent(Object.assign(new Event("write"), { place: "thread" }));
    },
    closeThread: () => go({ user: store.me, channel: store.channelId }),
  };
}
