"""Which document holds which stem how often, and the best of them by BM25. Knows numbers and stems, no memories."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import log

import numpy as np
import numpy.typing as npt

from memory.index.columns import grown
from memory.index.engine import Groups, Numbers, Scores

K1 = 0.9
"""How soon repeating a word stops to count (BM25). Above 0."""
B = 0.4
"""How much long texts are held back (BM25), from 0.0, not at all, to 1.0, in full proportion."""
TYPICAL_LENGTH = 15.0
"""Words of a text that is neither long nor short. Fixed, so that a score does not depend on what else is stored."""
LONGEST = 50
"""Words beyond which a text is not held back any more: a long note that holds all words asked for still answers."""
IMAGINED = 100
"""Documents imagined beside the real ones when a word's rarity is judged, so that it means something among three."""


@lru_cache(maxsize=1 << 14)
def gain(count: int, length: int) -> float:
    """Return what a word held `count` times counts in a text of `length` words; 1.0 is once in the shortest text.

    Rounded to half precision, in which a snapshot keeps it, so that an index read back orders as the one written.
    Source: BM25, Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", section 3.
    """
    most = 1 + K1 * (1 - B)
    return float(np.float16(most * count / (count + K1 * (1 - B + B * min(length, LONGEST) / TYPICAL_LENGTH))))


