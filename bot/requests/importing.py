"""Take over memories from JSON Lines: read and check all lines first, then keep what is new, in batches.

A line is {"user", "text"} and, if it has them, "id", "at", "kind" and "attribute". A line without an id gets one that
follows from its user and text, so that the same file imported twice adds nothing. A line without a time was learned
when the file was last changed.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ulid import ULID

from extractors.secrets import holds_secret
from memory.book import Book
from memory.checking import utc
from memory.errors import InvalidIdError, InvalidValueError, MemoryBotError
from memory.records import Change, Kind, Operation, Origin, Person, Status
from memory.text import sanitise

ACTOR = "import"
BATCH = 2_000
"""Memories written at once; after each batch they are safe on the disk."""
MOST_ID_CHARS = 128

_LINES_APART = 1_000_000
"""Microseconds, and so lines, over which those without a time are spread."""

_FORM = 'a line is {"user": "U…", "text": "…"}, with "id", "at", "kind" and "attribute" where there are any'
_KNOWN_KEYS = frozenset({"id", "user", "text", "at", "kind", "attribute"})


class ImportLineError(MemoryBotError):
    """A line of a file to import that cannot be taken over. Nothing of the file was imported."""

    def __init__(self, name: str, line: int, problem: str) -> None:
        self.name, self.line, self.problem = name, line, problem
        super().__init__(f"{name}, line {line}: {problem}. Correct that line and import again; nothing was imported.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One line, checked. `text` is as it will be kept, `id` the one given, `at` when it was learned, in UTC."""

    line: int
    person: Person
    text: str
    at: datetime
    id: str | None = None
    kind: Kind = Kind.FACT
    attribute: str | None = None

    @property
    def memory_id(self) -> str:
        """The id it is kept under."""
        if self.id is not None:
            return self.id
        digest = blake2b(f"{self.person.user_id}\n{self.text}".encode("utf-8", "replace"), digest_size=16)
        return str(ULID.from_bytes(digest.digest()))


@dataclass(slots=True)
class Summary:
    """What an import did: how many lines there were, were new, were known already, stay forgotten, and which held a
    secret and were left out, by line number. `ignored` are keys that lines have and memories have not.
    """

    lines: int = 0
    added: int = 0
    known: int = 0
    forgotten: int = 0
    secrets: list[int] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)


