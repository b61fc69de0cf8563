"""Dated happenings, plans, absences and decisions."""

import re

from extractors import guards
from extractors.clauses import Clause
from extractors.dates import find_dates
from extractors.profile import ANY_DAY
from extractors.rules import load, original

_TODAY = re.compile(
    r"\b(?:today|tonight|this (?:morning|afternoon|evening)|right now|just now|in (?:a|five|ten|\d+) "
    r"(?:min|minutes|mins|sec|hours?)|now)\b"
)
_CHATTER = re.compile(
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
    return bool(find_dates(clause.text[clause.start : clause.end], sent=ANY_DAY)) and not _TODAY.search(
        f"{clause.lead_string} {clause.string}"
    )


def dated(match: re.Match[str], clause: Clause) -> bool:
    """It names a day other than today."""
    return _days(clause) and not guards.at_hand(clause) and not re.search(r"\b(?:not sure|wonder|if)\b", clause.string)


def happened(match: re.Match[str], clause: Clause) -> bool:
    """It happened on a day that is named, and is more than the day's chatter."""
    return _days(clause) and not _CHATTER.search(clause.string)


def to_a_place(match: re.Match[str], clause: Clause) -> bool:
    """It is somewhere by its name, and not in a state: "in Munich next week", but not "in meetings"."""
    return original(clause, match, "v")[:1].isupper() and not guards.at_hand(clause)


RULES = load("events", {check.__name__: check for check in (dated, happened, to_a_place)})
EVENTS = RULES["events"]
