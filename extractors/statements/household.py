"""The author's people, place and things by what lasts: who their kin were, what the place has, which rules it keeps.

Most of it is told without "my", or with a number of people before it, or of times gone by, so each rule asks for what
makes it last: a thing that was built, a place to dwell in, a colon behind "house rule".
"""

import re

from extractors.days.dates import find_dates
from extractors.matching.late_patterns import LatePattern
from extractors.statements.facts import KIN_NOW, only_done, own_statement, relation_named
from extractors.statements.profile import ANY_DAY, is_name, no_transient, placed
from extractors.statements.rules import load, original
from extractors.syntax.clauses import Clause

_EXPLAINING = frozenset("when while because if unless whether".split())


def told_of_kin(match: re.Match[str], clause: Clause) -> bool:
    """One of the author's own people, told as it is: not in a question, nor of today; nobody else's "Sister Ann"."""
    named = original(clause, match, "n") if "n" in match.re.groupindex else ""
    own = match[0].startswith(("my ", "our "))
    return (
        not clause.question
        and not clause.lead
        and clause.joined not in _EXPLAINING
        and no_transient(match, clause)
        and (not named or (is_name(named) and (own or match["k"] not in _TITLES)))
        and (own or match["k"] not in _ANYBODY)
        and not _AT_HAND.search(clause.string)
    )


_TITLES = frozenset({"sister", "brother", "father", "mother"})
_ANYBODY = frozenset(
    """ma pa ex kid kids child children boy boys girl girls baby lad lads toddler teen teenager neighbour neighbor
    neighbours neighbors parent parents partner nanny landlord landlady twin twins folks siblings sibling""".split()
)
"""Who may be anybody's, without "my" before."""
_AT_HAND = LatePattern(
    r"\b(?:just|again|already|(?:this|last) (?:morning|night|week|time|afternoon|evening)|earlier)\b"
)


def some_of_kin(match: re.Match[str], clause: Clause) -> bool:
    """What lasts about some of the author's people: "two of my cousins live in Perth"."""
    if clause.question or clause.joined in _EXPLAINING or match["verb"] not in _LASTING_VERBS:
        return False
    if KIN_NOW.search(clause.string) or not no_transient(match, clause):
        return False
    return not (match["verb"] in {"has", "have"} and only_done(match, clause))


_LASTING_VERBS = frozenset(
    """is are was were has have live lives work works teach teaches study studies run runs play plays speak speaks own
    owns keep keeps nurse nurses farm farms breed breeds sing sings row rows fish fishes grew went came moved served go
    goes make makes grow grows do does coach coaches drive drives still settled emigrated married""".split()
)


def made_for_long(match: re.Match[str], clause: Clause) -> bool:
    """What one of them made, taught or left that is there for long, and no meal, mess or decision."""
    opened = re.search(
        r"\b(?:opened|started|painted) (?:our|my|the) (?:\w+ )?(?:door|window|gate|oven|fire|car)\b", match[0]
    )
    return told_of_kin(match, clause) and not (opened or _MADE_AND_GONE.search(match["v"]))


_MADE_AND_GONE = LatePattern(
    r"^(?:(?:our|my|this|the|a|an|every|all|his|her|some|half) ){0,8}(?:[\w'-]+ )?(?:lunch|dinner|tea|breakfast|supper|"
    r"coffee|"
    r"cakes?|bread|beds?|mess|point|joke|call|decision|choice|most|best|mistake|way|day|week|night|morning|meeting|"
    r"post|mail|letter|parcel|argument|fight|rumou?r|conversation|meal|sandwich(?:es)?|list|"
    r"trip|journey|nails|face|bill|costume|snowman|sandcastle|fuss|effort|offer|difference|worst)\b(?!-)"
)


def once(match: re.Match[str], clause: Clause) -> bool:
    """Where one of them grew up or what they were by trade."""
    return told_of_kin(match, clause) and not _NO_TRADE.search(match["v"])


_NO_TRADE = LatePattern(r"^(?:was|were) (?:not|never|so|too|a bit|in|on|at|out|here|right|up|the first|just)\b")


def who_does(match: re.Match[str], clause: Clause) -> bool:
    """Who of the author's own does something for good: "it's my brother Tom who does the books"."""
    first = clause.line.words_between(*match.span("verb"))[0]
    lasts = first.tag in {"VBZ", "VBP"} or first.norm == "will"
    return (
        not clause.question
        and lasts
        and match["verb"] not in _SAYING
        and not re.search(r"\b(?:it|that|this|them|one)\b", match["w"])
        and own_statement(match, clause)
    )


