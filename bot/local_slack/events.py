"""What the app is told: event bodies, the envelope around them, and who wants which. Pure."""

from bot.local_slack.cast import Cast, Channel
from bot.local_slack.manifest import Manifest
from bot.local_slack.messages import Json, Message, Thread, Viewer

SUBSCRIPTIONS = {"im": "message.im", "channel": "message.channels", "group": "message.groups", "mpim": "message.mpim"}
"""Which subscription brings the `message` events of a sort of channel."""

SCOPES = {
    "app_mention": ("app_mentions:read",),
    "message.im": ("im:history",),
    "message.channels": ("channels:history",),
    "message.groups": ("groups:history",),
    "message.mpim": ("mpim:history",),
    "reaction_added": ("reactions:read",),
    "reaction_removed": ("reactions:read",),
    "member_joined_channel": ("channels:read", "groups:read"),
}
"""Any one of these lets an app have the event; events that are not here need none."""


def subscription_of(event: Json, channel: Channel | None) -> str:
    """Return the name in the manifest under which an app subscribes to an event."""
    if event["type"] == "message" and channel:
        return SUBSCRIPTIONS[channel.type]
    return str(event["type"])


def is_wanted(event: Json, channel: Channel | None, manifest: Manifest, cast: Cast) -> bool:
    """Return whether the app gets an event: subscribed, allowed by its scopes, and a member of the channel."""
    name = subscription_of(event, channel)
    if name not in manifest.bot_events:
        return False
    needed = SCOPES.get(name)
    if needed and not manifest.scopes.intersection(needed):
        return False
    return channel is None or channel.has(cast.bot_user_id)


def posted(message: Message, channel: Channel, viewer: Viewer, parent: Message | None) -> list[Json]:
    """Return the events for a new message: `message`, and `app_mention` if it names the app outside its DM."""
    event = viewer.event(message, channel, parent)
    if message.subtype == "thread_broadcast" and parent:
        event["root"] = viewer.api(parent)
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
        "message": viewer.api(message, thread=thread),
        "previous_message": viewer.api(previous, thread=thread),
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


def joined(channel: Channel, user: str, inviter: str, *, team: str, ts: str) -> Json:
    """Return `member_joined_channel`."""
    return {
        "type": "member_joined_channel",
        "user": user,
        "channel": channel.id,
        "channel_type": "G" if channel.is_private else "C",
        "team": team,
        "inviter": inviter,
        "event_ts": ts,
    }


def home_opened(user: str, channel: str, tab: str, *, ts: str) -> Json:
    """Return `app_home_opened` for one of its tabs, `home` or `messages`."""
    return {"type": "app_home_opened", "user": user, "channel": channel, "tab": tab, "event_ts": ts}


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
