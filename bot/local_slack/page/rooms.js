// The dialogs about channels: one channel and who is in it, a new one, and all there are.

import * as api from "./api.js";
import { avatar } from "./avatar.js";
import { choiceField, doButton, labelled, lineField, openDialog, sendForm } from "./panel.js";
import { confirm } from "./dialog.js";
import { el, icon } from "./dom.js";
import { iconOf, isRoom, kindOf, roleOf } from "./places.js";
import { toastErrors } from "./toast.js";

// --- one channel --------------------------------------------------------------------------------------------------------

/** Open what is known of a channel, and what can be changed about it. */
export function openRoom(store, channelId) {
  const rename = lineField("channel-name", { maxlength: "80" });
  let shown = null; // the name that stood there when it was drawn last
  const act = (call, values) => toastErrors(() => call({ user: store.me, channel: channelId, ...values }));
  openDialog(store, () => {
    const channel = store.channels.get(channelId);
    if (!channel) return null;
    if (rename.value === (shown ?? "")) rename.value = channel.name;
    shown = channel.name;
    const parts = [el("p", { class: "panel-note", text: kindOf(channel) }), members(channel, store, act)];
    if (isRoom(channel)) parts.push(...changes(channel, { store, act, rename }));
    const mark = isRoom(channel) && !channel.is_private ? "#" : "";
    return { title: `${mark}${store.titleOf(channel)}`, parts };
  });
}

function members(channel, store, act) {
  const rows = channel.members.map((id) => {
    const user = store.users.get(id);
    const isMe = id === store.me;
    const label = isMe ? "Leave" : "Remove";
    return el(
      "li",
      { class: `panel-row ${user.is_deactivated ? "is-off" : ""}`, data: { user: id } },
      avatar(user, store, "small"),
      el("span", { class: "panel-name", text: user.name }),
      el("span", { class: "panel-note", text: roleOf(user, store.partner) }),
      isRoom(channel) &&
        doButton(label, () => act(api.removeMember, { member: id }), {
          "aria-label": isMe ? "Leave" : `Remove ${user.name}`,
          "data-action-id": `remove-${id}`,
        }),
    );
  });
  return el("ul", { class: "panel-list", "aria-label": "Members" }, ...rows);
}

function changes(channel, { store, act, rename }) {
  const change = (values) => act(api.changeChannel, values);
  const outside = [...store.users.values()].filter(
    (user) => !channel.members.includes(user.id) && !user.is_deactivated && (channel.is_shared || user.role !== "outsider"),
  );
  const invited = choiceField(
    "invited",
    outside.map((user) => [user.id, `${user.name} · ${roleOf(user, store.partner)}`]),
  );
  const invite = sendForm({
    fields: [labelled("Invite", invited)],
    button: "Add to channel",
    onSend: () => act(api.addMember, { member: invited.value }),
  });
  const naming = sendForm({
    fields: [labelled("Name", rename)],
    button: "Rename",
    onSend: async () => {
      await change({ name: rename.value });
      return false; // the name stays in its field
    },
  });
  const isOpen = !channel.is_archived;
  return [
    isOpen && outside.length > 0 && invite,
    isOpen && naming,
    el("div", { class: "panel-switches" }, ...switches(channel, store, change)),
  ].filter(Boolean);
}

function switches(channel, store, change) {
  const { is_private: isPrivate, is_shared: isShared, is_invited: isInvited, is_archived: isArchived } = channel;
  const partner = `the ${store.partner.toLowerCase()}`;
  const archiving = doButton(isArchived ? "Take out of the archive" : "Archive", () => archive(channel, change));
  if (isArchived) return [archiving];
  const inviting = isInvited ? `Take back the invitation of ${partner}` : `Invite ${partner}`;
  return [
    doButton(isPrivate ? "Make public" : "Make private", () => change({ is_private: !isPrivate })),
    doButton(`${isShared ? "Unshare" : "Share"} with ${partner}`, () => change({ is_shared: !isShared })),
    !isShared && doButton(inviting, () => change({ is_invited: !isInvited })),
    archiving,
  ].filter(Boolean);
}

