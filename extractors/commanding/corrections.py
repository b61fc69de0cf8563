"""Corrections: what a message puts right in the message it answers, or in the clause before.

"No, I meant Daegu" after "Based in Daejeon these days" is a new location; "we don't do the 6am handover any more, it's
half five now" ends one thing and gives the new one.
"""

import re
from collections.abc import Sequence
from datetime import date, timedelta

from extractors.days.dates import find_dates
from extractors.matching.late_patterns import LatePattern
from extractors.statements.profile import is_name
from extractors.statements.rules import Found, capitalised, compiled, original
from extractors.syntax.canonical import third_person
from extractors.syntax.clauses import Clause
from memory.records import Candidate, CandidateOp, Kind

_MEANT = compiled(
    r"(?:(?:i|that) (?:meant|mean|should have said|should be|should read)|make that|(?:it is|it was|"
    r"that is|that was|it should be|should be|should have been)|read)"
    r"(?: (?:actually|spelled|spelt|meant to be|supposed to be|now|in fact|written)){0,8} "
    r"(?P<v>[^,;.!?]+?)(?: (?:with (?:an?|one|two|no|double)|not|without|rather than|instead of)\b.*)?(?=$| "
    r"[,;.!?–—-])"
)
_LABELLED = LatePattern(
    r"(?:gate|bay|desk|room|floor|line|dock|unit|platform|block|stand|ward|court|lane|table|row|door|hall|level|site"
    r"|studio|lab|berth|pier|hangar|locker|track) (?:[A-Z]\w{0,2}|\d+\w?)$"
)
"""A place at work by its letter or number: "gate D"."""
_ONLY_A_DAY = compiled(
    r"(?:on |make it )?(?P<v>(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:%month%)"
    r"|(?:%month%) (?:the )?\d{1,2}(?:st|nd|rd|th)?"
    r"|the \d{1,2}(?:st|nd|rd|th)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: (?:now|instead|please"
    r"|actually|sorry|mate|my bad|of course)){0,8}(?=$| [,;.!?])"
)
_RECEIPT = LatePattern(
    r"^[\s*_]*(?:noted|got it|saved|remembered|updated|okay|ok|done|i'?ll remember|nice to meet you|"
    r"hi|hello|hey|thanks)\b[^:]{0,30}[:,]\s*(?:i'?ll remember(?: that)?:?\s*)?",
    re.IGNORECASE,
)
_CANONICAL = (
    ("name", Kind.PROFILE, LatePattern(r"name is (?P<v>.+)", re.IGNORECASE)),
    ("location", Kind.PROFILE, LatePattern(r"(?:lives|is based|is living|is) in (?P<v>.+)", re.IGNORECASE)),
    ("employer", Kind.PROFILE, LatePattern(r"works (?:at|for) (?P<v>.+)", re.IGNORECASE)),
    (
        "hometown",
        Kind.PROFILE,
        LatePattern(r"(?:is|grew up|was born) (?:originally )?(?:from|in) (?P<v>.+)", re.IGNORECASE),
    ),
    ("manager", Kind.FACT, LatePattern(r"(?:line )?manager is (?P<v>.+)", re.IGNORECASE)),
    ("birthday", Kind.PROFILE, LatePattern(r"birthday is (?P<v>.+)", re.IGNORECASE)),
    ("team", Kind.PROFILE, LatePattern(r"is (?:on|in|from) (?P<v>the .+)", re.IGNORECASE)),
)
_GREETED = LatePattern(
    r"^(?:nice|lovely|good|great|pleased) to meet you,? (?P<v>[\w'-]+(?: (?-i:[A-ZÀ-Þ])[\w'-]+){0,2})"
    r"|^(?:hi|hello|hey|welcome|thanks|thank you|good (?:morning|afternoon|evening|day)),? (?P<w>[A-Z][\w'-]+)[!.,]",
    re.IGNORECASE,
)


def receipt_removed(parent: str) -> str:
    """Return what a parent message states, a receipt's opening taken off: "Noted: Lives in Porto" states the rest."""
    return _RECEIPT.sub("", parent, count=1).strip(" .!*_")


