"""The one door to what is remembered: capture, remember, recall, patch, forget, undo, history; each operation audited.

Synchronous, safe for threads and for several processes on one home: each call sees what the others wrote.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path

from memory import audit as auditing
from memory.as_of import as_it_stood
from memory.audit import EVERYONE, AuditLine
from memory.capture import Statement, capture, hold_again, learn, short
from memory.checking import a_path, a_share, at_least, checks_arguments, utc
from memory.choosing import (
    active_first,
    can_be_taken_back,
    checked,
    forgettable,
    held,
    no_memory,
    to_take_back,
    unchanged,
)
from memory.encoding import Encoder
from memory.entries import is_valid_id, source_key
from memory.errors import InvalidValueError, LogFormatError
from memory.export import export
from memory.fold import PersonState
from memory.ids import Ids
from memory.opening import open_home
from memory.person_view import PersonView
from memory.recall import THRESHOLD, RecallLimits, matches, recall
from memory.records import (
    Candidate,
    Change,
    Episode,
    Kind,
    Memory,
    Operation,
    Origin,
    Person,
    Query,
    Recalled,
    Source,
    Status,
    is_team_id,
)
from memory.sameness import content_stems
from memory.searching import Searching
from memory.session import Session
from memory.stores.base import Store
from memory.stores.markdown import MarkdownStore
from memory.text import sanitise, sanitise_name, truncate
from memory.turns import holding

_PAUSED_SINCE = "paused_since"
"""The setting that tells since when nothing is captured for a person."""

_MOST_DAYS = 100_000
"""The longest time that can be set, in days: more cannot be counted back from every date."""

Visible = Callable[[Memory], bool]
"""Whether a memory may be seen in the place that asks."""


def utc_now() -> datetime:
    """Return the present time, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSettings:
    """The knobs of memory. Scores are 0.0 to 1.0.

    `retention_days` bounds how long episodes are kept, `retention_days_by_kind` how long memories of a kind are kept
    after they were last said; 0, and a kind that is not named, is for ever. `uninstalled_days` is how long the memories
    of a workspace are kept that removed the app, in case it comes back; 0 is for ever.
    """

    recall_max_items: int = 6
    recall_max_chars: int = 1200
    min_profile_confidence: float = 0.70
    retention_days: int = 365
    retention_days_by_kind: Mapping[Kind, int] = field(default_factory=dict)
    uninstalled_days: int = 30
    schema_auto_migrate: bool = True
    max_record_chars: int = 32_768
    recall_threshold: float = THRESHOLD

    def __post_init__(self) -> None:
        """Refuse a knob out of its range with `InvalidValueError`."""
        for name in ("recall_max_items", "recall_max_chars", "max_record_chars"):
            at_least(name, getattr(self, name), 1)
        if not isinstance(self.retention_days_by_kind, Mapping) or not all(
            isinstance(kind, Kind) for kind in self.retention_days_by_kind
        ):
            raise InvalidValueError("retention_days_by_kind", self.retention_days_by_kind, "Give days by kind.")
        for days in (self.retention_days, *self.retention_days_by_kind.values()):
            at_least("retention_days", days, 0, most=_MOST_DAYS)
        at_least("uninstalled_days", self.uninstalled_days, 0, most=_MOST_DAYS)
        a_share("min_profile_confidence", self.min_profile_confidence)
        a_share("recall_threshold", self.recall_threshold)


def open_book(
    home: Path,
    settings: BookSettings = BookSettings(),
    *,
    now: Callable[[], datetime] = utc_now,
    encoder: Encoder | None = None,
) -> "Book":
    """Open a home, making it if it is not there: the folder, its manifest and a sample SOUL.md.

    With an `encoder`, memories are found by their meaning too; it works in the background.

    Raises:
        InvalidValueError: If `home` is no path, or `settings` are none.
        StoreError: If the folder cannot be made, read or written.
        SchemaError: If a newer version wrote it, or it must be migrated and `schema_auto_migrate` is off.
    """
    home = a_path("home", home)
    if not isinstance(settings, BookSettings):
        raise InvalidValueError("settings", settings, "Give BookSettings.")
    open_home(home, auto_migrate=settings.schema_auto_migrate, now=now)
    return Book(MarkdownStore(home, now=now), home, settings, now=now, encoder=encoder)


