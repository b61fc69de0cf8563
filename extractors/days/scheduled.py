"""Which thing a day or an hour is of: "Kickoff is on 2026-12-12" and "Kickoff moved to 2026-12-18" are one claim.

The claim's attribute is `date:` or `time:` and the thing, its value the day or the hour, so that a new one takes the
place of the old one.
"""

import re

from extractors.matching.late_patterns import LatePattern
from extractors.syntax.clauses import Clause

_THING = r"(?P<what>[^\W\d_][^,;:]{2,59}?)"
_TELLS_MORE = LatePattern(
    r"n't\b|\b(?:not|is|are|was|were|has|have|had|will|can|and|from|since|until|every|\w+ing (?:for|to|with))\b"
)
_STATE = r"(?:(?:is|was|are|were|has|have|will|got|gets|be|been|being|now|all|only|currently) ){0,8}"
_SET = (
    r"(?:(?:set|fixed|planned|scheduled|booked|confirmed|due|shipping|launching|ships?|launches|goes live|falls|"
    r"happens) )?"
)
_MOVED = (
    r"(?P<moved>(?:moved|pushed|bumped|postponed|delayed|brought forward|rescheduled|shifted|put back|extended|slipped)"
    r"(?: (?:back|forward|out|again)){0,8} (?:to|for|until|till|by) )?"
)
_SCHEDULED = LatePattern(
    rf"{_THING} {_STATE}(?:{_MOVED}|{_SET}(?:(?:on|for|by|to) )?)"
    rf"(?P<day>\d{{4}}-\d\d-\d\d)(?! to\b|(?:,| and) \d{{4}}-)"
)
_OFTEN = LatePattern(
    r"\b(?:meetings?|calls?|shifts?|match(?:es)?|games?|appointments?|lessons?|class(?:es)?|trainings?|visits?|trips?|"
    r"holidays?|vacations?|leave|gigs?|rehearsals?|sessions?|dinners?|lunch(?:es)?|part(?:y|ies)|dentist|doctor|flights?|"
    r"birthdays?|days? off|on[- ]call|standups?|sync|catch-?ups?|1:1s?|one-on-ones?)$"
    r"|^(?:the )?(?:exam|test|interview|workshop|talk|next one)$",
    re.IGNORECASE,
)
"""Things of which there are many, so that another day is another one of them, unless it was moved."""


_TIMED = LatePattern(
    r"(?P<what>[^\W\d_][^,;:]{2,39}?) (?:is|starts|begins|(?:is |was |has been |got )?moved)(?: now)? (?:at|to) "
    r"(?P<hour>\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?|noon|half \w+|quarter (?:past|to) \w+)(?: now)?",
    re.IGNORECASE,
)
"""An hour and nothing else: "at 10 on Fridays" leaves the other days as they are."""


def schedule_of(text: str, clause: Clause) -> tuple[str, str] | None:
    """Return the attribute and the day or hour of a canonical text that gives something of the team's its own.

    None for what the author does or has, for periods, and for a day of what takes place often.
    """
    if clause.words[0].norm in {"i", "we"}:
        return None
    if (timed := _TIMED.fullmatch(text)) is not None:
        return f"time:{_key(timed['what'])}", timed["hour"]
    match = _SCHEDULED.match(text)
    if match is None or _TELLS_MORE.search(match["what"]) or (_OFTEN.search(match["what"]) and not match["moved"]):
        return None
    return f"date:{_key(match['what'])}", match["day"]


def _key(what: str) -> str:
    return what.strip().lower().replace("-", "")[:70]