def stated_by(parent: str) -> tuple[str, Kind, str] | None:
    """Return attribute, kind and value of what a receipt or a greeting by the bot says it knows; else None."""
    greeted = _GREETED.match(parent.strip("*_ "))
    if greeted and is_name(value := greeted["v"] or greeted["w"]):
        return "name", Kind.PROFILE, value
    for attribute, kind, pattern in _CANONICAL:
        match = pattern.fullmatch(receipt_removed(parent))
        if match:
            return attribute, kind, match["v"]
    return None


def may_correct(text: str) -> bool:
    """Return whether a message may put right what its author said before it: "no, I meant Braga", "it's the 15th"."""
    return len(text) <= _LONGEST and _BEGINS.match(text) is not None


_LONGEST = 200
_BEGINS = LatePattern(
    r"\W*(?:(?:no|nope|sorry|oops|wait|ah|er+|hm+|ugh|actually|correction|my bad|hang on)\b[\s,.!:;–—-]*){0,6}"
    r"(?:i mean[t]?|make that|(?:that|it|this)(?:['’]?s| is| was| should)|should (?:be|have|read)|read)\b",
    re.IGNORECASE,
)


def corrected(
    clause: Clause, parent: Sequence[Candidate], known: tuple[str, Kind, str] | None, *, sent: date
) -> Found | None:
    """Return the new value that a clause puts in place of the one its parent gave, or None.

    Args:
        clause: A clause that may correct.
        parent: What the parent message gives, read as the author's own words.
        known: What the parent says the bot knows, from `stated_by`.
        sent: The day of the message that corrects.
    """
    if (meant := _meant_before(clause, parent)) is not None:
        return meant
    match = _MEANT.match(clause.string)
    if match is None:
        day = _ONLY_A_DAY.match(clause.string)
        return _another_day(original(clause, day, "v"), parent, sent) if day else None
    value = original(clause, match, "v")
    if moved := _another_day(value, parent, sent):
        return moved
    named = value[:1].isupper() or value[:1].isdigit() or _LABELLED.match(value)
    if not named or len(value.split()) > 6:
        return None
    if known is not None:
        attribute, kind, old = known
        return _found(kind, attribute, f"{_LABELS[attribute]} {value}", value) if old.lower() != value.lower() else None
    for candidate in parent:
        if candidate.dated:
            continue
        if candidate.op is CandidateOp.ADD and candidate.value and candidate.value in candidate.text and candidate.kind:
            text = candidate.text.replace(candidate.value, value, 1)
            return _found(candidate.kind, candidate.attribute, text, value)
    return None


def _meant_before(clause: Clause, parent: Sequence[Candidate]) -> Found | None:
    """Return what the parent gave as a value told before "I meant" puts it right: "green team I meant"; or None."""
    if _ONLY_MEANT.match(clause.string) is None:
        return None
    first = clause.lead[0].start if clause.lead else clause.start
    said = clause.text[first : clause.words[0].start].strip(" ,") or _LAST_SAID.search(clause.text[:first])
    value = said if isinstance(said, str) else (said["v"] if said else "")
    for candidate in parent if 0 < len(value.split()) <= _FEW and not _NO_OTHER.search(value) else ():
        old = candidate.value or ""
        alike = value[:1].isupper() or value.split()[-1].lower() == old.split()[-1:][0].lower() if old else False
        if (
            candidate.op is CandidateOp.ADD
            and candidate.kind
            and not candidate.dated
            and alike
            and old in candidate.text
        ):
            led = "the " if old.lower().startswith("the ") and not value.lower().startswith("the ") else ""
            text = candidate.text.replace(old, f"{led}{value}", 1)
            return _found(candidate.kind, candidate.attribute, text, f"{led}{value}")
    return None


_ONLY_MEANT = LatePattern(r"i meant(?:$| ,)")
_LAST_SAID = LatePattern(r"(?:^|[,.!;:–—] )(?P<v>[\w&'’-]+(?: [\w&'’-]+){0,3}),? $")
_NO_OTHER = LatePattern(r"\b(?:other|that|this|what|not|which|you|both|all)\b", re.IGNORECASE)
_FEW = 4
"""Words of a value."""


