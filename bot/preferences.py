"""What each person chose for themselves: how receipts come, quiet hours, what channels may use and teach.

Kept by the book beside their memories, and so exported and erased with them. What nobody chose has its default.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, time
from enum import StrEnum
from zoneinfo import ZoneInfo

from memory.book import Book
from memory.errors import InvalidValueError
from memory.records import Person

_HOURS = re.compile(r"\s*(\d{1,2})(?::(\d{2}))?\s*(?:-|–|to)\s*(\d{1,2})(?::(\d{2}))?(?:\s+(\S+))?\s*\Z")
_NEVER = frozenset({"", "off", "none", "never"})


class Receipts(StrEnum):
    """How a person hears that something was captured: a line with buttons, a mere reaction, or not at all."""

    INLINE = "inline"
    REACTION = "reaction"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours of the day without receipts, in a time zone by its IANA name; the end may lie after midnight."""

    start: time
    end: time
    zone: str = "UTC"

    def hold(self, now: datetime) -> bool:
        """Return whether it is quiet at a time; the end is exclusive."""
        at = now.astimezone(ZoneInfo(self.zone)).time().replace(tzinfo=None)
        if self.start <= self.end:
            return self.start <= at < self.end
        return at >= self.start or at < self.end

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M} {self.zone}"


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices.

    `use_in_channels` tells whether their own memories may serve answers outside their DM, `whole_channels` whether they
    are noted where a channel was opened as a whole: None if they did not choose.
    """

    receipts: Receipts = Receipts.INLINE
    quiet_hours: QuietHours | None = None
    use_in_channels: bool = True
    whole_channels: bool | None = None

    def receipts_at(self, now: datetime) -> Receipts:
        """Return how a receipt comes at a time: not at all in quiet hours."""
        return Receipts.OFF if self.quiet_hours and self.quiet_hours.hold(now) else self.receipts

    def is_overheard(self, *, opt_in: bool) -> bool:
        """Return whether they are noted in channels that were opened as a whole, where nobody speaks to the bot.

        Args:
            opt_in: Only those are noted who chose it; else all but those who chose otherwise.
        """
        return self.whole_channels or (self.whole_channels is None and not opt_in)


NAMES = ("receipts", "quiet_hours", "use_in_channels", "whole_channels")
"""The choices by name, in the order in which they are shown."""


def preferences_of(book: Book, person: Person) -> Preferences:
    """Return a person's choices; one that cannot be read counts as not made.

    Raises:
        StoreError: If they cannot be read at all.
    """
    preferences = Preferences()
    for name, value in book.choices(person).items():
        with suppress(InvalidValueError):
            preferences = _with(preferences, name, value)[0]
    return preferences


def check(name: str, value: str) -> None:
    """Raise what `prefer` would raise for a choice and its value; change nothing."""
    _with(Preferences(), name, value.strip())


def prefer(
    book: Book, person: Person, name: str, value: str, *, at: datetime, actor: str, zone: str | None = None
) -> Preferences:
    """Keep one choice durably and return all of them.

    Args:
        name: One of `NAMES`.
        value: `inline`, `reaction` or `off`; `22:00-07:00` with or without a time zone, or `off`; `on` or `off`.
        zone: The person's time zone by its IANA name, for quiet hours given without one; UTC by default.

    Raises:
        InvalidValueError: If there is no such choice or value; the message says what can be chosen.
        StoreError: If it could not be saved.
    """
    if name == "quiet_hours" and zone and (hours := _HOURS.match(value)) and hours[5] is None:
        value = f"{value.strip()} {zone}"
    preferences, kept = _with(preferences_of(book, person), name, value.strip())
    book.choose(person, name, kept, at=at, actor=actor)
    return preferences


def _with(preferences: Preferences, name: str, value: str) -> tuple[Preferences, str]:
    """Return the choices with one made, and how that one is written down."""
    match name:
        case "receipts":
            receipts = _receipts(value)
            return replace(preferences, receipts=receipts), receipts
        case "quiet_hours":
            hours = _quiet_hours(value)
            return replace(preferences, quiet_hours=hours), str(hours or "off")
        case "use_in_channels":
            use = _switch(name, value)
            return replace(preferences, use_in_channels=use), "on" if use else "off"
        case "whole_channels":
            noted = _switch(name, value)
            return replace(preferences, whole_channels=noted), "on" if noted else "off"
    raise InvalidValueError("The setting", name, f"Choose one of {', '.join(NAMES)}.")


def _receipts(value: str) -> Receipts:
    try:
        return Receipts(value.lower())
    except ValueError as error:
        raise InvalidValueError("receipts", value, "Choose inline, reaction or off.") from error


def _switch(name: str, value: str) -> bool:
    if value.lower() not in {"on", "off", "yes", "no"}:
        raise InvalidValueError(name, value, "Choose on or off.")
    return value.lower() in {"on", "yes"}


def _quiet_hours(value: str) -> QuietHours | None:
    if value.lower() in _NEVER:
        return None
    hours = _HOURS.match(value)
    try:
        if hours is None:
            raise ValueError(value)
        start, end = (time(int(hours[n]), int(hours[n + 1] or 0)) for n in (1, 3))
        zone = hours[5] or "UTC"
        ZoneInfo(zone)
    except (ValueError, OSError, LookupError) as error:
        raise InvalidValueError("quiet_hours", value, "Give two times such as 22:00-07:00, or off.") from error
    return None if start == end else QuietHours(start, end, zone)
