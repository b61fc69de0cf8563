"""The days that languages with tables name, from the day they were said; the words for them stand in `[days]`.

By number and month ("9. Juni"), by weekday and number ("el jueves 11"), by a weekday to come ("ab Montag"), or from
today ("ayer"). "Los lunes" and "le lundi" are those of every week and name none.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from extractors.days.numbered_days import When

_JUST_PAST = timedelta(days=7)
"""A day this shortly before the message is still meant of this year."""
_LONGEST_AHEAD = 62
"""Days in which a day of the month is looked for that falls on a weekday."""
_NEVER = "(?!)"
_BEGIN, _END = r"(?<![\w\u0900-\u097f])", r"(?![\w\u0900-\u097f])"
"""Where a word begins and ends; the vowel signs of Devanagari are no letters to a regular expression."""


@dataclass(frozen=True, eq=False)
class DayWords:
    """How one language names days: a `[days]` table. Spellings of one month or weekday stand between bars.

    `coming`, `next`, `last`, `article`, `of`, `mark`, `until`, `day`, `hours`, `numeric`, `not_before`, `every` and
    `past` are patterns, none of them needed; the other words are read as they are, in upper and lower case.
    """

    months: Sequence[str]
    weekdays: Sequence[str]
    from_today: Mapping[str, int]
    spelled: Sequence[str] = ()
    coming: str = _NEVER
    next: str = _NEVER
    article: str = _NEVER
    of: str = _NEVER
    mark: str = _NEVER
    until: str = "-|–"
    day: str = _NEVER
    hours: str = "h"
    numeric: str = _NEVER
    not_behind: Sequence[str] = ()
    not_before: str = _NEVER
    last: str = _NEVER
    every: str = _NEVER
    past: str = _NEVER
    alone_but_behind: Sequence[str] = ()

    @property
    def tells_every(self) -> bool:
        """Whether it is told what makes days those of every year, month or week."""
        return self.every != _NEVER

    @cached_property
    def recurs(self) -> re.Pattern[str]:
        """What makes the days of a text those of every week, month or year."""
        return re.compile(rf"(?i:{_BEGIN}(?:{self.every}){_END})")

    @cached_property
    def is_past(self) -> re.Pattern[str]:
        """What tells that a weekday of a text is behind and not to come."""
        return re.compile(rf"(?i:{_BEGIN}(?:{self.past}){_END})")

    @cached_property
    def weekday(self) -> re.Pattern[str]:
        """The name of a weekday."""
        return re.compile(rf"(?i:{_BEGIN}(?:{_either(self.weekday_numbers)}){_END})")

    @cached_property
    def month_numbers(self) -> Mapping[str, int]:
        return {name: number for number, names in enumerate(self.months, start=1) for name in names.split("|")}

    @cached_property
    def weekday_numbers(self) -> Mapping[str, int]:
        """The weekdays by name, from 0 for Monday."""
        return {name: number for number, names in enumerate(self.weekdays) for name in names.split("|")}

    @cached_property
    def day_numbers(self) -> Mapping[str, int]:
        """The days of the month that are written in words."""
        return {name: number for number, names in enumerate(self.spelled, start=1) for name in names.split("|")}

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What names a day, or a range of days, compiled when first looked for."""
        return re.compile(self.written)

    @property
    def written(self) -> str:
        """The pattern in full."""
        month, weekday = _either(self.month_numbers), _either(self.weekday_numbers)
        day = rf"(?:3[01]|[12]\d|0?[1-9]|{_either(self.day_numbers)})"
        marked = rf"(?:{self.mark})?{_END}"
        number = rf"(?:3[01]|[12]\d|[1-9])(?={marked})(?![:.h]?\d| ?(?:{self.hours}){_END})"
        after = rf"(?:{self.mark})?(?: (?:{self.of}))?"
        article = rf"(?:(?:{self.article}) )?"
        no_day_behind = "".join(rf"(?<!\b{re.escape(word)} )" for word in self.not_behind)
        alone = "".join(rf"(?<!\b{re.escape(word)} )" for word in self.alone_but_behind) or _NEVER
        digits = r"(?:3[01]|[12]\d|0?[1-9])", r"(?:1[0-2]|0?[1-9])", r"(?:20\d\d|\d\d)"
        return (
            rf"(?i:(?<![\w.:])(?:(?P<first>{day}){after}(?: (?P<early>{month}))? ?(?:{self.until})(?: |(?<=[-–]))"
            rf"{article})?"
            rf"(?P<day>{day}){after} (?P<month>{month}){_END}(?:(?: (?:{self.of}))? (?P<year>20\d\d))?"
            rf"|{_BEGIN}(?P<weekday>{weekday}){_END},? {article}(?P<number>{number}){marked}"
            rf"(?!{after} (?:{month}){_END})"
            rf"|{_BEGIN}(?:{self.coming}) (?P<coming>{weekday}){_END}(?: (?:{self.next}){_END})?"
            rf"(?!,? {article}{number}| (?:{self.last}){_END})"
            rf"|{_BEGIN}(?P<next>{weekday}) (?:{self.next}){_END}"
            rf"|{_BEGIN}(?:(?:{self.coming}) )?(?P<last>{weekday}) (?:{self.last}){_END}"
            rf"|{no_day_behind}{_BEGIN}(?:{self.day}) (?P<only>{number}){marked}"
            rf"(?!{after} (?:{month}){_END}| (?:{self.of}){_END}| ?(?:{self.until}) {article}(?:(?:{self.day}) )?\d)"
            rf"|{no_day_behind}{_BEGIN}(?P<from_today>{_either(self.from_today)}){_END}(?! (?:{self.not_before}){_END})"
            rf"|{_BEGIN}(?:{self.numeric}) {article}(?P<nday>{digits[0]})(?P<sep>[./])(?P<nmonth>{digits[1]})"
            rf"(?:(?P=sep)(?P<nyear>{digits[2]}))?{_END}\.?(?! ?(?:{self.hours}){_END}|\d)"
            rf"(?: ?(?:{self.until}) {article}(?:(?:{self.day}) )?(?P<lday>{digits[0]})(?P=sep)(?P<lmonth>{digits[1]})"
            rf"(?:(?P=sep)(?P<lyear>{digits[2]}))?{_END}\.?)?"
            rf"|{alone}{_BEGIN}(?P<alone>{weekday}){_END}(?!,? {article}\d))"
        )


