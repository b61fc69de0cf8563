"""A small transformer that reads a message as it is written, and tells what each piece of it is worth.

What a clause means hangs on the words around each word, which counting them one by one does not show ("my build is
red", "my hair is red"). The encoder (BERT: Devlin et al. 2019, with three layers) reads a message as a whole; a piece
of it is then scored by the vectors of its tokens. Trained by `extractors.training.encoder`; onnxruntime runs it.
"""

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from extractors.matching.late_patterns import LatePattern
from memory.errors import StoreError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

WEIGHTS = Path(__file__).parents[1] / "weights" / "encoder.npz"
SCALE = "_scale"
"""What ends the name of the factors, one a row, by which a table of 8-bit whole numbers is multiplied."""
WINDOW = 128
"""Tokens of a message that are read together; what is longer is read window by window."""
BEFORE = 40
"""Tokens that tell where a message was said and what it answers, in front of each window."""
_LONGEST = 40
"""Characters of a word that is read piece by piece; longer ones are keys and addresses."""
_TOKEN = LatePattern(r"(?:[^\W_][\u0300-\u036f]*)+|[^\w\s]|_")

Floats = npt.NDArray[np.float32]
Range = tuple[int, int]


class Pieces:
    """Word pieces: the longest known ones that a lower-cased word is made of, from its beginning.

    Source: WordPiece, Wu et al. 2016, as BERT has it; "##" begins a piece inside a word.
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._rows = {piece: row for row, piece in enumerate(vocabulary)}
        self._longest = max(map(len, vocabulary))
        marks = ("[CLS]", "[SEP]") if "[CLS]" in self._rows else ("<s>", "</s>")
        self.start, self.end, self.unknown = (self._rows[name] for name in (*marks, "[UNK]"))
        self._of_word = lru_cache(maxsize=1 << 14)(self._cut)

    def of(self, text: str) -> tuple[list[int], list[Range]]:
        """Return the rows of a text's pieces, and for each the range of its word in the text; of "" none."""
        rows: list[int] = []
        ranges: list[Range] = []
        for match in _TOKEN.finditer(text):
            pieces = self._of_word(match[0])
            rows.extend(pieces)
            ranges.extend([match.span()] * len(pieces))
        return rows, ranges

    def _cut(self, word: str) -> tuple[int, ...]:
        if len(word) > _LONGEST:
            return (self.unknown,)
        letters = unicodedata.normalize("NFD", word.lower())
        plain = "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")
        pieces: list[int] = []
        position = 0
        while position < len(plain):
            inner = "##" if position else ""
            for end in range(min(len(plain), position + self._longest), position, -1):
                if (row := self._rows.get(inner + plain[position:end])) is not None:
                    pieces.append(row)
                    position = end
                    break
            else:
                return (self.unknown,)
        return tuple(pieces) or (self.unknown,)


