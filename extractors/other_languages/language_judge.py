"""The learned judge of what is said in other languages: how likely a piece of a message is worth keeping.

A linear model over hashed words, pairs of words and, where a script has no blanks, runs of characters. It learned from
labelled messages in all languages whose tables tell what is `private`, by `extractors.training.languages`. Where the
letters are Latin, the encoder has read the message as well, and both weigh in together.
"""

import math
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from extractors.judging.judge import KINDS, Judge, Reading, Verdict, log_odds
from extractors.matching.late_patterns import LatePattern
from extractors.other_languages.pieces import Piece
from extractors.parsing.words import Word
from extractors.syntax.clauses import Clause
from memory.errors import StoreError

WEIGHTS = Path(__file__).parents[1] / "weights" / "languages.npz"
KEEP_COLUMNS = 1 << 18
KIND_COLUMNS = 1 << 16
UNSPACED = frozenset({"zh", "ja"})
"""Languages that are read by characters, since they put no blanks between words."""

Floats = npt.NDArray[np.float32]

_TOKEN = LatePattern(r"\w+|[^\w\s]")
_TOLD = LatePattern(r"\w+")
_DIGIT = LatePattern(r"\d")
_MOST_BESIDE = 20
"""Words of the rest of its sentence that are told of a piece."""
_LONG_WORD, _LONGER_WORD = 4, 5
"""Letters of a word that has more: its ending is told, and its beginning."""
_RUN = 3
"""Characters of the longest run that is told."""


def features(piece: Piece) -> Iterator[str]:
    """Yield the names of the features of a piece; each counts once. An empty piece has those of its place and rest."""
    code = piece.language
    words = _DIGIT.sub("0", piece.words.lower())
    if code in UNSPACED:
        framed = f"^{words}$"
        for size in range(1, _RUN + 1):
            for at in range(len(framed) - size + 1):
                yield f"{code}c{framed[at : at + size]}"
        yield f"len{min(len(words) // 4, 10)}"
    else:
        tokens = _TOKEN.findall(words)
        for token in tokens:
            yield f"{code}w{token}"
            if len(token) > _LONGER_WORD:
                yield f"{code}p{token[:5]}"
            if len(token) > _LONG_WORD:
                yield f"{code}s{token[-3:]}"
        for left, right in pairwise(tokens):
            yield f"{code}b{left} {right}"
        for size in (1, 2, 3):
            yield f"{code}^{' '.join(tokens[:size])}"
        yield f"{code}${tokens[-1] if tokens else ''}"
        yield f"len{min(len(tokens) // 2, 10)}"
        first, last = piece.sentence
        beside = f"{piece.text[first : piece.start]} {piece.text[piece.end : last]}".lower()
        yield from (f"{code}r{token}" for token in _TOLD.findall(beside)[:_MOST_BESIDE])
    yield "bias"
    yield f"in{code}"
    yield f"{code}to_bot{piece.to_bot}"
    yield f"dated{piece.dated}"
    yield f"size{min(piece.size, 4)}/{min(piece.of, 5)}"
    yield f"whole{piece.size == piece.of}"
    yield f"sentence{min(piece.place, 3)}/{min(piece.sentences, 4)}"
    before = piece.text[piece.sentence[0] : piece.start]
    yield f"first{not before.strip()}"
    behind = _TOKEN.findall(before.lower()[-20:])
    yield f"{code}<{behind[-1] if behind else ''}"
    yield f"mark{piece.text[piece.end : piece.end + 1]}"
    yield f"digit{'0' in words}"
    names = sum(1 for word in piece.words.split()[1:] if word[:1].isupper())
    yield f"names{min(names, 3)}"


def columns(names: Iterable[str], size: int) -> list[int]:
    """Return the columns of features, of `size` columns in all, each once and in order."""
    return sorted({zlib.crc32(name.encode()) & (size - 1) for name in names})


def weighed(weights: Floats, found: Sequence[int]) -> Floats:
    """Return what the columns of a piece come to, by one row of weights or by each of several.

    A piece counts as one of length 1, however many columns it has.
    """
    counted: Floats = weights.take(found, axis=-1).sum(axis=-1) / math.sqrt(len(found))
    return counted


class LanguageJudge:
    """Scores pieces. The weights are read from the package the first time they are needed.

    Args:
        judge: The one of English, whose encoder reads what is in Latin letters.
        path: Where the weights are, in place of those that ship.
    """

    def __init__(self, judge: Judge, path: Path = WEIGHTS) -> None:
        self._judge, self._path = judge, path

    @cached_property
    def _weights(self) -> tuple[Floats, Floats, Floats, Floats]:
        """The weights of keeping and of the kinds, and how they are calibrated beside the encoder and without it."""
        try:
            with np.load(self._path) as stored:
                keep = stored["keep"].astype(np.float32) * stored["keep_scale"]
                kinds = stored["kinds"].astype(np.float32) * stored["kinds_scale"]
                return keep, kinds, stored["beside"], stored["alone"]
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise StoreError(
                self._path, "the judge of languages cannot be read", "Install memory-bot again."
            ) from error

    def opinion(self, pieces: Sequence[Piece], words: Sequence[Word], *, before: str = "") -> list[Verdict]:
        """Return what it thinks of each piece, in order.

        Args:
            pieces: What to judge, all of one message.
            words: The words of that message.
            before: Where the message was said, and what it answers.

        Raises:
            StoreError: If the weights cannot be read.
        """
        keep, kinds, beside, alone = self._weights
        heard = self.encoded(pieces, words, before=before)
        verdicts: list[Verdict] = []
        for piece, odds in zip(pieces, heard, strict=True):
            names = tuple(features(piece))
            counted = float(weighed(keep, columns(names, KEEP_COLUMNS)))
            if odds is None:
                together = float(alone[0]) * counted + float(alone[1])
            else:
                together = float(beside[0]) * counted + float(beside[1]) * odds + float(beside[2])
            by_kind = weighed(kinds, columns(names, KIND_COLUMNS)).tolist()
            chance = 1 / (1 + math.exp(-min(max(together, -30.0), 30.0)))
            verdicts.append(Verdict(chance, KINDS[by_kind.index(max(by_kind))], tuple(by_kind)))
        return verdicts

    def encoded(self, pieces: Sequence[Piece], words: Sequence[Word], *, before: str = "") -> list[float | None]:
        """Return the log odds that the encoder gives each piece; None for what it cannot read."""
        inside = (
            tuple(word for word in words if piece.start <= word.start and word.end <= piece.end) for piece in pieces
        )
        clauses = [Clause(text=piece.text, words=found) for piece, found in zip(pieces, inside, strict=True)]
        readings = [Reading(clause=clause) for clause in clauses if clause.words]
        if not readings or pieces[0].language in UNSPACED:
            return [None] * len(pieces)
        verdicts = iter(self._judge.opinion(pieces[0].text, (), readings, before=before).together)
        return [log_odds(next(verdicts).keep) if clause.words else None for clause in clauses]
