"""Small makers for tests: memories and changes with sensible defaults."""

from datetime import UTC, datetime

from memory.records import Change, Kind, Memory, Operation, Origin, Person, Source, Status

ALEX = Person("T1", "UALEX")
DANA = Person("T1", "UDANA")
MARCH_2 = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)
APRIL_9 = datetime(2026, 4, 9, 12, 0, tzinfo=UTC)


def remembered(
    text: str,
    *,
    id: str = "01A",
    subject: Person = ALEX,
    kind: Kind = Kind.PREFERENCE,
    attribute: str | None = None,
    value: str | None = None,
    origin: Origin = Origin.DM,
    channel_id: str = "DALEX",
    status: Status = Status.ACTIVE,
    created_at: datetime = MARCH_2,
    ended_at: datetime | None = None,
) -> Memory:
    return Memory(
        id,
        subject,
        kind,
        text,
        0.9,
        created_at,
        origin,
        attribute=attribute,
        value=value,
        status=status,
        ended_at=ended_at,
        source=Source(channel_id, "1772442900.000100"),
    )


def inserted(text: str, **details: object) -> Change:
    return Change(Operation.INSERT, remembered(text, **details))  # type: ignore[arg-type]
