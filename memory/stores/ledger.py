"""Remembers how the log files of a person stood when memory-bot last wrote them, so that edits by hand are noticed.

A ledger holds no words: of each entry its id, its place, and keyed hashes of its line and its text. It is written
around each append (what is about to be written, then the file's signature), which also tells a line torn by a crash
from one that a person typed. Ledgers are disposable: without them edits still count, only nobody can tell that they
were made.
"""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from memory.errors import StoreError
from memory.stores import files
from memory.stores.open_files import KEPT, Opened

FOLDER: Final = "index/ledger"
_DIGEST_BYTES: Final = 8
_TAIL_BYTES: Final = 128
_RECORD, _SIGNATURE, _EDITION = "+", "=", "#"
_EDITION_BYTES: Final = 8
_EDITION_LINE: Final = len("#\t\n") + 2 * _EDITION_BYTES


class Record(NamedTuple):
    """An entry as it was written: where its line starts and how long it is (bytes, with the line end), and its hashes.

    `target` is set for an edit; `tomb`, `source` and `superseded` for a memory: what a tombstone for it would hold.
    """

    id: str
    start: int
    length: int
    digest: str
    target: str = ""
    tomb: str = ""
    source: str = ""
    superseded: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """What is known of one file. `pending` was about to be written when the program stopped."""

    records: tuple[Record, ...]
    pending: tuple[Record, ...]
    signature: files.Signature | None

    @property
    def is_known(self) -> bool:
        """Whether anything is known of the file at all."""
        return self.signature is not None or bool(self.pending)


class Stand(NamedTuple):
    """The signature of a file, and the edition of its ledger: another edition means that more happened than appends."""

    signature: files.Signature | None
    edition: str


def digest(line: bytes, key: bytes) -> str:
    """Return a keyed hash of a line, without its line end."""
    return hashlib.blake2b(line, key=key, digest_size=_DIGEST_BYTES).hexdigest()


class Noted:
    """What is being appended to a file, as its ledger has it. `knew_before` tells whether it held something before."""

    def __init__(self, path: Path, file: Opened | None, size: int) -> None:
        self.knew_before = size > _EDITION_LINE
        self._path, self._file, self._size = path, file, size

    def __enter__(self) -> "Noted":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            KEPT.give(str(self._path), self._file)

    def note(self, data: bytes) -> None:
        """Add to the ledger; a disk that refuses only means that edits by hand are not told apart."""
        if self._file is not None:
            try:
                files.append_to(self._file.descriptor, data, self._size, sync=False)
                self._size += len(data)
            except OSError:
                return

    def confirm(self, signature: files.Signature) -> None:
        """Note the signature of the file after it was written."""
        self.note(_format_signature(signature).encode())


class Ledger:
    """The ledgers of one person, one for each log file. Whoever writes holds the person's lock."""

    def __init__(self, home: Path, team_id: str, user_id: str) -> None:
        self._home = home
        self._folder = home / FOLDER / team_id / user_id
        self._paths: dict[str, Path] = {}

    def names(self) -> set[str]:
        """Return the names of the log files that there are ledgers of."""
        try:
            return {path.name for path in self._folder.iterdir() if not path.name.startswith(".")}
        except OSError:
            return set()

    def stand(self, name: str) -> Stand:
        """Return how a file stood when it was last written; its signature is None if that is not known for certain."""
        try:
            path = self._path(name)
            size = path.stat().st_size
            head = files.read_file(path, 0, _TAIL_BYTES)[0]
            tail = files.read_file(path, max(0, size - _TAIL_BYTES))[0]
        except (OSError, StoreError):
            return Stand(None, "")
        last = tail[:-1].rpartition(b"\n")[2] if tail.endswith(b"\n") else b""
        edition = head.partition(b"\n")[0].decode("ascii", "replace")
        return Stand(_parse_signature(last.decode("ascii", "replace")), edition)

    def appending(self, name: str, records: Iterable[Record]) -> Noted:
        """Note what is about to be appended to a file; the body of the context appends it and confirms that it did."""
        noted = Noted(self._path(name), *self._open(name))
        noted.note("".join(map(_format, records)).encode())
        return noted

    def read(self, name: str) -> Page:
        """Return what is known of a file; unreadable lines are passed over."""
        try:
            text = files.read_file(self._path(name))[0].decode("utf-8", "replace")
        except StoreError:
            return Page((), (), None)
        records: list[Record] = []
        pending: list[Record] = []
        known = None
        for line in text.split("\n")[:-1]:
            if (signed := _parse_signature(line)) is not None:
                known = signed
                records += pending
                pending = []
            elif (record := _parse(line)) is not None:
                pending = [other for other in pending if other.start < record.start]
                pending.append(record)
        return Page(tuple(records), tuple(pending), known)

    def write(self, name: str, records: Iterable[Record], signature: files.Signature) -> None:
        """Put down what a whole file holds."""
        text = _new_edition() + "".join(map(_format, records)) + _format_signature(signature)
        try:
            files.make_folder(self._folder, self._home)
            files.replace_file(self._path(name), text.encode(), sync=False)
        except StoreError:
            self.drop(name)

    def let_go(self, name: str) -> None:
        """Close the ledger of a file, where it is kept open."""
        KEPT.close(str(self._path(name)))

    def drop(self, name: str) -> None:
        """Forget a file."""
        self._path(name).unlink(missing_ok=True)

    def _open(self, name: str) -> tuple[Opened | None, int]:
        """Open a ledger for appending; return it, or None if it cannot be written, and how long it is."""
        try:
            try:
                return files.open_for_append(self._path(name), top=_new_edition)
            except FileNotFoundError:
                files.make_folder(self._folder, self._home)
                return files.open_for_append(self._path(name), top=_new_edition)
        except (OSError, StoreError):
            return None, 0

    def _path(self, name: str) -> Path:
        path = self._paths.get(name)
        if path is None:
            path = self._paths[name] = self._folder / name
        return path


def _new_edition() -> str:
    return f"{_EDITION}\t{secrets.token_hex(_EDITION_BYTES)}\n"


def _format(record: Record) -> str:
    r = record
    return f"{_RECORD}\t{r.id}\t{r.start}\t{r.length}\t{r.digest}\t{r.target}\t{r.tomb}\t{r.source}\t{r.superseded}\n"


def _format_signature(signature: files.Signature) -> str:
    return "\t".join((_SIGNATURE, *map(str, signature))) + "\n"


def _parse(line: str) -> Record | None:
    mark, *values = line.split("\t")
    if mark != _RECORD or len(values) != 8 or not (values[1].isdigit() and values[2].isdigit()):
        return None
    return Record(values[0], int(values[1]), int(values[2]), *values[3:])


def _parse_signature(line: str) -> files.Signature | None:
    mark, *values = line.split("\t")
    if mark != _SIGNATURE or len(values) != 3 or not all(value.isdigit() for value in values):
        return None
    return (int(values[0]), int(values[1]), int(values[2]))
