"""One turn: recall → reply → capture. Knows no Slack: an `Incoming` comes in, the answers go to an `Outlet`."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol, runtime_checkable

from bot.audience import Audience, Place, PlaceKind
from bot.intake.stopping import stopped, until
from bot.parts import Parts
from bot.policy import Notes
from bot.preferences import preferences_of
from bot.replies.base import Outcome, Reply, Situation, StreamingReplyEngine
from bot.requests.obey import last_words, obey
from bot.withheld import sentence, withheld
from extractors.asking.questions import understand
from extractors.commanding.corrections import may_correct
from extractors.message import Message
from extractors.secrets import find_doubtful
from memory.errors import StoreError
from memory.records import Candidate, CandidateOp, Change, Episode, Memory, Person, Query, Recalled, Source, Status

_LOG = logging.getLogger(__name__)

NOT_SAVED = "I could not save that just now. Nothing that I knew before is lost; please tell me again later."
CLOSED_HERE = "I take no notes in this channel; the admins of this workspace chose so. Tell me in our DM."
ONLY_ASKED = "Of guests here I keep only what they ask me to remember: say _remember that …_."
NOT_ANSWERED = "Something went wrong on my side, so I can't answer that. Please try once more."
SOON = timedelta(minutes=15)
"""How long after one's own words "actually it's the 15th" still puts them right."""
_STATEMENTS = frozenset({CandidateOp.ADD, CandidateOp.RETRACT})
_TEACHING = frozenset({CandidateOp.ADD, CandidateOp.REFERENCE_PREVIOUS})


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message to the bot. `ts` is Slack's time stamp and the only clock that counts; `text` is raw Slack mrkdwn."""

    person: Person
    place: Place
    text: str
    ts: str
    name: str | None = None
    thread_ts: str | None = None
    parent: str | None = None
    permalink: str | None = None
    to_the_bot: bool = True
    outsider: bool = False
    overheard: bool = False

    @property
    def at(self) -> datetime:
        """When it was said, in UTC."""
        return datetime.fromtimestamp(float(self.ts), UTC)

    @property
    def source(self) -> Source:
        """Where memories of it come from."""
        return Source(self.place.channel_id, self.ts, self.permalink)


class Outlet(Protocol):
    """Where the answer goes: a Slack conversation, or a terminal."""

    async def reply(self, reply: Reply) -> None:
        """Post the answer where everyone in this place reads it."""
        ...

    async def receipt(self, changes: Sequence[Change]) -> None:
        """Show the person what was captured, with a way to take it back. Nobody else sees it outside a DM."""
        ...

    async def whisper(self, text: str) -> None:
        """Tell the person alone a short sentence."""
        ...


@runtime_checkable
class StreamingOutlet(Outlet, Protocol):
    """An outlet that can show an answer while it is being written."""

    async def stream(self, pieces: AsyncGenerator[str | Reply, None]) -> Reply:
        """Show the pieces as they come, then the reply that comes last; return that. See `StreamingReplyEngine`."""
        ...


@dataclass(slots=True)
class Understood:
    """A message as the bot reads it: what it commands, what it states, what it asks, and whether its words may be kept.

    Commands take effect before the reply; statements are captured after it.
    """

    commands: list[Candidate]
    statements: list[Candidate]
    query: Query
    off_the_record: bool = False
    keeps_words: bool = True
    may_be_read_again: bool = True
    refused_here: bool = False
    closed_here: bool = False
    only_asked: bool = False


@dataclass(slots=True)
class Prepared:
    """Everything known before the reply."""

    understood: Understood
    outcome: Outcome
    recalled: list[Recalled] = field(default_factory=list)
    overview: bool = False
    withheld: str = ""
    paused: bool = False
    called: str | None = None
    name_from: str | None = None
    written: list[Change] = field(default_factory=list)
    given: set[str] = field(default_factory=set)


