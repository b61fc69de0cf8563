"""Work under way, goals, deadlines and constraints."""

import re

from extractors.days.dates import find_dates
from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.statements.profile import ANY_DAY
from extractors.statements.rules import compiled, load, original
from extractors.syntax.clauses import Clause

_CHORE = LatePattern(
    r"\b(?:it|this|that|them|something|a fix|a reply|the (?:fix|reply|minutes|notes|build|tests?|pr|"
    r"bug|ticket|dishes|logs?|room|slides? now)|lunch|dinner|tea|coffee|a coffee|tabs|you|late|again|"
    r"today|tonight|tomorrow|right now|this (?:morning|afternoon|evening)|until|at the moment|my "
    r"inbox|errors?|an error|the wrong|around|sense|noise|progress|a mess)\b"
)
_CHORE_VERB = LatePattern(
    r"(?:running|testing|making|moving|training|hiring|planning|putting|splitting|opening|staging|"
    r"extending|leading|mapping|editing|recording|growing|creating|launching|upgrading)$"
)


_UNTIL_THEN = LatePattern(
    r"\b(?:until|till|til|before) (?:about |around )?(?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|one|two|three|four|five|six"
    r"|seven|eight|nine|ten|eleven|twelve|noon|midday|lunch|dinner|bedtime)$"
)
"""What is over within the day: "heads down on the deck until three"."""


def under_way(match: re.Match[str], clause: Clause) -> bool:
    """Work that goes on for weeks, not a chore of the day."""
    value = match["v"]
    if guards.moment(clause) or re.match(
        r"(?:it|this|that|them|something|a (?:fix|reply|response|few)|"
        r"the (?:fix|reply|bug|ticket|dishes|minutes|notes|door|window|(?:(?:new|next) )?(?:build|branch|patch))|"
        r"lunch|dinner|tea|coffee|tabs|you|late|home|remote\w*|my (?:inbox|lunch|tea|bag|desk))\b",
        value,
    ):
        return False
    if _UNTIL_THEN.search(clause.string):
        return False
    if re.search(r"\b(?:today|tonight|tomorrow|this (?:morning|afternoon|evening)|right now|again)\b", clause.string):
        return False
    verb = match.groupdict().get("verb") or ""
    return not (_CHORE_VERB.search(verb) and (_CHORE.search(value) or len(value.split()) < 2)) and bool(
        original(clause, match, "v")
    )


def deep_in_work(match: re.Match[str], clause: Clause) -> bool:
    """A piece of work that somebody is deep in, and no sofa that they lie on: "flat out on the flood map"."""
    return not clause.question and under_way(match, clause) and not _LYING.search(match["v"])


_LYING = LatePattern(
    r"\b(?:sofa|couch|floor|bed|beach|sand|snow|mud|water|woods|grass|carpet|rug|hammock|emails?|mails?|tickets?|"
    r"laundry|"
    r"dishes|nappies|kids|traffic|debts?|bugs?|nettles|boxes|cake|pizza|river|sea|sun|road|motorway|day|week|moment)\b"
)


def goal(match: re.Match[str], clause: Clause) -> bool:
    """A goal or deadline that says what it is."""
    return len(match["v"].split()) >= 1 and not re.search(r"\b(?:today|tonight|for now|lunch)\b", clause.string)


def constraint(match: re.Match[str], clause: Clause) -> bool:
    """Something that must or must not be, as a rule of the work and not as a guess or a request."""
    if match[0].split(" must ")[0].count(" ") > 8:
        return False
    if re.match(
        r"(?:be (?:joking|kidding|a|an|the|something|some|nice|tired|fun|missing|wrong|hard|great|lovely|"
        r"cached|related|due to|because)|have|admit|say|confess|mean|feel|know|get|come|see)\b",
        match["v"],
    ):
        return False
    return not guards.moment(clause)


_BY_THEN = compiled(
    r"\b(?:by|before|until|no later than) (?:the )?(?:(?:end|start|middle|beginning) of )?(?:the )?"
    r"(?:(?:%month%)\b|q[1-4]\b|spring|summer|autumn|winter|easter|christmas|year end|next (?:month|quarter|year|term))"
)


def dated_need(match: re.Match[str], clause: Clause) -> bool:
    """A need or a start with a plain day in it."""
    return (
        bool(find_dates(original(clause, match, "v"), sent=ANY_DAY) or _BY_THEN.search(match["v"]))
        and not re.search(
            r"\b(?:today|tonight|this (?:morning|afternoon|evening)|last night|yesterday)\b", clause.string
        )
        and not re.match(r"(?:you|he|she|they|someone|who|what|it is)\b", clause.string)
    )


def due(match: re.Match[str], clause: Clause) -> bool:
    """Something due on a plain day or by a plain time of year; "it" only where something came before."""
    if clause.string.startswith(("it ", "its ")) and not clause.index:
        return False
    return not re.search(
        r"(?<!from )\b(?:today|tonight|to\b|yesterday|tomorrow|any minute|a (?:break|holiday|visit|pint)|"
        r"diligence|noon|\d+ ?(?:h|hrs?|hours?|mins?|minutes?)|in (?:an?|\d+) (?:hours?|minutes?))\b",
        match["v"],
    ) and not re.match(
        r"(?:reminder|missus|mrs|wife|partner|baby|she|he|they|this|that|what|when|who|credit|respect|apologies)\b",
        match["s"],
    )


def by_a_day(match: re.Match[str], clause: Clause) -> bool:
    """ "By 1 September we must have …": what is to be done by the day that stands before it."""
    return clause.lead_string.startswith(("by ", "before ", "until ", "no later than ")) and bool(
        find_dates(clause.lead_string, sent=ANY_DAY)
    )


_ACCEPTS = {check.__name__: check for check in (under_way, deep_in_work, goal, constraint, dated_need, due, by_a_day)}
PROJECTS = load("projects", _ACCEPTS)["projects"]
