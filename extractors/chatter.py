"""The openings of chat ("ok so", "fun fact:"), as data: what stands before a statement and is no part of it."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from extractors.words import Word

PATTERNS = Path(__file__).parent / "patterns"

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
_EVERYBODY = frozenset({("everyone",), ("everybody",), ("people",), ("friends",)})
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
    if opening[-1:] in _EVERYBODY and words[stop].tag == "IN":
        return False  # "everybody at the yard calls me Meech"
    if opening in _tables()[1] or (opening in _HEDGES and words[stop].tag == "DT"):
        return False
    if (
        opening[-1] == "think"
        and words[stop].tag in {"RBR", "JJR"}
        and not any(finite(words, later) for later in range(stop + 1, len(words)))
    ):
        return False  # "I think better with music on"
    return not finite(words, stop) or opening[-1] in {"is", "that"} or words[stop].norm in _AMBIGUOUS_FINITE
