"""Which document holds which stem how often, and BM25 over it. Knows numbers and stems, no memories."""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from math import log

import numpy as np
import numpy.typing as npt

K1 = 0.9
"""How soon repeating a word stops to count (BM25). Above 0."""
B = 0.4
"""How much long texts are held back (BM25), from 0.0, not at all, to 1.0, in full proportion."""

IMAGINED = 100
"""Documents imagined beside the real ones when a word's rarity is judged, so that it means something among three."""

Group = Sequence[tuple[str, float]]
"""The stems that count as one word of a query, each with its weight, 0.0 to 1.0; the best one a document has counts."""


class Postings:
    """The documents, numbered from 0 in the order they were added, and their words."""

    def __init__(self) -> None:
        self._documents: dict[str, array[int]] = {}
        self._counts: dict[str, array[int]] = {}
        self._removed_from: Counter[str] = Counter()
        self._lengths = array("f")
        self._alive = 0
        self._total_length = 0.0

    def __len__(self) -> int:
        return self._alive

    def __contains__(self, stem: str) -> bool:
        return self.frequency(stem) > 0

    def vocabulary(self) -> Iterable[str]:
        """Return every stem that was ever added."""
        return self._documents.keys()

    def frequency(self, stem: str) -> int:
        """Return how many documents hold this stem now."""
        return len(self._documents.get(stem, ())) - self._removed_from[stem]

    def add(self, stems: Sequence[str]) -> int:
        """Add a document of these stems; return its number."""
        number = len(self._lengths)
        for stem, count in Counter(stems).items():
            if stem not in self._documents:
                self._documents[stem] = array("I")
                self._counts[stem] = array("B")
            self._documents[stem].append(number)
            self._counts[stem].append(min(count, 255))
        self._lengths.append(len(stems))
        self._total_length += len(stems)
        self._alive += 1
        return number

    def remove(self, number: int, stems: Iterable[str]) -> None:
        """Stop counting a document. The caller passes its stems and skips it in what `scores` gives."""
        self._removed_from.update(set(stems))
        self._total_length -= self._lengths[number]
        self._alive -= 1

    def scores(self, groups: Sequence[Group]) -> npt.NDArray[np.float32]:
        """Return for each document number how well it fits, 0.0 to 1.0: 1.0 is the best any document could get.

        That best one would hold every word of the query, be short and repeat nothing; so scores of different queries
        compare. Words that nobody uses count as the rarest there could be: what was never said fits badly.

        Source: BM25, Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", section 3.
        """
        total = np.zeros(len(self._lengths), dtype=np.float32)
        best = 0.0
        if not groups or not self._alive:
            return total
        lengths = np.frombuffer(self._lengths, dtype=np.float32)
        norm = K1 * B / max(self._total_length / self._alive, 1.0)
        for group in groups:
            rarity = self._rarity(group)
            best += rarity
            held = [(self._documents[stem], self._counts[stem], weight) for stem, weight in group if stem in self]
            if not held:
                continue
            mine = total if len(held) == 1 else np.zeros_like(total)
            for documents, counts, weight in held:
                numbers = np.frombuffer(documents, dtype=np.uint32)
                often = np.frombuffer(counts, dtype=np.uint8).astype(np.float32)
                gained = np.float32(weight * rarity) * often / (often + (K1 * (1 - B) + norm * lengths[numbers]))
                mine[numbers] = mine[numbers] + gained if mine is total else np.maximum(mine[numbers], gained)
            if mine is not total:
                total += mine
        fit: npt.NDArray[np.float32] = np.minimum(total * np.float32((1 + K1 * (1 - B)) / best), np.float32(1.0))
        return fit

    def _rarity(self, group: Group) -> float:
        frequency = max((self.frequency(stem) for stem, weight in group if weight >= 1.0), default=0)
        return log(1 + (self._alive + IMAGINED - frequency + 0.5) / (frequency + 0.5))
