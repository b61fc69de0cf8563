"""Find memories by the attribute asked for: "preference:tea" by its base, and by each word of what it is about."""

from array import array
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from memory.attributes import base_of
from memory.synonyms import related
from memory.terms import stems

_Ints = npt.NDArray[np.uint32]
_NONE: _Ints = np.empty(0, dtype=np.uint32)


class ByAttribute:
    """Numbers of memories by attribute. Numbers are only added: whoever asks passes over those of memories that went.

    What an attribute is about is split into words when a question first asks for that base, and then kept up.
    """

    def __init__(self) -> None:
        self._of_base: dict[str, array[int]] = {}
        self._things: dict[str, list[str]] = {}
        self._of_word: dict[tuple[str, str], array[int]] = {}
        self._of_last_word: dict[tuple[str, str], array[int]] = {}
        self._split: dict[str, int] = {}

    def put(self, attribute: str, number: int) -> None:
        """Add a memory that has this attribute."""
        base, _, thing = attribute.partition(":")
        base = base.strip().lower()
        self._of_base.setdefault(base, array("I")).append(number)
        self._things.setdefault(base, []).append(thing)

    def on(self, attribute: str) -> list[int]:
        """Return the numbers of what has the base of an attribute, in the order in which they were added."""
        return self._of_base.get(base_of(attribute), array("I")).tolist()

    def asked_for(self, asked: Sequence[str]) -> _Ints:
        """Return the numbers, ascending, of all that may fit one of the attributes by `memory.attributes.asked_for`."""
        found = [self._fitting(base_of(each), each.partition(":")[2]) for each in asked]
        most = max((int(numbers.max()) for numbers in found if len(numbers)), default=-1)
        fits = np.zeros(most + 1, dtype=bool)
        for numbers in found:
            fits[numbers] = True
        return np.flatnonzero(fits).astype(np.uint32)

    def _fitting(self, base: str, thing: str) -> _Ints:
        if not thing:
            return _as_numbers(self._of_base.get(base))
        self._split_up(base)
        words = set(stems(thing))
        found = [_as_numbers(self._of_word.get((base, word))) for word in words]
        near = {other for word in words for other in related(word)}
        found += [_as_numbers(self._of_last_word.get((base, word))) for word in near]
        return np.concatenate(found) if found else _NONE

    def _split_up(self, base: str) -> None:
        numbers, things = self._of_base.get(base, array("I")), self._things.get(base, [])
        for place in range(self._split.get(base, 0), len(things)):
            words = _words(things[place])
            for word in set(words):
                self._of_word.setdefault((base, word), array("I")).append(numbers[place])
            for word in words[-1:]:
                self._of_last_word.setdefault((base, word), array("I")).append(numbers[place])
        self._split[base] = len(things)


@lru_cache(maxsize=1 << 12)
def _words(thing: str) -> tuple[str, ...]:
    return tuple(stems(thing))


def _as_numbers(numbers: "array[int] | None") -> _Ints:
    # Copied: an array that is looked at through numpy could not grow.
    return np.array(numbers, dtype=np.uint32) if numbers else _NONE