def _another_day(value: str, parent: Sequence[Candidate], sent: date) -> Found | None:
    """Return what the parent gave a day with that day changed: "actually it's the 15th"."""
    dated = next((each for each in parent if each.dated and each.text.count(str(each.dated)) == 1 and each.kind), None)
    if dated is None or dated.dated is None or dated.kind is None:
        return None
    # "the 15th" is one of the month that was spoken of.
    anchor = dated.dated.replace(day=1) - timedelta(days=1) if _DAY_OF_MONTH.fullmatch(value) else sent
    days = find_dates(value, sent=anchor)
    if len(days) != 1 or days[0].start > 4 or days[0].until or days[0].day == dated.dated:
        return None
    text = dated.text.replace(str(dated.dated), str(days[0].day))
    return _found(dated.kind, dated.attribute, text, str(days[0].day))


_DAY_OF_MONTH = LatePattern(r"(?:the )?\d{1,2}(?:st|nd|rd|th)", re.IGNORECASE)

_LABELS = {
    "name": "Name is",
    "location": "Lives in",
    "employer": "Works at",
    "hometown": "Is from",
    "manager": "Manager is",
    "birthday": "Birthday is",
    "team": "Is on",
}
_NOW = compiled(
    r"(?:it is|its|it's|it will be|that is|now it is|now is|it has been)(?: (?:now|been|actually)){0,8} "
    r"(?P<v>(?!not\b|a (?:shame|pity|relief|pain|joke|mess|hassle|nightmare|waste)\b|fine|ok\b|over|gone|too|so\b|about"
    r"|(?:agreed|decided|settled|sorted|arranged|approved|confirmed|announced|done|dealt with)\b"
    r"|(?:why|how|where|when|what|who|because)\b)[^,;.!?]+?)(?: (?:or "
    r"nothing|now|instead|these days|from now on|all day(?: long)?|all the way|for (?:me|us)|only)){0,8}"
    r"(?: , (?P<days>(?:on )?%weekday%[^,;.!?]*))?(?: ,.*)?$"
)
_ONLY = compiled(
    r"(?:now )?(?P<v>only (?!on\b|at\b|in\b|for\b|to\b|if\b|when\b|i\b|we\b)[^,;.!?]{3,40}"
    r"|(?!(?:i|we|he|she|they|you|it|that|this|not)\b)[\w'-]+(?: [\w'-]+){0,2} only)$"
)
"""What is left of a habit: "I don't drink Pils any more, only Kellerbier"."""
_DETERMINER = LatePattern(r"^(?:the|a|an|my|our) ", re.IGNORECASE)


