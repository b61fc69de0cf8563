"""One person's folder of daily log files: read what is new, append under a lock, take edits by hand into account.

What tells whether a file changed is its signature. If it is the one the ledger holds, memory-bot itself wrote last and
the file only grew; if not, a person edited it, and what they did is worked out under the lock.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from memory.audit import AuditLine
from memory.cycles import without_cycle_collection
from memory.entries import Entry, entry_time
from memory.errors import LogFormatError, StoreError
from memory.fold import PersonState
from memory.log import EntryError, day_of_file, file_name, format_entry, header, parse_line
from memory.records import Memory, Operation, Person
from memory.stores import by_hand, files
from memory.stores.by_hand import ACTOR, HandChanges, Line
from memory.stores.ledger import Ledger, Page, Record, digest
from memory.stores.locks import FileLocked
from memory.stores.open_files import KEPT
from memory.stores.pages import Pages
from memory.text import fingerprint

EAGER_LEDGER_BYTES: Final = 400_000
"""Up to this size files that nothing is known of are taken into the ledger when they are first read, else bit by bit
with each time the log is written."""
_SAME_TICK: Final = 20_000_000
"""Nanoseconds within which two changes of a folder may carry the same time: a listing so fresh is not relied on."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a log needs of the store it belongs to."""

    home: Path
    now: Callable[[], datetime]
    new_id: Callable[[datetime], str]
    key: Callable[[], bytes]
    audit: Callable[[Sequence[AuditLine]], None]


