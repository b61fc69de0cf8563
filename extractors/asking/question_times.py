"""The time that a question asks for ("last March", "in 2024", "three weeks ago"), as a range. Pure."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from extractors.matching.late_patterns import LatePattern

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

_MOST_UNITS = 400
"""How many days, weeks, months or years ago are still taken for a time."""

_MONTH = (
    "(?P<month>" + "|".join(f"{name[:3]}(?:{name[3:]})?" if name != "may" else "may" for name in _MONTHS) + "|sept)"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!-)"
_SEASON = "(?P<season>" + "|".join(_SEASONS) + ")"
_PREPOSITION = r"(?:(?P<bound>since|after|before|until|till|by)|on|back in|in|during|over)"
_NEEDED, _MAYBE = f"{_PREPOSITION} ", f"(?:{_PREPOSITION} )?"
_PART = r"(?:the (?P<part>beginning|start|middle|end) of(?: the)?|(?P<part_>early|mid|late)(?: in)?)"
_PARTS = {"beginning": 0, "start": 0, "early": 0, "middle": 1, "mid": 1, "end": 2, "late": 2}
"""Which part of a month or a year each is: its first, its middle, its last."""
_QUARTER = r"(?:(?:the )?(?P<nth>first|second|third|fourth) quarter|q(?P<quarter>[1-4]))"
_COUNT = r"\d{1,4}|" + "|".join(_NUMBERS)
_PAST = LatePattern(r"\b(?:did|was|were|had|used to|have (?:i|we|you) \w+ed)\b")
_PRESENT = LatePattern(r"\b(?:do|does|am|is|are|will|would|can|should|shall|going|have|has)\b")
_NTH = ["first", "second", "third", "fourth"]


@dataclass(frozen=True, slots=True)
class TimeAsked:
    """A time asked for: from `since` up to, not including, `until`; None is open. `words` are what said so."""

    since: datetime | None
    until: datetime | None
    words: str


def time_asked(text: str, *, now: datetime) -> TimeAsked | None:
    """Return the first time that a folded text asks for, or None.

    Without a year it is the latest of that name, or the next where the text speaks of what is or will be. `now` says
    what "last March" means, and the time zone in which days begin.
    """
    today = now.date()
    for pattern, days_of in _RULES:
        match = pattern.search(text)
        try:
            days = days_of(match, today) if match else None
        except (ValueError, OverflowError):
            continue  # it would be before the first year of the calendar, or after its last
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
    month, day = _month_number(match["month"]), int(match["day"])
    if _group(match, "year"):
        return _one_day(int(match["year"]), month, day)
    years = 0
    if _is_past(match) and (month, day) > (today.month, today.day):
        years = -1
    elif _is_to_come(match) and (month, day) < (today.month, today.day):
        years = 1
    return _one_day(today.year + years, month, day)


def _is_past(match: re.Match[str]) -> bool:
    """Return whether the question speaks of what was."""
    return bool(_PAST.search(match.string))


def _is_to_come(match: re.Match[str]) -> bool:
    """Return whether the question speaks of what is or will be, and not of what was."""
    return not _is_past(match) and bool(_PRESENT.search(match.string))


def _one_day(year: int, month: int, day: int) -> _Days | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return found, found + timedelta(days=1)


def _month(match: re.Match[str], today: date) -> _Days:
    month = _month_number(match["month"])
    which = _group(match, "which")
    if _group(match, "year"):
        year = int(match["year"])
    elif which == "next":
        year = today.year + (month <= today.month)
    elif which == "this":
        year = today.year
    elif not which and _is_to_come(match):
        year = today.year + (month < today.month)
    else:
        year = today.year - (month > today.month or (which == "last" and month == today.month))
    return date(year, month, 1), _first_of_next_month(year, month)


def _part_of_month(match: re.Match[str], today: date) -> _Days:
    begin, end = _month(match, today)
    bounds = [begin, begin.replace(day=11), begin.replace(day=21), end]
    return bounds[_part(match)], bounds[_part(match) + 1]


def _part_of_year(match: re.Match[str], today: date) -> _Days | None:
    year = int(_group(match, "year") or today.year - (_group(match, "which") == "last"))
    first, last = ((1, 3), (5, 8), (10, 12))[_part(match)]
    return date(year, first, 1), _first_of_next_month(year, last)


def _part(match: re.Match[str]) -> int:
    return _PARTS[_group(match, "part") or _group(match, "part_")]


def _quarter(match: re.Match[str], today: date) -> _Days | None:
    number = int(_group(match, "quarter") or _NTH.index(match["nth"]) + 1)
    first = 3 * number - 2
    year = int(_group(match, "year") or today.year - (first > today.month))
    return date(year, first, 1), _first_of_next_month(year, first + 2)


def _months(match: re.Match[str], today: date) -> _Days | None:
    first, last = _month_number(match["month"]), _month_number(match["last_month"])
    year = int(_group(match, "year") or today.year - (last > today.month))
    return date(year - (first > last), first, 1), _first_of_next_month(year, last)


def _up_to_now(match: re.Match[str], today: date) -> _Days | None:
    """Return the days of "in the last two weeks" and "earlier this year", today included."""
    tomorrow = today + timedelta(days=1)
    if match.groupdict().get("earlier"):
        begin = {"week": today - timedelta(days=today.weekday()), "month": today.replace(day=1)}
        return begin.get(match["unit"], date(today.year, 1, 1)), tomorrow
    count = _count(match["count"])
    if count > _MOST_UNITS:
        return None
    days = {"day": 1, "week": 7, "month": 30, "year": 365}[match["unit"]]
    return today - timedelta(days=days * count), tomorrow


def _season(match: re.Match[str], today: date) -> _Days | None:
    first = _SEASONS[match["season"]]
    if not (_group(match, "year") or _group(match, "which") or _is_past(match)):
        return None
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
    if _group(match, "which") == "last" or _is_past(match):
        found = today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    else:
        found = today + timedelta(days=(number - today.weekday()) % 7)
    return found, found + timedelta(days=1)


def _ago(match: re.Match[str], today: date) -> _Days | None:
    count = _count(match["count"])
    if count > _MOST_UNITS:
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


def _count(words: str) -> int:
    return _NUMBERS.get(words) or int(words)


def _first_of_next_month(year: int, month: int) -> date:
    return date(year + month // 12, month % 12 + 1, 1)


def _month_number(name: str) -> int:
    return next(number for number, month in enumerate(_MONTHS, 1) if month.startswith(name[:3]))


def _rule(pattern: str, days_of: _DaysOf) -> tuple[LatePattern, _DaysOf]:
    return LatePattern(rf"\b{pattern}\b"), days_of


_RULES = [
    _rule(rf"{_MAYBE}(?P<year>(?:19|20)\d\d)-(?P<number>\d{{1,2}})-(?P<day>\d{{1,2}})", _iso),
    _rule(rf"{_MAYBE}(?:the )?{_DAY}(?: of)? {_MONTH},?(?: {_YEAR})?", _day_of_month),
    _rule(rf"{_MAYBE}{_MONTH} (?:the )?{_DAY}(?:,? {_YEAR})?", _day_of_month),
    _rule(
        rf"(?:between|from) {_MONTH} (?:and|to|until|till) {_MONTH.replace('month', 'last_month', 1)}(?:,? {_YEAR})?",
        _months,
    ),
    _rule(rf"{_MAYBE}{_PART} {_MONTH}(?:,? (?:of )?{_YEAR})?", _part_of_month),
    _rule(rf"{_MAYBE}{_PART} (?:the year|(?P<which>this|last) year|{_YEAR})", _part_of_year),
    _rule(rf"{_NEEDED}{_QUARTER}(?:,? (?:of )?{_YEAR})?", _quarter),
    _rule(r"(?P<earlier>earlier) this (?P<unit>week|month|year)", _up_to_now),
    _rule(
        rf"(?:in|over|during|within) the (?:last|past) (?P<count>{_COUNT}) (?P<unit>day|week|month|year)s?", _up_to_now
    ),
    _rule(rf"{_MAYBE}{_MONTH},? (?:of )?{_YEAR}", _month),
    _rule(rf"{_MAYBE}(?P<which>last|this|next) {_MONTH}", _month),
    _rule(rf"{_NEEDED}{_MONTH}", _month),
    _rule(rf"{_MAYBE}(?:the )?(?:last |this )?{_SEASON}(?: of)? {_YEAR}", _season),
    _rule(rf"{_MAYBE}(?P<which>last) {_SEASON}", _season),
    _rule(rf"{_NEEDED}(?:the )?{_SEASON}", _season),
    _rule(rf"{_NEEDED}(?:the year )?{_YEAR}", _year),
    _rule(rf"{_MAYBE}(?:the )?(?P<which>last|previous|this|next|coming) (?P<unit>weekend|week|month|year)", _period),
    _rule(rf"{_MAYBE}(?P<word>{'|'.join(_DAY_WORDS)})", _day_word),
    _rule(rf"(?:on |{_MAYBE}(?P<which>last|this|next) )(?P<weekday>{'|'.join(_WEEKDAYS)})", _weekday),
    _rule(rf"(?P<count>{_COUNT}) (?P<unit>day|week|month|year)s? ago", _ago),
]
