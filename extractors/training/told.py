"""Messages as the encoder learns them: with the ranges to be scored, and variants of them that nobody wrote.

A variant says the same in other words, and so does not keep its labels: it is scored by a teacher, and the small
network learns from that (data augmentation for distillation: Jiao et al. 2020, TinyBERT).
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from extractors.judging.judge import OPS, before_of
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from extractors.training.conllu import read_conllu
from extractors.training.judge import Commanded, Example

Floats = npt.NDArray[np.float32]
NO_OPS = (False,) * len(OPS)
COMMON = 300
"""The commonest words of all messages stay as they are in a variant: they make up the grammar."""
CHANGED = 0.35
"""Share of the other words that a variant changes."""
NEAR = 10
"""Words nearest to a word, of which one takes its place."""
LEAST_LIKE = 0.3
"""Cosine from which a word counts as near."""
LONGEST = 60
"""Words of a message made of sentences of a treebank."""
_WORD = re.compile(r"(?<![\w@#:/<.|&'’-])[^\W\d_]{3,}(?![\w@:/>|'’-])")
_SENT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)
_MINE = frozenset("i my me we our us im ive".split())


@dataclass(frozen=True, slots=True)
class Told:
    """A message with its ranges, and what is known of each.

    `kinds` are the acceptable kinds of a range, none if it is not worth keeping; where `counts` is False they are not
    known. `ops` are the commands of the message, None if they are not known.
    """

    group: str
    text: str
    before: str
    ops: tuple[bool, ...] | None
    ranges: list[tuple[int, int]] = field(default_factory=list)
    kinds: list[tuple[str, ...]] = field(default_factory=list)
    counts: list[bool] = field(default_factory=list)

    def names(self) -> list[str]:
        """Return what each range is known by in a file of scores, as `extractors.training.judge.key` names it."""
        return [f"{self.group}\t{start}\t{end}\t{self.text}" for start, end in self.ranges]


def told(found: Iterable[Example], said: Iterable[Commanded]) -> list[Told]:
    """Return messages with the examples that come from them; what was said twice has them once."""
    by_message: dict[tuple[str, str, str], list[Example]] = {}
    for example in found:
        reading = example.reading
        by_message.setdefault((example.group, reading.clause.text, reading.before), []).append(example)
    made = []
    for message in said:
        members = by_message.pop((message.group, message.text, message.before), [])
        made.append(
            Told(
                message.group,
                message.text,
                message.before,
                message.ops,
                [(example.reading.clause.start, example.reading.clause.end) for example in members],
                [example.kinds for example in members],
                [example.counts for example in members],
            )
        )
    return made


def from_treebank(path: Path, extractor: Extractor, random: Random) -> Iterator[Told]:
    """Yield messages of one to three sentences of a treebank that speak of their author; nothing is known of them.

    Args:
        path: A file in CoNLL-U.
        extractor: What finds their clauses.
        random: What chooses their lengths, their spelling and where they are said.
    """
    texts = [sentence.text for sentence in read_conllu(path)]
    at = 0
    while at < len(texts):
        size = random.randint(1, 3)
        written = " ".join(texts[at : at + size])
        at += size
        words = written.lower().replace("'", " ").split()
        if len(words) > LONGEST or _MINE.isdisjoint(words):
            continue
        if random.random() < 0.5:
            written = written.lower().rstrip(".")
        message = Message(text=written, sent_at=_SENT, surface=random.choice(("dm", "channel", "thread")))
        text = clean(message.text)
        readings, wholes = extractor.untaken(message, text)
        clauses = [reading.clause for reading in (*readings, *(whole.reading for whole in wholes))]
        if clauses:
            ranges = [(clause.start, clause.end) for clause in clauses]
            unknown: list[tuple[str, ...]] = [()] * len(ranges)
            yield Told("treebank", text.text, before_of(message), None, ranges, unknown, [False] * len(ranges))


class Neighbours:
    """Words that stand near each other in a table of word vectors.

    Args:
        vocabulary: Word pieces.
        table: Their vectors, a row each.
        texts: What the commonest words are counted in, which have no neighbours.
    """

    def __init__(self, vocabulary: Sequence[str], table: Floats, texts: Iterable[str]) -> None:
        counted: Counter[str] = Counter()
        for text in texts:
            counted.update(word.lower() for word in _WORD.findall(text))
        self._common = {word for word, _ in counted.most_common(COMMON)}
        rows = [row for row, piece in enumerate(vocabulary) if len(piece) > 2 and piece.isalpha() and piece.isascii()]
        self._words = [vocabulary[row] for row in rows]
        self._place = {word: place for place, word in enumerate(self._words)}
        chosen = table[rows]
        self._table = chosen / (np.linalg.norm(chosen, axis=1, keepdims=True) + 1e-9)
        self.of = cache(self._near)

    def _near(self, word: str) -> tuple[str, ...]:
        """Return the words nearest to a word in lower case, the nearest first; none for a common or unknown one."""
        place = self._place.get(word)
        if place is None or word in self._common:
            return ()
        likeness = self._table @ self._table[place]
        likeness[place] = -1.0
        nearest = np.argsort(-likeness)[:NEAR]
        return tuple(self._words[one] for one in nearest if likeness[one] >= LEAST_LIKE)


def variant(one: Told, neighbours: Neighbours, random: Random) -> Told | None:
    """Return a message with some of its words changed for others near them, or None if none is."""
    parts: list[str] = []
    ends, shifts = [0], [0]
    position = 0
    for match in _WORD.finditer(one.text):
        near = neighbours.of(match[0].lower()) if random.random() < CHANGED else ()
        if near:
            new = random.choice(near)
            new = new.capitalize() if match[0][0].isupper() else new
            parts += [one.text[position : match.start()], new]
            position = match.end()
            ends.append(position)
            shifts.append(shifts[-1] + len(new) - len(match[0]))
    if not parts:
        return None
    text = "".join([*parts, one.text[position:]])
    moved = [tuple(place + shifts[bisect_right(ends, place) - 1] for place in span) for span in one.ranges]
    ranges = [(start, end) for start, end in moved]
    return replace(one, text=text, ranges=ranges, counts=[False] * len(ranges), ops=None)
