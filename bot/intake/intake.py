"""From an event to a turn: kept durably before it is acknowledged, then run in order for each person."""

import asyncio
import logging
import re
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import Place, PlaceKind
from bot.errors import UndeliveredError, outline
from bot.intake.answering import answer
from bot.intake.disorder import Disorder
from bot.intake.journal import Journal, Waiting
from bot.intake.overtaken import Changed, words_now
from bot.intake.queues import PersonQueues
from bot.intake.spoken import sends_away, spoken_command, stops
from bot.intake.stopping import Answers, Awaited
from bot.intake.threads import Threads
from bot.metrics import Metrics
from bot.parts import Parts
from bot.preferences import Receipts, preferences_of
from bot.requests.gestures import follow
from bot.requests.receipts import KeptReceipt
from bot.requests.revision import revise, unsaid
from bot.requests.slash import memory_command
from bot.slack.directory import SILENCE, Directory
from bot.slack.outlet import SlackOutlet, answer_mark
from bot.slack.posting import Posting, find
from bot.slack.posts import GESTURES, Act, Post, read_aside, read_overheard, read_post, team_of
from bot.slack.rounds import Rounds
from bot.slack.sending import announce, send_file, tell_others
from bot.slack.who_reads import NOBODY, is_dm
from bot.slack.working import Sleep
from bot.turn import NOT_ANSWERED, Incoming, calls_for_answer
from memory.errors import MemoryBotError
from memory.records import Person

_LOG = logging.getLogger(__name__)
_T = TypeVar("_T")

LEFT_ALONE = "I'll leave you to it. Mention me when you need me again."

NO_DIALOG = "A message can open no dialog: use `{command}` for that."

LATER_SECONDS = 300.0
"""How long until a turn is tried again whose answer Slack did not take."""

MOST_TRIES = 288
"""Tries of one turn, which is a day."""

_KEPT_OF_BODY = ("team_id", "enterprise_id", "authorizations", "is_ext_shared_channel", "event")
_KEEPING = (
    r"\b(?:remember\w*|not(?:e|ing)|sav(?:e|ing)|keep\w*|stor(?:e|ing)|log|record\w*|hang\w*|hold\w*|stick|put|pop|jot\w*|"
    r"writ(?:e|ing)|file|bank|retain|memori[sz]e|tuck|stash|commit|lose|forget)\b"
)
_POINTS_AT_PARENT = re.compile(
    rf"{_KEEPING}.{{0,24}}\b(?:this|that|it)\b|\b(?:this|that)\b.{{0,24}}{_KEEPING}", re.IGNORECASE | re.DOTALL
)