def continued(ended: Found, clause: Clause) -> Found | None:
    """Return the new value that a clause gives for what the clause before ended: "…, it's half five now"."""
    readers = (_instead, _successor, _new_home, _another_weekday, _all_elsewhere, _starts_at, _thing_at_another_time)
    if after := next((found for read in readers if (found := read(ended, clause))), None):
        return after
    if ended.rule in _TIMED:
        return _another_time(ended, clause)
    match = _NOW.match(clause.string) or (_ONLY.match(clause.string) if ended.rule == "ended-habit" else None)
    if match is None or not ended.value:
        return None
    value = original(clause, match, "v")
    if match.groupdict().get("days"):
        value = f"{value}, {original(clause, match, 'days')}"
    attribute = ended.attribute
    if attribute == "employer" and (used := _FOR_ALL.fullmatch(value)):
        return _found(Kind.PREFERENCE, None, f"Uses {used['v']} for {used['all']}", used["v"])
    if attribute in _LABELS:
        return _found(_kind_of(attribute), attribute, f"{_LABELS[attribute]} {value}", value)
    if attribute == "working_hours":
        return _found(Kind.PROFILE, attribute, f"{_topic(ended.text)} is {value}", value)
    if ended.rule in _DROPPED and value[:1].isupper() and match.end("v") < len(clause.string):
        return _found(Kind.PREFERENCE, None, f"Has switched to {value}", value)
    if (place := _WORKED.match(ended.text)) and value[:1].isupper():
        return _found(Kind.PROFILE, None, f"{_working(place[1])} {place[2]} {value}", value)
    topic = _DETERMINER.sub("", ended.value)
    first, _, rest = topic.partition(" ")
    if rest:
        value = _ONE.sub(lambda _: f" {rest}", value)
    if rest and first[:1].isdigit():
        return _found(Kind.FACT, None, f"{rest[:1].upper()}{rest[1:]} is {value}", value)
    verb = ended.text.partition(" ")[0].lower()
    if verb in {"do", "does"} and (
        value.endswith(" only") or (clause.string.startswith("that is ") and is_name(value))
    ):
        return (
            None  # who does it now: "I no longer do Wednesdays, that's Shirley"; "no initials any more, surname only"
        )
    if ended.rule == "ended-habit" and verb in _HABITS:
        value = f"{value}{_only(match)}"
        kind = Kind.FACT if verb in _OF_WORK else Kind.PREFERENCE
        return _found(kind, attribute, f"{_HABITS[verb]} {value}", value)
    if (thing := _DONE_SO.fullmatch(ended.text)) is not None:
        return _found(Kind.FACT, None, f"{capitalised(thing['t'])} is {value}", value)
    return None


def _only(match: re.Match[str]) -> str:
    """Return " only" where nothing else is left: "we don't take cash any more, its cards only"."""
    return " only" if match.string[match.end("v") :].startswith(" only") else ""


_ONE = LatePattern(r" ones?$")
"""What stands for the thing that ended: "it's just the Monday one now"."""
_OF_WORK = frozenset({"do", "take", "teach"})
"""Habits that tell more of one's work than of what one likes."""


def _instead(ended: Found, clause: Clause) -> Found | None:
    """Return where somebody is now, by its name alone: "we don't live in Leeds any more, Bradford since May"."""
    label = _LABELS.get(ended.attribute or "")
    match = _NAME_AND_SINCE.fullmatch(clause.string) if label and ended.op is CandidateOp.RETRACT else None
    if match is None or label is None or any(word.tag in _VERBAL for word in clause.words):
        return None
    value = original(clause, match, "v")
    told = match["since"] or _NOW_BEHIND.match(clause.text, clause.end)
    named = all(word[:1].isupper() for word in value.split()) and ended.attribute != "birthday"
    return _found(_kind_of(ended.attribute), ended.attribute, f"{label} {value}", value) if told and named else None


def _kind_of(attribute: str | None) -> Kind:
    return Kind.FACT if attribute == "manager" else Kind.PROFILE


_NAME_AND_SINCE = compiled(
    r"(?:(?:it is|now|just|instead) )?(?P<v>[\w'’-]+(?: [\w'’-]+){0,2}?)"
    r"(?P<since> (?:now|these days|nowadays|instead|since [^,;.!?]{2,30}|from now on))?"
)
_NOW_BEHIND = LatePattern(r"(?:,? )(?:now|these days|nowadays|instead)\b", re.IGNORECASE)
_VERBAL = frozenset({"VBZ", "VBP", "VBD", "MD", "PRP"})


def _successor(ended: Found, clause: Clause) -> Found | None:
    """Return who came after somebody of the author's: "my supervisor isn't Owen any more, Mariam took me over"."""
    rank, match = _RANK.match(ended.text), _TOOK_OVER.match(clause.string)
    if rank is None or match is None:
        return None
    value = original(clause, match, "v")
    return _found(Kind.FACT, None, f"{capitalised(rank['r'])} is {value}", value) if is_name(value) else None


