"""The embedded store: a folder of Markdown logs that people can read, compare and edit. Files are the truth.

Reading compares the files' signatures and reads only what is new; writing holds the person's file lock, so that the
bot, the command line and any other process may write at once.
"""

import json
import logging
import secrets
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final

from memory.audit import AuditLine
from memory.entries import Entry
from memory.errors import InvalidIdError, LogFormatError, StoreError
from memory.fold import PersonState, Traces
from memory.ids import Ids
from memory.records import Episode, Operation, Person, Source
from memory.stores import files, purge, purge_team
from memory.stores.base import Clock
from memory.stores.jsonl import AUDIT_FILE, MAX_AUDIT_BYTES, AuditFile, EpisodeFiles
from memory.stores.locks import FileLocked
from memory.stores.news import News
from memory.stores.person_log import PersonLog, Surroundings

KEY_FILE: Final = ".secret"
SETTINGS_FILE: Final = "settings.json"
SWEEP: Final = 16
"""How many other people's folders are looked at for edits by hand in one go; what memory-bot writes is in the audit."""
_KEY_BYTES: Final = 32
_log = logging.getLogger(__name__)


class MarkdownStore:
    """See `memory.stores.base.Store`. `home` must be there; everything else is made when it is first written."""

    def __init__(self, home: Path, *, now: Clock, max_audit_bytes: int = MAX_AUDIT_BYTES) -> None:
        self.home = home
        self._audit = AuditFile(home, max_audit_bytes)
        self._episodes = EpisodeFiles(home)
        self._news = News(home / AUDIT_FILE)
        self._logs: dict[Person, PersonLog] = {}
        self._mutex = threading.RLock()
        self._key: bytes | None = None
        self._swept: dict[str, int] = {}
        self._people: dict[str, tuple[int, list[Person]]] = {}
        self._around = Surroundings(home, now, Ids().new, self.key, self._audit.write)

    def teams(self) -> list[str]:
        return sorted(name for name in self._folders(self.home / "teams") if _person(name, "U0") is not None)

    def people(self, team_id: str) -> list[Person]:
        if _person(team_id, "U0") is None:
            return []
        parent = self.home / "teams" / team_id / "people"
        try:
            changed = parent.stat().st_mtime_ns
        except OSError:
            return []
        with self._mutex:
            cached = self._people.get(team_id)
            if cached is None or cached[0] != changed:
                found = (_person(team_id, name) for name in self._folders(parent))
                cached = self._people[team_id] = (changed, sorted(person for person in found if person is not None))
            return list(cached[1])

    @contextmanager
    def reading(self, person: Person) -> Iterator[PersonState]:
        with self._log(person).reading() as state:
            yield state

    def writing(self, person: Person) -> "_Writer":
        return _Writer(self, self._log(person))

    def stale(self, team_id: str, first: Person) -> list[Person]:
        people = self.people(team_id)
        news = self._news.of(team_id)
        if news is None or len(people) <= SWEEP:
            looked_at = people
        else:
            with self._mutex:
                start = self._swept.get(team_id, 0) % len(people)
                self._swept[team_id] = start + SWEEP
            swept = {*people[start : start + SWEEP], *people[: max(0, start + SWEEP - len(people))]}
            looked_at = [person for person in people if person == first or person.user_id in news or person in swept]
        return [person for person in looked_at if self._log(person).is_stale()]

    def erase(self, person: Person) -> list[str]:
        log = self._log(person)
        with log.writing():
            removed = purge.erase_person(self.home, person, log.state.traces(log.state.current))
            log.forget_cache()
        return removed

    def erase_team(self, team_id: str) -> list[str]:
        removed: list[str] = []
        for person in self.people(team_id):
            log = self._log(person)
            with log.writing():
                removed += purge_team.drop_person(self.home, team_id, person.user_id)
                log.forget_cache()
        removed += purge_team.drop_team(self.home, team_id)
        with self._mutex:
            for person in [each for each in self._logs if each.team_id == team_id]:
                del self._logs[person]
        return removed

    def key(self) -> bytes:
        with self._mutex:
            if self._key is None:
                self._key = self._read_or_make_key()
            return self._key

    def settings(self, person: Person) -> dict[str, str]:
        path = self._log(person).folder / SETTINGS_FILE
        if not path.exists():
            return {}
        try:
            settings = json.loads(files.read_file(path)[0])
        except ValueError as error:
            raise StoreError(path, "its content is no JSON", "Correct it or remove it.") from error
        if not isinstance(settings, dict) or not all(isinstance(value, str) for value in settings.values()):
            raise StoreError(path, "its content is no JSON object of texts", "Correct it or remove it.")
        return settings

    def set_setting(self, person: Person, name: str, value: str | None) -> None:
        log = self._log(person)
        with log.writing():
            settings = {key: kept for key, kept in self.settings(person).items() if key != name}
            if value is not None:
                settings[name] = value
            content = json.dumps(settings, ensure_ascii=False, indent=0, sort_keys=True) + "\n"
            files.replace_file(log.folder / SETTINGS_FILE, content.encode("utf-8", "replace"), sync=True)

    def soul(self) -> str:
        return files.read_text(self.home / "SOUL.md")

    def evergreen(self) -> str:
        return files.read_text(self.home / "MEMORY.md")

    def write_page(self, name: str, text: str) -> None:
        files.replace_file(self.home / name, text.encode("utf-8", "replace"), sync=True)

    def user_notes(self, person: Person) -> str:
        return files.read_text(self._log(person).folder / "USER.md")

    def write_audit(self, lines: Sequence[AuditLine]) -> None:
        self._audit.write(lines)

    def read_audit(self) -> Iterator[AuditLine]:
        return self._audit.read()

    def write_episode(self, person: Person, episode: Episode) -> None:
        self._episodes.write(person, episode)

    def episodes(self, person: Person) -> Iterator[Episode]:
        return self._episodes.read(person)

    def drop_turn(self, person: Person, source: Source) -> int:
        return self._episodes.drop_turn(person, source)

    def episodes_in(self, team_id: str, channel_id: str) -> Iterator[Episode]:
        return self._episodes.read_in(team_id, channel_id)

    def drop_episodes(self, before: datetime, *, dry_run: bool) -> int:
        return sum(self._episodes.drop(team_id, before, dry_run=dry_run) for team_id in self.teams())

    def disposable(self) -> Path | None:
        return self.home / "index"

    def problems(self) -> list[LogFormatError]:
        return [problem for log in self._opened() for problem in log.problems()]

    def refresh_views(self, people: Iterable[Person]) -> int:
        return sum(self._log(person).write_pages() for person in people)

    def close(self) -> None:
        for log in self._opened():
            try:
                log.finish_pages()
            except StoreError as error:
                _log.warning("the pages of %s are out of date: %s", log.person.user_id, error)

    def _log(self, person: Person) -> PersonLog:
        with self._mutex:
            log = self._logs.get(person)
            if log is None:
                log = self._logs[person] = PersonLog(self._around, person)
            return log

    def _opened(self) -> list[PersonLog]:
        with self._mutex:
            return list(self._logs.values())

    def _purge(self, log: PersonLog, traces: Traces) -> list[str]:
        removed = purge.purge_memories(self.home, log.person, traces)
        log.adopt()
        return removed

    def _finish_erasing(self, log: PersonLog, memory_ids: Sequence[str]) -> None:
        """Do what is left of a hard forget that a crash interrupted."""
        removed = self._purge(log, log.state.traces(memory_ids))
        at, note = self._around.now().astimezone(UTC), f"finished after a crash, {len(removed)} places"
        new_id = self._around.new_id
        self._audit.write(
            [
                AuditLine(new_id(at), Operation.FORGET_HARD, memory_id, "recovery", at, log.person, note)
                for memory_id in memory_ids
            ]
        )

    def _folders(self, parent: Path) -> list[str]:
        with files.disk_errors(parent):
            try:
                return [path.name for path in parent.iterdir() if path.is_dir() and not path.is_symlink()]
            except FileNotFoundError:
                return []

    def _read_or_make_key(self) -> bytes:
        path = self.home / KEY_FILE
        if not path.exists():
            with FileLocked(self.home / ".secret.lock"):
                if not path.exists():
                    files.replace_file(path, secrets.token_hex(_KEY_BYTES).encode() + b"\n", sync=True)
        try:
            key = bytes.fromhex(files.read_text(path))
        except ValueError as error:
            raise StoreError(path, "it does not hold a hexadecimal key", "Restore it, or remove it.") from error
        if not 16 <= len(key) <= 64:
            raise StoreError(path, "its key is not 16 to 64 bytes long", "Restore it, or remove it.")
        return key


class _Writer:
    """One person's log, open for writing in the body of its context."""

    def __init__(self, store: MarkdownStore, log: PersonLog) -> None:
        self._store, self._log = store, log

    def __enter__(self) -> "_Writer":
        self._log.begin()
        try:
            if unfinished := self._log.state.half_erased():
                self._store._finish_erasing(self._log, unfinished)
        except BaseException:
            self._log.end(keep=False)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._log.end(keep=kind is None)

    @property
    def state(self) -> PersonState:
        return self._log.state

    def add(self, entry: Entry, name: str) -> None:
        self._log.add(entry, name)

    def commit(self) -> None:
        self._log.commit(nested=True)

    def purge(self, memory_ids: Iterable[str], tombs: Sequence[Entry], name: str) -> list[str]:
        traces = self.state.traces(memory_ids)
        for tomb in tombs:
            self._log.add(tomb, name)
        self._log.commit()
        return self._store._purge(self._log, traces)


def _person(team_id: str, user_id: str) -> Person | None:
    try:
        return Person(team_id, user_id)
    except InvalidIdError:
        return None
