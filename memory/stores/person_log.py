"""One person's folder of daily log files: read what is new, append under a lock, keep the pages current."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date
from pathlib import Path
from types import TracebackType
from typing import Final

from filelock import BaseFileLock, FileLock, Timeout

from memory import views
from memory.errors import LogFormatError, StoreError
from memory.fold import PersonState
from memory.log import FILE_NAME, Entry, EntryError, entry_time, file_name, format_entry, header, parse_line
from memory.records import Person
from memory.stores import files

LOCK_TIMEOUT: Final = 30.0
"""Seconds to wait for another process before giving up."""
_POLL_SECONDS: Final = 0.002
EAGER_VIEWS: Final = 500
"""Up to this many memories the pages are written after each change; beyond it, in at most a tenth of the time."""
_VIEW_SHARE: Final = 10


class FileLocked:
    """A lock between processes, as a context manager. The lock file stays; threads need a lock of their own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: BaseFileLock = FileLock(
            path,
            timeout=LOCK_TIMEOUT,
            mode=files.FILE_MODE,
            thread_local=False,
            poll_interval=_POLL_SECONDS,
            fallback_to_soft=False,
            preserve_lock_file=True,
        )

    def __enter__(self) -> None:
        try:
            with files.disk_errors(self._path):
                self._lock.acquire()
        except Timeout as error:
            raise StoreError(
                self._path,
                f"another process has held this lock for {LOCK_TIMEOUT:.0f} seconds",
                "Find it with `fuser` and end it, or try again.",
            ) from error
        except NotImplementedError as error:
            raise StoreError(
                self._path, "this file system has no locks between processes", "Put the home on a local disk."
            ) from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()


class _Mark:
    """How far a file was read: its signature then, and the offset after its last complete line."""

    __slots__ = ("consumed", "signature")

    def __init__(self, signature: files.Signature, consumed: int) -> None:
        self.signature, self.consumed = signature, consumed


