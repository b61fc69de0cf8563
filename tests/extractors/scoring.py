"""Scores what is captured from labelled messages, by the rules that the labels are written for.

A candidate is right if its operation is a label's, its kind one of the label's, every group of key words is met, its
text is at most twice as long as the label's plus 20 characters, and it carries the label's date. Beside a new value,
telling that the old one ended counts neither for nor against. *Noise* is the share of messages with nothing to capture
that gave something.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from extractors.message import Message
from extractors.pipeline import Extractor
from extractors.training.messages import Label, LabelledMessage, load
from memory.records import Candidate, CandidateOp

_WORDLESS = {CandidateOp.REFUSE, CandidateOp.CONFIRM, CandidateOp.UNDO, CandidateOp.REFERENCE_PREVIOUS}


@dataclass
class Score:
    """Counts over some messages, and the ratios that follow from them (0.0 to 1.0; 0.0 for nothing to divide by)."""

    right: int = 0
    produced: int = 0
    met: int = 0
    labels: int = 0
    noisy: int = 0
    empty: int = 0
    by_op: Counter[tuple[CandidateOp, bool]] = field(default_factory=Counter)
    by_kind: dict[str, "Score"] = field(default_factory=dict)
    false_commands: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / self.produced if self.produced else 0.0

    @property
    def recall(self) -> float:
        return self.met / self.labels if self.labels else 0.0

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    @property
    def noise(self) -> float:
        return self.noisy / self.empty if self.empty else 0.0

    def add(self, other: "Score") -> None:
        """Count what another score counted too."""
        self.right += other.right
        self.produced += other.produced
        self.met += other.met
        self.labels += other.labels
        self.noisy += other.noisy
        self.empty += other.empty
        self.by_op += other.by_op
        for name, part in other.by_kind.items():
            self.by_kind.setdefault(name, Score()).add(part)
        self.false_commands += other.false_commands

    def parts(self) -> list[str]:
        """Return a line for each kind that was added and for each command: how often it was met or right."""
        kinds = [
            f"{kind:>12}: precision {part.right}/{part.produced}, recall {part.met}/{part.labels}"
            for kind, part in sorted(self.by_kind.items())
        ]
        ops = sorted({op for op, _ in self.by_op} - {CandidateOp.ADD})
        met = {op: self.by_op[op, True] for op in ops}
        return [*kinds, *(f"{op:>12}: {met[op]}/{met[op] + self.by_op[op, False]}" for op in ops)]

    def __str__(self) -> str:
        ratios = f"precision {self.precision:.3f} recall {self.recall:.3f} F1 {self.f1:.3f}"
        return f"{ratios} noise {self.noisy}/{self.empty} = {self.noise:.3f}"


def score(messages: Iterable[LabelledMessage], extractor: Extractor) -> Score:
    """Return how well the extractor reads the messages."""
    total = Score()
    for message in messages:
        given = Message(
            text=message.text,
            sent_at=message.sent_at,
            id=message.id,
            user_id=message.user_id,
            user_name=message.user_name,
            surface=message.surface,
            parent=message.parent,
        )
        _count(total, message, extractor.extract(given))
    return total


def _count(total: Score, message: LabelledMessage, candidates: Sequence[Candidate]) -> None:
    labels: Sequence[Label] = message.labels
    if any(label.op is CandidateOp.ADD for label in labels):
        candidates = [c for c in candidates if c.op is not CandidateOp.RETRACT]
        labels = [label for label in labels if label.op is not CandidateOp.RETRACT]
    total.produced += len(candidates)
    total.labels += len(labels)
    total.right += sum(any(is_right(c, label) for label in labels) for c in candidates)
    for candidate in candidates:
        if candidate.kind is not None and candidate.op is CandidateOp.ADD:
            kind = total.by_kind.setdefault(candidate.kind, Score())
            kind.produced += 1
            kind.right += any(is_right(candidate, label) for label in labels)
    for label in labels:
        met = any(is_right(candidate, label) for candidate in candidates)
        total.met += met
        if label.op is CandidateOp.ADD:
            kind = total.by_kind.setdefault(min(label.kinds), Score())
            kind.labels += 1
            kind.met += met
        total.by_op[label.op, met] += 1
    if not labels:
        total.empty += 1
        total.noisy += bool(candidates)
    wanted = {label.op for label in labels}
    drastic = {CandidateOp.FORGET, CandidateOp.CONFIRM, CandidateOp.UNDO}
    if {candidate.op for candidate in candidates} & drastic - wanted:
        total.false_commands.append(message.id)


def is_right(candidate: Candidate, label: Label) -> bool:
    """Return whether a candidate is what the label asks for."""
    if candidate.op is not label.op:
        return False
    if label.op in _WORDLESS:
        return True
    text = candidate.text.casefold()
    if not all(any(word.casefold() in text for word in group) for group in label.must):
        return False
    if label.op is not CandidateOp.ADD:
        return True
    dated_right = label.dated is None or label.dated == candidate.dated or label.dated.isoformat() in text
    return candidate.kind in label.kinds and len(text) <= 2 * len(label.text) + 20 and dated_right


def main(patterns: Sequence[str]) -> None:
    """Print the scores of the labelled messages in the files that each pattern names."""
    extractor = Extractor()
    for pattern in patterns:
        messages = [message for path in sorted(Path().glob(pattern)) for message in load(path)]
        total = score(messages, extractor)
        sys.stdout.write(f"{pattern}: {len(messages)} messages, {total}\n")
        sys.stdout.write("".join(f"{part}\n" for part in total.parts()))


if __name__ == "__main__":
    main(sys.argv[1:])
