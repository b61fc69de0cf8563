"""The seam to whatever finds documents by their words. An engine knows numbers and stems, no memories."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.uint32]
Scores = npt.NDArray[np.float32]

Groups = Sequence[Sequence[tuple[str, float]]]
"""The words of a query: for each the stems that count for it, with weights of 0.0 to 1.0. The best one found counts."""


class Engine(Protocol):
    """Documents, numbered from 0 in the order they were added, and their stems."""

    def __len__(self) -> int: ...

    def frequency(self, stem: str) -> int:
        """Return how many documents hold this stem."""
        ...

    def add(self, stems: Sequence[str]) -> int:
        """Add a document; return its number, which is the next one."""
        ...

    def remove(self, number: int, stems: Iterable[str]) -> None:
        """Remove a document, given the stems it was added with; its number is not used again."""
        ...

    def best(self, groups: Groups, at_least: int, newest_first: Callable[[Numbers], Scores]) -> tuple[Numbers, Scores]:
        """Return the best `at_least` documents, or all that fit, best first, with scores of 0.0 to 1.0.

        Scores of different queries compare. Ties are ordered by what `newest_first` gives, highest first.
        """
        ...

    def scores_of(self, groups: Groups, numbers: Numbers) -> Scores:
        """Return the scores of these documents, ascending numbers, 0.0 where one does not fit."""
        ...
