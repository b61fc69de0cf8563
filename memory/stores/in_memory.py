"""A small store that keeps everything in this process: for tests, and as the plainest reading of the protocol."""

import secrets
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from memory.audit import AuditLine
from memory.entries import Edit, Entry, Forget, Undo
from memory.errors import LogFormatError
from memory.fold import PersonState, Traces
from memory.records import Episode, Person, Source
from memory.text import normalise


class InMemoryStore:
    """See `memory.stores.base.Store`. One lock for everything."""

    def __init__(self) -> None:
        self._mutex = threading.RLock()
        self._logs: dict[Person, list[Entry]] = {}
        self._states: dict[Person, PersonState] = {}
        self._episodes: list[Episode] = []
        self._audit: list[AuditLine] = []
        self._settings: dict[Person, dict[str, str]] = {}
        self._unread: set[Person] = set()
        self._writers: dict[Person, _Writer] = {}
        self._key = secrets.token_bytes(32)
        self._pages: dict[str, str] = {}

    def teams(self) -> list[str]:
        with self._mutex:
            return sorted({person.team_id for person in self._logs} | {each.team_id for each in self._settings})

    def people(self, team_id: str) -> list[Person]:
        with self._mutex:
            return sorted({each for each in (*self._logs, *self._settings) if each.team_id == team_id})

    @contextmanager
    def reading(self, person: Person) -> Iterator[PersonState]:
        with self._mutex:
            self._unread.discard(person)
            yield self._state(person)

    @contextmanager
    def writing(self, person: Person) -> Iterator["_Writer"]:
        with self._mutex:
            if person in self._writers:
                yield self._writers[person]
                return
            writer = self._writers[person] = _Writer(self, person)
            try:
                yield writer
                writer.keep()
            except BaseException:
                self.refold(person)
                raise
            finally:
                del self._writers[person]

    def stale(self, team_id: str, first: Person) -> list[Person]:
        with self._mutex:
            return [person for person in self.people(team_id) if person in self._unread]

    def erase(self, person: Person) -> list[str]:
        with self._mutex:
            removed = [f"log of {person.user_id}: {len(entries)} entries" for entries in [self._logs.pop(person, [])]]
            self._settings.pop(person, None)
            self._episodes = [episode for episode in self._episodes if episode.person != person]
            self.refold(person)
            return removed

    def erase_team(self, team_id: str) -> list[str]:
        with self._mutex:
            removed = [sentence for person in self.people(team_id) for sentence in self.erase(person)]
            self._audit = [line for line in self._audit if line.person.team_id != team_id]
            return removed

    def key(self) -> bytes:
        return self._key

    def settings(self, person: Person) -> dict[str, str]:
        with self._mutex:
            return dict(self._settings.get(person, {}))

    def set_setting(self, person: Person, name: str, value: str | None) -> None:
        with self._mutex:
            settings = self._settings.setdefault(person, {})
            if value is None:
                settings.pop(name, None)
            else:
                settings[name] = value

    def soul(self) -> str:
        return self._pages.get("SOUL.md", "")

    def evergreen(self) -> str:
        return self._pages.get("MEMORY.md", "")

    def write_page(self, name: str, text: str) -> None:
        self._pages[name] = text.strip()

    def user_notes(self, person: Person) -> str:
        return ""

    def write_audit(self, lines: Sequence[AuditLine]) -> None:
        with self._mutex:
            self._audit += lines

    def read_audit(self) -> Iterator[AuditLine]:
        with self._mutex:
            return iter(list(self._audit))

    def write_episode(self, person: Person, episode: Episode) -> None:
        with self._mutex:
            self._episodes.append(replace(episode, person=person))

    def episodes(self, person: Person) -> Iterator[Episode]:
        with self._mutex:
            mine = [episode for episode in self._episodes if episode.person == person]
        return iter(sorted(mine, key=lambda episode: episode.at, reverse=True))

    def drop_turn(self, person: Person, source: Source) -> int:
        with self._mutex:
            kept = [
                e for e in self._episodes if (e.person, e.channel_id, e.ts) != (person, source.channel_id, source.ts)
            ]
            dropped = len(self._episodes) - len(kept)
            self._episodes = kept
        return dropped

    def episodes_in(self, team_id: str, channel_id: str) -> Iterator[Episode]:
        with self._mutex:
            here = [
                episode
                for episode in self._episodes
                if episode.channel_id == channel_id and episode.person and episode.person.team_id == team_id
            ]
        return iter(sorted(here, key=lambda episode: episode.at, reverse=True))

    def drop_episodes(self, before: datetime, *, dry_run: bool) -> int:
        with self._mutex:
            kept = [episode for episode in self._episodes if episode.at.date() >= before.date()]
            dropped = len(self._episodes) - len(kept)
            if not dry_run:
                self._episodes = kept
            return dropped

    def disposable(self) -> Path | None:
        return None

    def problems(self) -> list[LogFormatError]:
        return []

    def refresh_views(self, people: Iterable[Person]) -> int:
        return 0

    def close(self) -> None:
        """Nothing is put off here."""

    def append(self, person: Person, entries: Sequence[Entry]) -> None:
        """Keep entries for good."""
        self._logs.setdefault(person, []).extend(entries)

    def refold(self, person: Person) -> None:
        """Read the log of a person again."""
        old = self._states.get(person)
        state = self._states[person] = PersonState(person, self._logs.get(person, ()))
        if old is not None:
            state.succeed(old)
        self._unread.add(person)

    def purge(self, person: Person, traces: Traces) -> list[str]:
        """Drop the entries and turns that tell of some memories."""
        log = self._logs[person]
        kept = self._logs[person] = [entry for entry in log if not _tells_of(entry, traces.ids)]
        self._episodes = [episode for episode in self._episodes if not _in_turn(episode, traces)]
        self.refold(person)
        return [f"log of {person.user_id}: {len(log) - len(kept)} entries"]

    def _state(self, person: Person) -> PersonState:
        state = self._states.get(person)
        if state is None:
            state = self._states[person] = PersonState(person)
        return state


class _Writer:
    """One person's log, open for writing."""

    def __init__(self, store: InMemoryStore, person: Person) -> None:
        self._store, self._person = store, person
        self._added: list[Entry] = []

    @property
    def state(self) -> PersonState:
        return self._store._state(self._person)

    def add(self, entry: Entry, name: str) -> None:
        self.state.add(entry)
        self._added.append(entry)

    def commit(self) -> None:
        """What was added is kept when the outermost body ends."""

    def keep(self) -> None:
        """Keep what was added."""
        if self._added:
            self._store.append(self._person, self._added)
            self._store._unread.add(self._person)
        self._added = []

    def purge(self, memory_ids: Iterable[str], tombs: Sequence[Entry], name: str) -> list[str]:
        traces = self.state.traces(memory_ids)
        for tomb in tombs:
            self.add(tomb, name)
        self.keep()
        return self._store.purge(self._person, traces)


def _in_turn(episode: Episode, traces: Traces) -> bool:
    words = normalise(f"{episode.text} {episode.reply}")
    stated = Source(episode.channel_id, episode.ts) in traces.sources
    return stated or bool(episode.tells_of & traces.ids) or any(normalise(text) in words for text in traces.texts)


def _tells_of(entry: Entry, ids: frozenset[str]) -> bool:
    if isinstance(entry, Edit):
        return entry.target in ids and not isinstance(entry, Forget | Undo)
    return entry.id in ids
