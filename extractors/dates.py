"""Relative dates to absolute ones, from the time the message was sent. Pure.

Own grammar (`day_grammar`) rather than dateparser: that takes milliseconds for each text, guesses where the language is
not plain, and knows no ranges. Vague and recurring times ("end of September", "every Monday") carry no date.
"""

import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from extractors.day_grammar import (
    ABSOLUTE,
    EACH,
    GOING_ON,
    MONTH_ALONE,
    MONTHS,
    NUMBERS,
    QUICK,
    RECURRING,
    RELATIVE,
    SPELLED,
    TIMES,
    WEEKDAYS,
    WEEKDAYS_ON,
    YEARLY,
)

_JUST_PAST = timedelta(days=7)
"""A day of the year this shortly before the message is still meant of this year."""
_ONE_MONTH, _THREE_MONTHS = 31, 93
_FAR = timedelta(days=270)
"""From when on a month that was named before was rather that of the year before."""
_BEFORE = 60
"""Characters before a day in which stands that it comes again and again."""
_LEADS_ON = 25
"""Characters before a day in which stands what leads to it: "coming back on the 2nd"."""


@dataclass(frozen=True, slots=True)
class When:
    """A day or a range of days found in a text. `start` and `end` are its half-open range of characters.

    `listed` are the days that were named one by one, `until` being the last of them too.
    """

    start: int
    end: int
    day: date
    until: date | None = None
    relative: bool = False
    since: bool = False
    listed: tuple[date, ...] = ()

    def __str__(self) -> str:
        if self.listed:
            return f"{', '.join(map(str, self.listed[:-1]))} and {self.listed[-1]}"
        return f"from {self.day} to {self.until}" if self.until else str(self.day)


def find_dates(text: str, *, sent: date, past: bool = False, before: str = "") -> list[When]:
    """Return the days that text names plainly, in order, without overlaps; none in an empty text.

    Args:
        text: Clean text.
        sent: The day the message was sent.
        past: Whether the statement is about the past, so that "on Tuesday" and "4 March" lie before `sent`.
        before: What was said just before it, in which the month of "the 12th" may have been named.
    """
    lower = text.lower()
    if not QUICK.search(lower) or YEARLY.search(lower):
        return []
    found = list(_absolute_days(text, sent, past, _month_of(before, sent, past)))
    taken = [(when.start, when.end) for when in found]
    which = _WHICH_WEEK.search(lower)
    for match in _free(WEEKDAYS_ON, text, taken):
        taken.append(match.span())
        if match["state"] or which:
            found.append(_weekdays_on(match, which[1] if which else "", sent, past))
    for match in _free(RELATIVE, text, sorted(taken)):
        since = _is_since(text, match)
        day = _relative(match, text, sent, past or since)
        if day is not None:
            start = match.start("weekday") if match["weekday"] else match.start()
            found.append(When(start, match.end(), day, relative=True, since=since))
    return sorted((when for when in found if not EACH.match(text, when.end)), key=lambda when: when.start)


def _free(pattern: re.Pattern[str], text: str, taken: Iterable[tuple[int, int]]) -> list[re.Match[str]]:
    """Return the matches that overlap none of the ranges, which are in order."""
    free: list[re.Match[str]] = []
    ranges = iter(taken)
    start, end = next(ranges, _NOWHERE)
    for match in pattern.finditer(text):
        while end <= match.start():
            start, end = next(ranges, _NOWHERE)
        if match.end() <= start:
            free.append(match)
    return free


_NOWHERE = (sys.maxsize, sys.maxsize)


def _is_since(text: str, match: re.Match[str]) -> bool:
    """Return whether the day is one that something has lasted since."""
    return match[0][:6].lower() == "since " or text[max(0, match.start() - 6) : match.start()].lower() == "since "


def _month_of(before: str, sent: date, past: bool) -> date | None:
    """Return the last day, or the first of the last month, that a text names; None where it names none."""
    if not before:
        return None
    days = [
        (when.end, when.until or when.day)
        for when in _absolute_days(before, sent, past, None)
        if _NAMES_MONTH.search(before, when.start, when.end)
    ]
    months = [(match.end(), _month_alone(match, sent, past)) for match in MONTH_ALONE.finditer(before)]
    named = max(days + months)[1] if days or months else None
    return named if named is None or named < sent + _FAR else None


