"""How Slack describes people and channels to the app, in answers and in events. Pure."""

from collections.abc import Iterable

from bot.local_slack.cast import Cast, Channel, Organisation, User
from bot.local_slack.messages import Json


def user_view(user: User, cast: Cast, *, with_email: bool) -> Json:
    """Return a person or the bot as an app sees them.

    Args:
        with_email: Whether the app may know addresses.
    """
    team_id = user.home or cast.team.id
    return {
        "id": user.id,
        "team_id": team_id,
        "name": user.name,
        "deleted": user.deleted,
        "color": user.color,
        "real_name": user.real_name,
        "tz": user.tz,
        "tz_label": user.tz_label,
        "tz_offset": user.tz_offset,
        "profile": _profile(user, cast, team_id, with_email=with_email and not user.home),
        "is_admin": user.is_admin,
        "is_owner": user.is_admin,
        "is_primary_owner": user.is_admin,
        "is_restricted": user.is_restricted,
        "is_ultra_restricted": user.is_ultra_restricted,
        "is_bot": user.is_bot,
        "is_app_user": False,
        "updated": cast.created,
        "is_email_confirmed": not user.is_bot,
        "who_can_share_contact_card": "EVERYONE",
        **(_in_organisation(user, cast, cast.organisation) if cast.organisation and not user.home else {}),
    }


def _in_organisation(user: User, cast: Cast, whole: Organisation) -> Json:
    return {
        "enterprise_user": {
            "id": user.id,
            "enterprise_id": whole.id,
            "enterprise_name": whole.name,
            "is_admin": user.is_admin,
            "is_owner": user.is_admin,
            "is_primary_owner": user.is_admin,
            "teams": list(user.teams or [cast.team.id]),
        }
    }


def is_stranger(user: User, channels: Iterable[Channel], cast: Cast) -> bool:
    """Return whether somebody is of another organisation and in none of the app's channels.

    Slack says `is_stranger: false` of those of another organisation with whom the app shares a channel.
    """
    return bool(user.home) and not any(each.has(user.id) and each.has(cast.bot_user_id) for each in channels)


def channel_view(channel: Channel, cast: Cast, *, person: User | None = None) -> Json:
    """Return a channel as an app sees it.

    Args:
        person: Whose DM with the app it is, if it is one.
    """
    view: Json = {
        "id": channel.id,
        "created": cast.created,
        "is_archived": channel.is_archived,
        "is_im": channel.type == "im",
        "is_org_shared": False,
        "context_team_id": cast.team.id,
        "updated": cast.created * 1000,
    }
    if person is not None:
        return view | {"user": person.id, "is_user_deleted": person.deleted, "priority": 0}
    view |= {
        "name": channel.name,
        "name_normalized": channel.name,
        "is_channel": channel.type != "mpim",
        "is_group": False,
        "is_mpim": channel.type == "mpim",
        "is_private": channel.is_private,
        "is_general": channel.is_general,
        "is_shared": channel.is_ext_shared,
        "is_ext_shared": channel.is_ext_shared,
        "is_pending_ext_shared": bool(channel.invited),
        "pending_shared": list(channel.invited),
        "pending_connected_team_ids": list(channel.invited),
        "shared_team_ids": [cast.team.id, *channel.shared_with],
        "unlinked": 0,
        "creator": channel.creator,
        "is_member": channel.has(cast.bot_user_id),
        "topic": {"value": "", "creator": "", "last_set": 0},
        "purpose": {"value": channel.purpose, "creator": channel.creator, "last_set": cast.created},
        "previous_names": list(channel.previous_names),
    }
    connected = {"connected_team_ids": list(channel.shared_with), "conversation_host_id": cast.team.id}
    return view | (connected if channel.is_ext_shared else {})


def _profile(user: User, cast: Cast, team_id: str, *, with_email: bool) -> Json:
    first, _, last = user.real_name.partition(" ")
    profile: Json = {
        "title": user.title,
        "phone": "",
        "skype": "",
        "real_name": user.real_name,
        "real_name_normalized": user.real_name,
        "display_name": user.display_name,
        "display_name_normalized": user.display_name,
        "first_name": first,
        "last_name": last,
        "status_text": "",
        "status_text_canonical": "",
        "status_emoji": "",
        "status_emoji_display_info": [],
        "status_expiration": 0,
        "avatar_hash": "g" + user.id.lower(),
        "team": team_id,
    }
    for size in (24, 32, 48, 72, 192, 512):
        profile[f"image_{size}"] = f"https://secure.gravatar.com/avatar/{user.id.lower()}.jpg?s={size}"
    if user.is_bot:
        profile |= {"bot_id": cast.bot_id, "api_app_id": cast.app_id, "always_active": True}
    elif with_email:
        profile["email"] = f"{user.name}@{cast.team.domain}.example"
    return profile
