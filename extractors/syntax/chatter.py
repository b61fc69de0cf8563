"""The openings of chat ("ok so", "fun fact:"), as data: what stands before a statement and is no part of it."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from extractors.parsing.words import Word

PATTERNS = Path(__file__).parents[1] / "patterns"

Opening = tuple[str, ...]


@cache
def _tables() -> tuple[frozenset[Opening], frozenset[Opening]]:
    data = tomllib.loads((PATTERNS / "chatter.toml").read_text(encoding="utf-8"))
    return _listed(data["openings"]), _listed(data["only_before_a_mark"])


def _listed(block: str) -> frozenset[Opening]:
    return frozenset(tuple(item.split()) for line in block.splitlines() for item in line.split("|") if item.strip())


@cache
def openings_by_first() -> Mapping[str, tuple[Opening, ...]]:
    """Return the openings by their first word, longest first."""
    found: dict[str, list[Opening]] = {}
    for opening in sorted(_tables()[0], key=len, reverse=True):
        found.setdefault(opening[0], []).append(opening)
    return {first: tuple(openings) for first, openings in found.items()}


_HEDGES = frozenset({("kind", "of"), ("sort", "of")})
"""What hedges a verb: "kind of hate olives". Before an article it tells what somebody nearly is."""
_ADDRESSED = frozenset("all everyone everybody team folks people friends guys gang both".split())
"""Whom a message is said to, unless they are whom it tells of."""
_PLACED = frozenset("at in on from".split())
_LONGEST_PLACE = 4
"""Words."""
_MARKS = frozenset(", : ! . - – — … ~ ; ( )".split())
_AMBIGUOUS_FINITE = frozenset(
    "can have had moved left joined started got went came made took gave like love need".split()
)


def is_opening_at(
    opening: Opening, words: Sequence[Word], stop: int, finite: Callable[[Sequence[Word], int], bool]
) -> bool:
    """Return whether what follows lets these words be an opening, and not the start of the statement itself."""
    if stop >= len(words):
        return True
    if words[stop].norm in _MARKS:
        return True
    if opening in _tables()[1] or (opening in _HEDGES and words[stop].tag == "DT"):
        return False
    if opening[-1] in _ADDRESSED and _are_somewhere(words, stop, finite):
        return False
    if (
        opening[-1] == "think"
        and words[stop].tag in {"RBR", "JJR"}
        and not any(finite(words, later) for later in range(stop + 1, len(words)))
    ):
        return False  # "I think better with music on"
    return not finite(words, stop) or opening[-1] in {"is", "that"} or words[stop].norm in _AMBIGUOUS_FINITE


def _are_somewhere(words: Sequence[Word], at: int, finite: Callable[[Sequence[Word], int], bool]) -> bool:
    """Return whether a place and a verb follow: "everybody at the mill calls me Bex" is said of them, not to them."""
    if words[at].norm not in _PLACED:
        return False
    end = at + 1 + any(word.tag in {"DT", "PRP$"} for word in words[at + 1 : at + 2])
    while end < len(words) and end - at <= _LONGEST_PLACE and words[end].tag.startswith(("NN", "JJ")):
        end += 1
    return at + 1 < end < len(words) and words[end - 1].tag.startswith("NN") and finite(words, end)