def _month_alone(match: re.Match[str], sent: date, past: bool) -> date:
    """Return the first day of a month: of the year that is told, else of this one or the next or last of its name."""
    month = MONTHS[(match["in"] or match["alone"]).lower().rstrip(".")]
    if match["year"]:
        return date(_number(match["year"]), month, 1)
    year = sent.year - (month > sent.month) if past else sent.year + (month < sent.month)
    return date(year, month, 1)


def _absolute_days(text: str, sent: date, past: bool, named: date | None) -> Iterator[When]:
    """Yield the days that have a number, those without a month of the one that was last named before them."""
    alone = deque(MONTH_ALONE.finditer(text))
    end = 0
    for match in ABSOLUTE.finditer(text):
        while alone and alone[0].start() < match.start():
            month = alone.popleft()
            named = _month_alone(month, sent, past) if month.start() >= end else named
        end = match.end()
        since = _is_since(text, match)
        try:
            when = _Numbered(match, sent, past or since, named).when()
        except ValueError:  # the 31st of a month that has 30 days
            continue
        if when is not None:
            named = (when.until or when.day) if _NAMES_MONTH.search(match[0]) else named
            yield replace(when, since=since)


_NAMES_MONTH = re.compile("|".join((r"\d-\d", *MONTHS)), re.IGNORECASE)


