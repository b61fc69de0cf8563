"""Who and where: people, conversations and their members; asked of Slack, kept a while, renewed by events.

What Slack does not tell, however it fails to, counts as closed.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import Place
from bot.slack.standing import Standing
from bot.slack.who_reads import NOBODY, Profile, is_dm, is_private, place_of, profile_of
from memory.records import Person

KEEP_SECONDS = 600
"""How long an answer of Slack's is believed where no event tells that it changed."""

AGAIN_SECONDS = 10
"""How long after Slack did not tell something it is asked for it again: nobody waits for each try in vain."""

FEW_MEMBERS = 20
"""Members of a channel that are asked about one by one; for more, everyone in the workspace is listed at once."""

MOST_MEMBERS, MOST_PEOPLE = 5_000, 20_000
"""Members of a channel, and people of a workspace, that are looked at; of more, outsiders are taken to read along."""

_PAGE = 1_000
SILENCE = (SlackClientError, aiohttp.ClientError, OSError, TimeoutError, ValueError, KeyError)
"""How an answer can fail to come: refused, cut off, late, or not what Slack says."""

_HIDDEN = "channel_not_found"
_ABOUT_PEOPLE = frozenset({"user_change", "team_join"})
_ABOUT_CHANNELS = frozenset(
    {
        *("member_joined_channel", "member_left_channel", "channel_left", "group_left", "channel_id_changed"),
        *("channel_archive", "channel_unarchive", "channel_deleted", "channel_shared", "channel_unshared"),
        *("group_archive", "group_unarchive", "group_deleted"),
        *("channel_join", "channel_leave", "group_join", "group_leave"),
    }
)
_CONVERSIONS = {"channel_convert_to_private": True, "channel_convert_to_public": False}
"""What Slack itself says in a channel that was made private or public."""

Value = TypeVar("Value")
Key = tuple[str, str]
"""A workspace or organisation, and what is asked about in it."""


