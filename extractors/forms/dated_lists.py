"""Lists whose items are of some day: what was decided, and when their author is off: "My days off"."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from extractors.forms.notice_days import DayReader
from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern


class Dated(NamedTuple):
    """What an item tells, and the day that it is of."""

    text: str
    day: date


Read = Callable[[str], Dated | tuple[()] | None]


def reading(heading: str, sent: date) -> Read | None:
    """Return how the items under such a heading are read, None of any other heading.

    Args:
        heading: What stands above them, without what surrounds it.
        sent: The day it was sent.
    """
    if (off := _OFF.fullmatch(heading)) is not None:
        state = "Works from home" if off["home"] else "Is off"
        return lambda item: _off(item, state, sent)
    if _DECIDED.fullmatch(heading) and _OTHER_DAY.search(heading) is None:
        day = sent - timedelta(days=_LAST.search(heading) is not None)
        return lambda item: _decided(item, day)
    return None


def _off(item: str, state: str, sent: date) -> Dated | tuple[()]:
    """Return a day or days off; an item that tells anything more is nobody else's to read."""
    days = DayReader(item, sent).read(0, len(item), "", weekly=False)
    if days is None or days.first is None or days.first < sent or _PART_OF_DAY.fullmatch(item, days.end) is None:
        return ()
    return Dated(f"{state} {days.text}{item[days.end :]}", days.first)


def _decided(item: str, day: date) -> Dated | tuple[()] | None:
    if item.endswith("?") or guards.is_private(item) or _UNSURE.search(item):
        return ()
    if len(item) > _LONGEST or "://" in item or _SPEAKS.match(item) or _TO_DO.match(item):
        return None
    return Dated(f"Decided on {day}: {item}", day)


_OFF = LatePattern(
    r"(?:(?:my|our family) (?:next |upcoming |booked |remaining |planned ){0,2}"
    r"(?:days? off|(?:annual |parental |study )?leave|time off|holidays?|hols|pto|a/l|vacation|half[ -]days"
    r"|(?P<home>wfh|working from home))"
    r"|(?:days|dates|when) (?:i['’]?m|i am|i['’]?ll be|i will be) (?:off|out|away|ooo|on leave|not (?:in|here|around))"
    r"|(?:i['’]?m|i am|i['’]?ll be) (?:off|out|away|ooo|on leave|not in)(?: on)?)"
    r"(?: days| dates)?(?:,? (?:in|this|until|before|for) [\w ]{3,20})?",
    re.IGNORECASE,
)
_PART_OF_DAY = LatePattern(r",? ?(?:\(?(?:am|pm|morning|afternoon|all day|half day)\)?)?", re.IGNORECASE)
_DECIDED = LatePattern(
    r"(?:(?:what )?we(?:['’]ve| have)? (?:just |all |now |finally ){0,2}(?:decided|agreed)|decided|agreed"
    r"|decisions?(?: made| taken)?(?= (?:from|at|of|in|today|this|yesterday)\b))"
    r"(?: (?!to\b|not\b|if\b|whether\b)(?:(?:so far|on|at|in|from|of|with|after|during|today|this|yesterday|last)\b"
    r"[\w'’/& -]{0,40}))?",
    re.IGNORECASE,
)
_OTHER_DAY = LatePattern(
    r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sun)(?:day)?\b|\d|\blast (?!night)|\b(?:council|parliament"
    r"|government|court|union|cabinet)\b",
    re.IGNORECASE,
)
"""What tells of a decision that it was taken on another day, or by others."""
_LAST = LatePattern(r"\b(?:yesterday|last night)\b", re.IGNORECASE)
_UNSURE = LatePattern(r"\b(?:maybe|tbd|tbc|perhaps|not sure|to be (?:decided|confirmed)|pending)\b", re.IGNORECASE)
_SPEAKS = LatePattern(r"(?:i|we|i['’]m|we['’]re|i['’]ll|we['’]ll|my|our)\b", re.IGNORECASE)
_TO_DO = LatePattern(r"(?:<@\w+>|[A-ZÀ-Þ][\w'’-]+(?: (?:and|&) [A-ZÀ-Þ][\w'’-]+)?) (?:to|will|needs? to|should) ")
"""What somebody is to do, which was handed out and not decided: "Ann to book the room"."""
_LONGEST = 140
"""Characters of what was decided."""
