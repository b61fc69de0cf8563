// Decides what to offer while somebody types: people, channels, slash commands and their words, emoji. Pure.

import { findEmoji } from "./emoji.js";

const MOST_OFFERED = 12;

/**
 * What fits the word before the caret, or null.
 *
 * Returns `{start, end, options, preselect, title}`: choosing an option puts its `insert` in place of start..end. Only
 * with `preselect` is the first option chosen from the start, so that Enter sends a text that is complete as it stands.
 */
export function suggest(text, caret, { store, channelId, hasCommands = true }) {
  const before = text.slice(0, caret);
  const command = hasCommands ? (commands(before, store) ?? commandWords(before, store)) : null;
  return command ?? people(before, store, channelId) ?? channels(before, store) ?? emoji(before);
}

/** How the command being typed is used, or "": its name and what may follow. */
export function usageOf(text, store) {
  const command = store.commands.find(({ command: name }) => text === name || text.startsWith(`${name} `));
  return command ? `${command.command} ${command.usage_hint ?? ""}`.trim() : "";
}

/** The words a usage hint names: "[list | search WORDS]" gives [["list", ""], ["search", "WORDS"]]. */
export function wordsOf(usageHint) {
  const parts = (usageHint ?? "").replace(/[[\]<>]/g, "").split(/\s+\|\s+/);
  return parts
    .map((part) => /^([a-z][a-z-]*)(?:\s+(.*))?$/.exec(part.trim()))
    .filter(Boolean)
    .map(([, word, rest]) => [word, rest ?? ""]);
}

function found(word, options, { title, preselect = true }) {
  const isDone = options.some((option) => option.insert.trim() === word.text);
  if (!options.length || isDone) return null;
  return {
    start: word.start,
    end: word.start + word.text.length,
    options: options.slice(0, MOST_OFFERED),
    preselect,
    title,
  };
}

/** The last word before the caret if it begins with `mark` and stands on its own, else null. */
function wordAfter(mark, before) {
  const match = new RegExp(`(?:^|[\\s(])(${mark}[^\\s${mark}]*)$`, "u").exec(before);
  return match && { text: match[1], start: before.length - match[1].length };
}

function commands(before, store) {
  if (!/^\/\S*$/.test(before)) return null;
  const options = store.commands
    .filter(({ command }) => command.startsWith(before))
    .map(({ command, description, usage_hint: hint }) => ({
      insert: `${command} `,
      label: command,
      hint,
      detail: description,
      icon: "slash",
    }));
  return found({ text: before, start: 0 }, options, { title: "Commands" });
}

function commandWords(before, store) {
  const [, name, typed] = /^(\/\S+) (\S*)$/.exec(before) ?? [];
  const command = name && store.commands.find((known) => known.command === name);
  if (!command) return null;
  const options = wordsOf(command.usage_hint)
    .filter(([word]) => word.startsWith(typed))
    .map(([word, rest]) => ({ insert: rest ? `${word} ` : word, label: word, hint: rest, icon: "slash" }));
  return found({ text: typed, start: name.length + 1 }, options, { title: `${name} can`, preselect: typed !== "" });
}

function people(before, store, channelId) {
  const word = wordAfter("@", before);
  if (!word) return null;
  const typed = word.text.slice(1).toLowerCase();
  const members = store.channels.get(channelId)?.members ?? [];
  const options = [...store.users.values()]
    .filter((user) => user.id !== store.me && members.includes(user.id))
    .filter((user) =>
      `${user.name} ${user.real_name ?? ""}`
        .toLowerCase()
        .split(" ")
        .some((part) => part.startsWith(typed)),
    )
    .sort((a, b) => Number(Boolean(b.is_bot)) - Number(Boolean(a.is_bot)))
    .map((user) => ({ insert: `@${user.name} `, label: user.name, hint: user.is_bot ? "App" : user.real_name, user }));
  return found(word, options, { title: "People here" });
}

function channels(before, store) {
  const word = wordAfter("#", before);
  if (!word) return null;
  const typed = word.text.slice(1).toLowerCase();
  const options = store.myChannels
    .filter((channel) => !channel.is_im && channel.name.startsWith(typed))
    .map((channel) => ({
      insert: `#${channel.name} `,
      label: channel.name,
      icon: channel.is_private ? "lock" : "hash",
    }));
  return found(word, options, { title: "Channels" });
}

function emoji(before) {
  const word = wordAfter(":", before);
  if (!word || word.text.length < 3) return null;
  const options = findEmoji(word.text.slice(1).toLowerCase()).map(([code, picture]) => ({
    insert: `:${code}: `,
    label: `:${code}:`,
    picture,
  }));
  return found(word, options, { title: "Emoji" });
}