async function archive(channel, change) {
  const body = "Nobody writes there any more, until it is taken out of the archive.";
  const isSure = channel.is_archived || (await confirm({ title: `Archive ${channel.name}?`, body, yes: "Archive" }));
  if (isSure) await change({ is_archived: !channel.is_archived });
}

// --- a new one ----------------------------------------------------------------------------------------------------------

const KINDS = [
  ["public", "Public channel"],
  ["private", "Private channel"],
  ["group_dm", "Group DM"],
];

/** Ask for a new channel; `onMade(channelId)` is called once it is there. */
export function openNewRoom(store, onMade) {
  const name = lineField("channel-name", { required: true, maxlength: "80", placeholder: "design" });
  const kind = choiceField("kind", KINDS);
  const named = labelled("Name", name);
  const shared = tick("shared", `Share it with the ${store.partner.toLowerCase()}`);
  const ticks = new Map(); // user id → tick; made once, so that what is ticked stays
  kind.addEventListener("change", () => {
    const isGroupDm = kind.value === "group_dm";
    named.hidden = shared.hidden = name.disabled = isGroupDm;
  });
  openDialog(store, (close) => {
    const others = [...store.users.values()].filter((user) => user.id !== store.me && !user.is_deactivated);
    for (const user of others)
      if (!ticks.has(user.id)) ticks.set(user.id, tick(user.id, user.name, { checked: user.is_bot }));
    const create = async () => {
      const members = others.filter((user) => ticks.get(user.id).querySelector("input").checked).map(({ id }) => id);
      const isShared = !shared.hidden && shared.querySelector("input").checked;
      const values = { name: name.value, kind: kind.value, members, is_shared: isShared };
      let made = null;
      await toastErrors(async () => (made = (await api.createChannel({ user: store.me, ...values })).channel));
      if (!made) return false;
      close();
      onceThere(store, made, () => onMade(made));
      return true;
    };
    const people = el(
      "fieldset",
      { class: "panel-ticks" },
      el("legend", { text: "With" }),
      ...others.map((user) => ticks.get(user.id)),
    );
    const fields = [labelled("Kind", kind), named, people, shared];
    const form = { fields, button: "Create", style: "button-primary", onSend: create };
    return { title: "New channel", parts: [sendForm(form)] };
  });
}

/** Call `run` as soon as the page knows that this person is in a channel. */
function onceThere(store, channelId, run) {
  const check = () => {
    if (!store.channels.get(channelId)?.members.includes(store.me)) return;
    store.removeEventListener("change", check);
    run();
  };
  store.addEventListener("change", check);
  check();
}

function tick(name, text, props = {}) {
  return el("label", { class: "panel-tick" }, el("input", { type: "checkbox", name, ...props }), el("span", { text }));
}

// --- all of them --------------------------------------------------------------------------------------------------------

/** Show every channel there is; the person can look at each, and join the public ones. */
export function openRooms(store) {
  openDialog(store, () => {
    const rooms = [...store.channels.values()].filter(isRoom);
    return { title: "All channels", parts: [el("ul", { class: "panel-list" }, ...rooms.map((each) => roomRow(each, store)))] };
  });
}

function roomRow(channel, store) {
  const join = () =>
    toastErrors(() => api.addMember({ user: store.me, channel: channel.id, member: store.me }));
  const canJoin = !channel.is_private && !channel.is_archived && !channel.members.includes(store.me);
  return el(
    "li",
    { class: "panel-row", data: { channel: channel.id } },
    icon(iconOf(channel)),
    el("span", { class: "panel-name", text: channel.name }),
    el("span", { class: "panel-note", text: kindOf(channel) }),
    canJoin && doButton("Join", join, { "aria-label": `Join ${channel.name}`, "data-action-id": `join-${channel.id}` }),
    doButton("Details", () => openRoom(store, channel.id), { "aria-label": `Details of ${channel.name}` }),
  );
}
