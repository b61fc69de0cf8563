"""The embedded store: a folder of Markdown logs that people can read, compare and edit. Files are the truth.

One person's log is a folder of daily files. Reading compares the files' signatures and reads only what is new; writing
holds the person's file lock, so that the bot, the command line and any other process may write at once.
"""

import json
import secrets
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from memory.audit import AuditLine, format_audit_line, parse_audit_line
from memory.episodes import format_episode, parse_episode
from memory.errors import InvalidIdError, LogFormatError, StoreError
from memory.fold import PersonState
from memory.log import Entry
from memory.records import Episode, Memory, Person
from memory.stores import files, purge
from memory.stores.person_log import FileLocked, PersonLog

KEY_FILE: Final = ".secret"
AUDIT_FILE: Final = "audit.jsonl"
SETTINGS_FILE: Final = "settings.json"
MAX_AUDIT_BYTES: Final = 8 * 1024 * 1024
"""Size at which the audit is put aside under a number and a new file begun."""
_KEY_BYTES: Final = 32


class MarkdownStore:
    """See `memory.stores.base.Store`. `home` must be there; everything else is made when it is first written."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._logs: dict[Person, PersonLog] = {}
        self._mutex = threading.RLock()
        self._key: bytes | None = None

    def teams(self) -> list[str]:
        return sorted(name for name in self._folders(self.home / "teams") if _person(name, "U0") is not None)

    def people(self, team_id: str) -> list[Person]:
        found = (_person(team_id, name) for name in self._folders(self.home / "teams" / team_id / "people"))
        return sorted(person for person in found if person is not None)

    @contextmanager
    def reading(self, person: Person) -> Iterator[PersonState]:
        with self._log(person).reading() as state:
            yield state

    @contextmanager
    def writing(self, person: Person) -> Iterator["_Writer"]:
        log = self._log(person)
        with log.writing():
            yield _Writer(self, log)

    def stale(self, team_id: str, first: Person) -> list[Person]:
        everyone = self.people(team_id)
        return [person for person in everyone if person == first or self._log(person).is_stale()]

    def erase(self, person: Person) -> list[str]:
        log = self._log(person)
        with log.writing():
            removed = purge.erase_person(self.home, person, list(log.state.current.values()))
            log.forget_cache()
        return removed

    def key(self) -> bytes:
        with self._mutex:
            if self._key is None:
                self._key = self._read_or_make_key()
            return self._key

    def paused_since(self, person: Person) -> datetime | None:
        path = self._person_folder(person) / SETTINGS_FILE
        if not path.exists():
            return None
        try:
            since = json.loads(files.read_file(path)[0]).get("paused_since")
            return None if since is None else datetime.fromisoformat(since)
        except (ValueError, AttributeError, TypeError) as error:
            raise StoreError(
                path, "its content is no JSON object with paused_since", "Correct it or remove it."
            ) from error

    def set_paused(self, person: Person, since: datetime | None) -> None:
        log = self._log(person)
        with log.writing():
            path = log.folder / SETTINGS_FILE
            if since is None:
                files.remove_file(path)
            else:
                files.make_folder(log.folder, self.home)
                content = json.dumps({"paused_since": since.astimezone(UTC).isoformat()}) + "\n"
                files.replace_file(path, content.encode(), sync=True)

    def soul(self) -> str:
        return files.read_text(self.home / "SOUL.md")

    def evergreen(self) -> str:
        return files.read_text(self.home / "MEMORY.md")

    def user_notes(self, person: Person) -> str:
        return files.read_text(self._person_folder(person) / "USER.md")

    def write_audit(self, lines: Sequence[AuditLine]) -> None:
        if not lines:
            return
        path = self.home / AUDIT_FILE
        data = "".join(f"{format_audit_line(line)}\n" for line in lines).encode("utf-8", "replace")
        with self._mutex, FileLocked(self.home / ".audit.lock"):
            status = files.append(path, data, sync=False)
            if status.st_size >= MAX_AUDIT_BYTES:
                self._rotate(path)

    def read_audit(self) -> Iterator[AuditLine]:
        for path in self._audit_files():
            for line in files.read_file(path)[0].decode("utf-8", "replace").split("\n"):
                if (parsed := parse_audit_line(line)) is not None:
                    yield parsed

    def write_episode(self, person: Person, episode: Episode) -> None:
        folder = self._episode_folder(person.team_id)
        files.make_folder(folder, self.home)
        data = (format_episode(replace(episode, person=person)) + "\n").encode("utf-8", "replace")
        day = episode.at.astimezone(UTC).date().isoformat()
        with self._mutex, FileLocked(folder / ".lock"):
            files.append(folder / f"{day}.jsonl", data, sync=False)

    def episodes(self, person: Person) -> Iterator[Episode]:
        for path in reversed(self._episode_files(person.team_id)):
            lines = files.read_file(path)[0].decode("utf-8", "replace").split("\n")
            found = [parse_episode(line, person.team_id) for line in reversed(lines) if f'"{person.user_id}"' in line]
            mine = [episode for episode in found if episode is not None and episode.person == person]
            yield from sorted(mine, key=lambda episode: episode.at, reverse=True)

    def drop_episodes(self, before: datetime, *, dry_run: bool) -> int:
        dropped = 0
        for team_id in self.teams():
            for path in self._episode_files(team_id):
                if path.stem < before.astimezone(UTC).date().isoformat():
                    dropped += files.read_file(path)[0].count(b"\n")
                    if not dry_run:
                        files.remove_file(path)
        return dropped

    def problems(self) -> list[LogFormatError]:
        with self._mutex:
            logs = list(self._logs.values())
        return [problem for log in logs for problem in log.problems()]

    def refresh_views(self, people: Iterable[Person]) -> int:
        written = 0
        for person in people:
            log = self._log(person)
            with log.writing():
                written += log.write_views()
        return written

    def close(self) -> None:
        with self._mutex:
            logs = list(self._logs.values())
        for log in logs:
            log.flush()

    def _log(self, person: Person) -> PersonLog:
        with self._mutex:
            log = self._logs.get(person)
            if log is None:
                log = self._logs[person] = PersonLog(self.home, person)
            return log

    def _person_folder(self, person: Person) -> Path:
        return self._log(person).folder

    def _episode_folder(self, team_id: str) -> Path:
        return self.home / "teams" / team_id / "episodes"

    def _episode_files(self, team_id: str) -> list[Path]:
        folder = self._episode_folder(team_id)
        return sorted(folder.glob("????-??-??.jsonl")) if folder.is_dir() else []

    def _audit_files(self) -> list[Path]:
        older = sorted(self.home.glob("audit.*.jsonl"), key=lambda path: path.name)
        current = self.home / AUDIT_FILE
        return [*older, current] if current.exists() else older

    def _rotate(self, path: Path) -> None:
        numbers = [
            int(old.name.split(".")[1]) for old in self.home.glob("audit.*.jsonl") if old.name.split(".")[1].isdigit()
        ]
        with files.disk_errors(path):
            path.rename(self.home / f"audit.{max(numbers, default=0) + 1:06d}.jsonl")

    def _folders(self, parent: Path) -> list[str]:
        with files.disk_errors(parent):
            try:
                return [path.name for path in parent.iterdir() if path.is_dir() and not path.is_symlink()]
            except FileNotFoundError:
                return []

    def _read_or_make_key(self) -> bytes:
        path = self.home / KEY_FILE
        with FileLocked(self.home / ".secret.lock"):
            if not path.exists():
                files.replace_file(path, secrets.token_hex(_KEY_BYTES).encode() + b"\n", sync=True)
            try:
                return bytes.fromhex(files.read_text(path))
            except ValueError as error:
                raise StoreError(path, "it does not hold a hexadecimal key", "Restore it, or remove it.") from error


class _Writer:
    """One person's log, open for writing."""

    def __init__(self, store: MarkdownStore, log: PersonLog) -> None:
        self._store, self._log = store, log

    @property
    def state(self) -> PersonState:
        return self._log.state

    def add(self, entry: Entry, name: str) -> None:
        self._log.add(entry, name)

    def commit(self) -> None:
        self._log.commit(nested=True)

    def purge(self, memories: Sequence[Memory], tombs: Sequence[Entry], name: str) -> list[str]:
        for tomb in tombs:
            self._log.add(tomb, name)
        self._log.commit()
        removed = purge.purge_memories(self._store.home, self._log.person, memories)
        self._log.reload()
        self._log.write_views()
        return removed


def _person(team_id: str, user_id: str) -> Person | None:
    try:
        return Person(team_id, user_id)
    except InvalidIdError:
        return None
