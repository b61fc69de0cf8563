"""What the app is told of people and channels that change: event bodies. Pure."""

from bot.local_slack.cast import Cast, Channel, User
from bot.local_slack.messages import Json


def joined(user: User, channel: Channel, cast: Cast, *, inviter: User | None, ts: str) -> Json:
    """Return `member_joined_channel`; `inviter` is who asked them in, None if they came by themselves."""
    event = {"type": "member_joined_channel", **_membership(user, channel, cast), "event_ts": ts}
    return event | ({"inviter": inviter.id} if inviter else {})


def left(user: User, channel: Channel, cast: Cast, *, ts: str) -> Json:
    """Return `member_left_channel`, whether they went or were removed."""
    return {"type": "member_left_channel", **_membership(user, channel, cast), "event_ts": ts}


def app_left(channel: Channel, *, ts: str) -> Json:
    """Return what the app is told when it is removed itself: `channel_left`, or `group_left` of a private one."""
    return {"type": f"{_sort(channel)}_left", "channel": channel.id, "event_ts": ts}


def created(channel: Channel, cast: Cast, *, ts: str) -> Json:
    """Return `channel_created`."""
    about = {"id": channel.id, "name": channel.name, "created": cast.created, "creator": channel.creator}
    return {"type": "channel_created", "channel": about, "event_ts": ts}


def renamed(channel: Channel, cast: Cast, *, ts: str) -> Json:
    """Return `channel_rename`, or `group_rename` of a private one."""
    about = {"id": channel.id, "name": channel.name, "created": cast.created}
    return {"type": f"{_sort(channel)}_rename", "channel": about, "event_ts": ts}


def archived(channel: Channel, by: User, *, ts: str) -> Json:
    """Return what tells that a channel was archived, or taken out of the archive, as it is now."""
    kind = "archive" if channel.is_archived else "unarchive"
    return {"type": f"{_sort(channel)}_{kind}", "channel": channel.id, "user": by.id, "event_ts": ts}


def shared(channel: Channel, team_id: str, *, ts: str) -> Json:
    """Return `channel_shared`: another organisation is in the channel now."""
    return {"type": "channel_shared", "connected_team_id": team_id, "channel": channel.id, "event_ts": ts}


def unshared(channel: Channel, team_id: str, *, ts: str) -> Json:
    """Return `channel_unshared`: another organisation is no longer in the channel."""
    return {
        "type": "channel_unshared",
        "previously_connected_team_id": team_id,
        "channel": channel.id,
        "is_ext_shared": channel.is_ext_shared,
        "event_ts": ts,
    }


def person(kind: str, view: Json, *, at: int, ts: str) -> Json:
    """Return `team_join` or `user_change`; `view` is the person as they are now, `at` in seconds since the epoch."""
    event: Json = {"type": kind, "user": view, "event_ts": ts}
    return event | ({"cache_ts": at} if kind == "user_change" else {})


def _membership(user: User, channel: Channel, cast: Cast) -> Json:
    return {
        "user": user.id,
        "channel": channel.id,
        "channel_type": "C" if channel.type == "channel" else "G",
        "team": user.home or cast.team.id,
    }


def _sort(channel: Channel) -> str:
    return "channel" if channel.type == "channel" else "group"
