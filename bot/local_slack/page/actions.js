// What a person can do on the page: each action calls the workspace or changes what is looked at.

import * as api from "./api.js";
import { BASE } from "./base.js";
import { confirm } from "./dialog.js";
import { asWords } from "./mrkdwn.js";
import { keyOf } from "./timeline.js";
import { go } from "./route.js";
import { toast, toastErrors } from "./toast.js";

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

  // --- the app's views and shortcuts --------------------------------------------------------------------------------------

  function clickInView(view, block, element, value, values) {
    const where = { user: store.me, view_id: view.id, block_id: block.block_id, action_id: element.action_id };
    return toastErrors(() => api.clickInView({ ...where, value, values }));
  }

  /** Send a modal; resolves to what is wrong by block id, or to null when it was taken or could not be sent. */
  async function submitView(view, values) {
    let errors = null;
    await toastErrors(async () => {
      const answer = await api.submitView({ user: store.me, view_id: view.id, values });
      errors = answer.ok ? null : answer.errors;
    });
    return errors;
  }

  /** Close the topmost modal or all of them: at once here, then at the workspace. */
  function closeView(view, everything) {
    store.set({ modals: everything ? [] : store.modals.filter((other) => other.id !== view.id) });
    return toastErrors(() => api.closeView({ user: store.me, view_id: view.id, everything }));
  }

  /** Want the app to stop what it is doing in a thread. */
  function stopApp(talk) {
    return toastErrors(() => api.stopApp({ user: store.me, channel: talk.channel, thread_ts: talk.thread_ts }));
  }

  function useShortcut(shortcut, message = null) {
    const where = message && { channel: store.channelId, message_ts: message.ts };
    return toastErrors(() => api.useShortcut({ user: store.me, callback_id: shortcut.callback_id, ...where }));
  }

  // --- messages -----------------------------------------------------------------------------------------------------------

  /** Put an emoji below a message, or take one's own away; with `isOnlyAdded` it is never taken away. */
  function react(message, name, isOnlyAdded = false) {
    const mine = message.reactions?.find((reaction) => reaction.name === name)?.users.includes(store.me);
    const call = mine && !isOnlyAdded ? api.removeReaction : api.addReaction;
    return toastErrors(() => call({ user: store.me, channel: store.channelId, ts: message.ts, name }));
  }

  async function copyLink(message) {
    const thread = message.thread_ts ? `?thread_ts=${message.thread_ts}` : "";
    const link = `${location.origin}${BASE}archives/${store.channelId}/p${message.ts.replace(".", "")}${thread}`;
    try {
      await navigator.clipboard.writeText(link);
      toast("The link to the message is copied.");
    } catch {
      toast(`The browser does not let the page copy. The link is ${link}`);
    }
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
    clickInView,
    closeView,
    copyLink,
    editLast,
    react,
    remove,
    saveEdit,
    send,
    startEdit,
    stopApp,
    stopEdit,
    submitView,
    toggleLong,
    useShortcut,
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