class _Words:
    """The vectors of word pieces, kept in 8 bits and narrow, and scaled and widened for those of a message."""

    def __init__(
        self, table: npt.NDArray[np.int8], scale: npt.NDArray[np.floating], wide: npt.NDArray[np.floating]
    ) -> None:
        self._table, self._scale, self._wide = table, scale.astype(np.float32), wide.astype(np.float32)

    def of(self, rows: Sequence[int]) -> Floats:
        places = np.asarray(rows)
        narrow = self._table.take(places, 0).astype(np.float32)
        narrow *= self._scale.take(places, 0)
        vectors: Floats = narrow @ self._wide
        return vectors


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was seen of a text behind what stands before it: its pieces, and the vectors of the windows so far."""

    of: tuple[str, str]
    rows: Sequence[int]
    words: Sequence[Range]
    lead: Sequence[int]
    windows: dict[int, Floats]


class Encoder:
    """Scores ranges of a message. The weights are read from the package the first time they are needed.

    One instance may be shared between threads.
    """

    def __init__(self, path: Path = WEIGHTS) -> None:
        self._path = path
        self._last: _Seen | None = None

    @cached_property
    def _stored(self) -> "tuple[Pieces, InferenceSession, _Words, dict[str, Floats]]":
        import onnxruntime  # takes a while to import; only those who read messages pay for it

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            with self._path.open("rb") as file, np.load(file) as stored:
                tables = {name: stored[name] for name in stored.files}
            layers = bytes(tables.pop("layers"))
            session = onnxruntime.InferenceSession(layers, options, providers=["CPUExecutionProvider"])
            pieces = Pieces(bytes(tables.pop("pieces")).decode().split("\n"))
            words = _Words(tables.pop("words"), tables.pop(f"words{SCALE}"), tables.pop("wide"))
            numbers: dict[str, Floats] = {name: table.astype(np.float32) for name, table in tables.items()}
            for name in [name for name in numbers if name.endswith(SCALE)]:
                numbers[name.removesuffix(SCALE)] *= numbers.pop(name)
        except Exception as error:  # zipfile's, numpy's and onnxruntime's own have no class in common
            raise StoreError(self._path, "the encoder cannot be read", "Install memory-bot again.") from error
        return pieces, session, words, numbers

    def read(self, text: str, ranges: Sequence[Range], *, before: str = "") -> tuple[Floats, Floats]:
        """Return a row of scores for each range of the text, and the scores of the whole of it.

        A range's are for keeping it and for each kind, the whole's are for what it commands; all are log odds, but for
        the kinds, of which the largest is the likeliest. The whole is judged by its first window.

        Args:
            text: The message.
            ranges: What is to be scored, as offsets of the text.
            before: Where the message was said, and what it answers.
        """
        tables = self._stored[3]
        seen = self._seen(text, before)
        spans, lead = spans_of(seen.words, ranges), len(seen.lead)
        scores = np.zeros((len(ranges), len(tables["out_bias"])), dtype=np.float32)
        whole = np.zeros(len(tables["ops_bias"]), dtype=np.float32)
        for window in sorted({0, *(first // WINDOW for first, last in spans if first < last)}):
            vectors = self._of_window(seen, window)
            if not window:
                whole = self._weighed(vectors[0], "told", "ops")
            within = [at for at, (first, last) in enumerate(spans) if first < last and first // WINDOW == window]
            if within:
                shift, most = lead - window * WINDOW, lead + WINDOW
                inside = [(spans[at][0] + shift, min(spans[at][1] + shift, most)) for at in within]
                scores[within] = self._weighed(_summaries(vectors, inside), "hidden", "out")
        return scores, whole

    def _seen(self, text: str, before: str) -> _Seen:
        """Return what is seen of a text: of the last one, which may be asked about by parts, what was seen of it."""
        seen = self._last
        if seen is None or seen.of != (text, before):
            pieces = self._stored[0]
            rows, words = pieces.of(text)
            lead = [pieces.start, *pieces.of(before)[0][-BEFORE:], pieces.end]
            self._last = seen = _Seen((text, before), rows, words, lead, {})
        return seen

    def _of_window(self, seen: _Seen, window: int) -> Floats:
        """Return the vectors of the tokens of a window, with those that stand before it."""
        vectors = seen.windows.get(window)
        if vectors is None:
            begin = window * WINDOW
            rows = [*seen.lead, *seen.rows[begin : begin + WINDOW], self._stored[0].end]
            seen.windows[window] = vectors = self._in_context(rows, len(seen.lead))
        return vectors

    def _weighed(self, vectors: Floats, hidden: str, out: str) -> Floats:
        """Return what two layers of the head make of vectors."""
        tables = self._stored[3]
        active = np.maximum(vectors @ tables[hidden] + tables[f"{hidden}_bias"], 0)
        weighed: Floats = active @ tables[out] + tables[f"{out}_bias"]
        return weighed

    def _in_context(self, rows: Sequence[int], second: int) -> Floats:
        """Return the vectors of the tokens, of which the message's begin at `second`."""
        _, session, words, tables = self._stored
        inputs = words.of(rows) + tables["positions"][: len(rows)]
        inputs[:second] += tables["types"][0]
        inputs[second:] += tables["types"][1]
        vectors: Floats = session.run(None, {"inputs": inputs})[0]
        return vectors


def _summaries(vectors: Floats, spans: Sequence[Range]) -> Floats:
    """Return four views of each range of tokens: their mean, their maximum, the first, and the message's own first.

    None of the ranges may be empty, nor end behind the last token.
    """
    width = vectors.shape[1]
    views = np.empty((len(spans), 4 * width), np.float32)
    for view, (first, end) in zip(views, spans, strict=True):
        within = vectors[first:end]
        np.add.reduce(within, axis=0, out=view[:width])
        view[:width] /= end - first
        np.maximum.reduce(within, axis=0, out=view[width : 2 * width])
        view[2 * width : 3 * width] = within[0]
    views[:, 3 * width :] = vectors[0]
    return views


def spans_of(words: Sequence[Range], ranges: Iterable[Range]) -> list[Range]:
    """Return which tokens, by the ranges of their words, touch each range of the text; an empty one if none does."""
    firsts, lasts = [first for first, _ in words], [last for _, last in words]
    return [(bisect_right(lasts, start), bisect_left(firsts, end)) for start, end in ranges]
