"""What keeps a clause from being captured without being asked: each guard named, its wording data in `patterns/`."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache

from extractors import voices
from extractors.chatter import PATTERNS
from extractors.clauses import Clause
from extractors.sieve import Sieve
from extractors.words import Word

Guard = Callable[[Clause], bool]

_ASKING = re.compile(
    r"(?:do|does|did|is|are|am|was|were|can|could|would|will|should|shall|have|has|had|may|might) "
    r"(?:not )?(?:i|we|you|he|she|it|they|this|that|there|these|those|the|my|our|your|his|her|any|"
    r"anyone|anybody|someone|somebody|everyone)\b"
    r"|(?:what|which|who|whose|whom|where|when|why|how)\b(?! (?:a|i love|i like)\b)|(?:anyone|anybody|"
    r"any of you|any idea|remember (?:when|how|that time))\b"
)
_OTHERS = re.compile(
    r"(?:he|she|they|it|you|there|that|this|these|those|someone|somebody|everyone|everybody|nobody|"
    r"people|anyone|who|his|her|their|your)\b"
)


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    data = tomllib.loads((PATTERNS / "guards.toml").read_text(encoding="utf-8"))
    return {name: re.compile(table["pattern"].replace("\n", "")) for name, table in data.items()}


@cache
def _sieve() -> Sieve[str]:
    return Sieve((pattern.pattern, name) for name, pattern in _patterns().items())


@lru_cache(maxsize=64)
def _possible(string: str) -> tuple[str, ...]:
    """Return the names of the patterns that may match; one clause is asked about by several guards."""
    return tuple(_sieve().possible(string))


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
    return (clause.question and (clause.last or bool(_ASKING.match(clause.string)))) or bool(
        _ASKING.match(clause.string) and clause.words[-1].norm != "!"
    )


def conditional(clause: Clause) -> bool:
    """The clause holds only if something else does."""
    return clause.conditional or clause.under_condition


def wish(clause: Clause) -> bool:
    """The clause says what would be, not what is."""
    return _holds("wish", _whole(clause)) and not re.match(
        r"(?:i|we) would (?:always |much |far |really |generally )*(?:rather|prefer|sooner)\b", clause.string
    )


def uncertain(clause: Clause) -> bool:
    """The author is not sure; mild hedges ("I guess") are taken off as openings before."""
    return _holds("uncertain", _whole(clause)) or clause.opening.startswith("apparently")


def reported(clause: Clause) -> bool:
    """Somebody else is said to have said it."""
    return _begins("reported", _whole(clause))


def sarcasm(clause: Clause) -> bool:
    """A wording that people use to mean its opposite, or in jest."""
    return (
        _holds("sarcasm", f"{clause.opening} {_whole(clause)}")
        or _holds("joke", clause.string)
        or _SAID_NOBODY.match(clause.text, clause.end) is not None
    )


_SAID_NOBODY = re.compile(r"[^\w\n]{0,6}said no ?\w+ ever\b", re.IGNORECASE)
"""What makes a joke of the statement before it: "I love weddings, said no planner ever"."""


def transient(clause: Clause) -> bool:
    """A state that passes by itself."""
    return _begins("transient", clause.string)


def at_hand(clause: Clause) -> bool:
    """A reaction to what is being talked about, not a lasting like or dislike."""
    return _begins("at_hand", clause.string)


def moment(clause: Clause) -> bool:
    """It is about this time only."""
    return _holds("moment", _whole(clause))


def voiced(clause: Clause) -> bool:
    """Another voice than the author's says it: in a role play, a draft, a line of a play."""
    start = clause.words[0].start
    return any(begin <= start < end for begin, end in voices.voiced(clause.text))


def special(clause: Clause) -> bool:
    """A special category: health, religion, politics, orientation, union membership, money."""
    if _holds("special", clause.string):
        return True
    lead = clause.lead_string
    return bool(lead) and _holds("special", lead) and not _WHEN.search(lead)


_WHEN = re.compile(r"\b(?:ramadan|lent|shabb\w+|sabbath)\b")
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
    "voiced": voiced,
    "special": special,
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
