"""The vectors of memories, by number, and which lie nearest to that of a question.

Up to `EXACT_UP_TO` every vector is compared. Beyond, those whose signs agree best with the question's are looked for
first (a bit for each dimension: 48 bytes where the vector has 768), and only they are compared.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float32]
_Ints = npt.NDArray[np.int64]

EXACT_UP_TO = 100_000
"""Vectors up to which all are compared."""
SIGNS_TAKEN = 4_000
"""Vectors whose signs agree best with the question's that are compared, where there are more than `EXACT_UP_TO`."""
NEAREST = 7.0
"""Standard deviations above what is usual for a question at which a memory counts as wholly near."""
IMAGINED = 100
"""Unrelated memories imagined beside the real ones when it is judged what is usual, so that it means something among
three."""
_SAMPLE = 4_096
_FREE = -1


class Typical(NamedTuple):
    """How alike two unrelated texts look to an encoder: the mean of their cosines and its standard deviation."""

    mean: float
    spread: float


class VectorTable:
    """Vectors of length 1, all of the same dimensions, by the number of the memory they belong to."""

    def __init__(self, dimensions: int, typical: Typical, *, exact_up_to: int = EXACT_UP_TO) -> None:
        self._typical = typical
        self._exact_up_to = exact_up_to
        self._rows: npt.NDArray[np.floating] = np.zeros((0, dimensions), dtype=np.float32)
        self._signs = np.zeros((0, -(-dimensions // 64)), dtype=np.uint64)
        self._number_of: _Ints = np.zeros(0, dtype=np.int64)
        self._row_of: dict[int, int] = {}
        self._used = 0
        self._free: list[int] = []

    def __len__(self) -> int:
        return len(self._row_of)

    def __contains__(self, number: int) -> bool:
        return number in self._row_of

    def put(self, number: int, vector: _Floats) -> None:
        """Keep the vector of a memory, in place of the one it has."""
        row = self._row_of.get(number)
        if row is None:
            row = self._free.pop() if self._free else self._new_row()
            self._row_of[number] = row
            self._number_of[row] = number
        self._rows[row] = vector
        self._signs[row] = _signs_of(vector, self._signs.shape[1])

    def drop(self, number: int) -> None:
        """Forget the vector of a memory; nothing happens where there is none."""
        row = self._row_of.pop(number, None)
        if row is not None:
            self._number_of[row] = _FREE
            self._rows[row] = 0
            self._signs[row] = 0
            self._free.append(row)

    def get(self, number: int) -> _Floats:
        """Return the vector of a memory that has one."""
        vector: _Floats = self._rows[self._row_of[number]].astype(np.float32)
        return vector

    def near(self, wanted: _Floats) -> "Nearness":
        """Return how near each memory is to this vector of a question."""
        return Nearness(self, wanted)

    def _new_row(self) -> int:
        if self._used == len(self._rows):
            size = max(256, 2 * self._used)
            # Half precision loses nothing that could be heard, but numpy is slow with it: only where memory counts.
            kind = np.float32 if size <= 2 * self._exact_up_to else np.float16
            rows = np.zeros((size, self._rows.shape[1]), dtype=kind)
            signs = np.zeros((size, self._signs.shape[1]), dtype=np.uint64)
            numbers = np.full(size, _FREE, dtype=np.int64)
            rows[: self._used], signs[: self._used] = self._rows, self._signs
            numbers[: self._used] = self._number_of
            self._rows, self._signs, self._number_of = rows, signs, numbers
        self._used += 1
        return self._used - 1

    def usual(self, wanted: _Floats) -> Typical:
        """Return the cosines that memories have with this vector as a rule; unrelated ones are imagined beside few."""
        step = max(1, self._used // _SAMPLE)
        sample = self._rows[: self._used : step][self._number_of[: self._used : step] != _FREE]
        cosines = sample.astype(np.float32) @ wanted
        count, (mean, spread) = len(cosines) + IMAGINED, self._typical
        middle = (float(cosines.sum()) + IMAGINED * mean) / count
        squares = float(((cosines - middle) ** 2).sum()) + IMAGINED * (spread**2 + (mean - middle) ** 2)
        return Typical(middle, (squares / count) ** 0.5)

    def candidates(self, wanted: _Floats, at_least: int) -> tuple[_Ints, _Floats]:
        """Return the numbers of the memories to choose the nearest from, and their cosines."""
        used = self._used
        if used <= self._exact_up_to:
            held = np.flatnonzero(self._number_of[:used] != _FREE)
            cosines = self._rows[:used] @ wanted if len(held) == used else self._rows[held] @ wanted
            return self._number_of[held], cosines.astype(np.float32)
        signs = _signs_of(wanted, self._signs.shape[1])
        differ = np.zeros(used, dtype=np.uint16)
        for place in range(self._signs.shape[1]):
            differ += np.bitwise_count(self._signs[:used, place] ^ signs[place])
        differ[self._number_of[:used] == _FREE] = np.iinfo(np.uint16).max
        most = min(max(SIGNS_TAKEN, 8 * at_least), len(self))
        rows = np.sort(np.argpartition(differ, most - 1)[:most])
        return self._number_of[rows], self._rows[rows].astype(np.float32) @ wanted

    def cosines(self, numbers: _Ints, wanted: _Floats) -> tuple[_Ints, _Floats]:
        """Return the places among these numbers that have a vector, and the cosines of those."""
        rows = [
            (place, row)
            for place, number in enumerate(numbers.tolist())
            if (row := self._row_of.get(number)) is not None
        ]
        places = np.array([place for place, _ in rows], dtype=np.int64)
        held = self._rows[np.array([row for _, row in rows], dtype=np.int64)]
        return places, held.astype(np.float32) @ wanted


class Nearness:
    """How near memories are to one question, from 0.0, as near as any, to 1.0."""

    def __init__(self, table: VectorTable, wanted: _Floats) -> None:
        self._table, self._wanted = table, wanted
        self._usual = table.usual(wanted)

    def best(self, at_least: int) -> list[int]:
        """Return the numbers of the `at_least` nearest memories, or of all, nearest first; ties go to the newer."""
        numbers, cosines = self._table.candidates(self._wanted, at_least)
        if len(numbers) > at_least:
            worst = np.partition(cosines, len(cosines) - at_least)[len(cosines) - at_least]
            numbers, cosines = numbers[cosines >= worst], cosines[cosines >= worst]
        order = np.lexsort((-numbers, -cosines))[:at_least]
        best: list[int] = numbers[order].tolist()
        return best

    def of(self, numbers: _Ints) -> _Floats:
        """Return how near each is; 0.0 for one that is not encoded yet."""
        found = np.zeros(len(numbers), dtype=np.float32)
        places, cosines = self._table.cosines(numbers, self._wanted)
        found[places] = np.clip((cosines - self._usual.mean) / (self._usual.spread * NEAREST), 0.0, 1.0)
        return found


def _signs_of(vector: _Floats, words: int) -> npt.NDArray[np.uint64]:
    packed = np.zeros(words * 8, dtype=np.uint8)
    bits = np.packbits(vector > 0)
    packed[: len(bits)] = bits
    return packed.view(np.uint64)