_FOR_ALL = compiled(r"(?P<v>.+?) for (?P<all>everything|all of it|the lot|all my work)")
"""What is used in place of what was left, and no firm: "i left Illustrator, its Affinity for everything now"."""
_RANK = compiled(
    r"(?i:(?:my |our )?(?P<r>(?:%post%)|tutor|coach|mentor|editor|agent|landlord|advisor|adviser)(?: is)? )"
)
_TOOK_OVER = compiled(
    r"(?P<v>[^,;.!?]{2,30}?) (?:has |have )?(?:took|taken|takes) (?:me |us |it |that |things )?(?:over|on)\b"
    r"|it is (?P<w>[^,;.!?]{2,30}?) (?:who )?(?:looks after|looking after|has) (?:me|us)\b"
)


def _all_elsewhere(ended: Found, clause: Clause) -> Found | None:
    """Return where all is done from now on: "we gave up the paper charts, it's all on the tablet now"."""
    match = _ALL_IN.fullmatch(clause.string)
    if match is None or ended.rule not in {*_DROPPED, *_GIVEN_UP}:
        return None
    thing, place = ended.value or ended.text, original(clause, match, "v")
    at = clause.text.lower().find(thing.lower())
    said = clause.text[at : at + len(thing)] if at >= 0 else thing
    return _found(Kind.FACT, None, f"Everything is {place} instead of {said}", place)


_ALL_IN = LatePattern(
    r"(?:it|that|the (?:whole )?lot) (?:is|lives|runs|goes|happens)(?: now)?(?: all)?(?: now)? "
    r"(?P<v>(?:in|on|through|via|with|by|under) (?!hand\b|fire\b|order\b|hold\b|time\b|track\b|me\b|you\b|him\b|her\b"
    r"|the same\b)[^,;.!?]{2,60}?)(?: now| from now on)?"
)
_GIVEN_UP = frozenset({"gave-up", "heard-ending"})


def _new_home(ended: Found, clause: Clause) -> Found | None:
    """Return where a thing is that is no longer where it was: "the folder isn't on P: any more, new home is https://…"."""
    match = _HOME.match(clause.string)
    thing = _THING.match(ended.text)
    if match is None or thing is None or "http" not in clause.string:
        return None
    value = original(clause, match, "v")
    return _found(Kind.REFERENCE, None, f"{capitalised(thing['t'])} is at {value}", value)


_HOME = compiled(
    r"(?:(?:its|the|their|a) )?new (?:home|place|address|spot|location|link|url|one|page) "
    r"(?:is|:) (?P<v>https?://[^ ]+)"
)
_THING = LatePattern(
    r"(?:the |our |my )?(?P<t>[\w-]+(?: [\w-]+){0,2}? "
    r"(?:folder|drive|board|tracker|sheet|doc|docs|wiki|page|site|calendar|"
    r"rota|list|dashboard|repo|archive|form|handbook|portal))\b",
    re.IGNORECASE,
)


def _another_weekday(ended: Found, clause: Clause) -> Found | None:
    """Return the new day of what came on another: "compost doesn't come on Tuesdays any more, it's Thursdays"."""
    told, match = _ON_A_DAY.match(ended.text), _IS_ON.match(clause.string)
    if told is None or match is None:
        return None
    value = original(clause, match, "v")
    first, _, rest = told["t"].partition(" ")
    verb, _, further = rest.partition(" ")
    happens = f"{first} {third_person(verb)} {further}".rstrip() if verb in _HAPPENING else told["t"]
    return _found(Kind.FACT, None, capitalised(f"{happens} on {value}"), value)


_ON_A_DAY = compiled(r"(?i:(?P<t>[^,;.!?]{3,60}?) (?:on|every) %weekday%)")
_IS_ON = compiled(
    r"(?:it|they) (?:is|are|will be) (?:now |all |only )?(?:on )?(?P<v>%weekday%[^,;.!?]{0,24}?)"
    r"(?: (?:now|instead|from (?:now on|this week|next week|here on)|these days|for good)){0,4}(?: ,.*| so .*)?$"
)
_HAPPENING = frozenset("come run go start open close meet happen take leave arrive fall land".split())


