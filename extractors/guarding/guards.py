"""What keeps a clause from being captured without being asked: each guard named, its wording data in `patterns/`."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from extractors.guarding import voices
from extractors.guarding.colleagues import of_colleague
from extractors.guarding.figures import figurative
from extractors.matching.late_patterns import LatePattern
from extractors.matching.sieve import Sieve
from extractors.parsing.words import Word
from extractors.syntax.chatter import PATTERNS
from extractors.syntax.clauses import Clause

Guard = Callable[[Clause], bool]

_ASKING = LatePattern(
    r"(?:do|does|did|is|are|am|was|were|can|could|would|will|should|shall|have|has|had|may|might) "
    r"(?:not )?(?:i|we|you|he|she|it|they|this|that|there|these|those|the|my|our|your|his|her|any|"
    r"anyone|anybody|someone|somebody|everyone)\b"
    r"|(?:what(?! with (?:my|the|our|all)\b)|which|who|whose|whom|where|when|why|how)\b"
    r"(?! (?:a|i love|i like|(?:i|we) \w+(?: got)? (?:now|these days|instead) is)\b)|(?:anyone|anybody|"
    r"any of you|any idea|remember (?:when|how|that time))\b"
)
_OTHERS = LatePattern(
    r"(?:he|she|they|it|you|there|that|this|these|those|someone|somebody|everyone|everybody|nobody|"
    r"people|anyone|who|his|her|their|your)\b"
)


@cache
def _patterns() -> Mapping[str, LatePattern]:
    data: dict[str, Any] = tomllib.loads((PATTERNS / "guards.toml").read_text(encoding="utf-8"))
    tables = data | data.pop("special")
    return {name: LatePattern(table["pattern"].replace("\n", "")) for name, table in tables.items()}


SPECIAL = frozenset("health faith politics orientation union money".split())
"""The special categories, each with a pattern of its own."""


@cache
def sieve() -> Sieve[str]:
    """Return the names of the patterns that guards have as data, by their wordings."""
    return Sieve(((pattern.written, name) for name, pattern in _patterns().items()), one_by_one=True)


@lru_cache(maxsize=64)
def _possible(string: str) -> tuple[str, ...]:
    """Return the names of the patterns that may match; one clause is asked about by several guards."""
    return tuple(sieve().possible(string))


def _holds(name: str, string: str) -> bool:
    """Return whether a pattern is found in a string."""
    return name in _possible(string.strip()) and bool(_patterns()[name].search(string))


def _begins(name: str, string: str) -> bool:
    """Return whether a pattern is found at the beginning of a string."""
    return name in _possible(string) and bool(_patterns()[name].match(string))


def _whole(clause: Clause) -> str:
    lead = clause.lead_string
    return f"{lead} {clause.string}" if lead else clause.string


def question(clause: Clause) -> bool:
    """The clause asks: by its word order, or because it is what its sentence's question mark belongs to."""
    if clause.lead_string.endswith("remember when"):
        return True
    if _TAG_QUESTION.search(clause.string) or _TAG_BEHIND.match(clause.text, clause.end):
        return True
    return (clause.question and (clause.last or bool(_ASKING.match(clause.string)))) or bool(
        _ASKING.match(clause.string) and clause.words[-1].norm != "!"
    )


_TAG_QUESTION = LatePattern(
    r"(?<!\bso)(?<!\bnor)(?<!neither) (?:is|are|does|do|did|has|have|was|were|will|would|can)(?: not)? "
    r"(?:he|she|they|it|there)$"
)
_TAG_BEHIND = LatePattern(
    r",? (?:is|are|does|do|did|has|have|was|were|wo|would|ca)n['’]?t (?:he|she|they|it)\b", re.IGNORECASE
)
"""What asks behind a statement, without a question mark as well: "… doesn't he"."""


def conditional(clause: Clause) -> bool:
    """The clause holds only if something else does."""
    return clause.conditional or clause.under_condition


