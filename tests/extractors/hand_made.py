"""A judge and an encoder made by hand, for tests of what is made of their opinions."""

from collections.abc import Mapping, Sequence

import numpy as np

from extractors.judging.encoder import Encoder, Floats, Range
from extractors.judging.judge import KINDS, OPS, Judge, Opinion, Reading, Verdict
from extractors.other_languages.language_judge import LanguageJudge
from extractors.other_languages.pieces import Piece
from extractors.parsing.words import Word
from memory.records import CandidateOp, Kind

UNLIKELY = 0.01


class HandMade(Judge):
    """Thinks what it is given: of readings by their normalised words, of commands by their operation.

    Everything else it thinks unlikely. `asked` collects what it was asked about: the texts, and the readings' words.
    """

    def __init__(
        self,
        keep: Mapping[str, float] | None = None,
        commands: Mapping[CandidateOp, float] | None = None,
        kind: Kind = Kind.FACT,
    ) -> None:
        super().__init__()
        self.keep = keep or {}
        self.kind = kind
        self.commands = commands or {}
        self.asked: list[tuple[str, list[str], list[str]]] = []

    def opinion(
        self,
        text: str,
        readings: Sequence[Reading] = (),
        together: Sequence[Reading] = (),
        *,
        before: str = "",
        commands: bool = True,
    ) -> Opinion:
        alone, joined = ([reading.clause.string for reading in each] for each in (readings, together))
        self.asked.append((text, alone, joined))
        return Opinion(
            [Verdict(self.keep.get(words, UNLIKELY), self.kind) for words in alone],
            [Verdict(self.keep.get(words, UNLIKELY), self.kind) for words in joined],
            {op: self.commands.get(op, UNLIKELY) for op in OPS},
        )


class OfLanguages(LanguageJudge):
    """Thinks what it is given of pieces in other languages, by their words. `asked` collects what it was asked of."""

    def __init__(self, keep: Mapping[str, float] | None = None, kind: Kind = Kind.FACT) -> None:
        super().__init__(HandMade())
        self.keep, self.kind = keep or {}, kind
        self.asked: list[Piece] = []

    def opinion(self, pieces: Sequence[Piece], words: Sequence[Word], *, before: str = "") -> list[Verdict]:
        self.asked.extend(pieces)
        return [Verdict(self.keep.get(piece.words, UNLIKELY), self.kind) for piece in pieces]


class Told(Encoder):
    """An encoder whose scores are given, and which notes what it was asked."""

    def __init__(self, rows: Sequence[Sequence[float]] = (), whole: Sequence[float] = (0.0,) * len(OPS)) -> None:
        super().__init__()
        self.rows, self.whole = rows, whole
        self.asked: list[tuple[str, list[Range], str]] = []

    def read(self, text: str, ranges: Sequence[Range], *, before: str = "") -> tuple[Floats, Floats]:
        self.asked.append((text, list(ranges), before))
        rows = np.array(self.rows, dtype=np.float32).reshape(len(ranges), 1 + len(KINDS))
        return rows, np.array(self.whole, dtype=np.float32)


def row(keep: float, kind: Kind = Kind.FACT) -> list[float]:
    """Return the encoder's scores of a range."""
    return [keep, *(2.0 if each is kind else -1.0 for each in KINDS)]