def _another_time(ended: Found, clause: Clause) -> Found | None:
    """Return the new time of what is no longer at the old one: "our stand-up isn't at 9 any more, it's at half ten"."""
    thing = ended.value or ""
    match = _IS_AT.match(clause.string)
    if match is None or not _TIME.match(ended.text[len(thing) :].strip().lower()):
        return None
    value = original(clause, match, "v")
    verb = "are" if match["b"] == "are" or (thing.endswith("s") and not thing.endswith("ss")) else "is"
    return _found(Kind.FACT, None, capitalised(f"{thing} {verb} {value}"), value)


_DONE_SO = LatePattern(
    r"\w+ (?:the|our|my) (?P<t>[\w'-]+(?: [\w'-]+){0,2}?) (?:on|with|at|in|from|by|off|through|via) [\w' :.-]+"
)
"""What was done to a thing in some way: "run the big furnace on gas"."""
_STARTED_AT = compiled(r"(?i:(?P<verb>start|finish|open|close|begin|meet|eat|leave|get up|knock off)) at %hour%\b.*")
_IS_THEN = compiled(r"(?:it|that) is (?:now |more like )?(?:at )?(?P<v>%hour%)(?=$| now\b| these days\b| ,| since\b)")


def _starts_at(ended: Found, clause: Clause) -> Found | None:
    """Return when somebody starts now: "I don't start at 4am any more, it's half five now"."""
    told, match = _STARTED_AT.fullmatch(ended.text), _IS_THEN.match(clause.string)
    if told is None or match is None:
        return None
    verb, _, rest = told["verb"].lower().partition(" ")
    value = original(clause, match, "v")
    return _found(Kind.PROFILE, None, " ".join(f"{_working(verb)} {rest} at {value}".split()), value)


_TIMED_THING = LatePattern(
    r"(?:the |our |my )?(?P<hour>\d{1,2})(?:[:.]\d\d)? ?(?:am|pm|o['’]clock)? (?P<t>[\w' -]{3,40})", re.IGNORECASE
)
_TIME_ONLY = compiled(
    r"(?:it is )?(?:at )?(?P<v>(?P<part>(?:quarter|half|ten|twenty|five) (?:to|past))(?! %hour%)|%hour%)"
    r"(?=$| (?:now|from|these|since|instead)\b| ,)"
)


def _thing_at_another_time(ended: Found, clause: Clause) -> Found | None:
    """Return when a thing called by its hour is now: "it's not the 7am muster any more, quarter to from now on"."""
    told, match = _TIMED_THING.fullmatch(ended.text), _TIME_ONLY.match(clause.string)
    if told is None or match is None:
        return None
    value = original(clause, match, "v") + (f" {told['hour']}" if match["part"] else "")
    return _found(Kind.FACT, None, f"{capitalised(told['t'])} is at {value}", value)


_TIMED = frozenset({"ended-theirs", "not-at-that-time"})
_TIME = compiled(r"(?:(?:on|at|from) )?(?:the )?(?:%weekday%|%hour%)\b")
_IS_AT = compiled(
    r"(?:.{2,40}? (?P<b>is|are)|(?:i|we) (?:now )?(?:run|do|hold|have|host|start|open|serve) (?:it|them)) (?:now )?"
    r"(?P<v>(?:(?:on|at|from) )?(?:%weekday%|%hour%)\b[^,;.!?]{0,30})"
)


def _working(verb: str) -> str:
    verb = verb.capitalize()
    return verb if verb.endswith("s") else third_person(verb)


_DROPPED = frozenset({"gave-up", "dropped-for-good", "packed-in", "not-since"})
_WORKED = LatePattern(r"(works?|lives?|teach(?:es)?) (in|at|on|for|out of) (?=\S)", re.IGNORECASE)
_HABITS = {
    "do": "Does",
    "use": "Uses",
    "drink": "Drinks",
    "eat": "Eats",
    "take": "Takes",
    "play": "Plays",
    "read": "Reads",
    "wear": "Wears",
    "cook": "Cooks",
    "teach": "Teaches",
    "watch": "Watches",
}


def _topic(text: str) -> str:
    return text.rpartition(" is ")[0] or text


def _found(kind: Kind, attribute: str | None, text: str, value: str) -> Found:
    return Found(kind=kind, text=text, rule="correction", attribute=attribute, value=value, confidence=0.85)