def wish(clause: Clause) -> bool:
    """The clause says what would be, not what is: also what something is done for, "so I can see the door"."""
    if clause.joined == "so" and _IS_ABLE.match(clause.string):
        return True
    return _holds("wish", _whole(clause)) and not re.match(
        r"(?:i|we) would (?:always |much |far |really |generally ){0,8}(?:rather|prefer|sooner)\b", clause.string
    )


_IS_ABLE = LatePattern(r"(?:i|we) (?:can|could|will be able to|may)\b(?! not\b)")


def uncertain(clause: Clause) -> bool:
    """The author is not sure; mild hedges ("I guess") are taken off as openings before."""
    said = _whole(clause)
    if " may " in said:
        said = _PERMITTED.sub(" must ", said)
    return _holds("uncertain", said) or clause.opening.startswith("apparently")


_PERMITTED = LatePattern(
    r"(?<=nobody) may |(?<=no one) may |(?<=no-one) may |^no(?:thing)? [^,;]{1,40}? may |^none of [^,;]{1,20}? may "
    r"| may (?=(?:not|only|never) be (?:booked|left|used|entered|taken|parked|sold|shared|removed|moved|altered|edited"
    r"|touched|served|charged|brought|eaten|copied|printed|reused|added|carried|kept|stored|changed|worn|lent|fed)\b)"
)
"""What is allowed, and not what may be so: "no bags may be left here", "the hall may not be booked"."""


def reported(clause: Clause) -> bool:
    """Somebody else is said to have said it, or it goes on about somebody whom the sentence before told of."""
    return _begins("reported", _whole(clause)) or (_KIN.match(clause.string) is not None and _told_of_another(clause))


_KIN = LatePattern(
    r"(?:wife|husband|missus|girlfriend|boyfriend|son|daughter|kids?|brother|sister|mum|mother|dad|father)\b"
)


def _told_of_another(clause: Clause) -> bool:
    """Return whether the sentence before tells of somebody, and not of the author: "he lives above the chip shop"."""
    before = re.split(r"[.!?…\n]", clause.text[: clause.sentence[0]].rstrip(" .!?…\n"))[-1].lower()
    return _SOMEBODY.search(before) is not None and _AUTHOR.search(before) is None


_SOMEBODY = LatePattern(r"\b(?:he|she|chap|bloke|guy|fella|customer|punter|lady|somebody|someone)\b")
_AUTHOR = LatePattern(r"\b(?:i|im|my|our|we)\b")


def sarcasm(clause: Clause) -> bool:
    """A wording that people use to mean its opposite, or in jest."""
    return (
        _holds("sarcasm", f"{clause.opening} {_whole(clause)}")
        or _holds("joke", clause.string)
        or _SAID_NOBODY.match(clause.text, clause.end) is not None
        or _ONLY_JOKING.match(clause.text, max(clause.end, clause.sentence[1])) is not None
        or ("LOVE" in clause.text and _SHOUTED.search(clause.text, clause.start, clause.end) is not None)
    )


_SHOUTED = LatePattern(r"\b(?:just|absolutely|simply) LOVE\b")
_SAID_NOBODY = LatePattern(r"[^\w\n]{0,6}said no ?\w+ ever\b", re.IGNORECASE)
"""What makes a joke of the statement before it: "I love weddings, said no planner ever"."""
_ONLY_JOKING = LatePattern(
    r"[\W_]{0,6}(?:j/?k|(?:just|only) (?:kidding|joking)|i(?:['’]m| am) (?:only |just )?(?:kidding|joking)|kidding|"
    r"april fool(?:s|['’]s)?|gotcha|psych)\b(?! aside| apart)",
    re.IGNORECASE,
)
"""What makes one of the sentence before it: "I have decided to become a marine biologist. april fools"."""


def figure(clause: Clause) -> bool:
    """A figure of speech: "I'm in the doghouse", "I live in tracked changes"."""
    return _holds("figure", clause.string) or _lives_nowhere(clause) or figurative(clause) or _in_jest(clause)


