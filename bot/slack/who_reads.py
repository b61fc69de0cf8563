"""What Slack's answers about people and conversations mean for who reads along. Pure. What is not told is closed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.audience import Place, PlaceKind

_KINDS = {
    "im": PlaceKind.DM,
    "channel": PlaceKind.PUBLIC,
    "group": PlaceKind.PRIVATE,
    "mpim": PlaceKind.PRIVATE,
}
_OUTSIDE = ("is_restricted", "is_ultra_restricted", "is_stranger")
_SHARED = ("is_ext_shared", "is_pending_ext_shared", "pending_shared", "pending_connected_team_ids")
_SHARED_IN_AN_ORGANISATION = ("is_shared", "is_org_shared", "is_global_shared")


_RUN_THE_WORKSPACE = ("is_admin", "is_owner", "is_primary_owner")


@dataclass(frozen=True, slots=True)
class Profile:
    """What the bot needs to know of a person.

    `name` is the one that Slack shows. `outsider`: a guest, or of another organisation, or nothing is known of them.
    `deactivated`: they read nothing any more. `admin`: an admin or owner of the workspace, None if Slack does not tell.
    `zone`: their time zone by its IANA name, if Slack tells.
    """

    name: str | None
    outsider: bool
    deactivated: bool = False
    admin: bool | None = False
    zone: str | None = None

    @property
    def reads_as_outsider(self) -> bool:
        """Whether they stand for an outsider among the members of a channel."""
        return self.outsider and not self.deactivated


NOBODY = Profile(None, outsider=True, admin=None)
"""Someone of whom Slack does not tell."""


def profile_of(user: Mapping[str, Any], team_id: str) -> Profile:
    """Return what a user object of Slack's says of a person.

    Args:
        team_id: The workspace the bot is installed in; of an org-wide install, the organisation. Who is of neither is
            an outsider even where no flag says so: `is_stranger` is false for those we share a channel with.
    """
    shown = user.get("profile") or {}
    enterprise = user.get("enterprise_user") or {}
    homes = {user.get("team_id"), enterprise.get("enterprise_id"), *(enterprise.get("teams") or ())}
    deactivated = bool(user.get("deleted"))
    return Profile(
        name=shown.get("display_name") or shown.get("real_name") or user.get("real_name") or user.get("name"),
        outsider=team_id not in homes or any(user.get(flag) for flag in _OUTSIDE),
        deactivated=deactivated,
        admin=not deactivated and any(user.get(flag) for flag in _RUN_THE_WORKSPACE),
        zone=user.get("tz") or None,
    )


def place_of(
    channel_id: str,
    team_id: str,
    *,
    told_type: str | None,
    shared: bool,
    channel: Mapping[str, Any] | None,
    members: Iterable[Profile] | None,
    speaker: Profile,
) -> Place:
    """Return what sort of conversation a channel is.

    Args:
        told_type: The event's own `channel_type`; an `app_mention` has none.
        shared: Whether the event came through a Slack Connect channel.
        channel: What `conversations.info` answered; None if Slack does not tell.
        members: Everyone in it; None if Slack does not tell, or they are too many to look at.
        speaker: Who speaks there, whether a member or not.
    """
    outsiders = shared or speaker.outsider or speaker.deactivated
    if is_dm(channel_id, told_type):
        return Place(PlaceKind.DM, channel_id, outsiders=outsiders, is_told=speaker is not NOBODY)
    if channel is None:
        return Place(_KINDS.get(told_type or "", PlaceKind.UNKNOWN), channel_id, outsiders=True, is_told=False)
    outsiders = outsiders or is_shared(channel, team_id)
    if channel.get("is_im"):
        return Place(PlaceKind.DM, channel_id, outsiders=outsiders, is_told=speaker is not NOBODY)
    readers = None if members is None else [speaker, *members]
    is_told = readers is not None and NOBODY not in readers
    outsiders = outsiders or readers is None or any(each.reads_as_outsider for each in readers[1:])
    kind = PlaceKind.PRIVATE if is_private(channel) else PlaceKind.PUBLIC
    kind = PlaceKind.UNKNOWN if channel.get("is_archived") else kind
    return Place(kind, channel_id, outsiders=outsiders, is_told=is_told)


def is_dm(channel_id: str, told_type: str | None) -> bool:
    """Return whether a channel is a DM with the bot, as far as its id and the event tell."""
    return told_type == "im" or (told_type is None and channel_id.startswith("D"))


def is_private(channel: Mapping[str, Any]) -> bool:
    """Return whether only its members can read a channel."""
    return bool(channel.get("is_private") or channel.get("is_mpim") or channel.get("is_im"))


def is_shared(channel: Mapping[str, Any], team_id: str) -> bool:
    """Return whether people from elsewhere read a channel, or are invited to it: another organisation, or, where the
    bot is installed in one workspace of an organisation, another workspace."""
    flags = _SHARED if team_id.startswith("E") else (*_SHARED, *_SHARED_IN_AN_ORGANISATION)
    return any(channel.get(flag) for flag in flags)
