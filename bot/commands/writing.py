"""Verbs that change something: remember, forget, import."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.progress import track

from bot.cli import print_line
from bot.commands.opening import opened, person_in, team_in
from extractors.questions import understand
from memory.book import Book, utc_now
from memory.errors import InvalidValueError, NotFoundError
from memory.records import Change, Kind, Operation, Origin, Person

_ACTOR = "cli"
_BATCH = 2000
"""Imported lines written under one lock."""


@dataclass(frozen=True, slots=True)
class ImportItem:
    """One line of an import, checked."""

    text: str
    at: datetime
    memory_id: str | None
    kind: Kind
    attribute: str | None


def remember_text(team: str | None, user: str, text: str, kind: str) -> None:
    """Remember a text as it is given."""
    book = opened()
    person = person_in(book, team, user)
    change = book.remember(person, text, kind=_kind(kind, "--kind"), origin=Origin.ADMIN, at=utc_now(), actor=_ACTOR)
    known = "Known already" if change.refreshed else "Remembered"
    print_line(f"{known}: {change.memory.text} [{change.memory.id}]")


def forget_words(team: str | None, user: str, words: str, *, hard: bool, dry_run: bool, yes: bool) -> None:
    """Forget what matches the words; ask before a hard forget."""
    book = opened()
    person = person_in(book, team, user)
    query = understand(words, now=utc_now())
    found = book.forget(person, query, at=utc_now(), actor=_ACTOR, hard=hard, dry_run=True)
    if not found:
        raise NotFoundError("memory that matches", words, "Try other words; `memory-bot list` shows what there is.")
    if dry_run:
        _say("Would forget", found)
        return
    if hard and not yes:
        _say("Every copy will be removed of", found)
        typer.confirm("This cannot be undone. Go on?", abort=True)
    gone = book.forget(person, query, at=utc_now(), actor=_ACTOR, hard=hard)
    _say("Forgotten", found)
    for proof in dict.fromkeys(line for change in gone for line in change.removed):
        print_line(f"  {proof}")


def import_jsonl(team: str | None, name: str, *, dry_run: bool) -> None:
    """Take over JSON Lines; a line that was imported before adds nothing."""
    book = opened()
    into = team_in(book, team)
    items = list(_read(Path(name), into, utc_now()))
    if dry_run:
        print_line(f"{len(items)} lines can be imported.")
        return
    added = 0
    batches = [batch for person, group in _by_person(items) for batch in _batches(person, group)]
    bar = Console(stderr=True)
    for person, batch in track(batches, "Importing", console=bar, disable=not bar.is_terminal, transient=True):
        added += _import(book, person, batch)
    print_line(f"Imported {added} of {len(items)} lines; {len(items) - added} were known or forgotten already.")


def _import(book: Book, person: Person, batch: Sequence[ImportItem]) -> int:
    """Import some lines of one person in one write; return how many were new."""
    added = 0
    with book.batch(person):
        for item in batch:
            change = book.remember(
                person,
                item.text,
                kind=item.kind,
                attribute=item.attribute,
                origin=Origin.IMPORT,
                at=item.at,
                actor=_ACTOR,
                memory_id=item.memory_id,
            )
            added += not change.refreshed and change.operation is not Operation.FORGET_SOFT
    return added


def _by_person(items: Sequence[tuple[Person, ImportItem]]) -> Iterator[tuple[Person, list[ImportItem]]]:
    for person, group in groupby(sorted(items, key=lambda pair: pair[0]), key=lambda pair: pair[0]):
        yield person, [item for _, item in group]


def _batches(person: Person, items: list[ImportItem]) -> Iterator[tuple[Person, list[ImportItem]]]:
    for start in range(0, len(items), _BATCH):
        yield person, items[start : start + _BATCH]


def _read(path: Path, team: str, now: datetime) -> Iterator[tuple[Person, ImportItem]]:
    """Read the lines of a file; all are checked before the first is imported, so a bad file changes nothing."""
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _item(line, f"{path}, line {number}", team, now)
    except OSError as error:
        raise InvalidValueError("--jsonl", path, f"It cannot be read ({error.strerror}). Name another file.") from error
    except UnicodeDecodeError as error:
        raise InvalidValueError("--jsonl", path, "It is not text in UTF-8. Convert it first.") from error


def _item(line: str, where: str, team: str, now: datetime) -> tuple[Person, ImportItem]:
    form = 'Write {"user", "text"} and, if you like, "id", "at", "kind", "attribute".'
    try:
        data: dict[str, Any] = json.loads(line)
        user, text = data["user"], data["text"]
    except (ValueError, TypeError, KeyError) as error:
        raise InvalidValueError(where, line.strip(), form) from error
    if not isinstance(user, str) or not isinstance(text, str) or not text.strip():
        raise InvalidValueError(where, line.strip(), form)
    item = ImportItem(
        text=text,
        at=_time(data.get("at"), where) or now,
        memory_id=data.get("id"),
        kind=_kind(data.get("kind") or Kind.FACT, where),
        attribute=data.get("attribute"),
    )
    return Person(team, user), item


def _time(text: object, where: str) -> datetime | None:
    if not text:
        return None
    try:
        time = datetime.fromisoformat(str(text))
    except ValueError as error:
        raise InvalidValueError(f"{where}: at", text, "Write a time such as 2026-03-02T09:15:00Z.") from error
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _kind(name: str, where: str) -> Kind:
    try:
        kind = Kind(name)
    except ValueError as error:
        raise InvalidValueError(f"{where}: kind", name, f"Use one of {', '.join(k for k in Kind)}.") from error
    if kind is Kind.EPISODE:
        raise InvalidValueError(f"{where}: kind", name, "Episodes are written by turns alone; use another kind.")
    return kind


def _say(what: str, changes: Sequence[Change]) -> None:
    for change in changes:
        print_line(f"{what}: {(change.previous or change.memory).text}")