def _in_jest(clause: Clause) -> bool:
    """Return whether a clause tells of an allergy to what has no letters: "I'm allergic to 7/8"."""
    return _ALLERGIC_TO_FIGURES.search(clause.string) is not None


_ALLERGIC_TO_FIGURES = LatePattern(r"\ballergic to [\W\d]+(?:am|pm|time)?$")


_LIVES = LatePattern(
    r"(?:i|we) (?:have |am |are )?(?:always )?(?:live|lived|living) (?:in|inside|at|on) "
    r"(?P<v>[^,;.!?]+?)(?= (?:with|near|by|opposite|above|and|since|until|but|because|so|now)\b| ?[,;.!?]|$)"
)
_DWELLINGS = LatePattern(
    r"\b(?:flats?|apartments?|houses?|houseboat|homes?|cottages?|bungalow|cabin|hut|shed|barn|farm(?:house)?|mill|towers?|"
    r"block|buildings?|terraced?|studio|loft|attic|basement|cellar|rooms?|bedsit|dorms?|dormitory|hostel|hotel|halls?|"
    r"residence|boat|narrowboat|barge|yacht|canal|van|caravan|camper(?:van)?|trailer|tent|yurt|truck|container|cit(?:y|ies)|"
    r"towns?|villages?|hamlet|suburbs?|country(?:side)?|middle|cent(?:re|er)|outskirts|north|south|east|west|coast|seaside|"
    r"islands?|isle|valley|hills?|mountains?|forest|woods?|streets?|roads?|avenue|lane|squares?|place|floors?|estate|"
    r"districts?|quarter|neighbou?rhood|area|region|county|province|state|sticks|bush|outback|desert|capital|port|harbour|"
    r"bay|river|lake|ranch|reserve|manse|vicarage|rectory|parsonage|convent|monastery|castle|lighthouse|campus|camp|base|"
    r"route|line|site|digs|squat|commune|annexe?|cul-de-sac|close|mews|court|compound|quarters|lodge|villa|chalet|condo|"
    r"duplex|side|end|edge|border|corner|zone|school|hospital|pub|shop|station|parents?|mum|nan|gran|family|one|same)\b"
)


def _lives_nowhere(clause: Clause) -> bool:
    """Return whether what the author is said to live in is neither named as a place nor one to dwell in."""
    match = _LIVES.match(clause.string)
    if match is None or _DWELLINGS.search(match["v"]):
        return False
    words = clause.line.words_between(*match.span("v"))
    named = any(clause.text[word.start].isupper() or clause.text[word.start].isdigit() for word in words)
    if named or any(word.norm == "'s" for word in words):
        return False
    return words[0].tag in {"DT", "PRP$"} or (words[-1].tag == "NNS" and " on " not in clause.string)


def transient(clause: Clause) -> bool:
    """A state that passes by itself."""
    return _begins("transient", clause.string)


def at_hand(clause: Clause) -> bool:
    """A reaction to what is being talked about, not a lasting like or dislike."""
    return _begins("at_hand", clause.string)


def moment(clause: Clause) -> bool:
    """It is about this time only."""
    today = clause.lead_string == "today" and clause.string.startswith(("i am ", "we are "))
    return today or (_holds("moment", _whole(clause)) and not _HAS_MET.match(clause.string))


_HAS_MET = LatePattern(
    r"(?:i|we|(?:the|our) (?:[\w'-]+ ){0,2}[\w'-]+) "
    r"(?:have |has |just |finally |both |only ){0,4}(?:decided|agreed|resolved|met|signed|sold|bought|adopted|"
    r"picked up) (?!up\b|with\b|at\b|in\b)"
)
"""What happened once, on whatever day: "met the inspector this morning"."""


def voiced(clause: Clause) -> bool:
    """Another voice than the author's says it: in a role play, a draft, a line of a play."""
    start = clause.words[0].start
    return any(begin <= start < end for begin, end in voices.voiced(clause.text))


def special(clause: Clause) -> bool:
    """A special category: health, religion, politics, orientation, union membership, money."""
    if _names_special(_BLOOD_UP.sub("", clause.string)):
        return True
    lead = clause.lead_string
    return bool(lead) and _names_special(lead) and not _WHEN.search(lead)