class PersonLog:
    """See the module. Thread-safe: every public method holds the person's mutex."""

    def __init__(self, home: Path, person: Person) -> None:
        self.home, self.person = home, person
        self.folder = home / "teams" / person.team_id / "people" / person.user_id
        self.state = PersonState(person)
        self._mutex = threading.RLock()
        self._lock = FileLocked(self.folder / ".lock")
        self._marks: dict[str, _Mark] = {}
        self._problems: dict[str, list[LogFormatError]] = {}
        self._pending: list[tuple[Entry, str]] = []
        self._depth = 0
        self._views_due = False
        self._views_cost = 0.0
        self._views_at = -float("inf")

    @contextmanager
    def reading(self) -> Iterator[PersonState]:
        """Hold the state, with what others wrote."""
        with self._mutex:
            if not self._depth:
                self._sync()
            yield self.state

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the log for writing; on leaving the outermost body, what was added is on the disk, or nothing is."""
        with self._mutex:
            if self._depth:
                self._depth += 1
                try:
                    yield
                finally:
                    self._depth -= 1
                return
            files.make_folder(self.folder, self.home)
            with self._lock:
                self._depth = 1
                try:
                    self._sync()
                    yield
                    self.commit()
                except BaseException:
                    self.forget_cache()
                    raise
                finally:
                    self._depth = 0
                    self._pending.clear()

    def add(self, entry: Entry, name: str) -> None:
        """Take an entry into the state and put it down for the next commit."""
        self.state.add(entry)
        self._pending.append((entry, name))

    def commit(self, *, nested: bool = False) -> None:
        """Append what was added, in one write a file, and wait for the disk.

        With `nested`, only if this is the outermost `writing`.
        """
        if not self._pending or (nested and self._depth > 1):
            return
        days: dict[date, list[str]] = {}
        for entry, name in self._pending:
            day = entry_time(entry).astimezone(UTC).date()
            days.setdefault(day, []).append(format_entry(entry, name) + "\n")
        self._pending.clear()
        for day, lines in days.items():
            self._append(day, "".join(lines))
        self._views_due = True
        self._write_views_if_cheap()

    def forget_cache(self) -> None:
        """Read everything again next time."""
        self._marks.clear()
        self._marks["?"] = _Mark((0, 0, 0), 0)

    def reload(self) -> None:
        """Read everything again now."""
        with self._mutex:
            self.forget_cache()
            self._sync()

    def is_stale(self) -> bool:
        """Return whether the files differ from what was read."""
        with self._mutex:
            return self._listing() != {name: mark.signature for name, mark in self._marks.items()}

    def problems(self) -> list[LogFormatError]:
        """Return the lines that could not be read."""
        with self._mutex:
            return [problem for name in sorted(self._problems) for problem in self._problems[name]]

    def flush(self) -> None:
        """Write the pages if that was put off."""
        with self._mutex:
            if self._views_due:
                with self.writing():
                    self.write_views()

    def write_views(self) -> int:
        """Write the generated pages that differ from what is there, and return how many they were."""
        started = time.monotonic()
        written = 0
        for name, text in views.render(self.state.current.values()).items():
            path = self.folder / name
            data = text.encode("utf-8", "replace")
            if path.exists() and files.read_file(path)[0] == data:
                continue
            files.make_folder(path.parent, self.home)
            files.replace_file(path, data, sync=False)
            written += 1
        self._views_due = False
        self._views_at = time.monotonic()
        self._views_cost = self._views_at - started
        return written

    def _write_views_if_cheap(self) -> None:
        many = len(self.state.current) > EAGER_VIEWS
        if many and time.monotonic() - self._views_at < _VIEW_SHARE * self._views_cost:
            return
        self.write_views()

    def _append(self, day: date, text: str) -> None:
        name = file_name(day)
        path = self.folder / name
        mark = self._marks.get(name)
        if mark is None or mark.consumed == 0:
            text = header(day) + text
        elif mark.consumed != mark.signature[1]:
            text = "\n" + text
        status = files.append(path, text.encode(), sync=True)
        self._marks[name] = _Mark(files.signature(status), status.st_size)

    def _listing(self) -> dict[str, files.Signature]:
        found: dict[str, files.Signature] = {}
        try:
            with files.disk_errors(self.folder), os.scandir(self.folder) as entries:
                for entry in entries:
                    if FILE_NAME.match(entry.name) and entry.is_file(follow_symlinks=False):
                        found[entry.name] = files.signature(entry.stat(follow_symlinks=False))
        except StoreError:
            if self.folder.exists():
                raise
        return found

    def _sync(self) -> None:
        listing = self._listing()
        changed = [
            name for name, now in listing.items() if name not in self._marks or self._marks[name].signature != now
        ]
        if not changed and len(listing) == len(self._marks):
            return
        if any(not self._only_grew(name, listing.get(name)) for name in self._marks):
            self._refold(listing)
            return
        for name in sorted(changed):
            self._read(name)

    def _only_grew(self, name: str, now: files.Signature | None) -> bool:
        before = self._marks[name].signature
        return now is not None and (now == before or (now[2] == before[2] and now[1] > before[1]))

    def _refold(self, listing: dict[str, files.Signature]) -> None:
        old = self.state
        self.state = PersonState(self.person)
        self._marks.clear()
        self._problems.clear()
        for name in sorted(listing):
            self._read(name)
        new = self.state.current
        self.state.touched = old.touched | {
            each for each in old.current.keys() | new.keys() if old.current.get(each) != new.get(each)
        }
        self.state.version = old.version + 1

    def _read(self, name: str) -> None:
        mark = self._marks.get(name)
        start = mark.consumed if mark is not None else 0
        data, status = files.read_file(self.folder / name, start)
        day = date.fromisoformat(name[:10])
        end = data.rfind(b"\n") + 1
        problems = self._problems.setdefault(name, [])
        first = 1 if not start else 0
        lines = data[:end].decode("utf-8", "replace").split("\n")
        for number, line in enumerate(lines, first):
            self._take(line.removesuffix("\r"), day, problems, name, number)
        if end < len(data):
            self._take(data[end:].decode("utf-8", "replace"), day, problems, name, 0)
        self._marks[name] = _Mark(files.signature(status), start + end)

    def _take(self, line: str, day: date, problems: list[LogFormatError], name: str, number: int) -> None:
        try:
            entry = parse_line(line, subject=self.person, day=day)
        except EntryError as error:
            problems.append(LogFormatError(self.folder / name, number, str(error)))
            return
        if entry is not None:
            self.state.add(entry)
