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
}
"""The scope that lets an app have an event; events that are not here need none."""


def is_wanted(event: Json, channel: Channel, manifest: Manifest, cast: Cast) -> bool:
    """Return whether the app gets an event: subscribed, allowed by its scopes, and a member of the channel."""
    name = SUBSCRIPTIONS[channel.type] if event["type"] == "message" else event["type"]
    needed = SCOPES.get(name)
    return (
        name in manifest.bot_events and (needed is None or needed in manifest.scopes) and channel.has(cast.bot_user_id)
    )


def posted(message: Message, channel: Channel, viewer: Viewer, parent: Message | None) -> list[Json]:
    """Return the events for a new message: `message`, and `app_mention` if it names the app outside its DM."""
    event = viewer.event(message, channel, parent)
    if message.subtype == "thread_broadcast" and parent:
        event = {**_without(event, "parent_user_id"), "root": viewer.api(parent)}
    events = [event]
    mention = f"<@{viewer.cast.bot_user_id}"
    if channel.type != "im" and not message.by_bot and mention in message.text:
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


def envelope(event: Json, cast: Cast, *, event_id: str, token: str, now: float) -> Json:
    """Return the body that the Events API delivers."""
    return {
        "token": token,
        "team_id": cast.team.id,
        "context_team_id": cast.team.id,
        "context_enterprise_id": None,
        "api_app_id": cast.app_id,
        "event": event,
        "type": "event_callback",
        "event_id": event_id,
        "event_time": int(now),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": cast.team.id,
                "user_id": cast.bot_user_id,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": False,
        "event_context": f"4-{event_id}",
    }


def _without(event: Json, *names: str) -> Json:
    return {name: value for name, value in event.items() if name not in names}