_SAYING = frozenset("says thinks asks wants needs knows is has keeps".split())


def pointed_at(match: re.Match[str], clause: Clause) -> bool:
    """Who was heard or seen, by name; not where more is told of them right behind, with the name in it."""
    return relation_named(match, clause) and not clause.question and not _TOLD_MORE.match(clause.text, clause.end)


_TOLD_MORE = LatePattern(
    r"\W+(?:and )?s?he(?:['’]s| is)? (?!more or less\b|sort of\b|kind of\b|basically\b|has\b|had\b|was\b|found\b|just\b"
    r"|still\b|\w+ed\b|\w+ing\b)",
    re.IGNORECASE,
)


def with_a_partner(match: re.Match[str], clause: Clause) -> bool:
    """Somebody by name, or called one's partner; for years, or since a year."""
    name = original(clause, match, "n")
    return (
        (match[0].startswith(("my ", "our ")) or is_name(name))
        and bool(re.search(r"\d|\byears?\b|\bmonths?\b|\bsince\b", match["w"]))
        and not clause.question
        and no_transient(match, clause)
    )


def pet_by_name(match: re.Match[str], clause: Clause) -> bool:
    """An animal with its name, in a list of whom one lives with; not one that was met, lost or found."""
    names = re.split(r" (?:and|&) ", original(clause, match, "n"))
    around = clause.text[slice(*clause.sentence)].lower()
    return all(map(is_name, names)) and not clause.question and not _STRAY.search(around)


_STRAY = LatePattern(
    r"\b(?:lost|found|missing|met|saw|seen|there was|once|story|book|film|movie|game|character|about|rehom\w+|adopt me|"
    r"for sale|customer|client|neighbou?r|his|her|their|draw|write|name for|imagine|patient|owner)\b"
)


def there_for_good(match: re.Match[str], clause: Clause) -> bool:
    """What a place of the author's has, and not who or what is there just now."""
    return (
        not clause.question
        and clause.joined not in _EXPLAINING
        and no_transient(match, clause)
        and not _THERE_NOW.search(match["v"])
        and not _GOING_ON.search(match["v"])
    )


_THERE_NOW = LatePattern(
    r"\b(?:spider|mouse|rat|wasps?|fly|flies|bird|pigeon|bat|fox|snake|man|woman|guy|bloke|person|people|strangers?|"
    r"child|"
    r"kids?|smell|stink|leaks?|draught|draft|noise|sound|parcels?|packages?|box(?:es)?|queue|mess|party|meetings?|"
    r"bugs?|"
    r"fire|flood|holes?|cuts?|problems?|issues?|crowd|strange|weird|dead|cakes?|biscuits|doughnuts|donuts|pizza|"
    r"cookies|"
    r"police|helicopter|crane|scaffold\w*|builders?|plumbers?|electricians?|guests?|visitors?|message|note|delivery|"
    r"power|heating|electricity|internet|wi-?fi|signal|hot water|running water|water|gas|vacanc(?:y|ies)|opening|"
    r"new|lot|few|bit|point|plan|chance|deadline|meltdown|crisis|day|days|week|idea|reason|question|visit|event|"
    r"moment|cold|feeling|mould|drama|error|outage|backlog|place|good|bad|great|long|busy|budget|time|thing)\b"
)
_GOING_ON = LatePattern(
    r"\b(?:going|coming|waiting|standing|sitting|crying|shouting|barking|singing|running|left|broken|missing)\b"
)


def counted(match: re.Match[str], clause: Clause) -> bool:
    """How many they are for good; not how many are there, away or behind."""
    return (
        not clause.question
        and not clause.conditional
        and no_transient(match, clause)
        and not re.search(r"\b(?:down|short|left|away|off|late|sick|behind|ahead|minutes|points?)\b", clause.string)
    )


def kept_by_name(match: re.Match[str], clause: Clause) -> bool:
    """Where things of the author's come to be, by the name of a tool or a place to keep them."""
    return (
        original(clause, match, "v")[:1].isupper()
        or bool(re.match(r"#|`|the [\w-]+ (?:bucket|folder|drive)", match["v"]))
    ) and (
        not clause.question
        and no_transient(match, clause)
        and not is_name(original(clause, match, "s"))
        and not re.search(
            r"\b(?:flights?|planes?|trains?|ferry|boats?|discussions?|meetings?|calls?|talks?|conversations?|team|we|"
            r"people|kids|parcels?)\b",
            match["s"],
        )
    )