class Book:
    """Everything that is remembered, of everyone. Times must carry a time zone; they are kept in UTC.

    Every operation raises `InvalidValueError` for an argument of a wrong type, and `StoreError` when the disk refuses.
    """

    def __init__(
        self,
        store: Store,
        home: Path,
        settings: BookSettings = BookSettings(),
        *,
        now: Callable[[], datetime] = utc_now,
        encoder: Encoder | None = None,
    ) -> None:
        self.home, self.settings, self.store = home, settings, store
        self._now = now
        self._ids = Ids()
        self._views: dict[Person, PersonView] = {}
        self._searching = Searching(store, encoder)
        self._batches: dict[Person, list[AuditLine]] = {}

    # -- learning ------------------------------------------------------------------------------------------------

    @checks_arguments
    def apply(
        self,
        person: Person,
        candidates: Sequence[Candidate],
        *,
        source: Source | None,
        origin: Origin,
        at: datetime,
        actor: str,
        name: str | None = None,
    ) -> list[Change]:
        """Keep what the candidates state (`add`), end what they take back (`retract`), and return what changed.

        Later messages win over earlier ones, whichever comes first. A candidate below `min_profile_confidence` and one
        that was forgotten since it was said change nothing. Nor does one that this source taught before; while it
        holds, it is told as refreshed.
        """
        with self._session(person, at=at, actor=actor, origin=origin, source=source, name=name) as session:
            capture(
                session,
                candidates,
                min_confidence=self.settings.min_profile_confidence,
                max_chars=self.settings.max_record_chars,
            )
            return session.finished()

    @checks_arguments
    def remember(
        self,
        person: Person,
        text: str,
        *,
        kind: Kind = Kind.FACT,
        attribute: str | None = None,
        value: str | None = None,
        confidence: float = 0.80,
        dated: date | None = None,
        source: Source | None = None,
        origin: Origin,
        at: datetime,
        actor: str,
        memory_id: str | None = None,
        name: str | None = None,
    ) -> Change:
        """Keep one statement because someone asked for it, whatever its confidence, and return what changed.

        What is known already is refreshed. With a `memory_id` it is kept under that id beside its likes; the same id
        and text again change nothing. What was forgotten since `at` stays forgotten: the change is then a
        `FORGET_SOFT` of a memory that is not kept.

        Raises:
            InvalidValueError: If nothing of the text is visible, the kind is `episode`, the confidence is not within
                0.0 to 1.0, or the id is not valid or belongs to another text.
        """
        kept = truncate(sanitise(text), self.settings.max_record_chars)
        if not kept:
            raise InvalidValueError("text", text, "Give some words to remember.")
        if kind is Kind.EPISODE:
            raise InvalidValueError("kind", kind, "Give a durable kind: episodes are written for turns.")
        a_share("confidence", confidence)
        if memory_id is not None and not is_valid_id(memory_id):
            raise InvalidValueError("memory id", memory_id, "Give 1 to 128 printable characters.")
        statement = Statement(
            text=kept,
            kind=kind,
            confidence=confidence,
            attribute=short(attribute),
            value=short(value),
            dated=dated,
        )
        with self._session(person, at=at, actor=actor, origin=origin, source=source, name=name) as session:
            known = None if memory_id is None else session.writer.state.current.get(memory_id)
            if known is not None:
                if known.text != kept:
                    raise InvalidValueError("memory id", known.id, "Another memory has this id; give a new one.")
                return Change(Operation.PATCH, known, known, refreshed=True)
            learn(session, statement, memory_id=memory_id)
            return session.finished()[0] if session.changes else unchanged(session, statement)

    @checks_arguments
    @contextmanager
    def batch(self, person: Person) -> Iterator[None]:
        """Make many changes to one person's memories in one write; they are durable when the body ends, or not made."""
        self._batches.setdefault(person, [])
        try:
            with self.store.writing(person):
                yield
            self.store.write_audit(self._batches[person])
        finally:
            self._batches.pop(person, None)

    @checks_arguments
    def patch(self, person: Person, memory_id: str, text: str, *, at: datetime, actor: str) -> Change:
        """Give an active memory new words.

        Raises:
            NotFoundError: If the person has no active memory of this id.
            InvalidValueError: If nothing of the text is visible.
        """
        kept = truncate(sanitise(text), self.settings.max_record_chars)
        if not kept:
            raise InvalidValueError("text", text, "Give the new words of the memory.")
        with self._session(person, at=at, actor=actor) as session:
            memory = session.writer.state.current.get(memory_id)
            if memory is None or memory.status is not Status.ACTIVE:
                raise no_memory(memory_id)
            session.patch(memory, kept)
            return session.finished()[0]

    @checks_arguments
    def invalidate(self, person: Person, memory_id: str, *, at: datetime, actor: str, reason: str) -> Change:
        """Mark a memory as no longer true, or found wrong; one that is not active stays as it is.

        `reason` goes into the log and the audit: it must not quote the memory.

        Raises:
            NotFoundError: If the person has no memory of this id.
        """
        with self._session(person, at=at, actor=actor) as session:
            memory = session.writer.state.current.get(memory_id)
            if memory is None:
                raise no_memory(memory_id)
            if memory.status is not Status.ACTIVE:
                return Change(Operation.INVALIDATE, memory, memory)
            session.invalidate(memory, truncate(sanitise(reason), auditing.MAX_NOTE_CHARS))
            return session.finished()[0]

    @checks_arguments
    def merge(self, person: Person, memory_id: str, *, into: str, at: datetime, actor: str) -> Change:
        """Let one active memory stand for another that says the same, which is superseded.

        Raises:
            NotFoundError: If either is no active memory of the person.
            InvalidValueError: If both are one.
        """
        if memory_id == into:
            raise InvalidValueError("memory id", memory_id, "Give the ids of two memories.")
        with self._session(person, at=at, actor=actor) as session:
            current = session.writer.state.current
            for each in (memory_id, into):
                if each not in current or current[each].status is not Status.ACTIVE:
                    raise no_memory(each)
            session.supersede(current[memory_id], into, operation=Operation.REFLECT)
            return session.finished()[0]

    # -- forgetting ----------------------------------------------------------------------------------------------

    @checks_arguments
    def forget(
        self,
        person: Person,
        query: Query,
        *,
        at: datetime,
        actor: str,
        hard: bool = False,
        visible: Visible | None = None,
        dry_run: bool = False,
        source: Source | None = None,
    ) -> list[Change]:
        """Forget the memories that hold all words of the query, or are on an attribute it asks for; [] if none does.

        Active ones come first; what they replaced goes with them where it matches too. `hard` removes every copy, also
        of what was forgotten softly before. With `dry_run` nothing is done. `source` is the message that asks for it.
        """
        with self.store.reading(person) as state:
            found = [
                memory.id
                for memory in active_first(self._view(person, state).memories(None))
                if forgettable(memory, hard=hard) and (visible is None or visible(memory)) and matches(query, memory)
            ]
            if dry_run:
                operation = Operation.FORGET_HARD if hard else Operation.FORGET_SOFT
                return [Change(operation, state.current[each], state.current[each]) for each in found]
        return self.forget_ids(person, found, at=at, actor=actor, hard=hard, source=source)

    @checks_arguments
    def forget_ids(
        self,
        person: Person,
        ids: Sequence[str],
        *,
        at: datetime,
        actor: str,
        hard: bool = False,
        final: bool = False,
        source: Source | None = None,
    ) -> list[Change]:
        """Forget the memories with these ids; unknown and (unless `hard`) already forgotten ones are skipped.

        With `final`, `undo` does not bring them back. `source` is the message that asks for it.
        """
        if not ids:
            return []
        with self._session(person, at=at, actor=actor, asked_in=source) as session:
            current = session.writer.state.current
            found = [current[each] for each in dict.fromkeys(ids) if each in current]
            found = [memory for memory in found if forgettable(memory, hard=hard)]
            if hard:
                return session.purge(found)
            for memory in found:
                session.forget(memory, final=final)
            return session.finished()

    @checks_arguments
    def forget_all(
        self, person: Person, *, at: datetime, actor: str, hard: bool = False, source: Source | None = None
    ) -> list[Change]:
        """Forget everything about a person, what was replaced or ended included; active memories come first.

        `undo` does not bring it back. `source` is the message that asks for it.
        """
        with self.store.reading(person) as state:
            everything = active_first(self._view(person, state).memories(None))
            ids = [memory.id for memory in everything if forgettable(memory, hard=hard)]
        return self.forget_ids(person, ids, at=at, actor=actor, hard=hard, final=True, source=source)

    @checks_arguments
    def erase_person(self, person: Person, *, at: datetime, actor: str) -> list[str]:
        """Remove everything that is held about a person; return one sentence for each place that held some."""
        removed = self.store.erase(person)
        with self.store.reading(person) as state:
            self._searching.publish(person, state)
        line = AuditLine(
            self._ids.new(at), Operation.ERASE_PERSON, person.user_id, actor, utc(at), person, f"{len(removed)} places"
        )
        self.store.write_audit([line])
        return removed

    @checks_arguments
    def erase_team(self, team_id: str, *, at: datetime, actor: str) -> list[str]:
        """Remove everything that is held about a workspace; return one sentence for each place that held some."""
        nobody = Person(team_id, EVERYONE.user_id)
        people = self.store.people(team_id)
        removed = self.store.erase_team(team_id)
        self._searching.forget(team_id)
        for person in people:
            self._views.pop(person, None)
        note = f"{len(people)} {'person' if len(people) == 1 else 'people'}, {len(removed)} places"
        self.store.write_audit(
            [AuditLine(self._ids.new(at), Operation.ERASE_TEAM, team_id, actor, utc(at), nobody, note)]
        )
        return removed

    @checks_arguments
    def undo(
        self,
        person: Person,
        *,
        at: datetime,
        actor: str,
        ids: Sequence[str] | None = None,
        source: Source | None = None,
    ) -> list[Change]:
        """Take back memories as if they had not been said; what they had replaced or ended is active again.

        With `ids`, these memories; of one that was invalidated, its ending. Without, what was done last: everything the
        most recent message brought, and what was forgotten since, unless that was everything or for good. Nothing if
        that was taken back already. What was taken back is a `FORGET_SOFT`, what holds again a `PATCH` whose `previous`
        was not active. `source` is the message that asks for it.
        """
        with self._session(person, at=at, actor=actor, asked_in=source) as session:
            state = session.writer.state
            if ids is None:
                entries = [entry for entry in state.last_act() if can_be_taken_back(state, entry)]
            else:
                entries = [entry for each in dict.fromkeys(ids) for entry in to_take_back(state, each)]
            for change in session.take_back(entries):
                hold_again(session, change.memory)
            return session.finished()

    # -- asking --------------------------------------------------------------------------------------------------

    @checks_arguments
    def memories(
        self, person: Person, *, status: Status | None = Status.ACTIVE, as_of: datetime | None = None
    ) -> list[Memory]:
        """Return a person's memories by the time they were learned, then id; [] for someone unknown.

        `status` None gives those of every status. With `as_of`, those that held at that time (and were not forgotten
        since), whatever their status is now.
        """
        with self.store.reading(person) as state:
            view = self._view(person, state)
            if as_of is not None:
                moment = utc(as_of)
                return [memory for memory in view.memories(None) if held(memory, moment)]
            return view.memories(status)

    @checks_arguments
    def on_attribute(self, person: Person, *attributes: str) -> list[Memory]:
        """Return a person's active memories on attributes, such as `nickname`, by attribute and newest first."""
        index = self._searching.index(person)
        return [memory for attribute in attributes for memory in index.on(attribute, person)]

    @checks_arguments
    def get(self, person: Person, memory_id: str) -> Memory:
        """Return a memory of any status.

        Raises:
            NotFoundError: If the person has none of this id.
        """
        with self.store.reading(person) as state:
            if memory_id not in state.current:
                raise no_memory(memory_id)
            return state.current[memory_id]

    @checks_arguments
    def find(self, reader: Person, memory_id: str) -> Memory | None:
        """Return the memory of this id, of whatever status and of anyone in the reader's workspace; None for none."""
        return self._searching.index(reader).get(memory_id)

    @checks_arguments
    def made_of(self, person: Person, source: Source) -> frozenset[str]:
        """Return the ids of the memories, of any status, that a message of a person's brought, at once or later."""
        with self.store.reading(person) as state:
            return frozenset(each.id for each in state.entries_from(source_key(source)) if isinstance(each, Memory))

    @checks_arguments
    def holds_forgotten(self, person: Person, words: str, *, since: datetime) -> bool:
        """Return whether words tell a memory that a person had forgotten since then: hold all its words that matter."""
        with self.store.reading(person) as state:
            if not state.has_tombstones:
                return False
            gone = [
                memory.text
                for memory in state.current.values()
                if memory.status is Status.FORGOTTEN and memory.ended_at is not None and memory.ended_at >= utc(since)
            ]
        said = content_stems(words)
        return any(meant and meant <= said for meant in map(content_stems, gone))

    @checks_arguments
    def is_rewritten_since(self, memory: Memory, moment: datetime) -> bool:
        """Return whether somebody gave a memory other words after this time, so that what was told of it is old."""
        with self.store.reading(memory.subject) as state:
            return state.is_rewritten_since(memory.id, utc(moment))

    @checks_arguments
    def recall(
        self,
        query: Query,
        *,
        reader: Person,
        visible: Visible,
        now: datetime | None = None,
        limit: int | None = None,
        threshold: float | None = None,
        as_of: datetime | None = None,
    ) -> list[Recalled]:
        """Return the memories of the reader's workspace that answer the query, best first, of those that are visible.

        Bounded by `recall_max_items` and `recall_max_chars`, or by `limit` items where it is given. Nothing below the
        `threshold` (by default the settings') comes back, and no memory less certain than `min_profile_confidence`.
        A threshold of 0.0 asks for a ranking: whatever has to do with the query at all. With `as_of`, what was known at
        that time answers, as it stood then, less what was forgotten since.
        """
        if limit is not None:
            at_least("limit", limit, 0)
        if threshold is not None:
            a_share("threshold", threshold)
        floor = self.settings.min_profile_confidence
        limits = RecallLimits(
            max_items=self.settings.recall_max_items if limit is None else limit,
            max_chars=self.settings.recall_max_chars if limit is None else None,
            threshold=self.settings.recall_threshold if threshold is None else threshold,
        )
        return recall(
            query,
            self._searching.index(reader),
            reader=reader,
            visible=lambda memory: memory.confidence >= floor and visible(memory),
            now=utc(now) if now is not None else self._now(),
            limits=limits,
            vector=None if query.small_talk else self._searching.vector_of(query.text),
            as_of=None if as_of is None else utc(as_of),
        )

    @checks_arguments
    def finish_encoding(self, team_id: str, progress: Callable[[int, int], None] = lambda done, of: None) -> None:
        """Return when every memory of a workspace can be found by its meaning; at once without an encoder.

        `progress` is called with how many are encoded and how many there were to encode.

        Raises:
            EncoderModelError: If the model cannot be loaded.
        """
        self._searching.finish_encoding(team_id, progress)

    @checks_arguments
    def history(
        self, person: Person, query: Query | None = None, *, as_of: datetime | None = None
    ) -> list[list[Memory]]:
        """Return the lineages, oldest memory first, of which a memory of any status matches the query (None: all).

        With `as_of`, what was known at that time, as it stood then, less what was forgotten since.
        """
        with self.store.reading(person) as state:
            lineages = list(state.lineages())
        if as_of is not None:
            moment = utc(as_of)
            stood = ([then for memory in chain if (then := as_it_stood(memory, moment))] for chain in lineages)
            lineages = [chain for chain in stood if chain]
        lineages.sort(key=lambda chain: (chain[0].created_at, chain[0].id))
        return [chain for chain in lineages if query is None or any(matches(query, memory) for memory in chain)]

    @checks_arguments
    def audit(
        self,
        *,
        team_id: str | None = None,
        person: Person | None = None,
        operation: Operation | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Iterator[AuditLine]:
        """Return the operations that meet every condition given, oldest first; `until` is exclusive."""
        return auditing.select(
            self.store.read_audit(),
            team_id=team_id,
            person=person,
            operation=operation,
            since=None if since is None else utc(since),
            until=None if until is None else utc(until),
        )

    def teams(self) -> list[str]:
        """Return the ids of the workspaces that anything is kept for."""
        return self.store.teams()

    @checks_arguments
    def people(self, team_id: str) -> list[Person]:
        """Return the people of a workspace that anything is kept for."""
        return self.store.people(team_id)

    def problems(self) -> list[LogFormatError]:
        """Return the lines that could not be read so far; they are kept, and the rest is served."""
        return self.store.problems()

    @checks_arguments
    def export(self, person: Person) -> dict[str, object]:
        """Return everything that is held about a person, ready for JSON."""
        return export(self, person)

    # -- beside the memories -------------------------------------------------------------------------------------

    @checks_arguments
    def is_paused(self, person: Person) -> bool:
        """Return whether the person asked that nothing be captured for now. It is up to the caller to obey."""
        return _PAUSED_SINCE in self.store.settings(person)

    @checks_arguments
    def pause(self, person: Person, *, at: datetime, actor: str) -> None:
        """Note that nothing is to be captured from now on."""
        self._set(person, _PAUSED_SINCE, utc(at).isoformat(), at=at, actor=actor, note="paused")

    @checks_arguments
    def resume(self, person: Person, *, at: datetime, actor: str) -> None:
        """Note that capturing goes on."""
        self._set(person, _PAUSED_SINCE, None, at=at, actor=actor, note="resumed")

    @checks_arguments
    def choices(self, person: Person) -> dict[str, str]:
        """Return what the person set for themselves, by name; the caller says what the names mean."""
        return {name: value for name, value in self.store.settings(person).items() if name != _PAUSED_SINCE}

    @checks_arguments
    def choose(self, person: Person, name: str, value: str | None, *, at: datetime, actor: str) -> None:
        """Keep one setting of the person; None removes it."""
        self._set(person, name, value, at=at, actor=actor, note=f"setting {name}")

    @checks_arguments
    def note(self, person: Person, note: str, *, at: datetime, actor: str) -> None:
        """Leave a line about a person in the audit that changes nothing; `note` must quote nobody."""
        line = AuditLine(self._ids.new(at), Operation.PATCH, person.user_id, actor, utc(at), person, note)
        self.store.write_audit([line])

    @checks_arguments
    def write_episode(self, person: Person, episode: Episode) -> None:
        """Keep the snapshot of a turn of this person."""
        self.store.write_episode(person, episode)

    @checks_arguments
    def episodes(self, person: Person, *, limit: int) -> list[Episode]:
        """Return the latest turns of a person, newest first, at most `limit`."""
        at_least("limit", limit, 0)
        return list(islice(self.store.episodes(person), limit))

    @checks_arguments
    def find_turns(self, person: Person, words: str, *, limit: int) -> list[Episode]:
        """Return the turns in which a person said all of these words, newest first, at most `limit`.

        Not those that tell of a memory which was forgotten or given other words since.
        """
        at_least("limit", limit, 0)
        return list(islice(filter(self.may_be_shown, holding(words, self.store.episodes(person))), limit))

    @checks_arguments
    def may_be_shown(self, episode: Episode) -> bool:
        """Return whether nothing that a turn taught or told is forgotten or reworded by now, so that it may be shown.

        What it taught includes what a gesture made of it later. A turn of nobody tells nothing.
        """
        person = episode.person
        if person is None or self.holds_forgotten(person, episode.text, since=episode.at):
            return False
        later = self.made_of(person, Source(episode.channel_id, episode.ts))
        told = [self.find(person, each) for each in episode.tells_of | later]
        return all(
            memory is not None
            and memory.status is not Status.FORGOTTEN
            and not self.is_rewritten_since(memory, episode.at)
            for memory in told
        )

    @checks_arguments
    def episodes_in(self, team_id: str, channel_id: str, *, limit: int) -> list[Episode]:
        """Return the latest turns of everyone in a conversation, newest first, at most `limit`; [] for no such team."""
        at_least("limit", limit, 0)
        if not is_team_id(team_id):
            return []
        return list(islice(self.store.episodes_in(team_id, channel_id), limit))

    @checks_arguments
    def drop_turn(self, person: Person, source: Source) -> int:
        """Remove the snapshot of the turn that a message of this person was, because it stands no more as it was said.

        Returns how many there were, 0 or 1. What was learned of the message is not touched.
        """
        return self.store.drop_turn(person, source)

    @checks_arguments
    def drop_old_episodes(self, *, dry_run: bool = False) -> int:
        """Remove the episodes older than `retention_days` (0: none); return how many."""
        if not self.settings.retention_days:
            return 0
        return self.store.drop_episodes(self._now() - timedelta(days=self.settings.retention_days), dry_run=dry_run)

    def soul(self) -> str:
        """Return who the bot is, read anew each time; "" if there is no SOUL.md."""
        return self.store.soul()

    def evergreen(self) -> str:
        """Return the notes of the workspace, MEMORY.md; "" if there are none."""
        return self.store.evergreen()

    @checks_arguments
    def write_page(self, name: str, text: str, *, person: Person, at: datetime, actor: str) -> None:
        """Put new text into SOUL.md or MEMORY.md, whole; `person` stands in the audit for whose wish it was.

        Raises:
            InvalidValueError: If the name is that of no such page.
            StoreError: If it could not be saved; the page is as it was then.
        """
        if name not in {"SOUL.md", "MEMORY.md"}:
            raise InvalidValueError("The page", name, "Name SOUL.md or MEMORY.md.")
        self.store.write_page(name, text.strip() + "\n" if text.strip() else "")
        self.note(person, f"{name} was edited", at=at, actor=actor)

    @checks_arguments
    def user_notes(self, person: Person) -> str:
        """Return the notes about a person, their USER.md; "" if there are none."""
        return self.store.user_notes(person)

    def warm(self) -> None:
        """Read every log and make the search indexes ready, so that the first who asks need not wait; put them down."""
        for team_id in self.teams():
            for person in self.people(team_id)[:1]:
                self._searching.index(person)
        self._searching.save()

    def close(self) -> None:
        """Finish what was put off (the pages of a long log), and put the search index down for the next start."""
        self._searching.stop_encoding()
        self._searching.save()
        self.store.close()

    def __enter__(self) -> "Book":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- inside --------------------------------------------------------------------------------------------------

    @contextmanager
    def _session(
        self,
        person: Person,
        *,
        at: datetime,
        actor: str,
        origin: Origin = Origin.DM,
        source: Source | None = None,
        asked_in: Source | None = None,
        name: str | None = None,
    ) -> Iterator[Session]:
        at = utc(at)
        with self.store.writing(person) as writer:
            session = Session(
                person=person,
                writer=writer,
                known=self._view(person, writer.state),
                at=at,
                actor=sanitise(actor),
                origin=origin,
                new_id=self._ids.new,
                key=self.store.key(),
                source=checked(source),
                asked_in=checked(asked_in),
                name=sanitise_name(name) if name else None,
            )
            yield session
            writer.commit()
            self._searching.publish(person, writer.state)
            batch = self._batches.get(person)
            if batch is not None:
                batch.extend(session.audit)
        if batch is None:
            self.store.write_audit(session.audit)

    def _view(self, person: Person, state: PersonState) -> PersonView:
        view = self._views.get(person)
        if view is None:
            view = self._views[person] = PersonView(state)
        view.follow(state)
        return view

    def _set(self, person: Person, name: str, value: str | None, *, at: datetime, actor: str, note: str) -> None:
        self.store.set_setting(person, name, value)
        line = AuditLine(self._ids.new(at), Operation.PATCH, person.user_id, actor, utc(at), person, note)
        self.store.write_audit([line])
