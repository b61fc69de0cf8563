"""Runs verbs of the command line inside the test process, with a home of their own."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memory.book import Book, open_book
from memory.records import Origin, Person

ALEX = Person("T0LOCAL", "U0ALEX")
MARCH_2 = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)


@dataclass(frozen=True)
class Ran:
    """How a verb ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


def remember(home: Path, text: str, *, at: datetime = MARCH_2, person: Person = ALEX, **details: Any) -> str:
    """Remember a text and return its id."""
    with open_book(home) as book:
        return book.remember(person, text, origin=Origin.DM, at=at, actor=person.user_id, **details).memory.id


def texts(home: Path, person: Person = ALEX) -> list[str]:
    """Return what is remembered about a person."""
    return [memory.text for memory in reopened(home).memories(person)]


def reopened(home: Path) -> Book:
    """Return the book as another process would see it."""
    return open_book(home)