class Directory:
    """Answers from a small cache in front of Slack's `users.*` and `conversations.*` methods.

    `standing` is told of each channel whether it is private, and of whoever speaks whether they are outsiders.
    """

    def __init__(self, standing: Standing | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._standing = standing or Standing()
        self._people: _Cache[Profile] = _Cache(clock)
        self._everyone: _Cache[dict[str, Profile]] = _Cache(clock)
        self._channels: _Cache[dict[str, Any]] = _Cache(clock)
        self._members: _Cache[list[str]] = _Cache(clock)
        self._addresses: dict[str, str] = {}

    async def profile(self, client: AsyncWebClient, team_id: str, user_id: str) -> Profile:
        """Return a person's profile; without a name, and as an outsider, when Slack does not tell."""

        async def ask() -> Profile | None:
            try:
                return profile_of((await client.users_info(user=user_id))["user"], team_id)
            except SILENCE:
                return None

        return await self._people.get((team_id, user_id), ask) or NOBODY

    async def address(self, client: AsyncWebClient, team_id: str) -> str:
        """Return the address of the workspace that `client` speaks to, or "" when Slack does not tell."""
        if team_id not in self._addresses:
            try:
                self._addresses[team_id] = str((await client.auth_test()).get("url") or "")
            except SILENCE:
                return ""
        return self._addresses[team_id]

    async def place(
        self, client: AsyncWebClient, person: Person, channel_id: str, *, told_type: str | None, shared: bool
    ) -> Place:
        """Return what sort of conversation a channel is where a person speaks. See `bot.slack.who_reads.place_of`."""
        team_id = person.team_id
        speaker = await self.profile(client, team_id, person.user_id)
        if speaker is not NOBODY:
            await asyncio.to_thread(self._standing.note_person, person, outsider=speaker.outsider)
        channel = members = None
        if not is_dm(channel_id, told_type):
            channel = await self._channel(client, team_id, channel_id)
            members = await self._member_profiles(client, team_id, channel_id) if channel is not None else None
        return place_of(
            channel_id,
            team_id,
            told_type=told_type,
            shared=shared,
            channel=channel,
            members=members,
            speaker=speaker,
        )

    def hear(self, team_id: str, event: Mapping[str, Any]) -> None:
        """Note what an event tells of people and channels, so that nothing older is believed; pass over any other."""
        kind = event.get("type")
        if kind == "message":
            kind = event.get("subtype")
        if kind in _ABOUT_PEOPLE and _id(user := event.get("user")) and isinstance(user, Mapping):
            self._hear_of_person(team_id, user)
        elif kind in _ABOUT_CHANNELS or kind in _CONVERSIONS:
            ids = {_id(event.get(name)) for name in ("channel", "old_channel_id", "new_channel_id")} - {""}
            for channel_id in ids:
                self._channels.drop(channel_id)
                self._members.drop(channel_id)
                if kind in _CONVERSIONS:
                    self._standing.note_channel(team_id, channel_id, private=_CONVERSIONS[kind])

    async def look_again(self, client: AsyncWebClient, team_id: str, channel_ids: Iterable[str]) -> None:
        """Ask whether channels that were public still are; one that Slack no longer shows us counts as private."""
        for channel_id in channel_ids:
            try:
                await self._ask_channel(client, team_id, channel_id)
            except SlackApiError as error:
                if error.response["error"] == _HIDDEN:
                    self._standing.note_channel(team_id, channel_id, private=True)
            except SILENCE:
                continue

    def _hear_of_person(self, team_id: str, user: Mapping[str, Any]) -> None:
        user_id, profile = _id(user), profile_of(user, team_id)
        self._people.drop(user_id)
        self._people.put((team_id, user_id), profile)
        self._standing.note_person(Person(team_id, user_id), outsider=profile.outsider)
        everyone = self._everyone.held((team_id, ""))
        if everyone is not None:
            everyone[user_id] = profile
        self._everyone.outdate()

    async def _channel(self, client: AsyncWebClient, team_id: str, channel_id: str) -> dict[str, Any] | None:
        async def ask() -> dict[str, Any] | None:
            try:
                return await self._ask_channel(client, team_id, channel_id)
            except SILENCE:
                return None

        return await self._channels.get((team_id, channel_id), ask)

    async def _ask_channel(self, client: AsyncWebClient, team_id: str, channel_id: str) -> dict[str, Any]:
        channel: dict[str, Any] = (await client.conversations_info(channel=channel_id))["channel"]
        await asyncio.to_thread(self._standing.note_channel, team_id, channel_id, private=is_private(channel))
        return channel

    async def _member_profiles(self, client: AsyncWebClient, team_id: str, channel_id: str) -> list[Profile] | None:
        """Return who all the members of a channel are; None when Slack does not tell, or they are too many."""

        async def ask() -> list[str] | None:
            return await _paged(client.conversations_members, "members", most=MOST_MEMBERS, channel=channel_id)

        members = await self._members.get((team_id, channel_id), ask)
        if members is None:
            return None
        if len(members) <= FEW_MEMBERS:
            return list(await asyncio.gather(*(self.profile(client, team_id, each) for each in members)))
        everyone = await self._everyone.get((team_id, ""), lambda: _everyone(client, team_id))
        return None if everyone is None else [everyone.get(each, NOBODY) for each in members]


class _Cache(Generic[Value]):
    """Answers by what was asked, each believed for `KEEP_SECONDS`; none is kept that was asked for before a change."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._kept: dict[Key, tuple[float, Value]] = {}
        self._in_vain: dict[Key, float] = {}
        self._changes = 0

    async def get(self, key: Key, ask: Callable[[], Awaitable[Value | None]]) -> Value | None:
        """Return the answer that is kept, or ask; None when nothing is told, or was not a moment ago."""
        if (held := self.held(key)) is not None:
            return held
        asked_at, changes = self._clock(), self._changes
        if asked_at - self._in_vain.get(key, -AGAIN_SECONDS) < AGAIN_SECONDS:
            return None
        answer = await ask()
        if changes == self._changes:
            self._put(key, asked_at, answer)
        return answer

    def _put(self, key: Key, asked_at: float, answer: Value | None) -> None:
        self._in_vain.pop(key, None)
        if answer is not None:
            self._kept[key] = (asked_at, answer)
        else:
            self._in_vain[key] = self._clock()

    def held(self, key: Key) -> Value | None:
        """Return the answer that is kept and still believed."""
        kept = self._kept.get(key)
        return kept[1] if kept is not None and self._clock() - kept[0] < KEEP_SECONDS else None

    def put(self, key: Key, answer: Value) -> None:
        """Keep what an event told."""
        self._put(key, self._clock(), answer)

    def drop(self, about: str) -> None:
        """Believe nothing any more about somebody or something, whichever workspace it was asked in."""
        for known in (self._kept, self._in_vain):
            for key in [key for key in known if key[1] == about]:
                del known[key]
        self.outdate()

    def outdate(self) -> None:
        """Keep no answer that is still on its way."""
        self._changes += 1


async def _everyone(client: AsyncWebClient, team_id: str) -> dict[str, Profile] | None:
    users = await _paged(client.users_list, "members", most=MOST_PEOPLE)
    return None if users is None else {_id(user): profile_of(user, team_id) for user in users}


async def _paged(method: Callable[..., Awaitable[Any]], name: str, *, most: int, **arguments: str) -> list[Any] | None:
    """Return all that a method lists, page by page; None when Slack does not tell, or it is more than `most`."""
    found: list[Any] = []
    cursor = ""
    while len(found) <= most:
        try:
            answer = await method(limit=_PAGE, **({"cursor": cursor} if cursor else {}), **arguments)
            found += answer[name]
        except SILENCE:
            return None
        cursor = (answer.get("response_metadata") or {}).get("next_cursor") or ""
        if not cursor:
            return found if len(found) <= most else None
    return None


def _id(named: object) -> str:
    """Return the id that an event gives, alone or within an object; "" for none."""
    if isinstance(named, Mapping):
        named = named.get("id")
    return named if isinstance(named, str) else ""