def _length(stems: Sequence[str]) -> int:
    """Return how many words a text has; of a script without spaces, each character and each pair is a third of one."""
    small = sum(not stem.isascii() and len(stem) <= 2 for stem in stems)
    return len(stems) - small + -(-small // 3)


class _Posting:
    """The documents that hold one stem, ascending, and what it counts in each."""

    __slots__ = ("documents", "gains", "highest", "removed")

    def __init__(self) -> None:
        self.documents = array("I")
        self.gains = array("f")
        self.highest = 0.0
        self.removed = 0

    def arrays(self) -> tuple[Numbers, Scores]:
        """Return both as numpy arrays without copying; drop them before the posting grows."""
        return np.frombuffer(self.documents, dtype=np.uint32), np.frombuffer(self.gains, dtype=np.float32)


class Postings:
    """The documents, numbered from 0 in the order they were added, and their words, in memory."""

    def __init__(self) -> None:
        self._postings: dict[str, _Posting] = {}
        self._alive = bytearray()
        self._count = 0
        self._total: Scores = np.zeros(0, dtype=np.float32)
        self._mine: Scores = np.zeros(0, dtype=np.float32)

    def __len__(self) -> int:
        return self._count

    def frequency(self, stem: str) -> int:
        """Return how many documents hold this stem now."""
        posting = self._postings.get(stem)
        return len(posting.documents) - posting.removed if posting else 0

    def add(self, stems: Sequence[str]) -> int:
        """Add a document of these stems; return its number."""
        number, length = len(self._alive), _length(stems)
        for stem, count in Counter(stems).items():
            posting = self._postings.get(stem)
            if posting is None:
                posting = self._postings[stem] = _Posting()
            gained = gain(min(count, 255), length)
            posting.documents = grown(posting.documents, number)
            posting.gains = grown(posting.gains, gained)
            if gained > posting.highest:
                posting.highest = gained
        self._alive = grown(self._alive, 1)
        self._count += 1
        return number

    def remove(self, number: int, stems: Iterable[str]) -> None:
        """Remove a document; the caller passes the stems it was added with."""
        for stem in set(stems):
            self._postings[stem].removed += 1
        self._alive[number] = 0
        self._count -= 1

    def best(self, groups: Groups, at_least: int, newest_first: Callable[[Numbers], Scores]) -> tuple[Numbers, Scores]:
        """Return the `at_least` documents that fit best, and how well, 0.0 to 1.0; fewer if no more fit at all.

        1.0 is the best any document could get: it would hold every word of the query once and be short; so scores of
        different queries compare. Words that nobody uses count as the rarest there could be: what was never said fits
        badly. Equal scores are ordered by what `newest_first` gives for the numbers, highest first.

        Words are taken from the rarest to the commonest; as soon as the common ones left could not lift a document that
        holds none of the rarer ones among the best, only those that do are looked up.
        Source: MaxScore, Turtle and Flood 1995, "Query evaluation: strategies and optimizations".
        """
        weighed, whole = self._weighed(groups)
        if not weighed:
            return np.zeros(0, dtype=np.uint32), np.zeros(0, dtype=np.float32)
        self._grow()
        bounds = [max(weight * posting.highest for posting, weight in held) for held in weighed]
        touched: list[Numbers] = []
        living: list[Numbers] = []
        for place, held in enumerate(weighed):
            left = sum(bounds[place:])
            bar = self._bar(living, at_least)
            if bar > left:
                numbers = np.concatenate(living)
                numbers = np.sort(numbers[self._total[numbers] + np.float32(left) >= bar])
                scores = self._total[numbers] + self._probe(weighed[place:], numbers)
                break
            touched.append(self._add_up(held))
            living.append(self._living(touched[-1]))
        else:
            numbers = np.concatenate(living)
            scores = self._total[numbers]
        for some in touched:
            self._total[some] = 0.0
        if len(numbers) > at_least:
            worst = np.partition(scores, len(scores) - at_least)[len(scores) - at_least]
            numbers, scores = numbers[scores >= worst], scores[scores >= worst]
        order = np.lexsort((-newest_first(numbers), -scores))[:at_least]
        return numbers[order], np.minimum(scores[order] / np.float32(whole), np.float32(1.0))

    def scores_of(self, groups: Groups, numbers: Numbers) -> Scores:
        """Return how well each of these documents fits, 0.0 to 1.0. `numbers` are ascending and of living documents."""
        weighed, whole = self._weighed(groups)
        fit: Scores = np.minimum(self._probe(weighed, numbers) / np.float32(whole), np.float32(1.0))
        return fit

    def _weighed(self, groups: Groups) -> tuple[list[list[tuple[_Posting, float]]], float]:
        """Return the postings of each group that has any, rarest group first, with their weights, and the best sum."""
        weighed, whole = [], 0.0
        for group in groups:
            rarity = self._rarity(group)
            whole += rarity
            held = [(self._postings[stem], weight * rarity) for stem, weight in group if self.frequency(stem) > 0]
            if held:
                weighed.append((rarity, held))
        weighed.sort(key=lambda pair: -pair[0])
        return [held for _, held in weighed], max(whole, 1e-9)

    def _rarity(self, group: Sequence[tuple[str, float]]) -> float:
        frequency = max((self.frequency(stem) for stem, weight in group if weight >= 1.0), default=0)
        return log(1 + (self._count + IMAGINED - frequency + 0.5) / (frequency + 0.5))

    def _grow(self) -> None:
        if len(self._total) < len(self._alive):
            size = 2 * len(self._alive)
            self._total, self._mine = np.zeros(size, dtype=np.float32), np.zeros(size, dtype=np.float32)

    def _living(self, numbers: Numbers) -> Numbers:
        if self._count == len(self._alive):
            return numbers
        living: Numbers = numbers[np.frombuffer(self._alive, dtype=np.uint8)[numbers] == 1]
        return living

    def _bar(self, found: Sequence[Numbers], at_least: int) -> float:
        """Return the score that `at_least` of the documents found so far reach; -1.0 while there are fewer."""
        if sum(map(len, found)) < at_least:
            return -1.0
        scores = np.concatenate([self._total[numbers] for numbers in found])
        return float(np.partition(scores, len(scores) - at_least)[len(scores) - at_least])

    def _add_up(self, held: Sequence[tuple[_Posting, float]]) -> Numbers:
        """Add to each document the best it gets from this group; return the documents that had nothing so far."""
        fresh: list[Numbers] = []
        if len(held) == 1:
            numbers, gains = held[0][0].arrays()
            had = self._total[numbers]
            self._total[numbers] = had + gains * np.float32(held[0][1])
            fresh.append(numbers[had == 0.0])
            return fresh[0]
        for posting, weight in held:
            numbers, gains = posting.arrays()
            had = self._mine[numbers]
            self._mine[numbers] = np.maximum(had, gains * np.float32(weight))
            fresh.append(numbers[had == 0.0])
        numbers = np.concatenate(fresh)
        had = self._total[numbers]
        self._total[numbers] = had + self._mine[numbers]
        self._mine[numbers] = 0.0
        new: Numbers = numbers[had == 0.0]
        return new

    def _probe(self, weighed: Sequence[Sequence[tuple[_Posting, float]]], numbers: Numbers) -> Scores:
        """Return what these groups add to these ascending document numbers."""
        total = np.zeros(len(numbers), dtype=np.float32)
        for held in weighed:
            mine = np.zeros(len(numbers), dtype=np.float32)
            for posting, weight in held:
                documents, gains = posting.arrays()
                places = np.minimum(np.searchsorted(documents, numbers), len(documents) - 1)
                there = documents[places] == numbers
                np.maximum(mine, np.where(there, gains[places] * np.float32(weight), np.float32(0.0)), out=mine)
            total += mine
        return total


def pack(postings: Postings) -> dict[str, npt.NDArray[np.generic]]:
    """Return everything as arrays, for a snapshot on disk."""
    stems = list(postings._postings)
    held = [postings._postings[stem] for stem in stems]
    return {
        "stems": np.frombuffer("\n".join(stems).encode(), dtype=np.uint8),
        "sizes": np.array([len(posting.documents) for posting in held], dtype=np.uint32),
        "removed": np.array([posting.removed for posting in held], dtype=np.uint32),
        "documents": _joined([posting.arrays()[0] for posting in held], np.uint32),
        "gains": _joined([posting.arrays()[1] for posting in held], np.float16),
        "alive": np.frombuffer(bytes(postings._alive), dtype=np.uint8),
    }


def _joined(arrays: Sequence[npt.NDArray[np.generic]], dtype: npt.DTypeLike) -> npt.NDArray[np.generic]:
    return np.concatenate(arrays).astype(dtype) if arrays else np.zeros(0, dtype=dtype)


def unpack(arrays: dict[str, npt.NDArray[np.generic]], gone: Numbers) -> Postings:
    """Return what `pack` made arrays of, without the documents that are gone."""
    postings = Postings()
    stems = arrays["stems"].tobytes().decode().split("\n") if len(arrays["stems"]) else []
    documents, gains = arrays["documents"].astype(np.uint32), arrays["gains"].astype(np.float32)
    ends = np.cumsum(arrays["sizes"].astype(np.int64))
    begins = ends - arrays["sizes"].astype(np.int64)
    highest = np.maximum.reduceat(gains, begins).tolist() if stems else []
    removed = arrays["removed"].tolist()
    for place, (stem, begun, end) in enumerate(zip(stems, begins.tolist(), ends.tolist(), strict=True)):
        posting = postings._postings[stem] = _Posting()
        posting.documents.frombytes(documents[begun:end].tobytes())
        posting.gains.frombytes(gains[begun:end].tobytes())
        posting.highest = highest[place]
        posting.removed = removed[place]
    alive = arrays["alive"].astype(np.uint8)
    dying = np.zeros(len(alive), dtype=bool)
    dying[gone] = alive[gone] == 1
    if stems and dying.any():
        lost = np.add.reduceat(dying[documents].astype(np.uint32), begins)
        for posting, count in zip(postings._postings.values(), lost.tolist(), strict=True):
            posting.removed += count
    alive[dying] = 0
    postings._alive = bytearray(alive.tobytes())
    postings._count = sum(postings._alive)
    return postings
