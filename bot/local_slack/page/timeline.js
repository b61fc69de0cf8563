// Decides what a list of messages shows and in which order: days, groups, threads. Pure.

const GROUP_GAP_S = 300;

/** The identity of a message within its channel. An ephemeral one never shares it with a real one. */
export function keyOf(message) {
  return message.ephemeral_to ? `e${message.ts}` : message.ts;
}

export function dateOf(ts) {
  return new Date(Number(ts) * 1000);
}

/** Whether a message stands in a thread below another one. */
export function isReply(message) {
  return Boolean(message.thread_ts) && message.thread_ts !== message.ts;
}

/** Whether it is what Slack itself says in a channel: who came, who left, what it is called now. */
export function isNews(message) {
  return Boolean(message.subtype?.startsWith("channel_"));
}

/** The replies that everybody sees, oldest first, by the ts of the message they answer. */
export function repliesByRoot(messages) {
  const found = new Map();
  for (const message of messages) {
    if (!isReply(message) || message.ephemeral_to) continue;
    if (found.has(message.thread_ts)) found.get(message.thread_ts).push(message);
    else found.set(message.thread_ts, [message]);
  }
  return found;
}

/**
 * What the main pane lists. A channel lists thread roots; a DM with the bot lists everything in the order it was said,
 * because there every message opens a thread of its own and the talk would otherwise hide in them.
 */
export function mainMessages(messages, isDm) {
  return isDm ? messages : messages.filter((message) => !isReply(message));
}

/** What the thread pane lists: the root first, or nothing in its place when it was deleted. */
export function threadMessages(messages, rootTs) {
  return messages.filter((message) => message.ts === rootTs || message.thread_ts === rootTs);
}

/**
 * Turn messages into the rows of a list: `{day}`, `{isNew}`, or `{message, compact, showsThread}`.
 *
 * `compact` rows follow one of the same author closely and leave out name and picture. `showsThread` marks a reply in a
 * DM that does not follow its own thread, so that a reader can tell what it answers. The line for new messages stands
 * before the first one later than `newSince` from somebody other than `me`; no `newSince`, no line.
 */
export function rows(messages, { me, newSince = null, flat = false } = {}) {
  const result = [];
  let previous = null;
  let isMarked = newSince === null;
  for (const message of messages) {
    const startsDay = !previous || dayOf(previous.ts) !== dayOf(message.ts);
    if (startsDay) result.push({ day: message.ts });
    const startsNew = !isMarked && message.ts > newSince && message.user !== me && !isNews(message);
    if (startsNew) {
      result.push({ isNew: true });
      isMarked = true;
    }
    const showsThread = flat && isReply(message) && (!previous || threadOf(previous) !== message.thread_ts);
    const compact = !startsDay && !startsNew && !showsThread && continues(previous, message);
    result.push({ message, compact, showsThread });
    previous = message;
  }
  return result;
}

function threadOf(message) {
  return message.thread_ts ?? message.ts;
}

function dayOf(ts) {
  return dateOf(ts).toDateString();
}

function continues(previous, message) {
  return (
    previous.user === message.user &&
    Boolean(previous.ephemeral_to) === Boolean(message.ephemeral_to) &&
    Number(message.ts) - Number(previous.ts) < GROUP_GAP_S
  );
}