def is_private(said: str) -> bool:
    """Return whether words name a special category, whatever they stand in."""
    return _names_special(said.lower())


def _names_special(string: str) -> bool:
    return any(_patterns()[name].search(string) for name in _possible(string.strip()) if name in SPECIAL)


_BLOOD_UP = LatePattern(
    r"\b(?:(?:my|our) )?blood pressure (?=(?:has )?(?:thanks|thanked|is thanking|will thank|is grateful)\b)"
)
"""What is said of a relief, and of no illness: "my blood pressure thanks me"."""
_WHEN = LatePattern(r"\b(?:ramadan|lent|shabb\w+|sabbath)\b")
"""What only tells when, before a subject: "in Ramadan I finish at four"."""


def former(clause: Clause) -> bool:
    """It was so once, and is not said to be so now."""
    return _holds("former", clause.string)


def third_person(clause: Clause) -> bool:
    """It is about somebody or something else: not "I", "we", "my" or "our"."""
    first, second = clause.words[0], clause.words[1] if len(clause.words) > 1 else clause.words[0]
    named = first.tag in {"NNP", "NNPS"} and second.tag in {"VBZ", "VBD", "MD", "POS"} and not clause.supplied
    return named or bool(_OTHERS.match(clause.string))


def pointing(clause: Clause) -> bool:
    """It says nothing without what was said before: "I always have", "I only carry it", "I use that one"."""
    words = clause.words
    if words[0].norm in {"i", "we"} and len(words) > 1 and all(_says_nothing(word) for word in words[1:]):
        return True
    for verb, what, after in zip(words, words[1:], [*words[2:], None], strict=False):
        if not verb.tag.startswith("VB") or verb.norm in _AUXILIARIES:
            continue
        if what.tag in _THING:
            return False  # "I print things before reading them"
        if what.norm in {"it", "them", "him"} or (what.norm == "her" and not _named_by(after)):
            return True
        if what.norm in _DEMONSTRATIVE and (after is None or after.tag in _ENDING or after.norm in {"one", "ones"}):
            return True
    return False


def _says_nothing(word: Word) -> bool:
    return word.norm in _AUXILIARIES or word.norm in _HOW_OFTEN or not word.norm[:1].isalpha()


def _named_by(word: Word | None) -> bool:
    return word is not None and word.tag.startswith(("NN", "JJ", "VBG", "CD"))


_AUXILIARIES = frozenset(
    "have has had do does did will would be been am is are was were can could should shall must may might 's".split()
)
_HOW_OFTEN = frozenset("always never usually mostly often sometimes still ever also too just really not and".split())
_THING = frozenset({"NN", "NNS", "NNP", "NNPS"})
_DEMONSTRATIVE = frozenset({"that", "this", "those", "these"})
_ENDING = frozenset({"IN", "RB", ",", "CC", "TO"})
"""What follows a pronoun that stands alone, and not before the noun that it points at."""


ALWAYS: Mapping[str, Guard] = {
    "question": question,
    "conditional": conditional,
    "wish": wish,
    "uncertain": uncertain,
    "reported": reported,
    "sarcasm": sarcasm,
    "figure": figure,
    "voiced": voiced,
    "special": special,
    "colleague": of_colleague,
}
"""Guards that no statement gets past, whatever its kind."""

ELSEWHERE: Mapping[str, Guard] = {
    "transient": transient,
    "at_hand": at_hand,
    "moment": moment,
    "former": former,
    "third_person": third_person,
}
"""Guards that depend on the kind: rules ask for them where they matter, and the judge always."""


OF_BEGINNINGS = frozenset({"reported", "transient", "at_hand", "third_person"})
"""Guards that look only at how a clause begins."""


def fired(clause: Clause, guards: Mapping[str, Guard] = ALWAYS) -> Iterator[str]:
    """Yield the names of the guards that a clause does not get past."""
    for name, guard in guards.items():
        if guard(clause):
            yield name