async def take_turn(
    incoming: Incoming,
    parts: Parts,
    outlet: Outlet,
    *,
    already_replied: bool = False,
    stop: asyncio.Event | None = None,
) -> None:
    """Recall, reply, capture.

    A failure to save never costs the person their answer, and a failure to answer never costs what they said: each ends
    in one kind sentence, and the log gets the detail without anybody's words.

    Args:
        already_replied: The turn was interrupted after its answer; only the capture is left to do.
        stop: Set when nobody wants the answer any more; what is written of it stays, and capture goes on.

    Raises:
        Exception: What kept the answer from being posted; what was said is kept all the same.
    """
    prepared = await asyncio.to_thread(_prepare, incoming, parts, commands_too=not already_replied)
    try:
        reply = None if already_replied else await _reply(incoming, prepared, parts, outlet, stop or asyncio.Event())
    except Exception:
        await asyncio.to_thread(_capture, incoming, prepared, None, parts)
        raise
    await _read_again(incoming, prepared.understood, parts, paused=prepared.paused)
    try:
        changes = await asyncio.to_thread(_capture, incoming, prepared, reply, parts)
    except StoreError as error:
        _LOG.error("Capture of a message of %s failed: %s", incoming.person.user_id, error)
        await outlet.whisper(NOT_SAVED)
        return
    if prepared.written or changes:
        await outlet.receipt([*prepared.written, *changes])


def _prepare(incoming: Incoming, parts: Parts, *, commands_too: bool) -> Prepared:
    """Read the message, do what it commands, recall what matters to it."""
    understood = understand_message(incoming, parts)
    outcome = obey(incoming, understood.commands, parts) if commands_too else Outcome()
    prepared = Prepared(understood, outcome, paused=parts.book.is_paused(incoming.person))
    prepared.called, prepared.name_from = _called(incoming, parts)
    if parts.settings.memory.auto_recall and outcome.is_empty and not understood.query.small_talk:
        _recall(incoming, prepared, parts)
    return prepared


def notes_of(incoming: Incoming, parts: Parts) -> Notes:
    """Return what may be noted of a message."""
    policy = parts.policies.of(incoming.person.team_id)
    opt_in = parts.settings.whole_channels_opt_in
    if incoming.overheard and not preferences_of(parts.book, incoming.person).is_overheard(opt_in=opt_in):
        return Notes.NOTHING
    return policy.notes(incoming.place, outsider=incoming.outsider, overheard=incoming.overheard)


def _keep_to(notes: Notes, understood: Understood) -> Understood:
    """Take away what may not be noted."""
    had_statements = bool(understood.statements)
    if notes is not Notes.ALL:
        understood.only_asked = notes is Notes.ASKED and had_statements
        understood.statements.clear()
        understood.may_be_read_again = False
    if notes is Notes.NOTHING:
        understood.keeps_words = False
        kept = [each for each in understood.commands if each.op not in _TEACHING]
        understood.refused_here = len(kept) < len(understood.commands)
        understood.closed_here = had_statements
        understood.commands = kept
    return understood


def understand_message(incoming: Incoming, parts: Parts) -> Understood:
    """Return a message as the bot reads it, without what may not be noted where it was said, or of who said it."""
    message = _message(incoming, parts)
    explained = parts.extractor.explain(message)
    commands, candidates = explained.read, explained.candidates
    refused = any(candidate.op is CandidateOp.REFUSE for candidate in candidates)
    asked_for = [explained.text.raw_span(c.start, c.end) for c in commands.found if c.op is CandidateOp.ADD]
    stated = [c for c in candidates if c.op in _STATEMENTS and not _within(c.span, asked_for)]
    understood = Understood(
        commands=[candidate for candidate in candidates if candidate not in stated],
        statements=stated,
        query=understand(parts.plain(incoming.text), now=incoming.at),
        off_the_record=bool(commands.off_record),
        keeps_words=not (commands.off_record or refused or find_doubtful(incoming.text)),
    )
    return _keep_to(notes_of(incoming, parts), understood)


def calls_for_answer(incoming: Incoming, parts: Parts) -> bool:
    """Return whether there is something to answer in what was said in a talk with the bot, without naming it.

    There is in a command, a statement or a question; in anything but small talk where a model can make more of it.
    """
    understood = understand_message(incoming, parts)
    if understood.commands or understood.statements or understood.query.is_question:
        return True
    return parts.settings.model is not None and not understood.query.small_talk


def _message(incoming: Incoming, parts: Parts) -> Message:
    return Message(
        text=incoming.text,
        sent_at=incoming.at,
        user_id=incoming.person.user_id,
        user_name=incoming.name or "",
        surface="dm" if incoming.place.kind is PlaceKind.DM else "channel",
        parent=incoming.parent or _put_right(incoming, parts),
        bot_user_id=parts.bot_in(incoming.person.team_id),
        to_bot=not incoming.overheard,
    )


