// What sort of conversation a channel is, as an icon and in words.

/** The name of the icon that stands for a channel. */
export function iconOf(channel) {
  if (channel.is_group_dm) return "people";
  return channel.is_private ? "lock" : "hash";
}

/** What sort of conversation it is, in a few words. */
export function kindOf(channel) {
  if (channel.is_im) return "Direct message";
  if (channel.is_group_dm) return "Group DM";
  const kind = channel.is_private ? "Private channel" : "Channel";
  const { is_shared: isShared, is_invited: isInvited, is_archived: isArchived } = channel;
  const more = [isShared && "shared", isInvited && "sharing is pending", isArchived && "archived"];
  return [kind, ...more].filter(Boolean).join(", ");
}

/** Whether it has a name of its own and people who come and go. */
export function isRoom(channel) {
  return !channel.is_im && !channel.is_group_dm;
}

const ROLES = {
  member: "Member",
  admin: "Workspace admin",
  guest: "Guest",
  single_channel_guest: "Guest of one channel",
};

/** What people of the workspace can be, as [role, words]. */
export const ROLE_CHOICES = Object.entries(ROLES);

/** What somebody is, in words; `partner` is what the other organisation is called. */
export function roleOf(user, partner) {
  if (user.is_bot) return "App";
  return ROLES[user.role] ?? partner;
}
