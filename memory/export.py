"""Everything that is held about a person, as plain values ready for JSON."""

from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING

from memory.records import Memory, Person

if TYPE_CHECKING:
    from memory.book import Book


def export(book: "Book", person: Person) -> dict[str, object]:
    """Return the person's memories of every status, notes, episodes, audit and settings."""
    return {
        "team": person.team_id,
        "user": person.user_id,
        "paused": book.is_paused(person),
        "settings": dict(book.choices(person)),
        "memories": [plain_memory(memory) for memory in book.memories(person, status=None)],
        "notes": book.user_notes(person),
        "episodes": [plain(episode) for episode in book.store.episodes(person)],
        "audit": [plain(line) for line in book.audit(person=person)],
    }


def plain_memory(memory: Memory) -> dict[str, object]:
    """Return a memory as plain values; what it does not have is left out."""
    whole = plain(memory)
    assert isinstance(whole, dict)
    return {name: value for name, value in whole.items() if value is not None and name != "subject"}


def plain(value: object) -> object:
    """Return a record as dictionaries, lists, text and numbers; times in ISO 8601."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value
