"""What was said next to what: the imported lines of one person from one place, in the order they were said.

A statement that was captured is whole in itself, and what else was learned that minute says nothing about it. A line of
an imported talk is not: "By the old lighthouse" answers the line before it.
"""

from array import array
from bisect import bisect_left, insort
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from memory.index.columns import grown
from memory.records import Memory, Origin, Person

SAME_TALK_SECONDS = 1800.0
"""Two memories further apart than this do not belong to the same talk."""

NOBODY = -1
"""Stands where nothing was said before or after."""

_Moment = tuple[float, str, int]


class Talks:
    """For each memory, by number, what was said right before and right after it in the same talk."""

    def __init__(self) -> None:
        self._lines: dict[tuple[Person, str], list[_Moment]] = {}
        self._before = array("i")
        self._after = array("i")

    def put(self, memory: Memory, number: int) -> None:
        """Take a memory in. Numbers come one after the other."""
        self._before, self._after = grown(self._before, NOBODY), grown(self._after, NOBODY)
        if memory.origin is not Origin.IMPORT:
            return
        line = self._lines.setdefault(_line_of(memory), [])
        moment = (memory.created_at.timestamp(), memory.id, number)
        if not line or moment > line[-1]:
            line.append(moment)
            place = len(line) - 1
        else:
            insort(line, moment)
            place = bisect_left(line, moment)
        self._link(line, place - 1)
        self._link(line, place)

    def drop(self, memory: Memory, number: int) -> None:
        """Take a memory out; its neighbours become neighbours."""
        if memory.origin is not Origin.IMPORT:
            return
        line = self._lines[_line_of(memory)]
        place = bisect_left(line, (memory.created_at.timestamp(), memory.id, number))
        del line[place]
        self._before[number] = self._after[number] = NOBODY
        if place < len(line):
            self._before[line[place][2]] = NOBODY
        if place > 0:
            self._after[line[place - 1][2]] = NOBODY
            self._link(line, place - 1)

    @property
    def links(self) -> "tuple[array[int], array[int]]":
        """What was said right before and right after, by number."""
        return self._before, self._after

    def restore(self, memories: Sequence[Memory | None], before: "array[int]", after: "array[int]") -> None:
        """Take over the links of a snapshot; where a memory of it is gone, its neighbours become neighbours."""
        self._before, self._after = before, after
        for number, memory in enumerate(memories):
            if memory is not None and memory.origin is Origin.IMPORT:
                moment = (memory.created_at.timestamp(), memory.id, number)
                self._lines.setdefault(_line_of(memory), []).append(moment)
        for line in self._lines.values():
            line.sort()
        if None in memories:
            self._before = array("i", [NOBODY]) * len(memories)
            self._after = array("i", [NOBODY]) * len(memories)
            for line in self._lines.values():
                for place in range(len(line) - 1):
                    self._link(line, place)

    def _link(self, line: list[_Moment], place: int) -> None:
        """Join the moment at this place with the one after it, if both are there and of one talk."""
        if place < 0 or place + 1 >= len(line):
            return
        (earlier, _, one), (later, _, other) = line[place], line[place + 1]
        same_talk = later - earlier <= SAME_TALK_SECONDS
        self._after[one], self._before[other] = (other, one) if same_talk else (NOBODY, NOBODY)

    def before(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return what was said right before each; `NOBODY` for nothing, and for `NOBODY`."""
        return _looked_up(self._before, numbers)

    def after(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return what was said right after each; `NOBODY` for nothing, and for `NOBODY`."""
        return _looked_up(self._after, numbers)


def _looked_up(links: "array[int]", numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    found = np.frombuffer(links, dtype=np.int32)[numbers].astype(np.int64)
    found[numbers == NOBODY] = NOBODY
    return found


def _line_of(memory: Memory) -> tuple[Person, str]:
    return memory.subject, memory.source.channel_id if memory.source else ""