def _either(words: Mapping[str, int]) -> str:
    """Return a pattern of any of the words, of which there may be none."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or _NEVER


def resolved(text: str, words: DayWords | None, *, sent: date) -> tuple[str, date | None]:
    """Return text with its days made absolute, and the first of them; as it is and None where it names none."""
    found = find_days(text, words, sent=sent) if words and not words.recurs.search(text) else []
    parts: list[str] = []
    position = 0
    for when in found:
        parts += (text[position : when.start], f"{when.day} – {when.until}" if when.until else str(when.day))
        position = when.end
    return "".join((*parts, text[position:])), found[0].day if found else None


def find_days(text: str, words: DayWords, *, sent: date) -> list[When]:
    """Return the days and ranges of days that text names, in order.

    Args:
        text: Words of one sentence.
        words: How its language names days.
        sent: The day the message was sent.
    """
    found: list[When] = []
    for match in words.pattern.finditer(text):
        try:
            when = _when(match, words, sent)
        except (KeyError, ValueError):
            continue  # a capital that is no letter of the name in lower case, "NİSAN"; the 31st of a month that has 30
        if when is not None:
            found.append(when)
    return found


def _when(match: re.Match[str], words: DayWords, sent: date) -> When | None:
    """Return the day that a match names, None where it names none.

    Raises:
        KeyError: If a name has a capital that is another letter in lower case.
        ValueError: If there is no such day.
    """
    if word := match["from_today"]:
        day = sent + timedelta(days=words.from_today[word.lower()])
        return When(match.start("from_today"), match.end("from_today"), day, relative=True)
    group = next((name for name in ("coming", "next", "last", "alone") if match[name]), "")
    if group:
        if group == "alone" and len(words.weekday.findall(match.string)) > 1:
            return None
        away = (words.weekday_numbers[match[group].lower()] - sent.weekday() - 1) % 7 + 1
        behind = group == "last" or _tells_past(match, words)
        start = match.start() if group == "last" else match.start(group)
        return When(start, match.end(), sent + timedelta(days=(away - 7 or -7) if behind else away), relative=True)
    if match["weekday"] or match["only"]:
        number = int(match["number"] or match["only"])
        weekdays = {words.weekday_numbers[match["weekday"].lower()]} if match["weekday"] else range(7)
        towards = -1 if match["only"] and _tells_past(match, words) else 1
        coming = (sent + timedelta(days=towards * away) for away in range(_LONGEST_AHEAD))
        named = next((day for day in coming if day.day == number and day.weekday() in weekdays), None)
        return When(match.start("weekday" if match["weekday"] else "only"), match.end(), named) if named else None
    if match["nday"]:
        return _in_numbers(match, sent)
    month = words.month_numbers[match["month"].lower()]
    last = date(int(match["year"] or sent.year), month, _number(match["day"], words))
    last = _near(last, sent, bool(match["year"]) or _tells_past(match, words))
    if not match["first"]:
        return When(match.start("day"), match.end(), last)
    begins = words.month_numbers[match["early"].lower()] if match["early"] else month
    first = date(last.year - (begins > month), begins, _number(match["first"], words))
    return When(match.start("first"), match.end(), first, last) if first < last else None


_BESIDE = 8
"""Characters between a day and the verb that tells whether it is past: "vendredi, on a signé"."""


def _tells_past(match: re.Match[str], words: DayWords) -> bool:
    """Return whether a verb of the past stands beside a day."""
    start, end = match.span()
    return any(
        past.end() + _BESIDE > start and past.start() < end + _BESIDE for past in words.is_past.finditer(match.string)
    )


def _in_numbers(match: re.Match[str], sent: date) -> When | None:
    """Return the day, or the range of days, that is written as "12.3.", "12.03" or "28/4"; None for what is no day."""
    decimal = match["sep"] == "." and len(match["nmonth"]) == 1 and not match["nyear"]
    if decimal and match.string[match.end("nmonth") : match.end("nmonth") + 1] != ".":
        return None
    first = _written(match["nday"], match["nmonth"], match["nyear"], sent)
    last = _written(match["lday"], match["lmonth"], match["lyear"], first) if match["lday"] else None
    return None if last and last <= first else When(match.start("nday"), match.end(), first, last)


def _written(day: str, month: str, year: str | None, sent: date) -> date:
    century = 2000 if year and len(year) < len("2000") else 0
    return _near(date(century + int(year) if year else sent.year, int(month), int(day)), sent, bool(year))


def _number(day: str, words: DayWords) -> int:
    return words.day_numbers.get(day.lower()) or int(day)


def _near(day: date, sent: date, told: bool) -> date:
    """Return the day in the year that is told, else the next one to come."""
    return day if told or day >= sent - _JUST_PAST else day.replace(year=day.year + 1)
