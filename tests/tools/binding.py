"""A home with a bound set of tools for each test."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.audience import Audience, Place, PlaceKind
from bot.replies.base import Situation
from bot.settings import Settings
from bot.tools import Bound, bound_to, tools_of
from extractors.pipeline import Extractor
from memory.book import Book
from memory.records import Candidate, Kind, Memory, Origin, Person, Query, Source

ALEX = Person("T1", "UALEX")
DANA = Person("T1", "UDANA")
ELSEWHERE = Person("T2", "UALEX")
NOW = datetime(2026, 11, 20, 14, 30, tzinfo=UTC)
DM = Place(PlaceKind.DM, "DALEX")
PUBLIC = Place(PlaceKind.PUBLIC, "CGENERAL")
PRIVATE = Place(PlaceKind.PRIVATE, "CSECRET")


@dataclass(frozen=True)
class Desk:
    """What a model has before it: a book, and tools bound to a place."""

    book: Book
    extractor: Extractor
    settings: Settings

    def bound(
        self,
        place: Place = DM,
        *,
        reader: Person = ALEX,
        ts: str = "1795185000.000100",
        said: Sequence[Candidate] = (),
        **situation: Any,
    ) -> Bound:
        audience = Audience(reader, place)
        given = Situation(
            person=reader,
            place=place,
            text="",
            query=Query(""),
            now=NOW,
            understood=said,
            sees=audience.sees,
            audience=audience,
            ts=ts,
            **situation,
        )
        return bound_to(given, self.book, self.extractor, self.settings)

    def call(self, name: str, arguments: dict[str, Any], place: Place = DM, **options: Any) -> dict[str, Any]:
        return call_on(self.bound(place, **options), name, arguments)

    def know(
        self,
        text: str,
        *,
        of: Person = ALEX,
        origin: Origin = Origin.DM,
        channel: str = "DALEX",
        kind: Kind = Kind.FACT,
        ts: str = "1772442900.000100",
        **details: Any,
    ) -> Memory:
        at = datetime.fromtimestamp(float(ts), UTC)
        return self.book.remember(
            of, text, origin=origin, source=Source(channel, ts), kind=kind, at=at, actor=of.user_id, **details
        ).memory

    def texts(self, person: Person = ALEX) -> list[str]:
        return [memory.text for memory in self.book.memories(person)]


Call = Callable[..., dict[str, Any]]


def call_on(bound: Bound, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return next(tool for tool in tools_of(bound) if tool.name == name).call(arguments)