def supplier(match: re.Match[str], clause: Clause) -> bool:
    """Who provides the author with something for good: "the mill people will supply our rye"."""
    return (
        not clause.question
        and clause.words[0].norm not in _PRONOUNS
        and no_transient(match, clause)
        and not find_dates(clause.string, sent=ANY_DAY)
    )


_PRONOUNS = frozenset("i we you he she it they this that these those who what which someone nobody please".split())


def weekly(match: re.Match[str], clause: Clause) -> bool:
    """Which day of the week something is on, every week."""
    return not (clause.question or clause.conditional or _ONE_WEEK.search(clause.string))


_ONE_WEEK = LatePattern(r"\b(?:this|next|last|today|tomorrow|yesterday|cancelled|off)\b")


def told_by_my(match: re.Match[str], clause: Clause) -> bool:
    """What happened once in the life of one of the author's own."""
    return not (clause.question or clause.conditional or clause.joined in _EXPLAINING | {"since"})


def after_rule(match: re.Match[str], clause: Clause) -> bool:
    """What a rule of the house says, right behind its name: "house rule: nobody quotes a price on the phone"."""
    if clause.joined not in {":", "-", "–", "—"} or clause.question:
        return False
    return _RULE.search(clause.text[clause.sentence[0] : clause.words[0].start].lower()) is not None


_RULE = LatePattern(
    r"(?:^|[.!?,] ?|\b(?:the|our|my|a|one|another|and|so|well|reminder) )"
    r"(?:(?:house|team|office|kitchen|shop|site|lab|studio|garden|family|club|ward|class(?:room)?|crew|standing|firm|"
    r"van|"
    r"boat|gym|yard|bar|salon|library|school|workshop|company|desk|floor|galley|staff ?room|band|choir|"
    r"stage) (?:rules?|"
    r"policy|convention)|(?:our|my) (?:only |one |golden |first |house )?(?:rules?|policy|convention|style|standard)|"
    r"rules? of (?:the|this|our|my) (?!thumb)\w+|(?:golden|cardinal) rule)"
    r"(?: (?:here|at home|in (?:this|our|my|the) \w+|for \w+(?: \w+)?|number one|no\.? ?\d+|#?\d+|is|"
    r"by the way)){0,8}(?:, (?:since|because|as|in case|again|for) [^:;.!?]{2,60})? ?[:–—-] ?"
    r"['\"“]?$"
)


def among_kin(match: re.Match[str], clause: Clause) -> bool:
    """One of the author's in a row of them: "daughter's at Cardiff, son's on the tools, wife's had enough"."""
    others = _KIN_SUBJECT.findall(clause.text[slice(*clause.sentence)].lower())
    return (
        len(set(others)) > 1
        and clause.joined in {"", ",", "and", "but", ";"}
        and not clause.question
        and no_transient(match, clause)
        and not _PASSES.search(clause.string)
    )


_KIN_SUBJECT = LatePattern(
    r"(?:^|[,;.] ?|\band |\bbut |\bthe |\bmy |\bour )(daughter|son|wife|husband|missus|hubby|partner|brother|sister|"
    r"mum|dad|"
    r"eldest|youngest|oldest|middle one|little one|big one|girl|boy|other one)(?: [\w-]+)?(?:['’]s| is| has| does|"
    r" works| "
    r"studies| lives| runs| plays)\b"
)
_PASSES = LatePattern(
    r"\b(?:is|has|had) (?:ill|sick|asleep|here|home|back|out|off|away|late|mad|angry|cross|crying|fine|ok|okay|good|"
    r"great|"
    r"well|better|had enough|enough|been|just|gone|a (?:cold|fever|cough|temperature|bug)|not|in (?:bed|hospital|"
    r"tears)|"
    r"on (?:the (?:phone|way|bus|sofa|train)|holiday|leave|strike)|up|at (?:home|work|the (?:door|dentist|doctors?))|"
    r"\w+ing (?!law|medicine|to be|for (?:her|his)|in |at |as |on the))"
)


_ACCEPTS = {
    check.__name__: check
    for check in (
        told_of_kin,
        weekly,
        told_by_my,
        supplier,
        some_of_kin,
        made_for_long,
        once,
        who_does,
        with_a_partner,
        pet_by_name,
        there_for_good,
        counted,
        kept_by_name,
        after_rule,
        among_kin,
        no_transient,
        placed,
        pointed_at,
    )
}
_RULES = load("household", _ACCEPTS)
HOUSEHOLD = _RULES["household"]
TOLD_LAST = _RULES["told_last"]
"""What is asked only where no other rule knows a clause."""
