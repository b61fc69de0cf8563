"""What the app is told: event bodies, the envelope around them, and who wants which. Pure."""

from bot.local_slack.cast import Cast, Channel
from bot.local_slack.manifest import Manifest
from bot.local_slack.messages import Json, Message, Thread
from bot.local_slack.viewer import Viewer

SUBSCRIPTIONS = {"im": "message.im", "channel": "message.channels", "group": "message.groups", "mpim": "message.mpim"}
"""Which subscription brings the `message` events of a sort of channel."""

SCOPES = {
    "app_mention": "app_mentions:read",
    "message.im": "im:history",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.mpim": "mpim:history",
    "reaction_added": "reactions:read",
    "reaction_removed": "reactions:read",
    "team_join": "users:read",
    "user_change": "users:read",
}
"""The scope that lets an app have an event; events that are neither here nor below need none."""

_READ = {"channel": "channels:read", "group": "groups:read", "mpim": "mpim:read", "im": "im:read"}
_ABOUT_CHANNELS = frozenset(
    {
        *("member_joined_channel", "member_left_channel", "channel_left", "group_left"),
        *("channel_created", "channel_rename", "channel_archive", "channel_unarchive"),
        *("group_rename", "group_archive", "group_unarchive", "channel_shared", "channel_unshared"),
    }
)
"""Events that need the scope to read the sort of channel that they are about."""

_OF_ALL_PUBLIC = _ABOUT_CHANNELS - {"member_joined_channel", "member_left_channel"}
"""Those that tell of public channels whether the app is in them or not."""


def is_wanted(event: Json, channel: Channel | None, manifest: Manifest, cast: Cast) -> bool:
    """Return whether the app gets an event: subscribed, allowed by its scopes, and in the channel it is about.

    Args:
        channel: None for what belongs to no channel.
    """
    name = event["type"]
    needed = SCOPES.get(name)
    if channel is not None:
        name = SUBSCRIPTIONS[channel.type] if name == "message" else name
        needed = _READ[channel.type] if name in _ABOUT_CHANNELS else SCOPES.get(name)
        if not channel.has(cast.bot_user_id) and not (channel.type == "channel" and name in _OF_ALL_PUBLIC):
            return False
    return name in manifest.bot_events and (needed is None or needed in manifest.scopes)


def posted(message: Message, channel: Channel, viewer: Viewer, parent: Message | None) -> list[Json]:
    """Return the events for a new message: `message`, and `app_mention` if it names the app outside its DM."""
    event = viewer.event(message, channel, parent)
    if message.subtype == "thread_broadcast" and parent:
        event = {**_without(event, "parent_user_id"), "root": viewer.api(parent)}
    events = [event]
    mention = f"<@{viewer.cast.bot_user_id}"
    is_said = not message.by_bot and message.told is None
    if channel.type != "im" and is_said and mention in message.text:
        events.insert(0, {**_without(event, "channel_type", "parent_user_id"), "type": "app_mention"})
    return events


def changed(
    message: Message, previous: Message, channel: Channel, viewer: Viewer, *, ts: str, thread: Thread | None
) -> Json:
    """Return the event for a message that reads differently now."""
    return {
        "type": "message",
        "subtype": "message_changed",
        "hidden": True,
        "channel": channel.id,
        "channel_type": channel.type,
        "ts": ts,
        "event_ts": ts,
        "message": _without(viewer.api(message, thread=thread), "reply_users"),
        "previous_message": _without(viewer.api(previous, thread=thread), "reply_users"),
    }


def deleted(previous: Message, channel: Channel, viewer: Viewer, *, ts: str) -> Json:
    """Return the event for a message that is gone without a trace."""
    return {
        "type": "message",
        "subtype": "message_deleted",
        "hidden": True,
        "channel": channel.id,
        "channel_type": channel.type,
        "ts": ts,
        "event_ts": ts,
        "deleted_ts": previous.ts,
        "previous_message": viewer.api(previous),
    }


def reacted(kind: str, message: Message, name: str, user: str, *, ts: str) -> Json:
    """Return `reaction_added` or `reaction_removed`."""
    return {
        "type": kind,
        "user": user,
        "reaction": name,
        "item": {"type": "message", "channel": message.channel, "ts": message.ts},
        "item_user": message.user,
        "event_ts": ts,
    }


def home_opened(user: str, channel: Channel, tab: str, view: Json | None, *, ts: str) -> Json:
    """Return `app_home_opened`: somebody looks at a tab of the app, on which `view` stands if it has published one."""
    event = {"type": "app_home_opened", "user": user, "channel": channel.id, "tab": tab, "event_ts": ts}
    return event | ({"view": view} if view and tab == "home" else {})


def envelope(
    event: Json, cast: Cast, *, event_id: str, token: str, now: float, shared: bool = False, org_wide: bool = False
) -> Json:
    """Return the body that the Events API delivers.

    Args:
        shared: It happened in a channel with another organisation.
        org_wide: The app is installed in the whole organisation that the workspace belongs to.
    """
    enterprise_id = cast.organisation.id if cast.organisation else None
    return {
        "token": token,
        "team_id": cast.team.id,
        **({"enterprise_id": enterprise_id} if enterprise_id else {}),
        "context_team_id": cast.team.id,
        "context_enterprise_id": enterprise_id,
        "api_app_id": cast.app_id,
        "event": event,
        "type": "event_callback",
        "event_id": event_id,
        "event_time": int(now),
        "authorizations": [
            {
                "enterprise_id": enterprise_id,
                "team_id": cast.team.id,
                "user_id": cast.bot_user_id,
                "is_bot": True,
                "is_enterprise_install": org_wide,
            }
        ],
        "is_ext_shared_channel": shared,
        "event_context": f"4-{event_id}",
    }


def _without(event: Json, *names: str) -> Json:
    return {name: value for name, value in event.items() if name not in names}
