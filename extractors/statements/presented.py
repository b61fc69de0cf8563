"""The author's people and pets by the names that are told in passing: "my cat Praline sat on the keyboard".

What else is said of them may be small talk; that they are there, and what they are called, lasts.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache

from extractors.guarding import guards, voices
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from extractors.secrets import find_doubtful
from extractors.statements.facts import attribute_of
from extractors.statements.profile import is_name
from extractors.syntax.chatter import PATTERNS
from memory.records import Candidate, CandidateOp, Kind

RULE = "presented"
_CONFIDENCE = 0.9
_NAME = r"(?-i:[A-ZÀ-Þ][a-zà-ÿ]+(?:[-'’][A-ZÀ-Þ][a-zà-ÿ]+)?)(?!-?\w)"
_ADJECTIVES = (
    "(?:(?:new|little|wee|big|elder|older|eldest|oldest|younger|youngest|middle|twin|first|second|other|dear) )?"
)
_NOBODY = frozenset("Christmas Superior Time Nature Goose Board Company Trouble Sitter Walker Food".split())
"""What looks like a name behind one of them: "my mother Superior", "my dog Walker"."""


@cache
def _patterns() -> tuple[LatePattern, LatePattern]:
    """Return how they are presented, and what tells that one of them is no more."""
    data: dict[str, str] = tomllib.loads((PATTERNS / "presented.toml").read_text(encoding="utf-8"))
    pets, people, several, gone = (data[name].replace("\n", "") for name in ("pets", "people", "several", "gone"))
    of_one = rf"(?:(?P<pet>{pets})|(?P<person>{people}))"
    presented = (
        rf"\b(?:my|our) {_ADJECTIVES}(?:{of_one},? (?P<name>{_NAME})(?! (?-i:[A-ZÀ-Þ]))"
        rf"|(?P<several>{several}),? (?P<names>{_NAME}(?:, {_NAME}){{0,4}},? (?:and|&) {_NAME}))"
        rf"|(?<![\w'’-])(?P<before>{_NAME})(?:, | \()(?:my|our) {_ADJECTIVES}"
        rf"(?:(?P<a_pet>{pets})|(?P<a_person>{people}))(?=[,.)!]|$)"
    )
    return LatePattern(presented, re.IGNORECASE), LatePattern(rf"\b(?:{gone})\b", re.IGNORECASE)


def presented(
    text: CleanText, told: Iterable[Candidate], closed: Iterable[tuple[int, int]] = ()
) -> Iterator[Candidate]:
    """Yield who is presented by name and is told of by no other candidate.

    Args:
        text: The message as it is read; quotes, code and other voices in it present nobody.
        told: What it gives otherwise; beside a secret, nobody is presented.
        closed: Further ranges of it in which nothing is told.
    """
    if _OWN.search(text.text) is None or find_doubtful(text.text):
        return
    pattern, gone = _patterns()
    known = " ".join(one.text for one in told).casefold()
    shut: list[tuple[int, int]] | None = None
    for match in pattern.finditer(text.text):
        name = match["name"] or match["names"] or match["before"]
        first = re.split(r"\W", name, maxsplit=1)[0]
        if first.casefold() in known or first in _NOBODY or not is_name(first):
            continue
        start, end = _sentence(text.text, *match.span())
        if text.text[end : end + 1] == "?" or gone.search(text.text, start, end):
            continue
        if guards.is_private(text.text[start:end]):
            continue
        shut = [*closed, *text.opaque, *voices.voiced(text.text)] if shut is None else shut
        if any(begin < match.end() and match.start() < last for begin, last in shut):
            continue
        yield _presented(match, name, text)


_OWN = LatePattern(r"\b(?:[Mm]y|[Oo]ur) ")


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range of the sentence around a range, without the mark at its end."""
    before = max((text.rfind(mark, 0, start) for mark in ".!?\n"), default=-1) + 1
    behind = _ENDS.search(text, end)
    return before, behind.start() if behind else len(text)


_ENDS = LatePattern(r"[.!?\n]")


def _presented(match: re.Match[str], name: str, text: CleanText) -> Candidate:
    span = text.raw_span(*match.span())
    pet = (match["pet"] or match["a_pet"] or "").lower()
    who = (match["person"] or match["a_person"] or match["several"] or "").lower()
    if pet:
        article = "an" if pet[:1] in "aeiou" else "a"
        told, attribute, value = f"Has {article} {pet}, {name}", "pet", f"{pet} {name}"
    else:
        be = "are" if match["several"] else "is"
        told, attribute, value = f"{who[:1].upper()}{who[1:]} {be} {name}", attribute_of(who), name
    return Candidate(CandidateOp.ADD, told, Kind.FACT, attribute, value, confidence=_CONFIDENCE, span=span, rule=RULE)
