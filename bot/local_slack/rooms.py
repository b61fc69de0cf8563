"""Where people talk: channels are made, joined, left, renamed, archived, made private, shared; the app is told of it.

Whoever may do so is for those who call: everybody may do everything here, as everybody at the page is the same person.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from bot.local_slack import changes
from bot.local_slack.cast import PARTNER, Channel, User
from bot.local_slack.errors import RefusedError
from bot.local_slack.messages import Json, Message
from bot.local_slack.naming import new_id
from bot.local_slack.text import escape
from bot.local_slack.workspace import Workspace

MOST_IN_A_GROUP_DM = 8
"""People in a group DM, besides the app."""

_NAME = re.compile(r"[^\W_](?:[\w-]{0,79})")
_PRIVATE = "made this channel *private*. Now, it can only be viewed or joined by invitation."
_PUBLIC = "made this channel *public*. Any member in this workspace can see and join it."


def create_channel(
    workspace: Workspace, by: User, name: str, *, private: bool, shared: bool = False, people: Iterable[User] = ()
) -> Channel:
    """Make a channel with these people in it, and tell the app, if it is public or the app is in it.

    Args:
        shared: Whether it is shared with the other organisation from the start.

    Raises:
        RefusedError: If the name is taken or cannot be one, or somebody cannot be there.
    """
    channel = Channel(
        id=new_id("C0", name, workspace.state.channels),
        name=_checked_name(workspace, name),
        type="group" if private else "channel",
        members=(),
        creator=by.id,
        shared_with=(PARTNER.id,) if shared else (),
    )
    people = list({each.id: each for each in [by, *people]}.values())
    for each in people:
        require_fit(each, channel, rooms=_rooms_of(workspace, each))
    workspace.keep(channel)
    if not private:
        workspace.notify(changes.created(channel, workspace.cast, ts=workspace.next_ts()), channel)
    for each in people:
        channel = join(workspace, channel, each, inviter=None if each.id == by.id else by)
    if shared:
        workspace.notify(changes.shared(channel, PARTNER.id, ts=workspace.next_ts()), channel)
    return channel


def open_group_dm(workspace: Workspace, by: User, people: Iterable[User]) -> Channel:
    """Return the group DM of exactly these people, made if need be.

    Raises:
        RefusedError: If they are too few or too many.
    """
    members = tuple(dict.fromkeys([by.id, *(each.id for each in people)]))
    persons = [each for each in members if each != workspace.cast.bot_user_id]
    if len(members) <= 2 or len(persons) > MOST_IN_A_GROUP_DM:
        raise RefusedError(
            f"A group DM has three or more, at most {MOST_IN_A_GROUP_DM} besides the app. Choose others."
        )
    state = workspace.state
    if (known := state.channel_with(members)) is not None:
        return known
    name = f"mpdm-{'--'.join(state.users[each].name for each in members)}-1"
    channel = Channel(
        id=new_id("C0", name, workspace.state.channels), name=name, type="mpim", members=members, creator=by.id
    )
    workspace.keep(channel)
    return channel


def join(workspace: Workspace, channel: Channel, user: User, *, inviter: User | None = None) -> Channel:
    """Let somebody in, asked by `inviter` or by themselves, and tell the channel and the app.

    Raises:
        RefusedError: If they cannot be there.
    """
    require_fit(user, channel, rooms=_rooms_of(workspace, user))
    now = replace(channel, members=(*channel.members, user.id))
    workspace.keep(now)
    told = {"inviter": inviter.id} if inviter else {}
    _announce(workspace, now, user, "channel_join", f"<@{user.id}> has joined the channel", told)
    event = changes.joined(user, now, workspace.cast, inviter=inviter, ts=workspace.next_ts())
    workspace.notify(event, now)
    return now


def leave(workspace: Workspace, channel: Channel, user: User) -> Channel:
    """Let somebody go, by themselves or removed, and tell the channel and the app.

    Raises:
        RefusedError: If they are not there, or nobody leaves such a place.
    """
    _require_room(channel)
    if not channel.has(user.id):
        raise RefusedError(f"{user.display_name} is not in #{channel.name}. Choose somebody who is.", status=404)
    if channel.is_general and not (user.is_bot or user.is_restricted):
        raise RefusedError(f"Nobody leaves #{channel.name}, as in Slack. Use another channel.")
    now = replace(channel, members=tuple(each for each in channel.members if each != user.id))
    workspace.keep(now)
    _announce(workspace, now, user, "channel_leave", f"<@{user.id}> has left the channel")
    if user.id == workspace.cast.bot_user_id:
        workspace.notify(changes.app_left(channel, ts=workspace.next_ts()), channel)
    else:
        workspace.notify(changes.left(user, now, workspace.cast, ts=workspace.next_ts()), now)
    return now


def rename(workspace: Workspace, channel: Channel, by: User, name: str) -> Channel:
    """Give a channel another name, and tell the channel and the app.

    Raises:
        RefusedError: If the name is taken or cannot be one, or such a place has no name of its own.
    """
    _require_open(channel)
    if name == channel.name:
        return channel
    now = replace(channel, name=_checked_name(workspace, name), previous_names=(channel.name, *channel.previous_names))
    workspace.keep(now)
    said = f'<@{by.id}> has renamed the channel from "{escape(channel.name)}" to "{escape(now.name)}"'
    _announce(workspace, now, by, "channel_name", said, {"old_name": channel.name, "name": now.name})
    workspace.notify(changes.renamed(now, workspace.cast, ts=workspace.next_ts()), now)
    return now


def set_private(workspace: Workspace, channel: Channel, by: User, *, private: bool) -> Channel:
    """Turn a public channel private or a private one public, and tell the channel, which is how the app knows.

    Raises:
        RefusedError: If it cannot be.
    """
    _require_open(channel)
    if channel.is_general:
        raise RefusedError(f"#{channel.name} stays public, as in Slack. Use another channel.")
    if private is channel.is_private:
        return channel
    now = replace(channel, type="group" if private else "channel")
    workspace.keep(now)
    kind, said = ("private", _PRIVATE) if private else ("public", _PUBLIC)
    _announce(workspace, now, by, f"channel_convert_to_{kind}", said)
    return now


def set_archived(workspace: Workspace, channel: Channel, by: User, *, archived: bool) -> Channel:
    """Archive a channel or take it out of the archive, and tell the channel and the app.

    Raises:
        RefusedError: If it cannot be.
    """
    _require_room(channel)
    if channel.is_general:
        raise RefusedError(f"#{channel.name} is never archived, as in Slack. Use another channel.")
    if archived is channel.is_archived:
        return channel
    now = replace(channel, is_archived=archived)
    kind = "archive" if archived else "unarchive"
    said = f"<@{by.id}> {'archived' if archived else 'un-archived'} the channel"
    workspace.keep(now)
    _announce(workspace, now, by, f"channel_{kind}", said)
    workspace.notify(changes.archived(now, by, ts=workspace.next_ts()), now)
    return now


def set_shared(workspace: Workspace, channel: Channel, *, shared: bool) -> Channel:
    """Share a channel with the other organisation by Slack Connect, or no longer, and tell the app.

    Its people leave when it is no longer shared.

    Raises:
        RefusedError: If it cannot be.
    """
    _require_open(channel)
    if channel.is_general:
        raise RefusedError(f"#{channel.name} is never shared, as in Slack. Use another channel.")
    if shared is channel.is_ext_shared:
        return channel
    if shared:
        now = replace(channel, shared_with=(PARTNER.id,), invited=())
        workspace.keep(now)
        workspace.notify(changes.shared(now, PARTNER.id, ts=workspace.next_ts()), now)
        return now
    for user in [workspace.state.users[each] for each in channel.members]:
        if user.home:
            channel = leave(workspace, channel, user)
    now = replace(channel, shared_with=())
    workspace.keep(now)
    workspace.notify(changes.unshared(now, PARTNER.id, ts=workspace.next_ts()), now)
    return now


def set_invited(workspace: Workspace, channel: Channel, *, invited: bool) -> Channel:
    """Ask the other organisation into a channel, which is shared once it comes, or take that back.

    Slack sends no event for it.

    Raises:
        RefusedError: If it cannot be asked, or is there already.
    """
    _require_open(channel)
    if invited and (channel.is_general or channel.is_ext_shared):
        why = "is never shared, as in Slack" if channel.is_general else "is shared already"
        raise RefusedError(f"#{channel.name} {why}. Use another channel.")
    now = replace(channel, invited=(PARTNER.id,) if invited else ())
    workspace.keep(now)
    return now


def require_fit(user: User, channel: Channel, *, rooms: int) -> None:
    """Let somebody into a channel only if Slack would.

    Args:
        rooms: In how many channels they are already.

    Raises:
        RefusedError: If it would not.
    """
    _require_open(channel)
    name = user.display_name
    if channel.has(user.id):
        raise RefusedError(f"{name} is in #{channel.name} already. Choose somebody else.")
    if user.deleted:
        raise RefusedError(f"{name}'s account is deactivated. Activate it first.")
    if user.home and user.home not in channel.shared_with:
        raise RefusedError(f"{name} is of another organisation. Share #{channel.name} with it first.")
    if user.is_ultra_restricted and rooms:
        raise RefusedError(f"{name} is a guest of one channel and in one already. Remove them there first.")


def _require_open(channel: Channel) -> None:
    _require_room(channel)
    if channel.is_archived:
        raise RefusedError(f"#{channel.name} is archived. Take it out of the archive first.")


def _require_room(channel: Channel) -> None:
    if channel.type not in {"channel", "group"}:
        raise RefusedError("That is a direct message, whose people never change. Open another one, or use a channel.")


def _rooms_of(workspace: Workspace, user: User) -> int:
    return sum(each.type in {"channel", "group"} for each in workspace.state.channels_of(user.id))


def _checked_name(workspace: Workspace, name: str) -> str:
    if not _NAME.fullmatch(name) or name != name.lower():
        raise RefusedError(
            f"{name[:80]!r} cannot be the name of a channel. Use lower-case letters, digits and hyphens, at most 80."
        )
    if any(name == each.name for each in workspace.state.channels.values() if each.type != "im"):
        raise RefusedError(f"There is a #{name} already. Choose another name.")
    return name


def _announce(
    workspace: Workspace, channel: Channel, user: User, subtype: str, text: str, told: Json | None = None
) -> None:
    """Say in a channel what happened there, as Slack does."""
    ts = workspace.next_ts()
    workspace.post(Message(channel=channel.id, ts=ts, user=user.id, text=text, subtype=subtype, told=dict(told or {})))
