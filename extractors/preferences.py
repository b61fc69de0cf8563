"""Lasting likes, dislikes, habits, tools, diet and allergies."""

import re

from extractors import guards
from extractors.clauses import Clause
from extractors.profile import ended, no_transient
from extractors.rules import compiled, load, original

_HABIT_NOT = re.compile(
    r"(?:[a-z]+ed\b|thought|knew|know|said|meant|saw|heard|got|been|had|realised|realized|understood|understand|"
    r"want|wanted|noticed|forget|forgot|remember|remembered|mind|was|were|am|did|asked|told|wondered|"
    r"seem|seems|managed|find|end|see|went|came|made|feel|felt|need|needed|just|recover|imagined|"
    r"expected|tire|get (?:tired|bored|over|used)|fail|fails|trust(?:ed)? a|learn|lose|a|an|the|one|"
    r"two|in|at|to|for|like|here|going back|gonna|happy|glad|up for|again|looking back|have time|a "
    r"fan|sure|nice|good|wrong|right|met|tried|seen|took|thanked|told|used|worked|because|when|if|see|"
    r"doing that|that|this|bothered|get|gets|having|got round|come|could|hope|sorry|worry)\b"
)
_HOURS = re.compile(
    r"(?:work|start|finish|stop|begin|log (?:on|off)|clock (?:in|out))(?: work)? (?:from |at |till |until |"
    r"by |between )*\d"
)
_GIVEN_UP_NOT = re.compile(
    r"(?:on\b|at\b|trying|waiting|the (?:app|tab|session|game|browser|editor)\b|"
    r"caring|to\b|by\b|counting|reading (?:here|there|at)|it\b|this\b|that\b|"
    r"them\b|after|because|smiling|laughing|here|there|half ?way|listening|"
    r"\w+ing (?:it|them|that|this|him|her|you)$|the (?:server|build|job|"
    r"process|service|call|meeting|deploy)|for (?:lunch|coffee|petrol)|my job|early|time|there)\b"
)
_EDITOR = compiled(r"(?:%editor%)$")
_OS = compiled(r"(?:%os%)$")


def lasting(match: re.Match[str], clause: Clause) -> bool:
    """A like or dislike that outlives the conversation."""
    value = match["v"]
    return (
        not guards.at_hand(clause)
        and not guards.moment(clause)
        and not re.match(
            r"(?:[a-f]\b|have (?:had|been)|going\b|this|that|these|those|it|them|you (?!asked|told|gave|sent|"
            r"used|did not)|your|one|the (?:second|first|last|other|new|latest) |your|"
            r"to (?:be|see|hear|have|know)|not (?:to )?(?:be|have|go|do it|say)|him|her|if|when you|how|what|"
            r"option|which|you did|we (?:met|did|went|moved|had)|i (?:did|had|was))\b",
            value,
        )
        and bool(original(clause, match, "v"))
        and not re.search(
            r"\b(?:today|tomorrow|tonight|on (?:monday|tuesday|wednesday|thursday|friday) (?:if|instead)|"
            r"instead if|by (?:five|noon|friday|tomorrow))\b",
            clause.string,
        )
        and len(value.split()) <= 30
    )


def habit(match: re.Match[str], clause: Clause) -> bool:
    """Something done always, never or usually; not "never knew", "always thought", nor the hours of work."""
    return (
        not _HOURS.match(match["v"])
        and not _HABIT_NOT.match(match["v"])
        and not guards.moment(clause)
        and not guards.at_hand(clause)
        and clause.words[0].norm == "i"
    )


def favourite(match: re.Match[str], clause: Clause) -> bool:
    """A favourite of a kind of thing, not of what is being looked at."""
    return (
        not re.match(
            r"(?:so far|thing|one|part|bit|thing about|of (?:these|the|them|all|those|yours)|ones|line|slide|moment "
            r"of|quote|comment|bug|error|message)\b",
            match["t"],
        )
        and not re.match(
            r"(?:this|that|these|it|the (?:one|first|second|third|last|bit|part)|when|how|you|your|yours|what|"
            r"still|not|the way)\b",
            match["v"],
        )
        and not re.search(r"\bso far\b", clause.string)
        and len(match["t"].split()) <= 6
    )


def allergen(match: re.Match[str], clause: Clause) -> bool:
    """Something people are allergic to in earnest."""
    return not re.match(
        r"(?:mondays|meetings|work|homework|effort|this|that|bullshit|people|mornings|fun|early|deadlines|"
        r"excel|jira|small talk|spreadsheets|it|standups|exercise|powerpoint|commitment|being)\b",
        match["v"],
    ) and not re.match(r"(?:no|any)\b", match["v"])


def switched(match: re.Match[str], clause: Clause) -> bool:
    """From one tool or habit to another, by name."""
    value = original(clause, match, "v")
    if re.match(
        r"(?:the|a|an|my|our|your|this|that|it|bed|sleep|another|plan|here|there|them|you|lunch|work|see|"
        r"get|home|v\d)\b",
        value.lower(),
    ) or find_place(clause):
        return False
    return not re.search(r"\b(?:team|room|call|meeting|branch|tab|desk|floor)\b", clause.string)


def find_place(clause: Clause) -> bool:
    """Return whether a move is one from place to place, which is for the profile to read."""
    if re.search(r"\b(?:gone|moved|went) over to\b|\bto using\b", clause.string):
        return False
    if " from " in clause.string:
        return bool(re.match(r"i (?:have |am )?(?:\w+ )?(?:moved|moving)\b", clause.string)) and not any(
            tool_attribute(word.norm) for word in clause.words
        )
    return bool(re.search(r"\b(?:moved|moving|went|gone)(?: \w+)? (?:house|home|flat)?\b", clause.string))


def given_up(match: re.Match[str], clause: Clause) -> bool:
    """Gave something up for good."""
    return not _GIVEN_UP_NOT.match(match["v"]) and not guards.moment(clause)


def tool_attribute(value: str) -> str | None:
    """Return the attribute a tool's name belongs to: `editor`, `os`, or None for any other tool."""
    lowered = value.lower()
    if _EDITOR.match(lowered):
        return "editor"
    return "os" if _OS.match(lowered) else None


_ACCEPTS = {
    check.__name__: check for check in (lasting, habit, favourite, allergen, switched, given_up, ended, no_transient)
}
_RULES = load("preferences", _ACCEPTS)
PREFERENCES = _RULES["preferences"]
ENDED = _RULES["ended"]
