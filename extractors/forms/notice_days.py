"""The days that brief notices are of: "Thu-Fri this week", "w/c 3 Aug", "until the 14th", "Mon, Tue + Thu"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from extractors.days.dates import find_dates
from extractors.days.day_grammar import MONTH_NAME, WEEKDAY_NAME, WEEKDAYS
from extractors.days.numbered_days import is_day
from extractors.matching.late_patterns import LatePattern


@dataclass(frozen=True, slots=True)
class Days:
    """Days that a notice is of: where they end in the text, how they are told, the first and the last of them.

    `first` is None for days that come every week.
    """

    end: int
    text: str
    first: date | None
    last: date | None = None

    @property
    def several(self) -> bool:
        return self.last != self.first


BEGINS = LatePattern(
    rf"(?<![\w/.-])(?:\d|{WEEKDAY_NAME}s?\b|{MONTH_NAME}\b|(?:the )?rest of|next (?=week|{WEEKDAY_NAME}\b)"
    rf"|this week|tomorrow|tmrw|tmr|today|"
    r"w/c|w/b|wc\b|week (?:commencing|beginning|starting|of))",
    re.IGNORECASE,
)
"""What the days of a notice may begin with."""


class DayReader:
    """Reads the days in one message, from the day it was sent."""

    def __init__(self, plain: str, sent: date) -> None:
        self.plain, self.sent = plain, sent

    def read(self, at: int, end: int, lead: str, *, weekly: bool, after: date | None = None) -> Days | None:
        """Return the days that begin there, None where none do.

        Args:
            at: Where they begin.
            end: Where what they are told in ends.
            lead: What leads to them: "from", "until".
            weekly: Whether two weekdays of no named week are those of every week.
            after: A day that they come after, in place of the one the message was sent on.
        """
        sent = after or self.sent
        if (week := _WEEK.match(self.plain, at, end)) is not None:
            return self._week(week.end(), week["which"])
        if (rest := _REST_OF_WEEK.match(self.plain, at, end)) is not None:
            friday = self.sent + timedelta(days=max(0, _FRIDAY - self.sent.weekday()))
            return Days(rest.end(), f"until {friday}", friday, None)
        if (of := _WEEK_OF.match(self.plain, at, end)) is not None:
            found = self._dated(of.end(), end, "on", sent)
            if found is None or found.first is None or found.several:
                return None
            friday = found.first + timedelta(days=max(0, _FRIDAY - found.first.weekday()))
            return Days(found.end, f"from {found.first} to {friday}", found.first, friday)
        until, since = _UNTIL.search(lead), _FROM.search(lead)
        weekdays = self._weekdays(at, end, sent, weekly=weekly, each=_EACH.search(lead) is not None)
        found = weekdays or self._in_figures(at, end) or self._dated(at, end, "until" if until else "on", sent)
        if found is not None and found.several and "between" in lead.lower():
            return replace(found, text=f"from {found.first} to {found.last}")
        if found is None or found.first is None or found.several:
            return found
        to = None if until else _TO.match(self.plain, found.end, end)
        last = to and (
            self._weekdays(to.end(), end, found.first, weekly=weekly, each=False)
            or self._dated(to.end(), end, "until", found.first)
        )
        if last and last.first and not last.several and last.first > found.first:
            return Days(last.end, f"from {found.first} to {last.first}", found.first, last.first)
        if until:
            return replace(found, text=f"until {found.first}")
        return replace(found, text=f"from {found.first}", last=None) if since else found

    def _week(self, end: int, which: str) -> Days:
        """Return the working days of this week or the next."""
        monday = self.sent - timedelta(days=self.sent.weekday()) + timedelta(days=7 * (which.lower() == "next"))
        first, last = max(monday, self.sent), monday + timedelta(days=_FRIDAY)
        return Days(end, f"from {first} to {last}", first, last)

    def _in_figures(self, at: int, end: int) -> Days | None:
        """Return the days of "3/8-14/8" or "8/3-8/14", which have the month in common; None of others."""
        match = _FIGURES.match(self.plain, at, end)
        if match is None:
            return None
        one, other = (int(match["a"]), int(match["b"])), (int(match["c"]), int(match["d"]))
        if one[0] == other[0] and one[1] < other[1]:
            one, other = one[::-1], other[::-1]
        if one[1] != other[1] or one[0] >= other[0] or not (is_day(_LEAP, *one[::-1]) and is_day(_LEAP, *other[::-1])):
            return None
        year = self.sent.year + (one[1] < self.sent.month - 1)
        if not (is_day(year, *one[::-1]) and is_day(year, *other[::-1])):
            return None
        first, last = date(year, *one[::-1]), date(year, *other[::-1])
        return Days(match.end(), f"from {first} to {last}", first, last)

    def _dated(self, at: int, end: int, leads: str, sent: date) -> Days | None:
        """Return the days of the calendar that begin there, one or more of them."""
        for prefix in ("away ", f"away {leads} "):
            said = prefix + self.plain[at : min(end, at + _LONGEST_DAYS)]
            found = find_dates(said, sent=sent, before=self.plain[max(0, at - _BEFORE) : at])
            begins = bool(found) and found[0].start in {len("away "), len(prefix)}
            if begins and (found[0].until or prefix != "away "):
                break
        if not begins:
            return None
        days = [found[0]]
        for when in found[1:]:
            if not _AND.fullmatch(said, days[-1].end, when.start) or days[-1].until or when.until:
                break
            days.append(when)
        stop = at + days[-1].end - len(prefix)
        stop -= self.plain[stop - 1] == "."  # the full stop of a month, and of the sentence
        first, last = days[0].day, days[-1].until or days[-1].day
        if len(days) > 1 or days[0].listed:
            several = _listed(days[0].listed) if days[0].listed else " and on ".join(str(when.day) for when in days)
            return Days(stop, f"on {several}", first, last)
        return Days(stop, f"from {first} to {last}" if days[0].until else f"on {first}", first, last)

    def _weekdays(self, at: int, end: int, sent: date, *, weekly: bool, each: bool) -> Days | None:
        """Return the weekdays that begin there: a range or a list of them, of a week or of every week."""
        names: list[str] = []
        spans: list[int] = []
        ranged, plural, stop = False, each, at
        while (match := _WEEKDAY.match(self.plain, stop if not names else spans[-1], end)) is not None:
            names.append(match["day"].lower())
            plural, stop = plural or bool(match["s"]), match.end()
            if (parts := _PARTS.match(self.plain, stop, end)) is not None:
                plural, stop = True, parts.end()
            joined = _TO.match(self.plain, stop, end) if len(names) == 1 else None
            ranged = ranged or (joined is not None and _WEEKDAY.match(self.plain, joined.end(), end) is not None)
            between = joined if joined is not None and ranged else _AND.match(self.plain, stop, end)
            if between is None or (ranged and len(names) > 1) or len(names) == _DAYS_OF_WEEK:
                break
            spans.append(between.end())
        if not names:
            return None
        which = _OF_WEEK.match(self.plain, stop, end)
        stop = which.end() if which else stop
        if plural or (weekly and len(names) > 1 and which is None):
            written = " ".join(self.plain[at:stop].split())
            return Days(stop, f"{'every' if each else 'on'} {written}" if not _ON.match(written) else written, None)
        days = [self._coming(name, sent, which["which"].lower() if which else "") for name in names]
        if ranged and len(days) > 1:
            last = days[0] + timedelta(days=(days[-1] - days[0]).days % 7)
            return Days(stop, f"from {days[0]} to {last}", days[0], last)
        if days != sorted(days):
            return None
        return Days(stop, f"on {_listed(days)}", days[0], days[-1])

    def _coming(self, name: str, sent: date, which: str) -> date:
        if which:
            monday = self.sent - timedelta(days=self.sent.weekday())
            return monday + timedelta(days=7 * (which == "next") + WEEKDAYS[name])
        return sent + timedelta(days=(WEEKDAYS[name] - sent.weekday() - 1) % 7 + 1)

    def first_in(self, written: str) -> Days | None:
        """Return the first days of a text, None of one without."""
        found = find_dates(written, sent=self.sent) if written.strip() else []
        if not found:
            return None
        first = found[0]
        return Days(0, str(first) if first.until or first.listed else f"on {first}", first.day, first.until)


_BEFORE = 200
"""Characters before a notice in which the month of its days may be named."""
_LONGEST_DAYS = 120
"""Characters that days are told in."""
_FRIDAY = 4
_DAYS_OF_WEEK = 7
_UNTIL = LatePattern(r"\b(?:until|till|til|through|thru|up to|to)\b", re.IGNORECASE)
_FROM = LatePattern(r"\b(?:from|starting|as of|effective)\b", re.IGNORECASE)
_EACH = LatePattern(r"\b(?:every|each)\b", re.IGNORECASE)
_WEEK = LatePattern(rf"(?P<which>next|this) week\b(?! (?:on )?{WEEKDAY_NAME}\b)", re.IGNORECASE)
_REST_OF_WEEK = LatePattern(r"(?:the )?rest of (?:the|this) week\b", re.IGNORECASE)
_WEEK_OF = LatePattern(
    r"(?:w/c|wc|w/b|week (?:commencing|beginning|starting|of))[: ]{1,2}(?:the )?(?:mon(?:day)? )?(?:the )?",
    re.IGNORECASE,
)
_WEEKDAY = LatePattern(rf"(?P<day>{WEEKDAY_NAME})(?P<s>s)?\b(?!,? (?:the )?\d)(?! {MONTH_NAME}\b)", re.IGNORECASE)
_TO = LatePattern(r"[ ]?(?:->|[-–—→]|\b(?:to|through|thru|till?|until|thro)\b)[ ]?", re.IGNORECASE)
_AND = LatePattern(r"[ ]?(?:, and\b|,|&|\+|/|\band\b|\bplus\b)[ ]?(?:on )?", re.IGNORECASE)
_OF_WEEK = LatePattern(r",? (?:of )?(?P<which>this|next) week\b", re.IGNORECASE)
_LEAP = 2024
"""A year that has every day."""
_FIGURES = LatePattern(
    rf"(?:{WEEKDAY_NAME}\.?,? )?(?P<a>\d{{1,2}})[/.](?P<b>\d{{1,2}})\.?[ ]?(?:[-–—→]|to|until|till?"
    rf"|through)[ ]?(?:{WEEKDAY_NAME}\.?,? )?(?P<c>\d{{1,2}})[/.](?P<d>\d{{1,2}})(?![\d/.]\d|\d)",
    re.IGNORECASE,
)
_PARTS = LatePattern(r"[ ](?:mornings|afternoons|evenings)\b", re.IGNORECASE)
_ON = LatePattern(r"(?:on|every|each)\b", re.IGNORECASE)


def _listed(days: Sequence[date]) -> str:
    """Return days as one tells them: "2026-03-05 and 2026-03-06"."""
    *most, last = map(str, dict.fromkeys(days))
    return f"{', '.join(most)} and {last}" if most else last
