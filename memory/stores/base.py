"""What the book needs of a place that keeps logs: the protocol that every store follows."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Protocol, TypeAlias

from memory.audit import AuditLine
from memory.entries import Entry
from memory.errors import LogFormatError
from memory.fold import PersonState
from memory.records import Episode, Person, Source

Clock: TypeAlias = Callable[[], datetime]
"""Tells the present time, with a time zone."""


class Writer(Protocol):
    """One person's log, open for writing; what is added is kept when the body of `Store.writing` ends without error."""

    @property
    def state(self) -> PersonState:
        """The person's state, with everything other processes wrote and everything added here."""
        ...

    def add(self, entry: Entry, name: str) -> None:
        """Add an entry; `name` is shown as its author."""
        ...

    def commit(self) -> None:
        """Keep what was added so far, durably; does nothing inside an outer `Store.writing`, which then does it."""
        ...

    def purge(self, memory_ids: Iterable[str], tombs: Sequence[Entry], name: str) -> list[str]:
        """Remove every trace of the memories, leaving `tombs` in the log; return one sentence for each place."""
        ...


class Store(Protocol):
    """Keeps the logs, episodes, notes and audit of many people. Thread-safe; several processes may share one place."""

    def teams(self) -> list[str]:
        """Return the ids of the workspaces that anything is kept for, sorted."""
        ...

    def people(self, team_id: str) -> list[Person]:
        """Return the people of a workspace, sorted by id; [] for an unknown one."""
        ...

    def reading(self, person: Person) -> AbstractContextManager[PersonState]:
        """Hold the person's present state. It must not be kept or used outside the body."""
        ...

    def writing(self, person: Person) -> AbstractContextManager[Writer]:
        """Hold the person's log for writing, alone among all threads and processes. May be nested in one thread."""
        ...

    def stale(self, team_id: str, first: Person) -> list[Person]:
        """Return the people of the workspace who may have changed since they were last read, `first` if it did."""
        ...

    def erase(self, person: Person) -> list[str]:
        """Remove everything kept about a person; return one sentence for each place it was removed from."""
        ...

    def erase_team(self, team_id: str) -> list[str]:
        """Remove everything kept about a workspace, its audit included; return one sentence for each place."""
        ...

    def key(self) -> bytes:
        """Return the secret that fingerprints of forgotten texts are made with."""
        ...

    def settings(self, person: Person) -> dict[str, str]:
        """Return what the person set for themselves, by name; {} if nothing."""
        ...

    def set_setting(self, person: Person, name: str, value: str | None) -> None:
        """Keep one setting of the person durably; None removes it."""
        ...

    def soul(self) -> str:
        """Return who the bot is, or ""."""
        ...

    def evergreen(self) -> str:
        """Return the notes about the workspace, or ""."""
        ...

    def write_page(self, name: str, text: str) -> None:
        """Put text into SOUL.md or MEMORY.md, all of it or, with a `StoreError`, nothing."""
        ...

    def user_notes(self, person: Person) -> str:
        """Return the notes about the person, or ""."""
        ...

    def write_audit(self, lines: Sequence[AuditLine]) -> None:
        """Append to the audit."""
        ...

    def read_audit(self) -> Iterator[AuditLine]:
        """Return the audit, oldest first."""
        ...

    def write_episode(self, person: Person, episode: Episode) -> None:
        """Append the snapshot of a turn of this person."""
        ...

    def episodes(self, person: Person) -> Iterator[Episode]:
        """Return the snapshots of a person's turns, newest first."""
        ...

    def drop_turn(self, person: Person, source: Source) -> int:
        """Remove the snapshot of the turn that a message of a person was; return how many there were."""
        ...

    def episodes_in(self, team_id: str, channel_id: str) -> Iterator[Episode]:
        """Return the snapshots of everyone's turns in a conversation of a workspace, newest first."""
        ...

    def drop_episodes(self, before: datetime, *, dry_run: bool) -> int:
        """Remove the snapshots older than `before`; return how many there are."""
        ...

    def disposable(self) -> Path | None:
        """Return the folder for what can be made anew from the logs, or None if there is none."""
        ...

    def problems(self) -> list[LogFormatError]:
        """Return the lines that could not be read so far."""
        ...

    def refresh_views(self, people: Iterable[Person]) -> int:
        """Write the generated files of these people anew; return how many files that made."""
        ...

    def close(self) -> None:
        """Finish what was put off. The store can be used again afterwards."""
        ...
