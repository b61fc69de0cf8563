"""Which patterns may match a text at all, told by the words in it: what spares most of them from being tried.

Whatever a pattern matches holds one of a few pieces of words: "(?:i|we) (?:live|lives) in" needs "live". The pieces are
read from the parsed pattern once; a text is then looked up word by word. Words are what stands between single spaces.
"""

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
_COMMON = frozenset(
    "the is are was am be been have has had and for not you our that this with from will would can it in on at to of "
    "do please".split()
)
"""Pieces that tell next to nothing, for nearly every clause has one of them."""

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
    return max(one, other, key=_worth)


def _worth(pieces: Pieces) -> tuple[int, int]:
    """Return how much pieces tell: as much as the most common of them."""
    return min((0 if piece in _COMMON else len(piece) for piece in pieces), default=-1), -len(pieces)
