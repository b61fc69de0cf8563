"""Which patterns may match a text at all, told by the words in it: what spares most of them from being tried.

What each needs is read once (`needs.py`); a text is then looked up word by word.
"""

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_
from typing import Generic, TypeVar

from extractors.matching.needs import NEEDS, PIECE, Pieces, ways_to_match

_USUAL = 24
"""Characters of a word whose pieces are kept: every sieve asks for them."""

T = TypeVar("T")


class Sieve(Generic[T]):
    """Keeps, of things that each have a pattern, those whose pattern may match a text.

    A text is given without capital letters; what is not English, as `str.casefold` makes it.
    """

    def __init__(self, items: Iterable[tuple[str, T]], *, one_by_one: bool = False) -> None:
        """Take the things by their patterns, the wordings that a pattern chooses from together or one by one."""
        items = tuple(items)
        self.patterns = tuple(pattern for pattern, _ in items)
        self.one_by_one = one_by_one
        ways = [
            (needs, place, item)
            for place, (pattern, item) in enumerate(items)
            for needs in ways_to_match(pattern, one_by_one=one_by_one)
        ]
        self._ways = [(place, item) for _, place, item in ways]
        # A bit for each need of each way: those of the first needs of all ways, then those of the second, …
        self._met = 0
        self._bits: dict[str, int] = {}
        for place, (needs, *_) in enumerate(ways):
            for at in range(NEEDS):
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
        for at in range(1, NEEDS):
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
        pieces = (_pieces_of if len(word) <= _USUAL else _pieces_of_long)(word)
        return reduce(or_, map(self._bits.__getitem__, self._bits.keys() & pieces), 0)


def _cut(word: str) -> Pieces:
    """Return all pieces that stand somewhere in a word."""
    size = len(word)
    return frozenset(word[start:end] for start in range(size) for end in range(start + 1, min(start + PIECE, size) + 1))


_pieces_of = lru_cache(maxsize=1 << 13)(_cut)
_pieces_of_long = lru_cache(maxsize=4)(_cut)
"""A paste, or a text of a language without blanks, has ten thousand pieces and more."""