def _put_right(incoming: Incoming, parts: Parts) -> str | None:
    """Return the words just before that a message may put right: "actually it's the 15th"."""
    if incoming.overheard or not may_correct(parts.plain(incoming.text)):
        return None
    return last_words(incoming, parts, within=SOON)


async def _read_again(incoming: Incoming, understood: Understood, parts: Parts, *, paused: bool) -> None:
    """Add what a second reader finds in a statement; it is shown no command, nor what may not be kept."""
    memory = parts.settings.memory
    if parts.second_reader is None or paused or not memory.enabled or not memory.auto_capture:
        return
    may_be_read = understood.keeps_words and understood.may_be_read_again
    if understood.commands or not may_be_read or understood.query.small_talk:
        return
    understood.statements += await parts.second_reader.more(_message(incoming, parts), understood.statements)


def _within(span: tuple[int, int] | None, ranges: Sequence[tuple[int, int]]) -> bool:
    return span is not None and any(start <= span[0] and span[1] <= end for start, end in ranges)


def _audience(incoming: Incoming, query: Query, parts: Parts) -> Audience:
    """Return who reads the answer; to mention people in passing is not to ask about them."""
    asked_about = query.people if query.is_question else ()
    in_channels = incoming.place.kind is PlaceKind.DM or preferences_of(parts.book, incoming.person).use_in_channels
    return Audience(
        incoming.person,
        incoming.place,
        frozenset(asked_about),
        own_in_channels=in_channels,
        turned_private=parts.standing.private_channels(incoming.person.team_id),
    )


def _recall(incoming: Incoming, prepared: Prepared, parts: Parts) -> None:
    """Fill in what may be used here; note when something was held back for the sake of who reads along."""
    query, reader = prepared.understood.query, incoming.person
    audience = _audience(incoming, query, parts)
    if asks_for_everything(query):
        prepared.overview = True
        known = [memory for memory in _known(query, reader, parts) if audience.sees(memory)]
        prepared.recalled = [Recalled(memory, 1.0) for memory in reversed(known)]
    else:
        prepared.recalled = parts.book.recall(query, reader=reader, visible=audience.sees, now=incoming.at)
    kept = withheld(parts.book, query, audience, prepared.recalled, everything=prepared.overview, now=incoming.at)
    prepared.withheld = sentence(kept, audience) if kept else ""


def _known(query: Query, reader: Person, parts: Parts) -> list[Memory]:
    """Return all that is known about the reader, or was at the end of the time asked for, less what was found wrong."""
    if query.until is None:
        return parts.book.memories(reader)
    then = parts.book.memories(reader, as_of=query.until - timedelta(microseconds=1))
    return [memory for memory in then if memory.status is not Status.INVALIDATED or memory.lapsed]


def asks_for_everything(query: Query) -> bool:
    """Return whether a question asks for all that is known about the speaker ("what do you know about me?")."""
    return query.is_question and query.about_self and not query.terms and not query.attributes


def _called(incoming: Incoming, parts: Parts) -> tuple[str | None, str | None]:
    """Return the name the person goes by, and the memory that tells it, by its id: None if it is what Slack shows.

    What they told us goes first, if it may be said here.
    """
    audience = _audience(incoming, Query(""), parts)
    for memory in parts.book.on_attribute(incoming.person, "nickname", "name"):
        if memory.value and audience.sees(memory):
            return memory.value, memory.id
    return incoming.name, None


async def _reply(
    incoming: Incoming, prepared: Prepared, parts: Parts, outlet: Outlet, stop: asyncio.Event
) -> Reply | None:
    situation = _situation(incoming, prepared, parts)
    reply = await _answer(situation, parts, outlet, stop)
    said = [item for item in prepared.recalled if item.memory.id in reply.used]
    parts.last_answer[incoming.person, incoming.place.channel_id] = said
    if left_out := await _left_out(incoming, prepared.understood, parts):
        await outlet.whisper(left_out)
    if prepared.withheld and await _is_due(incoming.place.channel_id, incoming, parts):
        await outlet.whisper(prepared.withheld)
    return reply


