"""What people say of their lives in plain sentences: habits, belongings, skills, what they went through."""

import re

from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.statements.facts import KIN_NOW, possession
from extractors.statements.preferences import felt_both
from extractors.statements.rules import Found, compiled, load, original
from extractors.syntax.clauses import Clause
from memory.records import Kind

_PASSING = LatePattern(
    r"\b(?:today|tomorrow|tonight|yesterday|this (?:morning|afternoon|evening|week|time|once|one)|right now|just now|"
    r"at the moment|again|already|yet|for now|in an? (?:minute|moment|bit|sec|second|hour)|locally|first|"
    r"(?:the|this|that|these|those|your) (?:logs?|tests?|build|script|code|docs?|doc|branch|pr|ticket|bug|issue|file|"
    r"server|link|thread|message|email|report|call|meeting|room|door|point|risk|notes?|slides?|deck|plan|idea|key|vote|demo|"
    r"feedback|blame|backlog|pipeline|rollout|deploy|release|sync|endpoint|trace|other|same|app|spec|invite|steps|hall))\b"
)
_WHEN = LatePattern(
    r"\b(?:in|on|from|until|till|by|next|this|for|before|after|during)\b|\d",
)
_NOT_PLANNED = LatePattern(
    r"\b(?:today|tonight|now|soon|to bed|to lunch|lunch|home|topic|the (?:call|phone|hook|record|hot seat|mark)|"
    r"work|sync|"
    r"by (?:one|two|a)|to a (?:flying|great|good|slow|bad)|for a (?:bit|walk|run|moment|minute|sec)|limits)\b"
)
_PARTICULAR = frozenset(
    "this that these those it them him her you your yours one ones how what when where why which the a an mine me us "
    "today now idea pr thing things way look sound fact design layout mockup version draft change fix update plan name "
    "logo mondays monday "
    "colour color approach wording title headline joke meme gif emoji feature option second first".split()
)
_NOT_GENERIC = frozenset(
    "to about and or but if being seeing hearing having getting going doing your our his their its my all both each "
    "every some any no not most more better best both everyone everybody everything something nothing anything "
    "someone how what so as too".split()
)


def lasts(match: re.Match[str], clause: Clause) -> bool:
    """It is so from day to day, not of what is at hand or of this time only."""
    return not (guards.at_hand(clause) or guards.moment(clause) or _PASSING.search(clause.string))


def spelled_out(match: re.Match[str], clause: Clause) -> bool:
    """What is done from day to day, and at what, where, when or how often: not "I sleep" nor "I speak softly"."""
    words = clause.line.words_between(match.start(), match.end())
    told = [word for word in (*words[2:], *clause.lead) if word.tag not in _HOW or word.norm in _HOW_ALWAYS]
    return lasts(match, clause) and bool(told)


_HOW = frozenset({"RB", "RBR", "IN", "RP", ",", "CC", "UH", "PRP"})
_HOW_ALWAYS = frozenset(
    "alone daily weekly professionally nightly barefoot abroad competitively semi-professionally".split()
)


def planned(match: re.Match[str], clause: Clause) -> bool:
    """A plan for a time that is named."""
    rest = clause.string[match.start() :]
    if (doing := _GOING_TO.match(rest)) and not clause.line.original(*doing.span("v"))[:1].isupper():
        return False
    return bool(_WHEN.search(rest.partition(" ")[2])) and not _NOT_PLANNED.search(rest)


_GOING_TO = compiled(r"(?:i am|we are)(?: \w+)? (?:going to (?P<v>\S+)|away (?:from|to)\b)(?!.*(?:\d|\b%month%\b))")


def reached(match: re.Match[str], clause: Clause) -> bool:
    """An age that somebody has, and not one until which something goes on: "I'm studying until I'm 30"."""
    start = clause.words[0].start
    return not _UNTIL.search(clause.text[max(0, start - _UNTIL_LENGTH) : start])


_UNTIL = LatePattern(
    r"\b(?:un)?till? $|['’]till? $|\b(?:before|by the time|once|after|when|whenever|if|unless) $", re.IGNORECASE
)
_UNTIL_LENGTH = 12
"""Characters before a clause in which stands until when something is so."""


def of_kin(match: re.Match[str], clause: Clause) -> bool:
    """What a relative or pet is, has or does from day to day."""
    return lasts(match, clause) and not KIN_NOW.search(clause.string)


def stands_in(match: re.Match[str], clause: Clause) -> bool:
    """For somebody or something, for longer than today."""
    return not _PASSING.search(clause.string)


