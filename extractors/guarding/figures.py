"""Figures of speech, and what is said in jest of oneself: "I'm over the moon", "I speak fluent printer error".

Idioms are data, in `patterns/figures.toml`. Of some things only certain values can be meant: a language, a pronoun, a
subject to have a degree in, a middle name. Whatever else is told of them is a joke.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache

from extractors.matching.late_patterns import LatePattern
from extractors.matching.sieve import Sieve
from extractors.statements.rules import compiled, word_lists
from extractors.syntax.chatter import PATTERNS
from extractors.syntax.clauses import Clause

_BETWEEN = (
    r"(?: (?:\w+ly|so|all|now|just|still|a bit|always|very|as|even|both|also|no|not|kind of|sort of|quite|both)){0,8}"
)
_BEFORE = {
    "being": rf"(?:am|are|is|'s|was|were|be|been|being|feel|feels|feeling|felt|become|became){_BETWEEN} ",
    "having": rf"(?:have|has|had|having|got|get|gets|getting|with){_BETWEEN} (?:got |such )?",
    "doing": "",
}
"""What stands before the idioms of each group."""


@cache
def idioms() -> Sieve[LatePattern]:
    """Return the idioms, each with what may stand before it."""
    data = tomllib.loads((PATTERNS / "figures.toml").read_text(encoding="utf-8"))
    patterns = (
        rf"(?<!\S){_BEFORE[group]}(?:{line})(?!\w)"
        for group, lines in data.items()
        for line in lines.splitlines()
        if line
    )
    return Sieve((pattern, LatePattern(pattern)) for pattern in patterns)


def figurative(clause: Clause) -> bool:
    """Return whether a clause holds an idiom, or tells of the author what can only be a joke."""
    string = clause.string
    return any(idiom.search(string) for idiom in idioms().possible(string)) or any(_jests(clause))


def _jests(clause: Clause) -> Iterator[bool]:
    string = clause.string
    if "pronouns" in string:
        yield _no_pronouns(string)
    if "fluent" in string or "speak" in string:
        yield _no_language(clause)
    if "middle name" in string:
        yield _MIDDLE_NAME.search(string) is not None
    if " in " in string:
        yield _NO_SUBJECT.search(string) is not None
    if " is " in string or "'s " in string:
        yield _nobody().search(string) is not None


_PRONOUNS = LatePattern(r"\bpronouns (?:are|is|'s|:) (?!(?:in|on|at|not|up to|whatever|optional|fine)\b)(?P<v>\w.*)")
_A_PRONOUN = LatePattern(
    r"\b(?:s?he|they|them|their|theirs?|him|his|hers?|it|its|xe|xem|xyr|ze|zir|zie|hir|ey|em|eir|fae|faer|ve|ver|"
    r"vis|per|"
    r"thon|ne|nem|nir|co|e|any|all|either|both|none|no pronouns|name|sie|er|ihr|ihm|elle|elles|il|iel|lui|ella|"
    r"ellos|ele|"
    r"ela|elu|el|él|lei|loro|henne|henom|dem|hun|ono|hen|hij|hem|zij|zie|haar|die|hun|hon|han|hän|dey|ona|on|oni)\b"
)


def _no_pronouns(string: str) -> bool:
    """Return whether what are said to be pronouns are none: "my pronouns are oat/flat/white"."""
    match = _PRONOUNS.search(string)
    return match is not None and not has_pronoun(match["v"])


def has_pronoun(value: str) -> bool:
    """Return whether there is a pronoun, of any language that people are known to tell theirs in."""
    return _A_PRONOUN.search(value.lower()) is not None


_FLUENT = LatePattern(
    r"\b(?:(?:(?:am|are|is|'s|be|both|also) |^)(?:\w+ )?fluent in|speaks? (?:\w+ )?(?:fluent|perfect|native)(?: in)?|"
    r"fluent(?= \w+ (?:speaker|speaking)))"
    r" (?P<v>[^;.!?]+)"
)
_HOW_MANY = LatePattern(r"(?:(?:two|three|four|five|six|\d) |several |many |a few )?(?:\w+ )?(?:languages|tongues)$")


@cache
def _language() -> LatePattern:
    return LatePattern(rf"\b(?:{word_lists()['language']}|sign|languages?|dialects?|tongues?)\b")


def _no_language(clause: Clause) -> bool:
    """Return whether what the author is said to be fluent in is no language: neither known nor written as a name."""
    ahead = clause.text[clause.end :].partition("\n")[0]
    if _HOW_MANY.search(clause.string) and ahead.lstrip().startswith(":"):
        listed = re.split(r"[.!?]", ahead, maxsplit=1)[0]
        return not (_language().search(listed.lower()) or re.search(r"[A-ZÀ-Þ]", listed))
    match = _FLUENT.search(clause.string)
    if match is None or _language().search(match["v"]):
        return False
    words = clause.line.words_between(*match.span("v"))
    return not any(clause.text[word.start].isupper() for word in words)


_MIDDLE_NAME = compiled(
    r"\b(?:middle name (?:is|'s|was|might as well be|should be)|middle name :) (?:\w+ly )?(?:(?:mr |miss |"
    r"captain )?(?:trouble|chaos|danger|deadlines?|procrastination|"
    r"disaster|mischief|drama|sarcasm|stress|panic|anxiety|caution|late|lateness|regret|mayhem|havoc|doom|adventure|"
    r"luck|"
    r"bad luck|murphy|coffee|caffeine|tea|cake|pizza|cheese|wine|beer|spreadsheets?|overtime|paperwork|admin|excel|"
    r"clumsy|clumsiness|awkward|stubborn|busy|tired|hungry|flexibility|efficiency|discretion|subtlety|diplomacy|tact|"
    r"moderation|modesty|humility|perfection|punctuality|speed|safety|fun|style|sleep|money|nope|no|yes|why|oops|error|"
    r"bug|legacy|debug|rollback|downtime|none|nothing|unknown|classified|redacted|a secret|an? [\w -]+|the [\w -]+)$|"
    r"\w*(?:ation|tion|ness|ment|ship|ability|itis)s?$|[\w-]+ (?:tape|error|time|day|failure|machine|break|mode|club|"
    r"fatigue|not found|overflow|pending)$)"
)
"""What no parents call a child; "is my middle name" is a joke as well."""

_NO_SUBJECT = LatePattern(
    r"\b(?:ph ?\.?d|doctorate|degree|masters?|master 's|mba|msc|bsc|ba|black belts?|gold medal|medal|olympic \w+|"
    r"world (?:champion|record|record holder)|diploma|certificate|qualification|honours|first|professor|expert|"
    r"specialist"
    r"|qualified|trained|certified|fluent|graduated|majored|minored|major|minor)(?: \w+)? in (?:\w+ly )?"
    r"(?:(?:find|los|break|spill|avoid|ignor|forget|mis\w+|overthink|los|wast|kill|delay|dodg|hid|nod|pretend|look|"
    r"stand|"
    r"wait|sit|star|blam|complain|moan|nag|nap|snooz|panic|worry|googl|faff|dither|waffl|sulk|procrastinat|daydream|"
    r"click|eat|drink|sleep|scroll|guess|wing|bullshit|bluff|snark|over\w+|interrupt|apologis|apologiz|lurk|ghost|"
    r"gossip|"
    r"swear|sigh|shout|yell|cry|giggl|bein|be|hav|get|mak(?=ing (?:excuses|a|the|my|tea|things|it))|"
    r"do(?=ing (?:nothing|"
    r"the|my|it)))(?:[a-z])?ing\b"
    r"|\w+ing (?:the|my|your|our|other|everything|things|people|nothing)\b"
    r"|(?:sarcasm|small talk|procrastination|chaos|nonsense|bullshit|faff|gossip|pessimism|cynicism|regret|"
    r"stubbornness|"
    r"passive[- ]aggress\w+|stating|yak|lost (?:keys|causes)|common sense|snacks|biscuits|memes|excuses|awkward\w*|"
    r"disappointment|rock,? paper|queue?ing|tea$|coffee$|naps|hindsight|hard sums|dad jokes|bad (?:puns|jokes)|puns)\b)"
)
"""What nobody takes a degree in, nor speaks: "a PhD in finding the wrong tab"."""


@cache
def _nobody() -> LatePattern:
    return compiled(
        r"^(?:my|our) (?:(?:only|new|real|actual|real) )?(?:(?:line |team )?(?:manager|boss|supervisor|therapist|"
        r"landlord|"
        r"doctor|dentist|accountant|lawyer|teacher|mentor|assistant|secretary|pa|colleagues?|co-?workers?|desk mate|"
        r"deskmate|flatmate|roommate|housemate|bodyguard|life coach|personal trainer|husband|wife|partner|boyfriend|"
        r"girlfriend|boss|dad|daddy|mum|mummy|mom|father|mother|brother|sister|uncle|aunt|auntie|nan|gran|granny|"
        r"grandad)"
        r"(?: \w+)? (?:is|'s)(?: (?:now|really|basically|actually|secretly|clearly|just|literally|currently)){0,8} "
        r"(?:an? |the |my )(?:\w+ )?(?:%pet%|toaster|kettle|fridge|lorry|truck|tractor|bus|train|plane|rocket|"
        r"spaceship|"
        r"robot|printer|laptop|computer|spreadsheet|calendar|algorithm|chatbot|bot|houseplant|plant|cactus|ficus|"
        r"tree|rock|"
        r"teapot|lamp|chair|sofa|mug|bottle|sandwich|potato|banana|carrot|pineapple|octopus|whale|shark|elephant|"
        r"giraffe|"
        r"bear|wolf|fox|badger|hedgehog|squirrel|pigeon|seagull|goose|swan|duck|chicken|cow|goat|sheep|donkey|pig|"
        r"horse|"
        r"monkey|gorilla|lion|tiger|dinosaur|t-?rex|dragon|unicorn|monster|alien|ghost|vampire|witch|superhero|spy|"
        r"pirate|"
        r"mermaid|volcano|golden retriever|labrador|spaniel|poodle|terrier|dachshund|corgi|whippet|border collie)$"
        r"|(?:(?:only|new|actual) )?(?:pet|child|baby|kid|dog|cat) (?:is|'s) (?:an? |the |my )?(?:(?!called|"
        r"named)\w+ )?(?:browser|laptop|"
        r"roomba|hoover|spreadsheet|houseplant|cactus|sourdough|printer|kettle|deadline|backlog|inbox)\b"
        r"|(?:\w+ )?%pet% (?:is|'s) (?:an? |the |my )?(?:\w+ )?(?:manager|boss|therapist|supervisor|accountant|"
        r"assistant)$)"
    )