class Intake:
    """Takes events in, each message once, and runs one turn at a time for each person.

    Args:
        sleep: Waits, before it is shown that an answer takes a while, and while a message is held for those said
            before it; for tests that turn the time.
        disorder: Tells which messages are held; none are without it.
    """

    def __init__(
        self,
        parts: Parts,
        journal: Journal,
        directory: Directory,
        metrics: Metrics,
        *,
        sleep: Sleep = asyncio.sleep,
        disorder: Disorder | None = None,
    ) -> None:
        self._sleep, self._disorder = sleep, disorder
        self.parts, self.journal, self.directory, self.metrics = parts, journal, directory, metrics
        self._reactions = {parts.settings.remember_emoji: Act.REMEMBER, parts.settings.undo_emoji: Act.UNDO}
        self.queues = PersonQueues(sleep=sleep)
        self._rounds = Rounds(parts.book, directory)
        self._overheard: set[str] = set()
        self.answers = Answers()
        self._posting = Posting(metrics)
        self._changed = Changed(journal)
        home, patience = parts.settings.home, timedelta(minutes=parts.settings.follow_minutes)
        self.threads = Threads(home / "journal" / "threads.sqlite3", patience)
        # A thread of their own: behind those that read messages, an event would wait long for its acknowledgement.
        self._ears = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ears")
        self._arriving: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    async def keep(self, body: Mapping[str, Any]) -> str | None:
        """Write what somebody did to the journal. Return its key, or None when there is nothing to do.

        Called before Slack gets its acknowledgement; if it raises, Slack delivers again. What one person does is
        written in the order in which it comes, however long each takes.
        """
        author = team_of(body), str(body["event"].get("user"))
        async with self._arriving.setdefault(author, asyncio.Lock()):
            post = await self._addressed(body)
            return None if post is None else await self._write(post, body)

    async def _write(self, post: Post, body: Mapping[str, Any]) -> str | None:
        if post.act in {Act.EDITED, Act.DELETED}:
            self._changed.note(team_of(body), post)
        key = f"{team_of(body)}/{post.key}"
        kept = {name: body.get(name) for name in _KEPT_OF_BODY}
        if post.overheard:
            kept["overheard"] = True
            self._overheard.add(key)
        is_new = await self.journal.take(key, post.done_ts, kept)
        return key if is_new else None

    def start(
        self,
        key: str,
        body: Mapping[str, Any],
        client: AsyncWebClient,
        *,
        interrupted: Waiting | None = None,
        again: bool = False,
    ) -> None:
        """Queue the turn of a message that the journal keeps.

        Args:
            interrupted: What the journal knows of it, if it was begun before a crash.
            again: Whether Slack delivered it more than once.
        """
        us = self.parts.bot_in(team_of(body))
        if key in self._overheard or body.get("overheard"):
            self._overheard.discard(key)
            post = read_overheard(body["event"], us)
        else:
            post = read_post(body["event"], us, self._reactions) or read_aside(body["event"], us)
        try:
            person = Person(team_of(body), post.user_id) if post else None
        except MemoryBotError as error:
            _LOG.warning("An event was dropped: %s", error)
            person = None
        if post is None or person is None:
            self.journal.finish(key)
            return
        awaited = Awaited(person, post.channel_id, post.thread_ts or post.ts)
        turn = _Turn(
            key,
            person,
            post,
            client,
            awaited,
            outside=bool(body.get("is_ext_shared_channel")),
            interrupted=interrupted,
            stops=self._stops(person, post),
        )
        self.answers.expect(awaited)
        hold = 0.0
        if self._disorder is not None and interrupted is None:
            hold = self._disorder.hold(person, post.done_ts, again=again)
        self.queues.put(person, post.done_ts, lambda: self._run(turn), hold=hold)

    def play(self, client_of: Callable[[Mapping[str, Any]], AsyncWebClient | None]) -> int:
        """Queue every turn that a crash or a stop left unfinished, in message order; return how many.

        One that nobody can answer any more, because its workspace has no client, is dropped.
        """
        waiting = self.journal.waiting()
        for turn in waiting:
            client = client_of(turn.body)
            if client is None:
                self.journal.finish(turn.key)
            else:
                self.start(turn.key, turn.body, client, interrupted=turn)
        return len(waiting)

    def abandon(self, team_id: str) -> None:
        """Drop what is unfinished of a workspace, words included."""
        self.threads.leave(team_id)
        for turn in self.journal.waiting():
            if turn.key.startswith(f"{team_id}/"):
                self.journal.finish(turn.key)

    async def _addressed(self, body: Mapping[str, Any]) -> Post | None:
        """Return what somebody did if it concerns us; who names us in a channel is heard there from then on."""
        team_id, event = team_of(body), body["event"]
        us = self.parts.bot_in(team_id)
        post = read_post(event, us, self._reactions)
        if post is None:
            aside = read_aside(event, us)
            is_heard = aside is not None and await self._listen(self.threads.hears, team_id, aside)
            return aside if is_heard else self._overhears(team_id, event)
        if post.act is Act.POSTED and not is_dm(post.channel_id, post.channel_type):
            await self._listen(self.threads.named, team_id, post)
        return post

    async def _listen(self, call: Callable[[str, Post], _T], team_id: str, post: Post) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._ears, call, team_id, post)

    def _overhears(self, team_id: str, event: Mapping[str, Any]) -> Post | None:
        """Return what was said to nobody of us, in a channel that was opened to notes as a whole."""
        post = read_overheard(event, self.parts.bot_in(team_id))
        if post is None or post.channel_id not in self.parts.policies.of(team_id).listening:
            return None
        return post

    def _stops(self, person: Person, post: Post) -> bool:
        """Return whether a message stopped an answer that its author waits for: in this thread, or anywhere in a DM."""
        if post.act is not Act.POSTED or not stops(post.text):
            return False
        thread_ts = None if is_dm(post.channel_id, post.channel_type) else post.thread_ts or post.ts
        return bool(self.answers.stop(person.team_id, post.channel_id, thread_ts, user_id=person.user_id))

    async def _run(self, turn: "_Turn") -> None:
        self.answers.expect(turn.awaited)
        try:
            await self._finish(turn)
        finally:
            self.answers.done(turn.awaited)

    async def _finish(self, turn: "_Turn") -> None:
        if self.parts.served.trouble_of(turn.person.team_id):
            return  # it stays in the journal, unless its workspace left for good
        started = time.perf_counter()
        incoming = turn.sketch()
        try:
            incoming = await self._incoming(turn)
            await self._take(turn, incoming)
        except UndeliveredError as error:
            if not await asyncio.to_thread(self.journal.has_replied, turn.key):
                self._postpone(turn, error)
                return
        except Exception as error:  # noqa: BLE001 - whatever it is, the person gets a sentence and the next turn runs
            self.metrics.failed.inc()
            _LOG.error("The turn %s failed: %s", turn.key, outline(error))
            if turn.post.act in GESTURES or (turn.post.act is Act.POSTED and not turn.post.overheard):
                await self._apologise(turn.client, incoming)
        self.journal.finish(turn.key)
        self.metrics.turns.inc()
        self.metrics.seconds.observe(time.perf_counter() - started)
        await self._rounds.make(turn.client, turn.person.team_id)

    def _postpone(self, turn: "_Turn", error: UndeliveredError) -> None:
        """Leave a turn in the journal and try it again later; whoever waits behind it need not wait for that."""
        if turn.tries >= MOST_TRIES:
            _LOG.error("The turn %s is given up until the next start: %s", turn.key, error)
            return
        self.metrics.postponed.inc()
        _LOG.warning("The turn %s is tried again in %g s: %s", turn.key, LATER_SECONDS, error)
        again = replace(turn, interrupted=Waiting(turn.key, {}, replied=False), tries=turn.tries + 1)
        put = partial(self.queues.put, turn.person, turn.post.done_ts, lambda: self._run(again))
        asyncio.get_running_loop().call_later(LATER_SECONDS, put)

    async def _take(self, turn: "_Turn", incoming: Incoming) -> None:
        late = turn.interrupted is not None
        if turn.post.act is Act.POSTED and await self._changed.knows(turn.key, long_ago=late):
            words_left = await words_now(turn.client, turn.post)
            if words_left is None:
                return
            incoming = replace(incoming, text=words_left)
        outlet = SlackOutlet(
            turn.client,
            incoming,
            receipts=partial(asyncio.to_thread, self._receipts, incoming),
            emoji=self.parts.settings.remember_emoji,
            posting=self._posting,
            stop=turn.awaited.stop,
            kept=KeptReceipt(self.journal, turn.person.team_id, turn.post.channel_id, turn.post.ts),
        )
        if turn.post.overheard:
            await self._answer(turn, incoming, outlet, already_replied=True)
            return
        words = spoken_command(self.parts.plain(incoming.text), self.parts.settings.memory_command)
        if turn.post.act is Act.POSTED and words is not None:
            await self._command(words, turn, incoming, outlet)
            return
        if turn.post.act is Act.POSTED:
            if incoming.place.kind is not PlaceKind.DM and sends_away(turn.post.text):
                await outlet.whisper(LEFT_ALONE)
                return
            if turn.post.aside and not await asyncio.to_thread(calls_for_answer, incoming, self.parts):
                return
            if turn.stops:
                return
            await self._answer(turn, incoming, outlet, already_replied=await self._has_answered(turn))
            return
        if turn.post.act in GESTURES:
            await follow(turn.post, incoming, turn.client, parts=self.parts, directory=self.directory)
            return
        deleted = turn.post.act is Act.DELETED
        changes = await asyncio.to_thread(revise, incoming, turn.post.done_ts, self.parts, deleted=deleted)
        if deleted:
            await asyncio.to_thread(unsaid, self._keepers(turn), incoming, turn.post.done_ts, self.parts)
        if changes:
            await outlet.revised(changes)

    async def _answer(self, turn: "_Turn", incoming: Incoming, outlet: SlackOutlet, *, already_replied: bool) -> None:
        await answer(
            incoming,
            self.parts,
            outlet,
            self.journal,
            turn.key,
            turn.client,
            already_replied=already_replied,
            stop=turn.awaited.stop,
            sleep=self._sleep,
        )

    def _receipts(self, incoming: Incoming) -> Receipts:
        return preferences_of(self.parts.book, incoming.person).receipts_at(incoming.at)

    def _keepers(self, turn: "_Turn") -> list[Person]:
        """Return who else asked to remember a message, as far back as the journal keeps its keys."""
        team_id = turn.person.team_id
        asked = self.journal.keys(f"{team_id}/{turn.post.channel_id}/{turn.post.ts}/")
        users = {key.rpartition("/")[2] for key in asked if f"/{Act.REMEMBER}/" in key}
        return [Person(team_id, user_id) for user_id in sorted(users - {turn.person.user_id})]

    async def _command(self, words: str, turn: "_Turn", incoming: Incoming, outlet: SlackOutlet) -> None:
        """Do what the slash command would, unless that was answered before a crash."""
        if await self._has_answered(turn):
            return
        person = incoming.person
        profile = await self.directory.profile(turn.client, person.team_id, person.user_id)
        said = await asyncio.to_thread(
            memory_command,
            words,
            person=person,
            now=incoming.at,
            parts=self.parts,
            channel_id=incoming.place.channel_id,
            admin=profile.admin,
            zone=profile.zone,
        )
        if said.file:
            said = await send_file(said, person.user_id, turn.client)
        if said.view is not None:
            said = replace(said, text=NO_DIALOG.format(command=self.parts.settings.memory_command))
        said = await announce(said, turn.client)
        await outlet.show(said.text, said.blocks)
        self.journal.replied(turn.key)
        if missed := await tell_others(said, turn.client):
            await outlet.whisper(missed)

    async def _incoming(self, turn: "_Turn") -> Incoming:
        post, person, client = turn.post, turn.person, turn.client
        profile = await self.directory.profile(client, person.team_id, person.user_id)
        if profile.name:
            self.parts.names[person] = profile.name
        place = await self.directory.place(
            client, person, post.channel_id, told_type=post.channel_type, shared=turn.outside
        )
        parent = None
        if post.thread_ts not in {None, post.ts} and _POINTS_AT_PARENT.search(post.text):
            parent = await self._parent(client, post.channel_id, str(post.thread_ts))
        named = f"<@{self.parts.bot_in(person.team_id)}" in post.text
        return replace(
            turn.sketch(),
            place=place,
            text=post.text,
            name=profile.name,
            parent=parent,
            to_the_bot=named or place.kind is PlaceKind.DM,
            outsider=profile.outsider and profile is not NOBODY,
            overheard=post.overheard,
        )

    async def _has_answered(self, turn: "_Turn") -> bool:
        """Return whether a turn that was interrupted had posted its answer, perhaps just before it could note so."""
        if turn.interrupted is None or turn.interrupted.replied:
            return turn.interrupted is not None
        post = turn.post
        root, in_longer_thread = post.thread_ts or post.ts, post.thread_ts not in {None, post.ts}
        # What else stands in a longer thread may answer somebody else.
        by = None if in_longer_thread else self.parts.bot_in(turn.person.team_id)
        stands = await find(turn.client, post.channel_id, root, answer_mark(post.ts), by=by)
        if stands is None:
            raise UndeliveredError(post.channel_id)
        return stands

    async def _parent(self, client: AsyncWebClient, channel_id: str, thread_ts: str) -> str | None:
        """Return the text of a thread's first message if we may read it, unless it is a post of a bot."""
        try:
            answer = await client.conversations_replies(channel=channel_id, ts=thread_ts, limit=1)
        except SILENCE:
            return None
        messages = answer.get("messages") or []
        return messages[0].get("text") if messages and not messages[0].get("bot_id") else None

    async def _apologise(self, client: AsyncWebClient, incoming: Incoming) -> None:
        try:
            await SlackOutlet(client, incoming).whisper(NOT_ANSWERED)
        except (TimeoutError, SlackApiError, OSError, UndeliveredError) as error:
            _LOG.error("The apology could not be posted either: %s", outline(error))


@dataclass(frozen=True, slots=True)
class _Turn:
    """One act of a person on its way through the queue."""

    key: str
    person: Person
    post: Post
    client: AsyncWebClient
    awaited: Awaited
    outside: bool
    interrupted: Waiting | None
    stops: bool = False
    tries: int = 1

    def sketch(self) -> Incoming:
        """Return what is known before Slack was asked anything: enough to say that something went wrong."""
        kind = PlaceKind.DM if self.post.channel_id.startswith("D") else PlaceKind.UNKNOWN
        place = Place(kind, self.post.channel_id)
        return Incoming(self.person, place, "", self.post.ts, thread_ts=self.post.thread_ts)
