"""What the tools are bound to: whose memory, in which place, and as of when. Never an argument a model chooses."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Lock

from bot.audience import Audience
from bot.replies.fences import as_data
from extractors.pipeline import Extractor
from memory.book import Book
from memory.records import Candidate, Change, Memory, Origin, Person, Recalled, Source, Status

MOST_WRITTEN, MOST_FORGOTTEN = 10, 5
"""How many memories a model may write and forget in one turn: a mistake, or a trick, stays small and reparable."""


class Allowance:
    """How many more times something may be done; None is without end. Safe for threads."""

    def __init__(self, left: int | None = None) -> None:
        self.left = left
        self._lock = Lock()

    def take(self, count: int) -> bool:
        """Use up `count` and return True, or nothing and False where fewer are left."""
        with self._lock:
            if self.left is None:
                return True
            if count > self.left:
                return False
            self.left -= count
            return True


@dataclass(slots=True, kw_only=True)
class Bound:
    """Everything a tool may reach.

    `audience` is who reads the answer: every result obeys it, and what is written is the reader's. `origin` and
    `source` mark what is written, so that the same rule holds later. `closed` tells why nothing may be written or
    forgotten now. `said` is what the message being answered states: it is captured as the person's own words. `writes`
    and `forgets` are how many memories may still be written and forgotten. What is written anew, and may be told here,
    is added to `written`, and the ids of memories that a tool showed to `given`. `command` is what the slash command
    about memory is called here.
    """

    book: Book
    extractor: Extractor
    audience: Audience
    now: Callable[[], datetime]
    actor: str
    origin: Origin = Origin.MODEL
    source: Source | None = None
    name: str | None = None
    said: Sequence[Candidate] = ()
    closed: str | None = None
    name_of: Callable[[Person], str] = lambda person: person.user_id
    writes: Allowance = field(default_factory=Allowance)
    forgets: Allowance = field(default_factory=Allowance)
    written: list[Change] = field(default_factory=list)
    given: set[str] = field(default_factory=set)
    command: str = "/memory"

    @property
    def person(self) -> Person:
        """Whose memory is written."""
        return self.audience.reader

    def own(self) -> list[Memory]:
        """Return the active memories of the person that may be seen here, oldest first."""
        return [memory for memory in self.book.memories(self.person) if self.sees(memory)]

    def sees(self, memory: Memory) -> bool:
        """Return whether a memory is sure enough to be told, and may be seen here."""
        return memory.confidence >= self.book.settings.min_profile_confidence and self.audience.sees(memory)

    def shown(self, memory: Memory) -> dict[str, object]:
        """Return a memory as JSON data, and note that it was given."""
        self.given.add(memory.id)
        data: dict[str, object] = {
            "id": memory.id,
            "date": day_of(memory),
            "kind": memory.kind.value,
            "text": as_data(memory.text),
            "confidence": memory.confidence,
        }
        if memory.subject != self.person:
            data["about"] = as_data(self.name_of(memory.subject))
        if memory.dated is not None:
            data["on"] = memory.dated.isoformat()
        if memory.status is not Status.ACTIVE:
            data["status"] = memory.status.value
        return data

    def hit(self, item: Recalled) -> dict[str, object]:
        """Return a memory that was found as claw0 does, path, score and snippet, and what else is known of it."""
        found = self.shown(item.memory)
        snippet = str(found.pop("text"))[:300]
        return {"path": path_of(item.memory.created_at), "score": round(item.score, 4), "snippet": snippet, **found}


def path_of(at: datetime) -> str:
    """Return the name of the daily log of a time, as claw0 gives it."""
    return f"memory/{at.astimezone(UTC).date().isoformat()}.md"


def day_of(memory: Memory) -> str:
    """Return the UTC day that a memory was learned on."""
    return memory.created_at.astimezone(UTC).date().isoformat()
