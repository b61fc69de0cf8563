"""From an event to a turn: decide whether it is for us, keep it durably before it is acknowledged, run it in order."""

import asyncio
import logging
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import Place, PlaceKind
from bot.directory import Directory
from bot.errors import outline
from bot.journal import Journal
from bot.metrics import Metrics
from bot.outlet import SlackOutlet
from bot.parts import Parts
from bot.queues import PersonQueues
from bot.replies.base import Reply
from bot.turn import NOT_ANSWERED, Incoming, take_turn
from memory.errors import MemoryBotError
from memory.records import Change, Person

_LOG = logging.getLogger(__name__)

_SUBTYPES_OF_PEOPLE = frozenset({None, "file_share", "thread_broadcast", "me_message"})
_POINTS_AT_PARENT = re.compile(r"\b(?:remember|note|save|keep)\b.{0,20}\b(?:this|that|it)\b", re.IGNORECASE | re.DOTALL)


def is_for_us(event: Mapping[str, Any], bot_user_id: str | None) -> bool:
    """Return whether an event is a person's message to the bot: in its DM, or naming it in a channel.

    Other bots' posts never are, or two bots would talk for ever; nor are edits, joins and the like.
    """
    if event.get("bot_id") or not event.get("user") or event.get("subtype") not in _SUBTYPES_OF_PEOPLE:
        return False
    if event.get("user") == bot_user_id:
        return False
    if event.get("type") == "app_mention" or event.get("channel_type") == "im":
        return True
    return bool(bot_user_id) and f"<@{bot_user_id}" in (event.get("text") or "")


def team_of(body: Mapping[str, Any]) -> str:
    """Return the id that people's memories are kept under: the enterprise's if installed org-wide, else the team's."""
    authorizations = body.get("authorizations") or [{}]
    if authorizations[0].get("is_enterprise_install") or body.get("is_enterprise_install") in {True, "true"}:
        enterprise = body.get("enterprise_id") or authorizations[0].get("enterprise_id")
        enterprise = enterprise or (body.get("enterprise") or {}).get("id")
        if enterprise:
            return str(enterprise)
    team = body.get("team_id") or (body.get("team") or {}).get("id") or ""
    return str(team)


class Intake:
    """Takes events in, each message once, and runs one turn at a time for each person."""

    def __init__(self, parts: Parts, journal: Journal, directory: Directory, metrics: Metrics) -> None:
        self.parts, self.journal, self.directory, self.metrics = parts, journal, directory, metrics
        self.queues = PersonQueues()

    async def keep(self, body: Mapping[str, Any]) -> str | None:
        """Write a message for us to the journal. Return its key, or None when there is nothing to do.

        Called before Slack gets its acknowledgement; if it raises, Slack delivers again.
        """
        event = body["event"]
        if not is_for_us(event, self.parts.bot_user_id):
            return None
        key = f"{team_of(body)}/{event['channel']}/{event['ts']}"
        kept = {
            name: body.get(name) for name in ("team_id", "enterprise_id", "authorizations", "is_ext_shared_channel")
        }
        is_new = await asyncio.to_thread(self.journal.receive, key, event["ts"], {**kept, "event": event})
        return key if is_new else None

    def start(self, key: str, body: Mapping[str, Any], client: AsyncWebClient, *, replied: bool = False) -> None:
        """Queue the turn of a message that the journal keeps."""
        event = body["event"]
        try:
            person = Person(team_of(body), event["user"])
        except MemoryBotError as error:
            _LOG.warning("An event was dropped: %s", error)
            self.journal.finish(key)
            return
        self.queues.put(person, event["ts"], lambda: self._turn(key, person, body, client, replied=replied))

    def play(self, client: AsyncWebClient) -> int:
        """Queue every turn that a crash or a stop left unfinished, in message order; return how many."""
        waiting = self.journal.waiting()
        for turn in waiting:
            self.start(turn.key, turn.body, client, replied=turn.replied)
        return len(waiting)

    async def _turn(
        self, key: str, person: Person, body: Mapping[str, Any], client: AsyncWebClient, *, replied: bool
    ) -> None:
        started = time.perf_counter()
        event = body["event"]
        kind = PlaceKind.DM if event["channel"].startswith("D") else PlaceKind.UNKNOWN
        incoming = Incoming(person, Place(kind, event["channel"]), "", event["ts"], thread_ts=event.get("thread_ts"))
        try:
            incoming = await self._incoming(person, body, client)
            outlet = _JournalledOutlet(SlackOutlet(client, incoming), self.journal, key)
            await take_turn(incoming, self.parts, outlet, already_replied=replied)
        except Exception as error:  # noqa: BLE001 - whatever it is, the person gets a sentence and the next turn runs
            self.metrics.failed.inc()
            _LOG.error("The turn %s failed: %s", key, outline(error))
            await self._apologise(client, incoming)
        await asyncio.to_thread(self.journal.finish, key)
        self.metrics.turns.inc()
        self.metrics.seconds.observe(time.perf_counter() - started)

    async def _incoming(self, person: Person, body: Mapping[str, Any], client: AsyncWebClient) -> Incoming:
        event, team_id = body["event"], person.team_id
        profile = await self.directory.profile(client, team_id, person.user_id)
        if profile.name:
            self.parts.names[person] = profile.name
        place = await self.directory.place(
            client,
            team_id,
            event["channel"],
            told_type=event.get("channel_type"),
            shared=bool(body.get("is_ext_shared_channel")),
        )
        if profile.outsider and place.kind is not PlaceKind.DM:
            place = Place(place.kind, place.channel_id, outsiders=True)
        text, thread_ts = event.get("text") or "", event.get("thread_ts")
        parent = None
        if thread_ts and thread_ts != event["ts"] and _POINTS_AT_PARENT.search(text):
            parent = await self._parent(client, event["channel"], thread_ts)
        return Incoming(person, place, text, event["ts"], name=profile.name, thread_ts=thread_ts, parent=parent)

    async def _parent(self, client: AsyncWebClient, channel_id: str, thread_ts: str) -> str | None:
        """Return the text of a thread's first message if we may read it, unless it is a post of a bot."""
        try:
            answer = await client.conversations_replies(channel=channel_id, ts=thread_ts, limit=1)
        except SlackApiError:
            return None
        messages = answer.get("messages") or []
        return messages[0].get("text") if messages and not messages[0].get("bot_id") else None

    async def _apologise(self, client: AsyncWebClient, incoming: Incoming) -> None:
        try:
            await SlackOutlet(client, incoming).whisper(NOT_ANSWERED)
        except (TimeoutError, SlackApiError, OSError) as error:
            _LOG.error("The apology could not be posted either: %s", outline(error))


class _JournalledOutlet:
    """An outlet that notes in the journal when the answer is posted, so that a crash does not post it twice."""

    def __init__(self, outlet: SlackOutlet, journal: Journal, key: str) -> None:
        self._outlet, self._journal, self._key = outlet, journal, key

    async def reply(self, reply: Reply) -> None:
        await self._outlet.reply(reply)
        await asyncio.to_thread(self._journal.replied, self._key)

    async def receipt(self, changes: Sequence[Change]) -> None:
        await self._outlet.receipt(changes)

    async def whisper(self, text: str) -> None:
        await self._outlet.whisper(text)
