"""Dated happenings, plans, absences and decisions."""

import re

from extractors.days.dates import find_dates
from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.statements.profile import ANY_DAY
from extractors.statements.rules import compiled, load, original
from extractors.syntax.clauses import Clause

_TODAY = LatePattern(
    r"\b(?:(?<!weeks from )(?<!days from )(?<!week from )(?<!months from )(?<!fortnight from )today|tonight|"
    r"this (?:morning|afternoon|evening)|right now|just now|in (?:a|five|ten|\d+) "
    r"(?:min|minutes|mins|sec|hours?)|now)\b"
)
_CHATTER = LatePattern(
    r"\b(?:deployed|merged|pushed|rebased|reverted|restarted|rebooted|fixed|reran|rerun|updated the|"
    r"pinged|emailed|sent|sorted|tested|reviewed|commented|uploaded|noticed|looked|checked|tried|"
    r"asked|said|told|thought|forgot|meant|wrote|spent|slept|got (?:up|stuck|lost|back|in|home|it|the "
    r"(?:bus|train)|this|an? (?:error|email|message|ticket))|had (?:a (?:look|chat|meeting|call|think|"
    r"go|word|cold|headache|bad|good|great|long|lovely)|to|no|lunch|dinner|coffee|fun)|saw (?:this|"
    r"that|it|the)|did (?:it|this|that|not|the)|went (?:to bed|home|well|down|wrong|through|over|red|"
    r"green|live)|took (?:a|the|me|ages|so|forever|it)|gave (?:it|up|them|him|her|a)|started "
    r"(?:seeing|getting|to)|broke (?:the|it|prod)|lost (?:all|the|my|track)|won|ran (?:it|the|out|"
    r"into)|finished (?:the|it|this|late)|saw|met up)\b"
)


def _days(clause: Clause) -> bool:
    said = f"{clause.lead_string} {clause.string}"
    return (
        bool(find_dates(clause.text[clause.start : clause.end], sent=ANY_DAY))
        and bool(_DAY.search(said))  # the range of a clause whose subject was named before holds more than its words
        and not _TODAY.search(said)
    )


_DAY = compiled(
    r"\d|\b(?:(?:%month%|%weekday%)\b|yesterday|tomorrow|week|month|first|second|third|fourth|fifth|christmas|easter|"
    r"new year)"
)


def day_first(match: re.Match[str], clause: Clause) -> bool:
    """A day by itself, and what it is the day of: "two weeks today is the audit"."""
    found = find_dates(match["d"], sent=ANY_DAY)
    if match["w"] != "the" and _WEEKDAY_ALONE.fullmatch(match["d"]):
        return False  # "Sunday is my free day", every week
    whole = len(found) == 1 and found[0].start <= _LEADING and found[0].end == len(match["d"])
    return whole and not (clause.question or guards.moment(clause) or match["d"] in {"today", "tonight"})


_WEEKDAY_ALONE = compiled(r"(?:on )?(?:%weekday%)s?")
_LEADING = len("on ")
"""Characters that may stand before the day."""


def dated(match: re.Match[str], clause: Clause) -> bool:
    """It names a day other than today."""
    return _days(clause) and not guards.at_hand(clause) and not re.search(r"\b(?:not sure|wonder|if)\b", clause.string)


def happened(match: re.Match[str], clause: Clause) -> bool:
    """It happened on a day that is named, and is more than the day's chatter."""
    return _days(clause) and not _CHATTER.search(clause.string)


def to_a_place(match: re.Match[str], clause: Clause) -> bool:
    """It is somewhere by its name, and not in a state: "in Munich next week", but not "in meetings"."""
    return original(clause, match, "v")[:1].isupper() and not guards.at_hand(clause)


CALENDAR = compiled(
    r"\b(?:%month%)\b|\b\d{1,2}(?:st|nd|rd|th)\b|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}\b"
    r"|\b(?:weeks?|fortnight) from (?:today|tomorrow|now)\b"
)
"""A day of the calendar, as it is written in normalised words."""


def on_calendar(match: re.Match[str], clause: Clause) -> bool:
    """It is on a day of the calendar, not only on the next Tuesday; once, and not every year."""
    said = f"{clause.lead_string} {clause.string}"
    return (
        bool(CALENDAR.search(said))
        and dated(match, clause)
        and not re.search(r"\b(?:every|each|always|usually|since|yesterday|last|ago)\b", said)
    )


def milestone(match: re.Match[str], clause: Clause) -> bool:
    """Something in a life that is kept however it is dated; not one that failed, or of a thing at hand."""
    if " moved " in match[0] and clause.text[clause.end :].strip(" .!"):
        return False  # where to is told behind it
    return not (clause.question or clause.conditional or _DAILY.search(clause.string))


_DAILY = LatePattern(
    r"\b(?:tests? (?:suite|run)?(?:pass|now|again|locally)|again|almost|nearly|train|bus|parking|speeding)\b"
)


_NO_DECISION = LatePattern(
    r"\b(?:decided|agreed|voted|resolved|settled|signed off|chose|opted|committed)"
    r"(?: (?:on|to|that|with|not|in|the|for)){0,8} "
    r"(?:it|this(?! (?:morning|afternoon|evening|week|month|year)\b)|that|"
    r"them|these|those|him|her|you|conflicts?|merge|bug|issue|ticket|thread|comments?|draft|pr|look|"
    r"ask|say|think|read|watch|listen|comment|care|know|believe|trust|ignore|disagree|differ|violence|silence|early|"
    r"late|"
    r"down|everyone|everybody|nobody)\b|\bagreed with\b(?!.* (?:that|to|on|not|no)\b)"
)


def decision(match: re.Match[str], clause: Clause) -> bool:
    """A decision that says what was decided, and about more than what is at hand."""
    what = " : " in clause.string or not _ONLY_DECIDED.search(clause.string)
    return what and not _NO_DECISION.search(clause.string)


_ONLY_DECIDED = compiled(
    r"\b(?:decided|agreed|voted|resolved)(?: (?:so|just|already|finally|unanimously)){0,8} "
    r"(?:(?:to |on |about )?(?:nothing|none of)\b|[,.;:]|and\b|yet\b"
    r"|(?:today|tonight|yesterday|last|this|with|at|in|on (?:the )?(?:%weekday%|%month%|\d\S*|phone|call))\b"
    r"(?!.*\b(?:to|that|against|for|no|not|never|we|i|over)\b))"
)
"""That something was decided, when and with whom, and not what."""


RULES = load(
    "events",
    {check.__name__: check for check in (dated, day_first, happened, to_a_place, on_calendar, decision, milestone)},
)
EVENTS = RULES["events"]
