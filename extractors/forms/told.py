"""What is read of a message beside its clauses."""

from dataclasses import dataclass, field

from memory.records import Candidate

Range = tuple[int, int]
"""A half-open range of the clean text."""


@dataclass(slots=True)
class Told:
    """Candidates, and the ranges of the clean text in which no clause is read."""

    candidates: list[Candidate] = field(default_factory=list)
    taken: list[Range] = field(default_factory=list)

    def add(self, other: "Told") -> None:
        """Add what else is told."""
        self.candidates += other.candidates
        self.taken += other.taken
