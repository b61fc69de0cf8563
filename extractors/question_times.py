"""The time that a question asks for ("last March", "in 2024", "three weeks ago"), as a range. Pure."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

_MONTHS = [
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
]
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_DAY_WORDS = {
    "the day before yesterday": -2,
    "yesterday": -1,
    "last night": -1,
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
}
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_NUMBERS = {
    "a couple of": 2,
    "a few": 3,
    "an": 1,
    "a": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}

_MONTH = (
    "(?P<month>" + "|".join(f"{name[:3]}(?:{name[3:]})?" if name != "may" else "may" for name in _MONTHS) + "|sept)"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!-)"
_SEASON = "(?P<season>" + "|".join(_SEASONS) + ")"
_PREPOSITION = r"(?:(?P<bound>since|after|before|until|till|by)|on|back in|in|during|over)"
_NEEDED, _MAYBE = f"{_PREPOSITION} ", f"(?:{_PREPOSITION} )?"


@dataclass(frozen=True, slots=True)
class TimeAsked:
    """A time asked for: from `since` up to, not including, `until`; None is open. `words` are what said so."""

    since: datetime | None
    until: datetime | None
    words: str


def time_asked(text: str, *, now: datetime) -> TimeAsked | None:
    """Return the first time that a folded text asks for, or None. Months and seasons without a year are the last ones.

    `now` says what "last March" means, and the time zone in which days begin.
    """
    today = now.date()
    for pattern, days_of in _RULES:
        match = pattern.search(text)
        days = days_of(match, today) if match else None
        if match and days:
            zone = now.tzinfo or UTC
            since, until = (datetime.combine(day, time(), zone) for day in days)
            bound = _group(match, "bound")
            if bound in {"before", "until", "till", "by"}:
                return TimeAsked(None, since if bound == "before" else until, match[0])
            if bound in {"since", "after"}:
                return TimeAsked(since if bound == "since" else until, None, match[0])
            return TimeAsked(since, until, match[0])
    return None


_Days = tuple[date, date]
_DaysOf = Callable[[re.Match[str], date], _Days | None]


def _group(match: re.Match[str], name: str) -> str:
    """Return what a group matched; "" where the pattern has no such group or it matched nothing."""
    return match.groupdict().get(name) or ""


def _iso(match: re.Match[str], _: date) -> _Days | None:
    return _one_day(int(match["year"]), int(match["number"]), int(match["day"]))


def _day_of_month(match: re.Match[str], today: date) -> _Days | None:
    month = _month_number(match["month"])
    year = int(_group(match, "year") or today.year)
    return _one_day(year, month, int(match["day"]))


def _one_day(year: int, month: int, day: int) -> _Days | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return found, found + timedelta(days=1)


def _month(match: re.Match[str], today: date) -> _Days | None:
    month = _month_number(match["month"])
    which = _group(match, "which")
    if _group(match, "year"):
        year = int(match["year"])
    elif which == "next":
        year = today.year + (month <= today.month)
    elif which == "this":
        year = today.year
    else:
        year = today.year - (month > today.month or (which == "last" and month == today.month))
    return date(year, month, 1), _first_of_next_month(year, month)


def _season(match: re.Match[str], today: date) -> _Days | None:
    first = _SEASONS[match["season"]]
    year = int(_group(match, "year") or today.year - (date(today.year, first, 1) > today))
    end_year, end_month = divmod(first + 2, 12)
    return date(year, first, 1), date(year + end_year, end_month + 1, 1)


def _year(match: re.Match[str], _: date) -> _Days | None:
    year = int(match["year"])
    return date(year, 1, 1), date(year + 1, 1, 1)


def _period(match: re.Match[str], today: date) -> _Days | None:
    shift = {"last": -1, "previous": -1, "this": 0, "next": 1, "coming": 1}[match["which"]]
    match match["unit"]:
        case "week":
            monday = today - timedelta(days=today.weekday()) + timedelta(weeks=shift)
            return monday, monday + timedelta(days=7)
        case "weekend":
            saturday = today - timedelta(days=today.weekday() - 5) + timedelta(weeks=shift)
            return saturday, saturday + timedelta(days=2)
        case "month":
            years, month = divmod(today.year * 12 + today.month - 1 + shift, 12)
            return date(years, month + 1, 1), _first_of_next_month(years, month + 1)
        case _:
            return date(today.year + shift, 1, 1), date(today.year + shift + 1, 1, 1)


def _day_word(match: re.Match[str], today: date) -> _Days | None:
    shift = _DAY_WORDS[match["word"]]
    found = today + timedelta(days=shift)
    return found, found + timedelta(days=1)


def _weekday(match: re.Match[str], today: date) -> _Days | None:
    number = _WEEKDAYS.index(match["weekday"])
    if _group(match, "which") == "last" or re.search(r"\b(?:did|was|were|had)\b", match.string):
        found = today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    else:
        found = today + timedelta(days=(number - today.weekday()) % 7)
    return found, found + timedelta(days=1)


def _ago(match: re.Match[str], today: date) -> _Days | None:
    count = _NUMBERS.get(match["count"]) or int(match["count"])
    if count > 400:
        return None
    unit = match["unit"]
    if unit == "day":
        found = today - timedelta(days=count)
        return found, found + timedelta(days=1)
    if unit == "week":
        monday = today - timedelta(days=today.weekday(), weeks=count)
        return monday, monday + timedelta(days=7)
    if unit == "month":
        year, month = divmod(today.year * 12 + today.month - 1 - count, 12)
        return date(year, month + 1, 1), _first_of_next_month(year, month + 1)
    return date(today.year - count, 1, 1), date(today.year - count + 1, 1, 1)


def _first_of_next_month(year: int, month: int) -> date:
    return date(year + month // 12, month % 12 + 1, 1)


def _month_number(name: str) -> int:
    return next(number for number, month in enumerate(_MONTHS, 1) if month.startswith(name[:3]))


def _rule(pattern: str, days_of: _DaysOf) -> tuple[re.Pattern[str], _DaysOf]:
    return re.compile(rf"\b{pattern}\b"), days_of


_RULES = [
    _rule(rf"{_MAYBE}(?P<year>(?:19|20)\d\d)-(?P<number>\d{{1,2}})-(?P<day>\d{{1,2}})", _iso),
    _rule(rf"{_MAYBE}(?:the )?{_DAY}(?: of)? {_MONTH},?(?: {_YEAR})?", _day_of_month),
    _rule(rf"{_MAYBE}{_MONTH} (?:the )?{_DAY}(?:,? {_YEAR})?", _day_of_month),
    _rule(rf"{_MAYBE}(?:early |mid |late )?{_MONTH},? (?:of )?{_YEAR}", _month),
    _rule(rf"{_MAYBE}(?P<which>last|this|next) {_MONTH}", _month),
    _rule(rf"{_NEEDED}{_MONTH}", _month),
    _rule(rf"{_MAYBE}(?:the )?(?:last |this )?{_SEASON}(?: of)? {_YEAR}", _season),
    _rule(rf"{_MAYBE}last {_SEASON}", _season),
    _rule(rf"{_NEEDED}(?:the year )?{_YEAR}", _year),
    _rule(rf"{_MAYBE}(?:the )?(?P<which>last|previous|this|next|coming) (?P<unit>weekend|week|month|year)", _period),
    _rule(rf"{_MAYBE}(?P<word>{'|'.join(_DAY_WORDS)})", _day_word),
    _rule(rf"(?:on |{_MAYBE}(?P<which>last|this|next) )(?P<weekday>{'|'.join(_WEEKDAYS)})", _weekday),
    _rule(rf"(?P<count>\d{{1,4}}|{'|'.join(_NUMBERS)}) (?P<unit>day|week|month|year)s? ago", _ago),
]