class _Numbered:
    """Reads one match of the grammar of days with a number."""

    def __init__(self, match: re.Match[str], sent: date, past: bool, named: date | None) -> None:
        self.match, self.sent, self.past, self.named = match, sent, past, named
        self.group = match.groupdict()

    def when(self) -> When | None:
        """Return the day or the range; None for one that ends before it begins.

        Raises:
            ValueError: If the month has no such day.
        """
        start, end = self.match.span()
        group = self.group
        if group["iso"]:
            until = date.fromisoformat(group["iso_end"]) if group["iso_end"] else None
            return When(start, end, date.fromisoformat(group["iso"]), until)
        if group["d2"]:
            last = self._dated(group["d2"], group["m2"], group["y2"] or group["y1"])
            return self._range(group["d1"], group["m1"], group["m2"], last)
        if group["d4"]:
            last = self._dated(group["d4"], group["m4"] or group["m3"], group["y4"])
            return self._range(group["d3"], group["m3"], group["m3"], last)
        for one, other in (("d7", "d8"), ("d20", "d21"), ("d18", "d19")):
            if group[one]:
                if one == "d18" and self.named is None:
                    return None  # "from day 3 to day 9" of what?
                first = self._of_month(group[one])
                last = _this_day(group[other], first, past=False)
                return When(start, end, first, last, listed=(first, last) if one == "d20" else ())
        for number in ("9", "12", "16", "17"):
            if group[f"d{number}"]:
                return self._without_month(number)
        number = next(number for number in _WITH_MONTH if group[f"d{number}"])
        day = self._dated(
            group[f"d{number}"], group[f"m{number}"], group.get(f"y{number}"), weekday=group.get(f"w{number}")
        )
        if number in _FIRST:
            return When(self.match.start(f"{_FIRST[number]}{number}"), end, day)
        lead = _ON.match(self.match[0])
        return When(start + lead.end() if lead else start, end, day)

    def _without_month(self, number: str) -> When | None:
        """Return a day of the month that was named before, or the nearest: "by the 12th", "on Sunday the 28th"."""
        words, end = self.group[f"d{number}"], self.match.end()
        start = self.match.start(f"d{number}")
        if weekday := self.group.get(f"w{number}"):
            day = self._on_weekday(words, weekday, within=_ONE_MONTH if number == "17" else _THREE_MONTHS)
            if day is None and number == "17":
                return None  # "Saturday 10 of us": no day of the coming months
            return When(self.match.start(f"w{number}"), end, day or self._of_month(words))
        if self.match.string[max(0, start - 4) : start].lower() == "the ":
            start -= 4
        if (of_month := self.group[f"of{number}"]) is None:
            return When(start, end, self._of_month(words))
        months = self.sent.month - ("next" not in of_month.lower())
        return When(start, end, date(self.sent.year + months // 12, months % 12 + 1, _number(words)))

    def _on_weekday(self, words: str, weekday: str, *, within: int) -> date | None:
        """Return the nearest such day of a month on such a weekday; None where it is more days away."""
        number = _number(words)
        days = [self.sent + timedelta(days=away) for away in range(-_ONE_MONTH, within + 1)]
        fitting = [day for day in days if day.day == number and day.weekday() == WEEKDAYS[weekday.lower()]]
        behind = [day for day in fitting if day <= self.sent]
        ahead = [day for day in fitting if day >= self.sent]
        return next(iter((behind[-1:] or ahead[:1]) if self.past else (ahead[:1] or behind[-1:])), None)

    def _of_month(self, words: str) -> date:
        number = _number(words)
        if (named := self.named) is not None:
            months = named.month - 1
            start = next(self.match.start(name) for name in _BARE if self.group[name])
            if number < named.day and GOING_ON.search(self.match.string[max(0, start - _LEADS_ON) : start]):
                months += 1
            year, month = named.year + months // 12, months % 12 + 1
            if _valid(year, month, number) and (date(year, month, number) <= self.sent) is self.past:
                return date(year, month, number)
        return _this_day(words, self.sent, self.past)

    def _dated(self, day: str, month: str, year: str | None, *, weekday: str | None = None) -> date:
        sent, number = self.sent, _number(day)
        month_number = _month_number(month)
        if year:
            return date(_number(year) % 10000, month_number, number)
        days = [
            date(candidate, month_number, number)
            for candidate in (sent.year - 1, sent.year, sent.year + 1)
            if _valid(candidate, month_number, number)
        ]
        if weekday:
            days = [found for found in days if found.weekday() == WEEKDAYS[weekday.lower()]] or days
        if not days:
            raise ValueError(day)
        if self.past:
            return max((found for found in days if found <= sent), default=days[0])
        return min((found for found in days if found >= sent - _JUST_PAST), default=days[-1])

    def _range(self, day: str, own_month: str | None, month: str, last: date) -> When | None:
        """Return the days from one to another; those joined by "and" one by one."""
        start, end = self.match.span()
        number, month_number = _number(day), _month_number(own_month or month)
        if not own_month and number > last.day and not day.isdigit():  # "from the 24th to the 4th of January"
            month_number = (last.month - 2) % 12 + 1
        first = date(last.year - (month_number > last.month), month_number, number)
        if first >= last:
            return None
        dash = self.group["dash1"] or self.group["dash3"]
        if dash != " and " or self.match.string[max(0, start - 8) : start].lower() == "between ":
            return When(start, end, first, last)
        lead = _ON.match(self.match[0])
        middle = [first.replace(day=_number(part)) for part in re.split(r"\W+(?:the )?", self.group["more1"] or "")[1:]]
        return When(start + (lead.end() if lead else 0), end, first, last, listed=(first, *middle, last))


_BARE = ("d7", "d9", "d12", "d16", "d17", "d18", "d20")
_WITH_MONTH = ("5", "6", "10", "11", "13", "14", "15", "22")
_ON = re.compile(r"on ", re.IGNORECASE)
_FIRST = {"13": "d", "14": "d", "15": "m"}
"""Which part of a date in figures comes first, after what leads to it: "by 30/4", "by 4/30"."""


def _number(text: str) -> int:
    """Return the number that digits or an ordinal in words name."""
    spelled = SPELLED.get(text.lower().replace(" ", "-"))
    return spelled if spelled is not None else int(re.sub(r"\D", "", text))


def _month_number(month: str) -> int:
    return int(month) if month.isdigit() else MONTHS[month.lower().rstrip(".")]


def _valid(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _this_day(day: str, sent: date, past: bool) -> date:
    """Return the nearest such day of a month: at or after `sent`, or before it for the past."""
    wanted = _number(day)
    step = -1 if past else 1
    current = sent
    for _ in range(63):
        if current.day == wanted:
            return current
        current += timedelta(days=step)
    raise ValueError(day)


def _weekdays_on(match: re.Match[str], which: str, sent: date, past: bool) -> When:
    """Return the days from one weekday to another, of the week that is told ("this", "next") or the nearest."""
    if which:
        monday = sent - timedelta(days=sent.weekday()) + timedelta(days=7 * (which == "next"))
        first = monday + timedelta(days=WEEKDAYS[match["first"].lower()])
    else:
        first = _weekday(match["first"], sent, past=past)
    return When(match.start("first"), match.end(), first, _weekday(match["last"], first))


_WHICH_WEEK = re.compile(r"\b(this|next) week\b")


def _relative(match: re.Match[str], text: str, sent: date, past: bool) -> date | None:
    group = match.groupdict()
    monday = sent - timedelta(days=sent.weekday())
    if group["day_after"]:
        return sent + timedelta(days=2)
    if group["day_before"]:
        return sent - timedelta(days=2)
    if group["tomorrow"]:
        return sent + timedelta(days=1)
    if group["yesterday"]:
        return sent - timedelta(days=1)
    if group["today"]:
        return sent
    if group["ago"]:
        return _shift(sent, group["ago"], group["ago_unit"], -1)
    if group["from"]:
        return _shift(_anchor(group["anchor"], sent), group["from"], group["from_unit"], 1)
    if group["on"]:
        if TIMES.search(text[max(0, match.start() - _BEFORE) : match.start()]):
            return None
        return _shift(_anchor(group["on_day"], sent), group["on"], group["on_unit"], 1)
    if group["before_unit"]:
        return _shift(_anchor(group["before_unit"], sent), "one", group["unit_after"], 1)
    if group["in"]:
        return _shift(sent, group["in"], group["in_unit"], 1)
    if group["which_week"]:
        weeks = {"last": -1, "this": 0, "next": 1}[group["which_week"].lower()]
        return monday + timedelta(days=7 * weeks + WEEKDAYS[group["week_day"].lower()])
    if group["next"]:
        return monday + timedelta(days=7 + WEEKDAYS[group["next_day"].lower()])
    if group["last"]:
        return _weekday(group["last_day"], sent, past=True)
    name = group["weekday"]
    short = len(name) < len("friday")
    if RECURRING.search(text[max(0, match.start() - _BEFORE) : match.start()].rstrip()) or (
        short and not group["prep"]
    ):
        return None
    if group["of_week"]:
        return monday + timedelta(days=7 * ("next" in group["of_week"].lower()) + WEEKDAYS[name.lower()])
    day = _weekday(name, sent, past=past)
    return _shift(day, "one", group["week"].strip().lower(), 1) if group["week"] else day


def _anchor(name: str, sent: date) -> date:
    """Return the day that weeks are counted from."""
    name = name.lower()
    if name in {"today", "now"}:
        return sent
    return sent + timedelta(days=1) if name == "tomorrow" else _weekday(name, sent)


def _weekday(name: str, sent: date, *, past: bool = False) -> date:
    """Return the next such weekday after `sent`, or the last one before it."""
    number = WEEKDAYS[name.lower()]
    if past:
        return sent - timedelta(days=(sent.weekday() - number - 1) % 7 + 1)
    return sent + timedelta(days=(number - sent.weekday() - 1) % 7 + 1)


def _shift(base: date, count: str, unit: str, sign: int) -> date | None:
    number = int(count) if count.isdigit() else NUMBERS[count.lower()]
    if unit.startswith("day"):
        return base + timedelta(days=sign * number)
    if unit.startswith("week"):
        return base + timedelta(days=sign * 7 * number)
    if unit.startswith("fortnight"):
        return base + timedelta(days=sign * 14 * number)
    months = number * (12 if unit.startswith("year") else 1) * sign
    total = base.year * 12 + base.month - 1 + months
    day = min(base.day, 28)
    return date(total // 12, total % 12 + 1, base.day if _valid(total // 12, total % 12 + 1, base.day) else day)


def resolve(text: str, *, sent: date, past: bool = False, before: str = "") -> tuple[str, date | None]:
    """Return text with its plain dates made absolute, and the first of them that something is on; else None.

    A day that something has lasted since stands in the text only, as does the day on which a later one was told
    ("agreed today that it ends on 4 May").
    """
    found = find_dates(text, sent=sent, past=past, before=before)
    if not found:
        return text, None
    parts: list[str] = []
    position = 0
    for when in found:
        before = text[position : when.start]
        shown = str(when)
        if when.until and not when.listed:
            before = re.sub(r"\b(?:from|between)\s*$", "", before, flags=re.IGNORECASE)
        elif when.relative and not re.search(
            r"\b(?:on|by|until|till|from|before|after|since|for|due|this|at|to|is|was|of)\s*$",
            before,
            flags=re.IGNORECASE,
        ):
            shown = f"on {shown}"
        before = (
            re.sub(r"\b(?:this coming|this|coming)\s*$", "on ", before, flags=re.IGNORECASE)
            if when.relative
            else before
        )
        parts.extend((before, shown))
        position = when.end
    parts.append(text[position:])
    whole = re.sub(r"\bon on\b", "on", "".join(parts))
    return whole, _day_of([when for when in found if not when.since], text, sent)


def _day_of(found: list[When], text: str, sent: date) -> date | None:
    """Return the first day, or the second where that is told of on the first."""
    if len(found) > 1:
        first, later = found[:2]
        if first.relative and first.day <= sent <= later.day and _THAT.search(text, first.end, later.start):
            return later.day
    return found[0].day if found else None


_THAT = re.compile(r"\bthat\b")