async def _left_out(incoming: Incoming, understood: Understood, parts: Parts) -> str:
    """Return why something was not noted that would be elsewhere, or of somebody else; of statements once a day."""
    if understood.refused_here:
        return CLOSED_HERE
    if understood.closed_here and await _is_due(f"notes {incoming.place.channel_id}", incoming, parts):
        return CLOSED_HERE
    if understood.only_asked and await _is_due("notes", incoming, parts):
        return ONLY_ASKED
    return ""


async def _is_due(what: str, incoming: Incoming, parts: Parts) -> bool:
    """Return whether the person is to be told of something now that they are told once a day."""
    return await asyncio.to_thread(parts.reminders.is_due, incoming.person, what, incoming.at)


def situation_of(incoming: Incoming, parts: Parts) -> Situation:
    """Return what a reply engine would be given for a message; its commands are not obeyed."""
    return _situation(incoming, _prepare(incoming, parts, commands_too=False), parts)


def _situation(incoming: Incoming, prepared: Prepared, parts: Parts) -> Situation:
    understood = prepared.understood
    audience = _audience(incoming, understood.query, parts)
    return Situation(
        person=incoming.person,
        place=incoming.place,
        text=parts.plain(incoming.text),
        query=understood.query,
        now=incoming.at,
        called=prepared.called,
        name_from=prepared.name_from,
        recalled=prepared.recalled,
        overview=prepared.overview,
        understood=understood.statements,
        outcome=prepared.outcome,
        off_the_record=understood.off_the_record,
        paused=prepared.paused,
        sees=audience.sees,
        name_of=parts.name_of,
        audience=audience,
        ts=incoming.ts,
        thread_ts=incoming.thread_ts,
        written=prepared.written,
        given=prepared.given,
        takes_notes=notes_of(incoming, parts) is Notes.ALL,
        command=parts.settings.memory_command,
        soul_command=parts.settings.soul_command,
    )


async def _answer(situation: Situation, parts: Parts, outlet: Outlet, stop: asyncio.Event) -> Reply:
    """Have the answer written and shown; while it is being written, where engine and outlet can."""
    was_stopped = stop.is_set() and situation.outcome.is_empty
    if isinstance(parts.replies, StreamingReplyEngine) and isinstance(outlet, StreamingOutlet) and not was_stopped:
        async with aclosing(until(stop, parts.replies.stream(situation))) as pieces:
            return await outlet.stream(pieces)
    reply = stopped() if was_stopped else await parts.replies.reply(situation)
    await outlet.reply(reply)
    return reply


def _capture(incoming: Incoming, prepared: Prepared, reply: Reply | None, parts: Parts) -> list[Change]:
    """Keep what the message stated, and the episode. Nothing while paused or off the record."""
    understood, book = prepared.understood, parts.book
    if prepared.paused or understood.off_the_record or not parts.settings.memory.enabled:
        return []
    changes: list[Change] = []
    if parts.settings.memory.auto_capture and understood.statements:
        changes = book.apply(
            incoming.person,
            understood.statements,
            source=incoming.source,
            origin=incoming.place.origin,
            at=incoming.at,
            actor=incoming.person.user_id,
            name=incoming.name,
        )
    if understood.keeps_words and (changes or not incoming.overheard):
        _write_episode(incoming, prepared, reply, changes, parts)
    return [change for change in changes if not change.refreshed]


def _write_episode(
    incoming: Incoming, prepared: Prepared, reply: Reply | None, changes: Sequence[Change], parts: Parts
) -> None:
    """Keep the snapshot of the turn; if only that fails, what was captured is safe and the person need not worry.

    What its commands touched is named as well, so that the turn is known to tell of it once that is forgotten.
    """
    outcome = prepared.outcome
    told = (*outcome.forgotten, *outcome.taken_back, *outcome.remembered, *prepared.written)
    touched = [memory.id for change in told for memory in (change.memory, change.previous) if memory is not None]
    used = reply.used if reply else ()
    episode = Episode(
        at=incoming.at,
        channel_id=incoming.place.channel_id,
        ts=incoming.ts,
        thread_ts=incoming.thread_ts,
        origin=incoming.place.origin,
        text=incoming.text,
        reply=reply.text if reply else "",
        recalled=tuple(dict.fromkeys((*used, *touched))),
        captured=tuple(change.memory.id for change in changes),
        given=tuple(sorted(prepared.given.difference(used))),
    )
    try:
        parts.book.write_episode(incoming.person, episode)
    except StoreError as error:
        _LOG.error("The episode of a turn of %s was not written: %s", incoming.person.user_id, error)
