"""Which patterns may match a text at all, told by the words in it: what spares most of them from being tried.

Whatever a pattern matches holds one of a few pieces of words: "(?:i|we) (?:live|lives) in" needs "live". The pieces are
read from the parsed pattern once; a text is then looked up word by word. Words are what stands between single spaces.
"""

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from re import _constants as ops  # type: ignore[attr-defined]  # the only way to a pattern's structure
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Generic, TypeVar

_PIECE = 6
"""Characters of a piece: more of them tell little more."""
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

    def __init__(self, items: Iterable[tuple[str, T]]) -> None:
        self._items: list[T] = []
        self._always = 0
        self._bits: dict[str, int] = {}
        for place, (pattern, item) in enumerate(items):
            self._items.append(item)
            pieces = pieces_of(pattern)
            for piece in pieces:
                self._bits[piece] = self._bits.get(piece, 0) | 1 << place
            self._always |= 0 if pieces else 1 << place
        self._of_word = lru_cache(maxsize=1 << 13)(self._looked_up)

    def possible(self, text: str) -> list[T]:
        """Return the things whose pattern may match somewhere in a text, in the order they were given."""
        found = self._always
        for word in text.split(" "):
            found |= self._of_word(word)
        kept: list[T] = []
        while found:
            lowest = found & -found
            kept.append(self._items[lowest.bit_length() - 1])
            found ^= lowest
        return kept

    def _looked_up(self, word: str) -> int:
        """Return the places, as bits, of what a word may lead to."""
        if len(word) > _LONGEST:
            return (1 << len(self._items)) - 1
        found = 0
        for start in range(len(word)):
            for end in range(start + 1, min(start + _PIECE, len(word)) + 1):
                found |= self._bits.get(word[start:end], 0)
        return found


def pieces_of(pattern: str) -> Pieces:
    """Return pieces of words of which every match of a pattern holds at least one; none if that cannot be told."""
    return _needed(_parser.parse(pattern))


def _needed(parsed: Iterable[tuple[Any, Any]]) -> Pieces:
    """Return the most telling pieces that a sequence of a parsed pattern needs."""
    best: Pieces = frozenset()
    run = ""
    for op, argument in (*parsed, (None, None)):
        if op is ops.LITERAL:
            run += chr(argument)
            continue
        for word in run.split():
            best = _better(best, frozenset({word[:_PIECE]}))
        run = ""
        best = _better(best, _needed_by(op, argument))
    return best


def _needed_by(op: object, argument: Any) -> Pieces:
    """Return what a part of a parsed pattern that is no plain letter needs."""
    if op is ops.BRANCH:
        needed = [_needed(alternative) for alternative in argument[1]]
        return frozenset().union(*needed) if all(needed) else frozenset()
    if op is ops.SUBPATTERN:
        _, flags, _, inside = argument
        return frozenset() if flags & re.IGNORECASE else _needed(inside)
    if op is ops.ASSERT or op is ops.ATOMIC_GROUP:
        return _needed(argument[1] if op is ops.ASSERT else argument)
    if op in _REPEATS and argument[0]:
        return _needed(argument[2])
    return frozenset()


_REPEATS: Sequence[object] = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)


def _better(one: Pieces, other: Pieces) -> Pieces:
    return min(one, other, key=_share)


def _share(pieces: Pieces) -> float:
    """Return in what share of clauses, roughly, one of these pieces is found; of none, in more than all."""
    return sum(map(_share_of, pieces)) or math.inf


def _share_of(piece: str) -> float:
    by_length = _BY_LENGTH.get(len(piece), _SELDOM) if piece.isalnum() else _SELDOM
    return max(_SHARES.get(piece, 0.0), by_length)


# By Zipf's law.
_SHARES = {word[:_PIECE]: 1 / (rank + 3) for rank, word in enumerate(_FREQUENT)}