def read_items(lines: Iterable[str], *, name: str, team: str, at: datetime, ignored: set[str]) -> Iterator[Item]:
    """Yield the lines as items; blank ones are skipped.

    Args:
        name: What the lines are read from, for messages.
        at: When the last lines without a time were learned; each is a microsecond after the one before, so that they
            keep their order.
        ignored: Gets the keys that mean nothing here.

    Raises:
        ImportLineError: At the first line that is no memory, or gives the id of another line to other words.
    """
    texts: dict[str, tuple[Person, str]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            in_order = at - timedelta(microseconds=max(_LINES_APART - number, 0))
            item = _item(json.loads(line), number, team, in_order, ignored)
        except json.JSONDecodeError as error:
            raise ImportLineError(name, number, f"it is not JSON ({error.msg} at column {error.colno})") from error
        except RecursionError as error:
            raise ImportLineError(name, number, "it is nested too deeply") from error
        except (ValueError, InvalidIdError) as error:
            raise ImportLineError(name, number, str(error).rstrip(".")) from error
        if item.id is not None:
            first = texts.setdefault(item.id, (item.person, item.text))
            if first != (item.person, item.text):
                raise ImportLineError(name, number, f"the id {item.id!r} stands on an earlier line with other words")
        yield item


def read_file(path: Path, *, team: str, now: datetime, ignored: set[str]) -> list[Item]:
    """Return the items of a file. Raises what `read_items` raises, also for a file that cannot be read."""
    try:
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        with path.open(encoding="utf-8") as lines:
            return list(read_items(lines, name=str(path), team=team, at=min(changed, now), ignored=ignored))
    except OSError as error:
        raise ImportFileError(path, error.strerror or type(error).__name__) from error
    except UnicodeDecodeError as error:
        raise ImportFileError(path, "it is not text in UTF-8") from error


class ImportFileError(MemoryBotError):
    """The file to import cannot be read."""

    def __init__(self, path: Path, problem: str) -> None:
        self.path, self.problem = path, problem
        super().__init__(f"{path} cannot be read: {problem}. Name a file of JSON Lines in UTF-8.")


def keep(
    book: Book, items: Iterable[Item], *, name: str, progress: Callable[[int], None] = lambda done: None
) -> Summary:
    """Keep what is new of some items and return what happened.

    Args:
        progress: Called with the number of lines dealt with since the last call.

    Raises:
        ImportLineError: If an id belongs to someone else's memory; nothing is kept then.
        StoreError: If the disk refuses; batches that were written before stay, and importing again goes on from there.
    """
    summary = Summary()
    by_person: dict[Person, list[Item]] = {}
    for item in items:
        by_person.setdefault(item.person, []).append(item)
        summary.lines += 1
    known = {person: _Known.of(book, person) for person in by_person}
    _refuse_ids_of_others(book, by_person, name)
    for person, theirs in by_person.items():
        new = list(_new(theirs, known[person], summary))
        progress(len(theirs) - len(new))
        for start in range(0, len(new), BATCH):
            batch = new[start : start + BATCH]
            _write(book, person, batch, summary)
            progress(len(batch))
    return summary


@dataclass(slots=True)
class _Known:
    """What a person is remembered for already: all ids, and the words that hold now."""

    ids: set[str]
    texts: set[str]

    @classmethod
    def of(cls, book: Book, person: Person) -> "_Known":
        memories = book.memories(person, status=None)
        active = {memory.text for memory in memories if memory.status is Status.ACTIVE}
        return cls({memory.id for memory in memories}, active)


def _new(items: Iterable[Item], known: _Known, summary: Summary) -> Iterator[Item]:
    for item in items:
        if item.memory_id in known.ids or (item.id is None and item.text in known.texts):
            summary.known += 1
        elif holds_secret(item.text):
            summary.secrets.append(item.line)
        else:
            known.ids.add(item.memory_id)
            yield item


def _write(book: Book, person: Person, batch: Iterable[Item], summary: Summary) -> None:
    done: Counter[str] = Counter()
    with book.batch(person):
        for item in batch:
            change = book.remember(
                person,
                item.text,
                kind=item.kind,
                attribute=item.attribute,
                origin=Origin.IMPORT,
                at=item.at,
                actor=ACTOR,
                memory_id=item.memory_id,
            )
            done[_outcome(change)] += 1
    summary.added += done["added"]
    summary.known += done["known"]
    summary.forgotten += done["forgotten"]


def _outcome(change: Change) -> str:
    if change.operation is Operation.FORGET_SOFT:
        return "forgotten"
    return "known" if change.refreshed else "added"


def _refuse_ids_of_others(book: Book, by_person: Mapping[Person, list[Item]], name: str) -> None:
    """Ids are unique in a workspace: one that is given must not be that of another person's memory."""
    given = {item.id: item for items in by_person.values() for item in items if item.id is not None}
    teams = {person.team_id for person in by_person}
    for other in (person for team in teams for person in book.people(team)) if given else ():
        for memory in book.memories(other, status=None):
            item = given.get(memory.id)
            if item is not None and item.person != other:
                raise ImportLineError(name, item.line, f"the id {item.id!r} is that of someone else's memory")


def _item(data: Any, number: int, team: str, at: datetime, ignored: set[str]) -> Item:
    """Return a line as an item. Raises ValueError with what is wrong with it."""
    if not isinstance(data, dict):
        raise ValueError(f"it is not a JSON object; {_FORM}")
    for key in ("user", "text"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise ValueError(f'its "{key}" is {_shown(data.get(key))}; {_FORM}')
    text = sanitise(data["text"])
    if not text:
        raise ValueError('nothing of its "text" is visible')
    ignored.update(data.keys() - _KNOWN_KEYS)
    return Item(
        line=number,
        person=Person(team, data["user"]),
        text=text,
        at=_time(data.get("at")) or at,
        id=_id(data.get("id")),
        kind=_kind(data.get("kind")),
        attribute=_attribute(data.get("attribute")),
    )


def _id(given: object) -> str | None:
    if given is None:
        return None
    if (
        not isinstance(given, str)
        or not 1 <= len(given) <= MOST_ID_CHARS
        or not given.isprintable()
        or "`" in given
        or "-->" in given
    ):
        raise ValueError(
            f'its "id" is {_shown(given)}; an id is a text of 1 to {MOST_ID_CHARS} printable characters, '
            "without backticks and -->"
        )
    return given


def _time(given: object) -> datetime | None:
    if given is None:
        return None
    try:
        time = datetime.fromisoformat(given) if isinstance(given, str) else None
        if time is not None:
            return utc(time if time.tzinfo else time.replace(tzinfo=UTC))
    except (ValueError, InvalidValueError):
        pass
    raise ValueError(f'its "at" is {_shown(given)}; a time is written like "2026-03-02T09:15:00Z"')


def _kind(given: object) -> Kind:
    if given is None:
        return Kind.FACT
    durable = [kind.value for kind in Kind if kind is not Kind.EPISODE]
    if not isinstance(given, str) or given not in durable:
        raise ValueError(f'its "kind" is {_shown(given)}; kinds are {", ".join(durable)}')
    return Kind(given)


def _attribute(given: object) -> str | None:
    if given is None or isinstance(given, str):
        return given or None
    raise ValueError(f'its "attribute" is {_shown(given)}; an attribute is a text such as "location"')


def _shown(value: object) -> str:
    """Return a value for a message, short; a text that may be somebody's words is cut early."""
    text = json.dumps(value, ensure_ascii=False)
    return "missing" if value is None else text if len(text) <= 60 else f"{text[:59]}…"
