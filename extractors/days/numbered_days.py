"""Days that have a number: "the 4th of May", "Sunday 28th", "9 to 12 June", "by the 12th" of a month named before."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from extractors.days.day_grammar import ABSOLUTE, GOING_ON, MONTH_ALONE, MONTHS, SPELLED, WEEKDAYS
from extractors.matching.late_patterns import LatePattern

_JUST_PAST = timedelta(days=7)
"""A day of the year this shortly before the message is still meant of this year."""
_ONE_MONTH, _THREE_MONTHS = 31, 93
_FAR = timedelta(days=270)
"""From when on a month that was named before was rather that of the year before."""
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


def is_since(text: str, match: re.Match[str]) -> bool:
    """Return whether the day is one that something has lasted since."""
    return match[0][:6].lower() == "since " or text[max(0, match.start() - 6) : match.start()].lower() == "since "


def month_of(before: str, sent: date, past: bool) -> date | None:
    """Return the last day, or the first of the last month, that a text names; None where it names none."""
    if not _NAMES_MONTH.search(before):
        return None
    days = [
        (when.end, when.until or when.day)
        for when in numbered_days(before, sent, past, None)
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


def numbered_days(text: str, sent: date, past: bool, named: date | None) -> Iterator[When]:
    """Yield the days that have a number, in order; those without a month are of the one last named before them.

    Args:
        text: Clean text.
        sent: The day the message was sent.
        past: Whether days without a year lie before `sent`.
        named: A day of the month that was named before the text, None where none was.
    """
    alone = deque(MONTH_ALONE.finditer(text))
    end = 0
    for match in ABSOLUTE.finditer(text):
        while alone and alone[0].start() < match.start():
            month = alone.popleft()
            named = _month_alone(month, sent, past) if month.start() >= end else named
        end = match.end()
        since = is_since(text, match)
        try:
            when = _Numbered(match, sent, past or since, named).when()
        except ValueError:  # the 31st of a month that has 30 days
            continue
        if when is not None:
            named = (when.until or when.day) if _NAMES_MONTH.search(match[0]) else named
            yield replace(when, since=since)


_NAMES_MONTH = LatePattern("|".join((r"\d-\d", *MONTHS)), re.IGNORECASE)


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
        if group["d23"]:
            return self._in_figures()
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

    def _in_figures(self) -> When | None:
        """Return the days of "30/3 - 2/4", or the two of "12/4 and 26/4"; None where either may be the month."""
        group, (start, end) = self.group, self.match.span()
        if max(int(group["d23"]), int(group["d24"])) <= _MONTHS:
            return None
        last = self._dated(group["d24"], group["m24"], None)
        first = date(last.year - (int(group["m23"]) > last.month), int(group["m23"]), int(group["d23"]))
        if first >= last:
            return None
        return When(start, end, first, last, listed=(first, last) if group["dash23"] == " and " else ())

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
            if is_day(year, month, number) and (date(year, month, number) <= self.sent) is self.past:
                return date(year, month, number)
        return _this_day(words, self.sent, self.past)

    def _dated(self, day: str, month: str, year: str | None, *, weekday: str | None = None) -> date:
        sent, number = self.sent, _number(day)
        month_number = _month_number(month)
        if year:
            return date(self._year(year), month_number, number)
        days = [
            date(candidate, month_number, number)
            for candidate in (sent.year - 1, sent.year, sent.year + 1)
            if is_day(candidate, month_number, number)
        ]
        if weekday:
            days = [found for found in days if found.weekday() == WEEKDAYS[weekday.lower()]] or days
        if not days:
            raise ValueError(day)
        if self.past:
            return max((found for found in days if found <= sent), default=days[0])
        return min((found for found in days if found >= sent - _JUST_PAST), default=days[-1])

    def _year(self, words: str) -> int:
        away = next((away for name, away in _YEARS.items() if words.lower().endswith(name)), None)
        return _number(words) % 10000 if away is None else self.sent.year + away

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


_YEARS = {"last year": -1, "this year": 0, "next year": 1}
_MONTHS = 12
_BARE = ("d7", "d9", "d12", "d16", "d17", "d18", "d20")
_WITH_MONTH = ("5", "6", "10", "11", "13", "14", "15", "22")
_ON = LatePattern(r"on ", re.IGNORECASE)
_FIRST = {"13": "d", "14": "d", "15": "m"}
"""Which part of a date in figures comes first, after what leads to it: "by 30/4", "by 4/30"."""


def _number(text: str) -> int:
    """Return the number that digits or an ordinal in words name."""
    spelled = SPELLED.get(text.lower().replace(" ", "-"))
    return spelled if spelled is not None else int(re.sub(r"\D", "", text))


def _month_number(month: str) -> int:
    return int(month) if month.isdigit() else MONTHS[month.lower().rstrip(".")]


def is_day(year: int, month: int, day: int) -> bool:
    """Return whether the calendar has such a day."""
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
