"""What a text must hold for a pattern to match: pieces of words, read from the parsed pattern.

Whatever a pattern matches holds one of a few pieces of words, and often one of a few others as well: "(?:i|we)
(?:live|moved) to" needs "live" or "moved", and "to". Where few patterns hold many wordings each, these are taken one by
one: of "no (?:tea today|green tea)", the first needs "today". Words are what stands between single spaces, and pieces
are caseless, as `str.casefold` makes them.

To parse the patterns of the product takes half as long as everything else before the first message is read. What they
need is therefore kept in a file, found by the pattern itself: one that has changed since is parsed. `python -m
extractors.training.needs` writes the file anew.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from math import fsum
from pathlib import Path
from re import _constants as ops  # type: ignore[attr-defined]  # the only way to a pattern's structure
from re import _parser  # type: ignore[attr-defined]
from typing import Any

KEPT = Path(__file__).parents[1] / "data" / "needs.json"

Pieces = frozenset[str]
Way = tuple[Pieces, ...]
"""What a way to match needs, a piece of each of these sets: not more than are looked for, the most telling first."""

PIECE = 6
"""Characters of a piece: more of them tell little more."""
NEEDS = 2
"""Needs of a pattern that are looked for."""
_FREQUENT = (
    "the , . ' ? : - ! i is in a my it not and on to for me you am that of do 's at so with have from this we one no "
    "what if please can was now would be about who by has two like remember all will he forget out got but never only"
).split()
"""The words that people write most, the most frequent first."""
_BY_LENGTH = {1: 1.0, 2: 0.1, 3: 0.005}
_SELDOM = 0.0005
"""The share of clauses that have a piece somewhere in a word: of so many letters, and of more or of marks."""


def ways_to_match(pattern: str, *, one_by_one: bool) -> Sequence[Way]:
    """Return the ways in which a pattern may match, its wordings together or one by one; kept or parsed."""
    found = _kept().get(digest(pattern, one_by_one=one_by_one))
    if found is None:
        return ways_of(pattern) if one_by_one else [needs_of(pattern)]
    return [tuple(frozenset(pieces.split()) for pieces in way) for way in found]


def are_kept(pattern: str, *, one_by_one: bool) -> bool:
    """Return whether the ways of a pattern are in the file, so that it was well-formed when they were written."""
    return digest(pattern, one_by_one=one_by_one) in _kept()


def digest(pattern: str, *, one_by_one: bool) -> str:
    """Return by what the ways of a pattern are found in the file."""
    return blake2b(f"{one_by_one:d}{pattern}".encode(), digest_size=8).hexdigest()


@cache
def _kept() -> Mapping[str, Sequence[Sequence[str]]]:
    """Return what the file has: by digest the ways of a pattern, what each needs, and of this the pieces, as words."""
    kept: Mapping[str, Sequence[Sequence[str]]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return kept


@cache
def needs_of(pattern: str) -> Way:
    """Return sets of pieces of words of which every match of a pattern holds one each, the most telling first.

    There are at most as many as are looked for, and none if nothing can be told.
    """
    return _most_telling(_needed(_parser.parse(pattern)))


def ways_of(pattern: str) -> list[Way]:
    """Return, for each way in which a pattern may match, what it then needs, as `needs_of` does for all in one.

    Ways that each need one piece are one, and all are if of one nothing can be told.
    """
    parsed = _parser.parse(pattern)
    ways = [_most_telling(way) for way in _ways(parsed)]
    if not all(ways):
        return [_most_telling(_needed(parsed))]
    alone = [way[0] for way in ways if len(way) == 1]
    together = [(frozenset().union(*alone),)] if alone else []
    return [*together, *dict.fromkeys(way for way in ways if len(way) > 1)]


def _ways(parsed: Iterable[tuple[Any, Any]]) -> list[list[Pieces]]:
    """Return what each way needs in which a sequence of a parsed pattern may match: by its widest choice."""
    parts = list(parsed)
    choices = [(_choice(*part), place) for place, part in enumerate(parts)]
    widest, place = max(choices, key=lambda choice: len(choice[0]), default=([], 0))
    if len(widest) < 2:
        return [_needed(parts)]
    rest = [*_needed(parts[:place]), *_needed(parts[place + 1 :])]
    return [[*rest, *way] for way in widest]


def _choice(op: object, argument: Any) -> list[list[Pieces]]:
    """Return what each way needs in which a part of a parsed pattern may match; none where it is no choice."""
    if op is ops.BRANCH:
        return [way for branch in argument[1] for way in _ways(branch)]
    if op is ops.SUBPATTERN:
        return _ways(argument[3])
    return []


def _needed(parsed: Iterable[tuple[Any, Any]]) -> list[Pieces]:
    """Return what a sequence of a parsed pattern needs."""
    needs: list[Pieces] = []
    run = ""
    for op, argument in (*parsed, (None, None)):
        if op is ops.LITERAL:
            run += chr(argument).casefold()
            continue
        needs += [frozenset({word[:PIECE]}) for word in run.split()]
        run = ""
        needs += _needed_by(op, argument)
    return needs


def _needed_by(op: object, argument: Any) -> list[Pieces]:
    """Return what a part of a parsed pattern that is no plain letter needs."""
    if op is ops.BRANCH:
        ways = [_most_telling(_needed(way)) for way in argument[1]]
        return [frozenset().union(*together) for together in zip(*ways, strict=False)]
    if op is ops.SUBPATTERN:
        return _needed(argument[3])
    if op is ops.ASSERT or op is ops.ATOMIC_GROUP:
        return _needed(argument[1] if op is ops.ASSERT else argument)
    if op in _REPEATS and argument[0]:
        return _needed(argument[2])
    return []


def _most_telling(needs: Iterable[Pieces]) -> Way:
    return tuple(sorted(dict.fromkeys(needs), key=_share)[:NEEDS])


_REPEATS: Sequence[object] = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)


def _share(pieces: Pieces) -> float:
    """Return in what share of clauses, roughly, one of these pieces is found."""
    return fsum(map(_share_of, pieces))  # a plain sum may differ in its last digit with the order of a set


def _share_of(piece: str) -> float:
    by_length = _BY_LENGTH.get(len(piece), _SELDOM) if piece.isalnum() else _SELDOM
    return max(_SHARES.get(piece, 0.0), by_length)


# By Zipf's law.
_SHARES = {word[:PIECE]: 1 / (rank + 3) for rank, word in enumerate(_FREQUENT)}