def of_a_name(match: re.Match[str], clause: Clause) -> bool:
    """The group is written like a name."""
    value = original(clause, match, "v")
    return value[:1].isupper() and not value.isupper() and lasts(match, clause)


def named_kin(match: re.Match[str], clause: Clause) -> bool:
    """The name is one, not a remark on it."""
    return not re.match(
        r"(?:a|the|on|in|not|so|really|very|too|hard|long|short|nice|lovely|spelled|wrong)\b", match["v"]
    )


def generic(match: re.Match[str], clause: Clause) -> bool:
    """A thing in general: no article, no pronoun, nothing that is at hand."""
    value = match["v"].split()
    first = next((word for word in clause.words if word.norm == value[0]), clause.words[-1])
    return (
        lasts(match, clause)
        and not _PARTICULAR.intersection(value)
        and value[0] not in _NOT_GENERIC
        and first.tag not in {"DT", "PRP", "PRP$", "WDT", "WP", "WRB", "IN", "CD", "RB", "TO", "EX", "UH", "VB", "MD"}
    )


_FAILS = LatePattern(
    r"\b(?:fails?|breaks?|crash(?:es)?|wrong|mad|mental|missing|down|joke|stupid|hell|mouldy|off the rails|to waste|"
    r"on strike|slow|up in)\b"
)


def regular(match: re.Match[str], clause: Clause) -> bool:
    """What takes place again and again, after a time or on a day that is named; no complaint."""
    return not (_FAILS.search(clause.string) or _PASSING.search(clause.string) or guards.moment(clause))


def named_before(match: re.Match[str], clause: Clause) -> bool:
    """ "In Cusco I was born": the place stands by its name before the rest."""
    place = clause.lead
    return (
        1 < len(place) <= 4
        and place[0].norm in {"in", "near", "outside"}
        and clause.text[place[1].start].isupper()
        and not _MONTH.search(clause.lead_string)
        and not guards.moment(clause)
    )


_MONTH = compiled(r"\b(?:%month%|%weekday%|\d+)\b")


def on_such_days(clause: Clause) -> Found | None:
    """Return what somebody does on days that come again, named before it: "Mondays I don't work"; or None."""
    if clause.question or clause.conditional or not _SUCH_DAYS.fullmatch(clause.lead_string.strip(" ,")):
        return None
    said = _DOES.match(clause.string)
    if said is None or guards.moment(clause) or _NO_HABIT.search(clause.string) or len(clause.words) > _LONGEST_HABIT:
        return None
    if clause.words[1].tag in {"VBD", "VBN", "MD"} or (len(clause.words) == 2 and clause.words[0].norm == "we"):
        return None
    of_work = _AT_WORK.search(clause.string) and not _WITH_OWN.search(clause.string)
    kind = Kind.PROFILE if of_work else Kind.FACT
    attribute = "working_hours" if kind is Kind.PROFILE else None
    return Found(kind, "", "on-such-days", attribute, clause.lead_string, confidence=0.96)


_SUCH_DAYS = LatePattern(
    r"(?:(?:on|every|each|most|all) ){0,8}(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|weekdays"
    r"|school nights|(?<=every )(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
    r"(?: (?:mornings|afternoons|evenings|nights))?(?: and (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends))?"
)
_DOES = LatePattern(r"(?:i|we) (?:(?:only|always|usually|mostly|never|do not|tend to|still) ){0,8}[a-z]+")
_NO_HABIT = LatePattern(
    r"^(?:i|we) (?:\w+ )?(?:do not )?(?:know|think|guess|feel|suppose|wonder|hate|love|like|mean|wish|hope|want|need|"
    r"swear|cry|die|suffer|question|forget|remember|had|was|were|went|did|am (?:dead|broken|useless|tired|grumpy|slow|"
    r"a zombie|feeling))\b"
)
_AT_WORK = LatePattern(
    r"\b(?:work|teach|in|off|out|away|remote|start|finish|shift|late|early|earlies|lates|on call|home|"
    r"office|at|available)\b"
)
_WITH_OWN = compiled(r"\bwith (?:my |our |the )?(?:%relation%|kids?|children|bab(?:y|ies)|%pet%)\b")
"""Whom one is with in one's own time: "Fridays I'm at home with my son"."""
_LONGEST_HABIT = 14
"""Words of it."""


_RULES = load(
    "life",
    {
        check.__name__: check
        for check in (
            lasts,
            spelled_out,
            planned,
            reached,
            of_kin,
            named_kin,
            generic,
            possession,
            stands_in,
            of_a_name,
            named_before,
            felt_both,
            regular,
        )
    },
)
LIFE = _RULES["life"]
LIKES = _RULES["likes"]
