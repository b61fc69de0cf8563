"""Who and where: names of people, kinds of conversations; asked of Slack, kept a while. Unknown means closed."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import Place, PlaceKind

KEEP_SECONDS = 600
"""How long an answer of Slack's is believed; someone who becomes a guest counts as one at most this much later."""

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
    """Answers from a small cache in front of `users.info` and `conversations.info`."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._people: dict[tuple[str, str], tuple[float, Profile]] = {}
        self._addresses: dict[str, str] = {}
        self._places: dict[tuple[str, str], tuple[float, dict[str, Any] | None]] = {}

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
        kind = PlaceKind.PRIVATE if info.get("is_private") or info.get("is_mpim") else PlaceKind.PUBLIC
        return Place(
            PlaceKind.DM if info.get("is_im") else kind,
            channel_id,
            outsiders=shared or bool(info.get("is_ext_shared")),
        )

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