class PersonLog:
    """See the module. Thread-safe: every public method holds the person's mutex."""

    def __init__(self, around: Surroundings, person: Person) -> None:
        self.person = person
        self.home = around.home
        self.folder = around.home / "teams" / person.team_id / "people" / person.user_id
        self._folder_name = str(self.folder)
        self.state = PersonState(person)
        self._around = around
        self._ledger = Ledger(around.home, person.team_id, person.user_id)
        self._pages = Pages(self.folder, around.home)
        self._mutex = threading.RLock()
        self._lock = FileLocked(self.folder / ".lock", home=around.home)
        self._depth = 0
        self._pending: list[tuple[Entry, str]] = []
        self._read_once = False
        self._files: dict[str, Path] = {}
        self._paths: dict[str, str] = {}
        self._listed: int | None = None
        self._folder_known: int | None = None
        self._marks: dict[str, files.Signature] = {}
        self._editions: dict[str, str] = {}
        self._lines: dict[str, int] = {}
        self._unfinished: set[str] = set()
        self._not_in_ledger: set[str] = set()
        self._problems: dict[str, list[LogFormatError]] = {}

    @contextmanager
    def reading(self) -> Iterator[PersonState]:
        """Hold the state, with what others wrote."""
        with self._mutex:
            if not self._depth:
                self._sync()
                if self._pages.due and self._pages.may_be_written:
                    with suppress(StoreError):
                        self.finish_pages()
            yield self.state

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the log for writing; on leaving the outermost body, what was added is on the disk, or nothing is."""
        self.begin()
        try:
            yield
        except BaseException:
            self.end(keep=False)
            raise
        self.end(keep=True)

    def begin(self) -> None:
        """Begin to hold the log for writing, as `writing` does in fewer steps; `end` must follow, in this thread."""
        self._mutex.acquire()
        self._depth += 1
        if self._depth > 1:
            return
        try:
            self._lock.acquire()
            try:
                self._sync()
                self._fill_ledger()
            except BaseException:
                self._lock.release()
                raise
        except BaseException:
            self._depth -= 1
            self._mutex.release()
            raise

    def end(self, *, keep: bool) -> None:
        """Let go of the log; the outermost keeps what was added durably, or nothing of it if it is not to be kept."""
        try:
            if self._depth == 1:
                self._finish(keep=keep)
        finally:
            self._depth -= 1
            self._mutex.release()

    def _finish(self, *, keep: bool) -> None:
        try:
            if keep:
                self.commit()
        finally:
            if self._pending:
                self._pending.clear()
                self.forget_cache()
            self._lock.release()

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
        days: dict[date, list[tuple[Entry, bytes]]] = {}
        for entry, name in self._pending:
            line = format_entry(entry, name).encode("utf-8", "replace")
            days.setdefault(entry_time(entry).astimezone(UTC).date(), []).append((entry, line))
        for day, lines in days.items():
            self._append(day, lines)
        self._pending.clear()
        self._pages.changed(self.state.current.values())

    def forget_cache(self) -> None:
        """Read everything again next time."""
        self._read_once = False
        self._let_go()

    def adopt(self) -> None:
        """Read everything again now, and take the files as they are for what memory-bot wrote. Under the lock."""
        with self._mutex:
            listing = self._listing()
            self._refold(listing)
            for name in self._ledger.names() - listing.keys():
                self._ledger.drop(name)
            for name, sign in listing.items():
                if self._ledger.stand(name).signature != sign:
                    self._write_ledger(name, self._scan(name))
            self._pages.write(self.state.current.values())

    def is_stale(self) -> bool:
        """Return whether the files differ from what was read."""
        with self._mutex:
            return not self._read_once or self._listing() != self._marks

    def problems(self) -> list[LogFormatError]:
        """Return the lines that could not be read."""
        with self._mutex:
            return [problem for name in sorted(self._problems) for problem in self._problems[name]]

    def write_pages(self) -> int:
        """Write the generated pages; return how many were out of date. Who has no log gets none."""
        with self.writing():
            if not self._marks:
                return 0
            return self._pages.write(self.state.current.values(), compare=True)

    def finish_pages(self) -> None:
        """Write the generated pages if that was put off."""
        with self._mutex:
            if self._pages.due:
                with self.writing():
                    self._pages.changed(self.state.current.values(), at_once=True)

    # -- reading -------------------------------------------------------------------------------------------------

    def _listing(self) -> dict[str, files.Signature]:
        """The log files and their signatures. The folder is only listed if its time says that files came or went."""
        while True:
            try:
                folder = os.lstat(self._folder_name)  # asked for with every entry
            except FileNotFoundError:
                self._listed = None
                return {}
            except OSError as error:
                raise files.refusal(self.folder, error) from error
            if folder.st_ino != self._folder_known:
                files.check_way(self.folder, self.home)
                self._folder_known = folder.st_ino
            try:
                if folder.st_mtime_ns == self._listed:
                    return {name: files.signature(os.lstat(path)) for name, path in self._paths.items()}
                return self._list_folder(folder.st_mtime_ns)
            except FileNotFoundError:
                self._listed = None  # a file went while it was looked at: look again
            except OSError as error:
                raise files.refusal(self.folder, error) from error

    def _list_folder(self, changed: int) -> dict[str, files.Signature]:
        found: dict[str, files.Signature] = {}
        listed_at = time.time_ns()
        with os.scandir(self.folder) as entries:
            for entry in entries:
                if day_of_file(entry.name) and entry.is_file(follow_symlinks=False):
                    found[entry.name] = files.signature(entry.stat(follow_symlinks=False))
        self._paths = {name: str(self._path(name)) for name in found}
        self._listed = changed if listed_at - changed > _SAME_TICK else None
        return found

    def _sync(self) -> None:
        """Bring the state up to date with the files."""
        listing = self._listing()
        if self._read_once and listing == self._marks:
            return
        here = self.folder.exists()
        strange = self._not_as_written(listing) if here else {}
        if strange and not self._depth:
            try:
                with self._lock:
                    self._depth = 1
                    try:
                        self._sync()
                    finally:
                        self._depth = 0
                return
            except StoreError:
                strange = {}  # a home that cannot be written is served as it stands
        if strange:
            self._reconcile(listing, strange)
        elif self._read_once and all(self._only_grew(name, listing.get(name)) for name in self._marks):
            for name in sorted(listing):
                if listing[name] != self._marks.get(name):
                    self._read(name, listing[name])
        else:
            if not here:
                self._note_removed_folder()
            self._refold(listing)

    def _not_as_written(self, listing: dict[str, files.Signature]) -> dict[str, Page]:
        """The files whose signature is not the one they had when they were last written, and what is known of them."""
        found: dict[str, Page] = {}
        unknown: dict[str, Page] = {}
        for name, sign in listing.items():
            if (self._read_once and self._marks.get(name) == sign) or self._ledger.stand(name).signature == sign:
                continue
            page = self._ledger.read(name)
            (found if page.is_known else unknown)[name] = page
        if sum(listing[name][1] for name in unknown) <= EAGER_LEDGER_BYTES:
            found |= unknown
        else:
            self._not_in_ledger |= unknown.keys()
        before = self._marks.keys() if self._read_once else self._ledger.names()
        for name in before - listing.keys():
            if (page := self._ledger.read(name)).is_known:
                found[name] = page
        return found

    def _let_go(self) -> None:
        """Close what is kept open, so that the disk holds no word of what was erased from it."""
        for name in self._marks:
            KEPT.close(str(self._path(name)))
            self._ledger.let_go(name)

    def _refold(self, listing: dict[str, files.Signature]) -> None:
        self._let_go()
        old = self.state
        self.state = PersonState(self.person)
        for kept in (self._marks, self._editions, self._lines, self._unfinished, self._problems):
            kept.clear()
        with without_cycle_collection():
            for name in sorted(listing):
                self._read(name, listing[name])
        self.state.succeed(old)
        self._read_once = True

    def _read(self, name: str, sign: files.Signature) -> None:
        """Read what a file holds beyond what was read of it before."""
        path = self.folder / name
        start = self._marks[name][1] if name in self._marks else 0
        if not start:
            self._editions[name] = self._ledger.stand(name).edition
        data, _ = files.read_file(path, start, sign[1])
        day = date.fromisoformat(name[:10])
        first = self._lines.get(name, 1)
        lines = data.decode("utf-8", "replace").split("\n")
        add, subject = self.state.add, self.person
        for number, line in enumerate(lines, first):
            try:
                entry = parse_line(line.removesuffix("\r"), subject=subject, day=day)
            except EntryError as error:
                self._problems.setdefault(name, []).append(LogFormatError(path, number, str(error)))
                continue
            if entry is not None:
                add(entry)
        self._lines[name] = first + len(lines) - 1
        self._note_end(name, not data or data.endswith(b"\n"))
        self._marks[name] = sign

    def _only_grew(self, name: str, now: files.Signature | None) -> bool:
        """Whether memory-bot itself appended to a file since it was read, and nothing else happened to it."""
        before = self._marks[name]
        if now is None or now == before:
            return now is not None
        edition = self._editions[name]
        return now[2] == before[2] and now[1] > before[1] and self._ledger.stand(name).edition == edition != ""

    def _note_end(self, name: str, ends_well: bool) -> None:
        (self._unfinished.discard if ends_well else self._unfinished.add)(name)

    # -- writing -------------------------------------------------------------------------------------------------

    def _append(self, day: date, lines: Sequence[tuple[Entry, bytes]]) -> None:
        name = file_name(day)
        start = self._marks[name][1] if name in self._marks else 0
        top = b"" if start else header(day).encode()
        if name in self._unfinished:
            top = b"\n"
        position = start + len(top)
        records = []
        for entry, line in lines:
            records.append(self._record(entry, line, position))
            position += len(line) + 1
        data = top + b"".join(line + b"\n" for _, line in lines)
        with self._ledger.appending(name, records) as noted:
            status = files.append(self._path(name), data, sync=True, known=self._marks.get(name))
            self._marks[name] = files.signature(status)
            self._lines[name] = self._lines.get(name, 1) + data.count(b"\n")
            self._unfinished.discard(name)
            is_known = noted.knew_before or not start
            if is_known:
                noted.confirm(self._marks[name])
        if is_known:
            if not start:
                self._editions[name] = self._ledger.stand(name).edition
        else:
            self._write_ledger(name, self._scan(name))

    def _path(self, name: str) -> Path:
        path = self._files.get(name)
        if path is None:
            path = self._files[name] = self.folder / name
        return path

    def _record(self, entry: Entry, line: bytes, start: int) -> Record:
        key = self._around.key()
        tomb = fingerprint(entry.text, key) if isinstance(entry, Memory) else ""
        said = line.removesuffix(b"\r")  # an editor that ends lines in its own way changes none
        return by_hand.record_of(entry, start, len(line) + 1, digest(said, key), tomb)

    # -- edits by hand -------------------------------------------------------------------------------------------

    def _reconcile(self, listing: dict[str, files.Signature], strange: dict[str, Page]) -> None:
        """Work out what was done by hand to some files, take it into account, and put down how they stand now."""
        lost: set[str] = set()
        for name in strange.keys() & listing.keys():
            listing[name] = self._mend(name, strange[name], lost)
        self._refold(listing)
        present = {name: self._scan(name) for name in strange if name in listing}
        known = {name: page for name, page in strange.items() if page.is_known}
        others = listing.keys() - strange.keys()
        elsewhere = self._entries_of(others) if known.keys() != strange.keys() else None
        changes = by_hand.compare(known, present, self.state, lost=frozenset(lost), elsewhere=elsewhere)
        for name in strange.keys() - listing.keys():
            self._ledger.drop(name)
        for name, lines in present.items():
            self._write_ledger(name, lines)
        if changes != HandChanges():
            self._take_over(changes)

    def _entries_of(self, names: Set[str]) -> set[str] | None:
        """Return the ids of the entries in these files; None if there are none, or one of them is not in the ledger."""
        if not names or self._not_in_ledger or not names <= self._ledger.names():
            return None
        return {record.id for name in names for record in self._ledger.read(name).records}

    def _mend(self, name: str, page: Page, lost: set[str]) -> files.Signature:
        """Cut off what a crash left unfinished; note what was whole before and is missing now."""
        path = self.folder / name
        data, status = files.read_file(path)
        torn = by_hand.torn_at(data, page)
        if torn is None:
            return files.signature(status)
        lost.update(record.id for record in page.records if record.start + record.length > torn)
        return files.signature(files.cut(path, torn))

    def _scan(self, name: str) -> list[Line]:
        day = date.fromisoformat(name[:10])
        found: list[Line] = []
        start = 0
        for raw in files.read_file(self.folder / name)[0].split(b"\n"):
            text = raw.decode("utf-8", "replace").removesuffix("\r")
            try:
                entry = parse_line(text, subject=self.person, day=day)
                if entry is not None:
                    found.append(Line(text, self._record(entry, raw, start), entry))
            except EntryError:
                found.append(Line(text))
            start += len(raw) + 1
        return found

    def _take_over(self, changes: HandChanges) -> None:
        at = self._around.now().astimezone(UTC)
        for entry in by_hand.consequences(changes, self.state, at, self._around.new_id):
            self.add(entry, ACTOR)
        self.commit()
        self._pages.changed(self.state.current.values())
        self._around.audit(by_hand.audit_lines(changes, self.state, at, self._around.new_id))

    def _write_ledger(self, name: str, lines: Sequence[Line]) -> None:
        records = [line.record for line in lines if line.record is not None]
        self._ledger.write(name, records, self._marks[name])
        self._editions[name] = self._ledger.stand(name).edition

    def _fill_ledger(self) -> None:
        """Take some of the files that were only read so far into the ledger."""
        if not self._not_in_ledger:
            return
        done = 0
        for name in sorted(self._not_in_ledger & self._marks.keys(), reverse=True):
            self._write_ledger(name, self._scan(name))
            self._not_in_ledger.discard(name)
            done += self._marks[name][1]
            if done >= EAGER_LEDGER_BYTES:
                break

    def _note_removed_folder(self) -> None:
        names = self._ledger.names()
        for name in names:
            self._ledger.drop(name)
        if names:
            at = self._around.now().astimezone(UTC)
            operation, target = Operation.ERASE_PERSON, self.person.user_id
            line = AuditLine(self._around.new_id(at), operation, target, ACTOR, at, self.person, "folder removed")
            self._around.audit([line])
