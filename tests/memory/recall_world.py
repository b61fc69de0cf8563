"""What the recall tests share: a clock, some people, and memories that are quick to write down."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

from memory.index import MemoryIndex
from memory.records import Kind, Memory, Origin, Person, Query, Source

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
ALEX = Person("T1", "UALEX")
DANA = Person("T1", "UDANA")

_numbers = count()
_TEMPLATE = Memory(
    id="", subject=ALEX, kind=Kind.FACT, text="", confidence=0.9, created_at=NOW, origin=Origin.DM, source=None
)


def memory(text: str, *, days: float = 10, talk: str | None = None, **changes: object) -> Memory:
    """Return a memory of Alex, learned `days` ago; each in a talk of its own unless one is named."""
    number = next(_numbers)
    base = replace(
        _TEMPLATE,
        id=f"M{number:06}",
        text=text,
        created_at=NOW - timedelta(days=days),
        source=Source(talk or f"C{number}", f"{number}.0"),
    )
    return replace(base, **changes)  # type: ignore[arg-type]  # the names are those of Memory


def line(text: str, **changes: object) -> Memory:
    """Return a line of an imported talk; those of one `talk` stand beside each other."""
    return memory(text, origin=Origin.IMPORT, **changes)  # type: ignore[arg-type]  # passed through


def index_of(memories: Iterable[Memory]) -> MemoryIndex:
    index = MemoryIndex()
    for each in memories:
        index.put(each)
    return index


def asking(*terms: str, **changes: object) -> Query:
    """Return a question of the reader's for these words."""
    return replace(Query(" ".join(terms), terms=terms, is_question=True, about_self=True), **changes)  # type: ignore[arg-type]  # the names are those of Query


def everyone(_: Memory) -> bool:
    return True
