"""Which patterns may match a text at all, told by the words in it: what spares most of them from being tried.

Whatever a pattern matches holds one of a few pieces of words, and often one of a few others as well: "(?:i|we)
(?:live|moved) to" needs "live" or "moved", and "to". Where few patterns hold many wordings each, these are looked up
one by one: of "no (?:tea today|green tea)", the first needs "today". The pieces are read from the parsed pattern once;
a text is then looked up word by word. Words are what stands between single spaces.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, reduce
from operator import or_
from re import _constants as ops  # type: ignore[attr-defined]  # the only way to a pattern's structure
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Generic, TypeVar

_PIECE = 6
"""Characters of a piece: more of them tell little more."""
_NEEDS = 3
"""Needs of a pattern that are looked for."""
_LONGEST = 24
"""Characters of a word that is looked up; whatever is longer may hold anything."""
_FREQUENT = (
    "the , . ' ? : - ! i is in a my it not and on to for me you am that of do 's at so with have from this we one no "
    "what if please can was now would be about who by has two like remember all will he forget out got but never only"
).split()
"""The words that people write most, the most frequent first."""
_BY_LENGTH = {1: 1.0, 2: 0.1, 3: 0.005}
_SELDOM = 0.0005
"""The share of clauses that have a piece somewhere in a word: of so many letters, and of more or of marks."""

Pieces = frozenset[str]
T = TypeVar("T")


class Sieve(Generic[T]):
    """Keeps, of things that each have a pattern in lower case, those whose pattern may match a text."""

    def __init__(self, items: Iterable[tuple[str, T]], *, one_by_one: bool = False) -> None:
        """Take the things by their patterns, the wordings that a pattern chooses from together or one by one."""
        read = ways_of if one_by_one else _in_one_way
        ways = [(needs, place, item) for place, (pattern, item) in enumerate(items) for needs in read(pattern)]
        self._ways = [(place, item) for _, place, item in ways]
        # A bit for each need of each way: those of the first needs of all ways, then those of the second, …
        self._met = 0
        self._bits: dict[str, int] = {}
        for place, (needs, *_) in enumerate(ways):
            for at in range(_NEEDS):
                bit = 1 << at * len(ways) + place
                if at >= len(needs):
                    self._met |= bit
                    continue
                for piece in needs[at]:
                    self._bits[piece] = self._bits.get(piece, 0) | bit
        self._of_word = lru_cache(maxsize=1 << 13)(self._looked_up)

    def possible(self, text: str) -> list[T]:
        """Return the things whose pattern may match somewhere in a text, in the order they were given."""
        met = reduce(or_, map(self._of_word, text.split(" ")), self._met)
        size = len(self._ways)
        found = met & ((1 << size) - 1)
        for at in range(1, _NEEDS):
            found &= met >> at * size
        kept: list[T] = []
        before = -1
        while found:
            lowest = found & -found
            place, item = self._ways[lowest.bit_length() - 1]
            if place != before:
                kept.append(item)
                before = place
            found ^= lowest
        return kept

    def _looked_up(self, word: str) -> int:
        """Return the places, as bits, of what a word may lead to."""
        if len(word) > _LONGEST:
            return (1 << _NEEDS * len(self._ways)) - 1
        return reduce(or_, map(self._bits.__getitem__, self._bits.keys() & _pieces_of(word)), 0)


@lru_cache(maxsize=1 << 13)
def _pieces_of(word: str) -> Pieces:
    """Return all pieces that stand somewhere in a word."""
    size = len(word)
    return frozenset(
        word[start:end] for start in range(size) for end in range(start + 1, min(start + _PIECE, size) + 1)
    )


@cache
def needs_of(pattern: str) -> tuple[Pieces, ...]:
    """Return sets of pieces of words of which every match of a pattern holds one each, the most telling first.

    There are at most as many as are looked for, and none if nothing can be told.
    """
    return _most_telling(_needed(_parser.parse(pattern)))


def _in_one_way(pattern: str) -> list[tuple[Pieces, ...]]:
    return [needs_of(pattern)]


def ways_of(pattern: str) -> list[tuple[Pieces, ...]]:
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
    if op is ops.SUBPATTERN and not argument[1] & re.IGNORECASE:
        return _ways(argument[3])
    return []


def _needed(parsed: Iterable[tuple[Any, Any]]) -> list[Pieces]:
    """Return what a sequence of a parsed pattern needs."""
    needs: list[Pieces] = []
    run = ""
    for op, argument in (*parsed, (None, None)):
        if op is ops.LITERAL:
            run += chr(argument)
            continue
        needs += [frozenset({word[:_PIECE]}) for word in run.split()]
        run = ""
        needs += _needed_by(op, argument)
    return needs


def _needed_by(op: object, argument: Any) -> list[Pieces]:
    """Return what a part of a parsed pattern that is no plain letter needs."""
    if op is ops.BRANCH:
        ways = [_most_telling(_needed(way)) for way in argument[1]]
        return [frozenset().union(*together) for together in zip(*ways, strict=False)]
    if op is ops.SUBPATTERN:
        _, flags, _, inside = argument
        return [] if flags & re.IGNORECASE else _needed(inside)
    if op is ops.ASSERT or op is ops.ATOMIC_GROUP:
        return _needed(argument[1] if op is ops.ASSERT else argument)
    if op in _REPEATS and argument[0]:
        return _needed(argument[2])
    return []


def _most_telling(needs: Iterable[Pieces]) -> tuple[Pieces, ...]:
    return tuple(sorted(dict.fromkeys(needs), key=_share)[:_NEEDS])


_REPEATS: Sequence[object] = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)


def _share(pieces: Pieces) -> float:
    """Return in what share of clauses, roughly, one of these pieces is found."""
    return sum(map(_share_of, pieces))


def _share_of(piece: str) -> float:
    by_length = _BY_LENGTH.get(len(piece), _SELDOM) if piece.isalnum() else _SELDOM
    return max(_SHARES.get(piece, 0.0), by_length)


# By Zipf's law.
_SHARES = {word[:_PIECE]: 1 / (rank + 3) for rank, word in enumerate(_FREQUENT)}
