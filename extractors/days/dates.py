"""Relative dates to absolute ones, from the time the message was sent. Pure.

Own grammar (`day_grammar`) rather than dateparser: that takes milliseconds for each text, guesses where the language is
not plain, and knows no ranges. Vague and recurring times ("end of September", "every Monday") carry no date.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache

from extractors.days.day_grammar import (
    DAYS_OF_THE_WEEK,
    EACH,
    FEASTS,
    NUMBERS,
    QUICK,
    QUICK_NUMBERED,
    QUICK_RELATIVE,
    QUICK_WEEKDAY,
    RECURRING,
    RELATIVE,
    TIMES,
    WEEKDAYS,
    WEEKDAYS_ON,
    WEEKLY,
    YEARLY,
)
from extractors.days.numbered_days import When, is_day, is_since, month_of, numbered_days
from extractors.matching.late_patterns import LatePattern

__all__ = ["When", "find_dates", "resolve"]

_NUMBER = LatePattern(r"\d|first|second|third|[fhnrx]th\b|thirt|twent")
"""What is in every number of a day."""
_BEFORE = 60
"""Characters before a day in which stands that it comes again and again."""


def find_dates(text: str, *, sent: date, past: bool = False, before: str = "") -> list[When]:
    """Return the days that text names plainly, in order, without overlaps; none in an empty text.

    Args:
        text: Clean text.
        sent: The day the message was sent.
        past: Whether the statement is about the past, so that "on Tuesday" and "4 March" lie before `sent`.
        before: What was said just before it, in which the month of "the 12th" may have been named.
    """
    return list(_found(text, sent, past, before))


@lru_cache(maxsize=64)
def _found(text: str, sent: date, past: bool, before: str) -> Sequence[When]:
    """Return the days of one text; a clause is asked about several times while it is read."""
    lower = text.lower()
    if not QUICK.search(lower) or YEARLY.search(lower):
        return ()
    numbered = QUICK_NUMBERED.search(lower) and _NUMBER.search(lower)
    found = list(numbered_days(text, sent, past, month_of(before, sent, past))) if numbered else []
    weekday = QUICK_WEEKDAY.search(lower)
    if not (weekday or QUICK_RELATIVE.search(lower)):
        return _in_order(found, text)
    found = [_from_weekday(when, text, sent, past) for when in found]
    taken = [(when.start, when.end) for when in found]
    which = _WHICH_WEEK.search(lower)
    weekly = WEEKLY.search(lower)
    for match in _free(WEEKDAYS_ON, text, taken) if weekday else ():
        taken.append(match.span())
        once = match["state"] or _ONCE.search(lower, max(0, match.start() - _BEFORE), match.start())
        if which or (once and not weekly):
            found.append(_weekdays_on(match, which[1] if which else "", sent, past))
    for match in _free(RELATIVE, text, sorted(taken)):
        if match["weekday"] and (weekly or FEASTS.search(text, max(0, match.start() - _FEAST), match.start("weekday"))):
            continue
        if match["weekday"] and DAYS_OF_THE_WEEK.search(text, max(0, match.start() - _BEFORE), match.start("weekday")):
            continue
        if match["weekday"] and _of_a_thing(text, *match.span("weekday")):
            continue
        since = is_since(text, match)
        day = _relative(match, text, sent, past or since)
        if day is not None:
            start = match.start("weekday") if match["weekday"] else match.start()
            found.append(When(start, match.end(), day, relative=True, since=since))
    return _in_order(found, text)


def _in_order(found: Iterable[When], text: str) -> Sequence[When]:
    """Return the days of a text by where they stand, without those that come again and again."""
    return sorted((when for when in found if not EACH.match(text, when.end)), key=lambda when: when.start)


def _from_weekday(when: When, text: str, sent: date, past: bool) -> When:
    """Return a single day as the last of a range, where a weekday leads to it: "from Friday till the 9th of June"."""
    match = _WEEKDAY_TO.search(text, max(0, when.start - _BEFORE), when.start)
    if match is None or when.until is not None:
        return when
    first = _weekday(match["first"], sent, past=past)
    return replace(when, start=match.start(), day=first, until=when.day) if first < when.day else when


_A_WEEKDAY = "|".join(sorted(WEEKDAYS.keys() - {"sat", "sun", "wed", "mon"}, key=len, reverse=True))
"""Those that are no other words."""
_WEEKDAY_TO = LatePattern(rf"\b(?:from )?(?P<first>{_A_WEEKDAY}) (?:to|till?|until|through)(?: the)? $", re.IGNORECASE)


def _of_a_thing(text: str, start: int, end: int) -> bool:
    """Return whether a weekday belongs to what comes each week: "Saturday shifts", "Friday is my free day"."""
    if _SCHEDULE.match(text, end):
        return True
    if _THING_OF_DAY.match(text, end) and _BEFORE_THING.search(text, max(0, start - _BEFORE), start):
        return True
    return not text[:start].strip() and bool(_FIRST_OF_DAY.match(text, end))


_THING_OF_DAY = LatePattern(
    r" (?!(?:mornings?|afternoons?|evenings?|nights?|noon|midday|lunch(?:time)?|at|by|the|off|for|instead|and|or|but"
    r"|with|to|if|because|before|after|next|in|of|on|from|so|as|when|while|till|until|please|then|too|again|though|only|we|i"
    r"|he|she|they|you|it|my|our)\b)[a-z]+s?\b",
    re.IGNORECASE,
)
_BEFORE_THING = LatePattern(
    r"(?:^|\W)(?:the|an?|our|my|their|no|any|does|did|(?:take|do|work|cover|like|hate|love|prefer)s?)\s+$",
    re.IGNORECASE,
)
_SCHEDULE = LatePattern(
    r" (?:staffing|rotas?|rosters?|hours|timetables?|services?|shifts?|schedules?|prices?|rates?)\b", re.IGNORECASE
)
_FIRST_OF_DAY = LatePattern(
    r" is (?:my |our )?+(?:[\w-]+ )?(?:day off|free day|half day|off|free|quiet|busy)\b"
    r"| (?!(?:mornings?|afternoons?|evenings?|nights?|noon|midday|lunch(?:time)?|i|we|he|she|they|you|it|my|our|the"
    r"|an?|his|her|their|and|or|to|at|in|on|by|is|if|so|as|this|next|last|week)\b)"
    r"(?-i:[a-z])[\w'-]+(?: (?-i:[a-z])[\w'-]+)? (?:is|are|starts|begins|runs|meets|needs|has moved)\b"
    r"(?! (?:cancell?ed|off|on\b(?! the)|postponed|delayed|still|only|going|a|my|our|this|not)\b)"
    r"(?!.*\b(?:this|next) week\b)"
    r"|(?: is|['’]s) (?:(?:my|our) )?(?!last|first|final|big|wedding|moving|due|exam|test|the\b|a\b)[\w-]+ day\b"
    r"| [a-z]{3,}s (?:start|are|run|begin|open|close|end|finish|happen|cost|need|take)\b"
    r"| (?:[\w'-]+ ){1,6}?(?:(?:has|have) (?:stopped|ended|finished|come to|been (?:cancell?ed|scrapped|axed))"
    r"|(?:is|are) (?:over|history|toast|no more|finished|scrapped))\b"
    r"| (?:lists?|meetings?|stand-?ups?|shifts?|class|clinics?|calls?|rounds?|runs?|sessions?|rehearsals?|practice"
    r"|choir|training|lunch(?:es)?) (?:starts?|is|are|runs?|begins?|opens?|closes?|ends?)\b",
    re.IGNORECASE,
)
"""What a weekday leads to at the beginning, and is of every week: "Tuesday list starts at 8"."""
_FEAST = 12
"""Characters before a weekday in which a feast is named."""


def _free(pattern: LatePattern | LatePattern, text: str, taken: Iterable[tuple[int, int]]) -> list[re.Match[str]]:
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


_ONCE = LatePattern(
    r"(?:\b(?:away|(?:will|'ll) (?:all |both )?be|visiting|coming|out of office)"
    r"|(?:\b(?:am|are|is|im)|['’](?:m|re|s)) (?:in|at) [^,;.!?]* for (?:an?|the|our|my))\b[^,;.!?]* (?:on|from) $"
    r"|\b(?:(?<!day )(?<!days )off (?:to|(?:down|up|over|out|back) to|home)"
    r"|(?:flying|heading|travelling|traveling) (?:to|(?:down|up|over|out|back) to|home))\b[^,;.!?]* (?:(?:on|from) )?$"
)
"""What makes of two weekdays those that come: "away at the course in Nakuru on Thursday and Friday"."""


def _weekdays_on(match: re.Match[str], which: str, sent: date, past: bool) -> When:
    """Return the days from one weekday to another, of the week that is told ("this", "next") or the nearest."""
    if which:
        monday = sent - timedelta(days=sent.weekday()) + timedelta(days=7 * (which == "next"))
        first = monday + timedelta(days=WEEKDAYS[match["first"].lower()])
    else:
        first = _weekday(match["first"], sent, past=past)
    last = _weekday(match["last"], first)
    return When(match.start("first"), match.end(), first, last, listed=(first, last) if "and" in match["dash"] else ())


_WHICH_WEEK = LatePattern(r"\b(this|next) week\b")


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
    return date(total // 12, total % 12 + 1, base.day if is_day(total // 12, total % 12 + 1, base.day) else day)


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
        elif (
            when.relative
            and not (when.start == 0 and _IS.match(text, when.end))
            and not re.search(
                r"\b(?:on|by|until|till|from|before|after|since|for|due|this|at|to|is|was|of|w\.e\.f\.)\s*$",
                before,
                flags=re.IGNORECASE,
            )
        ):
            shown = f"on {shown}"
        before = (
            re.sub(r"\b(?:this coming|this|coming)\s*$", "on ", before, flags=re.IGNORECASE)
            if when.relative and text[when.start : when.start + 3].lower() in WEEKDAYS
            else before
        )
        parts.extend((before, shown))
        position = when.end
    parts.append(text[position:])
    whole = re.sub(r"\bon on\b", "on", "".join(parts))
    return whole, _day_of([when for when in found if not when.since], text, sent)


_IS = LatePattern(r" (?:is|was|will be)\b")
"""What makes of a day at the beginning what something is told of: "Tuesday is my driving test"."""


def _day_of(found: list[When], text: str, sent: date) -> date | None:
    """Return the first day, or the second where that is told of on the first."""
    if len(found) > 1:
        first, later = found[:2]
        if first.relative and first.day <= sent <= later.day and _THAT.search(text, first.end, later.start):
            return later.day
    return found[0].day if found else None


_THAT = LatePattern(r"\bthat\b")
