"""A memory on its way between layouts, and how such memories enter and leave a book."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Protocol

from memory.book import Book
from memory.errors import InvalidValueError, StoreError
from memory.records import Change, Kind, Memory, Operation, Origin, Person, Status
from memory.stores import files


@dataclass(frozen=True, slots=True, kw_only=True)
class Portable:
    """What other layouts know of a memory; what one does not know is None.

    `author` is a display name. `title` and `hook` are what an index shows of it, `summary` what a reader is told before
    the text, `slug` its short name.
    """

    text: str
    kind: Kind = Kind.FACT
    at: datetime | None = None
    author: str | None = None
    id: str | None = None
    attribute: str | None = None
    value: str | None = None
    confidence: float = 0.8
    dated: date | None = None
    status: Status = Status.ACTIVE
    supersedes: str | None = None
    title: str | None = None
    summary: str | None = None
    hook: str | None = None
    slug: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """Everything a folder of another layout holds: its memories and its pages written by people ("" where missing)."""

    memories: tuple[Portable, ...] = ()
    soul: str = ""
    evergreen: str = ""
    user_notes: str = ""


class Format(Protocol):
    """What every module of this package offers."""

    def read(self, folder: Path) -> Bundle:
        """Return what a folder holds; nothing for an empty one. Raises StoreError if it cannot be read."""
        ...

    def write(self, folder: Path, bundle: Bundle) -> list[Path]:
        """Write a bundle into a folder, making it if need be; return the files. Raises StoreError."""
        ...


def keep(
    book: Book, person: Person, memories: Iterable[Portable], *, at: datetime, actor: str = "import"
) -> list[Change]:
    """Keep memories of another layout as a person's own, oldest first; return what changed.

    What has no time was learned at `at`. Given ids are kept, so that importing twice adds nothing; what was superseded,
    invalidated or forgotten there is so here.
    """
    done: list[Change] = []
    ordered = sorted(memories, key=lambda each: each.at or at)
    with book.batch(person):
        for each in ordered:
            change = book.remember(
                person,
                each.text,
                kind=each.kind,
                attribute=each.attribute,
                value=each.value,
                confidence=each.confidence,
                dated=each.dated,
                origin=Origin.IMPORT,
                at=each.at or at,
                actor=actor,
                memory_id=each.id,
                name=each.author,
            )
            if change.operation is not Operation.FORGET_SOFT and not change.refreshed:
                done.append(change)
                done += _as_it_was(book, person, each, change.memory, at=at, actor=actor)
    return done


def _as_it_was(
    book: Book, person: Person, portable: Portable, memory: Memory, *, at: datetime, actor: str
) -> list[Change]:
    if portable.supersedes is not None and memory.supersedes is None:
        older = next((each for each in book.memories(person) if each.id == portable.supersedes), None)
        if older is not None and memory.status is Status.ACTIVE:
            return [book.merge(person, older.id, into=memory.id, at=portable.at or at, actor=actor)]
    if portable.status is Status.INVALIDATED:
        return [book.invalidate(person, memory.id, at=portable.at or at, actor=actor, reason="imported")]
    if portable.status is Status.FORGOTTEN:
        return book.forget_ids(person, [memory.id], at=portable.at or at, actor=actor, final=True)
    return []


def taken_from(book: Book, person: Person, *, every_status: bool = False) -> Bundle:
    """Return what a book holds about a person, ready to be written in another layout."""
    memories = book.memories(person, status=None if every_status else Status.ACTIVE)
    return Bundle(
        memories=tuple(
            Portable(
                text=memory.text,
                kind=memory.kind,
                at=memory.created_at,
                author=person.user_id,
                id=memory.id,
                attribute=memory.attribute,
                value=memory.value,
                confidence=memory.confidence,
                dated=memory.dated,
                status=memory.status,
                supersedes=memory.supersedes,
            )
            for memory in memories
            if memory.status is not Status.FORGOTTEN
        ),
        soul=book.soul(),
        evergreen=book.evergreen(),
        user_notes=book.user_notes(person),
    )


def text_of(path: Path) -> str:
    """Return the text of a file, "" if it is missing."""
    return files.read_text(path)


def folder_or_error(folder: Path) -> Path:
    """Return the folder.

    Raises:
        InvalidValueError: If it is no path.
        StoreError: If it is not there or no folder.
    """
    if not isinstance(folder, Path):
        raise InvalidValueError("folder", folder, "Give the Path of a folder.")
    if not folder.is_dir():
        raise StoreError(folder, "there is no such folder", "Name the folder that the other program keeps memories in.")
    return folder


def write_all(folder: Path, pages: Sequence[tuple[str, str]]) -> list[Path]:
    """Write pages, by their name relative to a folder, and return their paths; empty ones are left out."""
    written = []
    for name, text in pages:
        if text:
            path = folder / name
            files.make_folder(path.parent, folder)
            files.replace_file(path, text.encode("utf-8", "replace"), sync=False)
            written.append(path)
    return written


def with_line_end(text: str) -> str:
    """Return a page with one line end at its end, or "" for an empty one."""
    return f"{text.rstrip()}\n" if text.strip() else ""
