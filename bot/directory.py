"""Who and where: names of people, kinds of conversations; asked of Slack, kept a while. Unknown means closed."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import Place, PlaceKind

KEEP_SECONDS = 600
"""How long an answer of Slack's is believed; someone who becomes a guest counts as one at most this much later."""

MOST_MEMBERS = 200
"""Members of a channel that are looked at one by one; a channel of more counts as one where outsiders read along."""

_KINDS = {
    "im": PlaceKind.DM,
    "channel": PlaceKind.PUBLIC,
    "group": PlaceKind.PRIVATE,
    "mpim": PlaceKind.PRIVATE,
}


@dataclass(frozen=True, slots=True)
class Profile:
    """What the bot needs to know of a person: the name Slack shows, and whether they are a guest or outsider."""

    name: str | None
    outsider: bool


class Directory:
    """Answers from a small cache in front of `users.info`, `conversations.info` and `conversations.members`."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._people: dict[tuple[str, str], tuple[float, Profile]] = {}
        self._addresses: dict[str, str] = {}
        self._places: dict[tuple[str, str], tuple[float, dict[str, Any] | None]] = {}
        self._outsiders: dict[tuple[str, str], tuple[float, bool]] = {}

    async def profile(self, client: AsyncWebClient, team_id: str, user_id: str) -> Profile:
        """Return a person's profile; without a name, and as an outsider, when Slack does not tell."""
        kept = self._people.get((team_id, user_id))
        if kept and self._clock() - kept[0] < KEEP_SECONDS:
            return kept[1]
        try:
            user = (await client.users_info(user=user_id))["user"]
        except SlackApiError:
            return Profile(None, outsider=True)
        shown = user.get("profile", {})
        profile = Profile(
            name=shown.get("display_name") or shown.get("real_name") or user.get("real_name") or user.get("name"),
            outsider=any(user.get(flag) for flag in ("is_restricted", "is_ultra_restricted", "is_stranger")),
        )
        self._people[team_id, user_id] = (self._clock(), profile)
        return profile

    async def address(self, client: AsyncWebClient, team_id: str) -> str:
        """Return the address of the workspace that `client` speaks to, or "" when Slack does not tell."""
        if team_id not in self._addresses:
            try:
                self._addresses[team_id] = str((await client.auth_test()).get("url") or "")
            except SlackApiError:
                return ""
        return self._addresses[team_id]

    async def place(
        self, client: AsyncWebClient, team_id: str, channel_id: str, *, told_type: str | None, shared: bool
    ) -> Place:
        """Return what sort of conversation a channel is.

        Args:
            told_type: The event's own `channel_type`; an `app_mention` has none.
            shared: Whether the event came through a Slack Connect channel.
        """
        if told_type == "im" or (told_type is None and channel_id.startswith("D")):
            return Place(PlaceKind.DM, channel_id)
        info = await self._channel(client, team_id, channel_id)
        if info is None:
            return Place(_KINDS.get(told_type or "", PlaceKind.UNKNOWN), channel_id, outsiders=shared)
        if info.get("is_im"):
            return Place(PlaceKind.DM, channel_id, outsiders=shared or bool(info.get("is_ext_shared")))
        kind = PlaceKind.PRIVATE if info.get("is_private") or info.get("is_mpim") else PlaceKind.PUBLIC
        outsiders = shared or bool(info.get("is_ext_shared")) or await self.outsiders(client, team_id, channel_id)
        return Place(kind, channel_id, outsiders=outsiders)

    async def outsiders(self, client: AsyncWebClient, team_id: str, channel_id: str) -> bool:
        """Return whether any member of a channel is a guest or outsider.

        True also when Slack does not tell who all the members are, or when they are more than `MOST_MEMBERS`.
        """
        kept = self._outsiders.get((team_id, channel_id))
        if kept and self._clock() - kept[0] < KEEP_SECONDS:
            return kept[1]
        asked_at, members = self._clock(), await self._members(client, channel_id)
        profiles = await asyncio.gather(*(self.profile(client, team_id, each) for each in members or ()))
        found = members is None or any(profile.outsider for profile in profiles)
        self._outsiders[team_id, channel_id] = (asked_at, found)
        return found

    async def _members(self, client: AsyncWebClient, channel_id: str) -> list[str] | None:
        """Return the user ids of all members, or None when Slack does not tell or they are too many to look at."""
        try:
            answer = await client.conversations_members(channel=channel_id, limit=MOST_MEMBERS)
        except SlackApiError:
            return None
        more = (answer.get("response_metadata") or {}).get("next_cursor")
        return None if more else list(answer["members"])

    async def _channel(self, client: AsyncWebClient, team_id: str, channel_id: str) -> dict[str, Any] | None:
        kept = self._places.get((team_id, channel_id))
        if kept and self._clock() - kept[0] < KEEP_SECONDS:
            return kept[1]
        try:
            info: dict[str, Any] | None = (await client.conversations_info(channel=channel_id))["channel"]
        except SlackApiError:
            info = None
        self._places[team_id, channel_id] = (self._clock(), info)
        return info
