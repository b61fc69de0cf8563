"""A pet and the name that is told behind it, as one: "we got a kitten, he's called Quijote"."""

import re
from collections.abc import Iterable
from dataclasses import replace

from extractors.matching.late_patterns import LatePattern
from memory.records import Candidate, CandidateOp

_NAMED = LatePattern(
    r"[\s,.;:!–—-]{1,5}(?:(?:(?P<one>[Hh]is|[Hh]er|[Ii]ts)|[Tt]heir) names?(?: is| are|['’]s)"
    r"|(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey)(?: is| are|['’]s|['’]re) (?:called|named))"
    r" (?P<names>[A-ZÀ-Þ][\w'’-]*(?:(?:,| and| &) [A-ZÀ-Þ][\w'’-]*){0,4})\b"
)
_RULES = frozenset({"pet-has"})
"""Rules that read a pet and not what it is called."""


def with_names(candidates: Iterable[Candidate], text: str) -> list[Candidate]:
    """Return the candidates of a message, each pet with the name behind it, which is then told no second time.

    Args:
        candidates: What the message gives otherwise, in order.
        text: What it says, as it was written.
    """
    kept = list(candidates)
    for place, one in enumerate(kept):
        if one.rule not in _RULES or one.span is None:
            continue
        named = _NAMED.match(text, one.span[1])
        if named is not None and not _CALLED.search(one.text) and not (named["one"] and _SEVERAL.match(one.text)):
            whole = (one.span[0], named.end())
            kept[place] = replace(one, text=f"{one.text} called {named['names']}", span=whole)
            return [each for each in kept if each is kept[place] or not _tells(each, named)]
    return kept


_CALLED = LatePattern(r"\b(?:called|named|and)\b")
"""How a name is told already, or more than one pet."""
_SEVERAL = LatePattern(r"(?:Has|Got|Have) (?:got )?(?:two|three|four|five|six|seven|eight|nine|ten|some|\d+) ")
"""Several pets, of which one name is that of none for sure."""


def _tells(candidate: Candidate, named: re.Match[str]) -> bool:
    """Return whether a candidate is read from where the name stands."""
    if candidate.op is not CandidateOp.ADD or candidate.span is None:
        return False
    return named.start() < candidate.span[1] <= named.end() + 1
