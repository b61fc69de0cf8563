"""Short ways to make the values that the tests of memory speak of."""

from datetime import UTC, date, datetime, timedelta

from memory.book import Book
from memory.records import (
    Candidate,
    CandidateOp,
    Change,
    Kind,
    Memory,
    Origin,
    Person,
    Polarity,
    Query,
    Source,
    Status,
)
from memory.terms import tokenise

ANA = Person("T1", "UANA")
BO = Person("T1", "UBO")
ELSEWHERE = Person("T2", "UANA")
MARCH = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def day(number: float) -> datetime:
    """Return nine o'clock on a day of March 2026, 1 being the first; fractions give later hours."""
    return MARCH + timedelta(days=number - 1)


def said_on(number: float, channel_id: str = "C1") -> Source:
    """Return the message that was sent at `day(number)`."""
    return Source(channel_id, f"{day(number).timestamp():.6f}")


def add(
    text: str,
    attribute: str | None = None,
    value: str | None = None,
    *,
    kind: Kind = Kind.FACT,
    against: bool = False,
    confidence: float = 0.9,
) -> Candidate:
    """Return what an extractor proposes to keep."""
    polarity = Polarity.NEGATIVE if against else Polarity.POSITIVE
    return Candidate(CandidateOp.ADD, text, kind, attribute, value, polarity, confidence)


def ended(text: str, attribute: str | None = None, value: str | None = None) -> Candidate:
    """Return that something stopped being true."""
    return Candidate(CandidateOp.RETRACT, text, None, attribute, value, confidence=0.9)


def say(
    book: Book, number: float, *candidates: Candidate, person: Person = ANA, channel_id: str = "C1"
) -> list[Change]:
    """Let a person say something on a day of March."""
    return book.apply(
        person,
        candidates,
        source=said_on(number, channel_id),
        origin=Origin.DM,
        at=day(number),
        actor=person.user_id,
        name="ana",
    )


def note(
    book: Book,
    number: float,
    text: str,
    *,
    person: Person = ANA,
    memory_id: str | None = None,
    kind: Kind = Kind.FACT,
    dated: date | None = None,
) -> Memory:
    """Let a person have something remembered on a day of March."""
    return book.remember(
        person,
        text,
        kind=kind,
        dated=dated,
        origin=Origin.DM,
        at=day(number),
        actor=person.user_id,
        memory_id=memory_id,
    ).memory


def texts(book: Book, status: Status | None = Status.ACTIVE, person: Person = ANA) -> list[str]:
    """Return what is remembered of a person, in order."""
    return [memory.text for memory in book.memories(person, status=status)]


def asking(text: str, *attributes: str) -> Query:
    """Return a query for all words of a text."""
    return Query(text, terms=tuple(tokenise(text)), attributes=attributes, is_question=True)


def a_memory(
    text: str,
    number: float = 1,
    *,
    memory_id: str = "M1",
    attribute: str | None = None,
    value: str | None = None,
    against: bool = False,
    status: Status = Status.ACTIVE,
    kind: Kind = Kind.FACT,
    subject: Person = ANA,
) -> Memory:
    """Return a memory of a day of March."""
    return Memory(
        id=memory_id,
        subject=subject,
        kind=kind,
        text=text,
        confidence=0.9,
        created_at=day(number),
        origin=Origin.DM,
        attribute=attribute,
        value=value,
        polarity=Polarity.NEGATIVE if against else Polarity.POSITIVE,
        status=status,
    )
