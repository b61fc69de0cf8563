"""The learned judge: how likely a clause is worth keeping, and of what kind. Pure numpy at run time.

A linear model over hashed word and parse features, the guards and rules that fired, and static word vectors; trained on
labelled messages by `extractors.training.judge`, which also writes the weights that ship in `extractors/weights/`. It
proposes what no rule foresaw and vetoes what only looks like a statement. Its probabilities are calibrated.
"""

import math
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from extractors.clauses import Clause
from extractors.rules import Found
from memory.records import Kind

WEIGHTS = Path(__file__).parent / "weights" / "judge.npz"
BUCKETS = 1 << 15
KINDS = (Kind.PROFILE, Kind.PREFERENCE, Kind.FACT, Kind.PROJECT, Kind.EVENT, Kind.FEEDBACK, Kind.REFERENCE)
_LONGEST = 24
"""Characters of a word that has a meaning of its own; longer ones are keys and addresses."""
_CONTENT = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
"""What a word with a meaning begins with."""
_RELATIONS = frozenset("nsubj obj obl root ROOT".split())

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Reading:
    """A clause with what was found out about it: the input of the judge.

    `told` is whether a clause before it in the message told something for sure. `around`
    names what stands around the clause in its message, as features.
    """

    clause: Clause
    guards: tuple[str, ...] = ()
    found: tuple[Found, ...] = ()
    dated: bool = False
    surface: str = "dm"
    to_bot: bool = False
    clauses: int = 1
    questions: int = 0
    length: int = 0
    told: bool = False
    around: tuple[str, ...] = ()


def in_context(readings: Sequence[Reading], *, answering: bool) -> Iterator[Reading]:
    """Yield the readings of one message, each with what stands around it; `answering` tells that it is a reply."""
    subjects = [_subject(reading.clause) for reading in readings]
    ruled = sum(bool(reading.found) for reading in readings)
    for place, reading in enumerate(readings):
        around = [f"at:{min(place, 4)}/{min(len(readings), 5)}", f"answer:{answering}"]
        around.append(f"ruled:{min(ruled - bool(reading.found), 3)}/{min(len(readings), 4)}")
        if place:
            before = readings[place - 1]
            same = before.clause.sentence == reading.clause.sentence
            around += [f"before:{subjects[place - 1]}", f"before-r:{bool(before.found)} {same}", f"same:{same}"]
        if place + 1 < len(readings):
            around += [f"after:{subjects[place + 1]}", f"after-r:{bool(readings[place + 1].found)}"]
        yield replace(reading, around=tuple(around))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge thinks of a clause: `keep` is the probability, 0.0 to 1.0, that it is worth keeping."""

    keep: float
    kind: Kind


def features(reading: Reading) -> Iterator[str]:
    """Yield the names of the features of a reading; each counts once."""
    clause = reading.clause
    norms = [_shape(word.norm) for word in clause.words]
    yield "bias"
    for norm in set(norms):
        yield f"w:{norm}"
    for left, right in pairwise(norms):
        yield f"b:{left} {right}"
    for size in (1, 2, 3, 4):
        if len(norms) >= size:
            yield f"^{size}:{' '.join(norms[:size])}"
    yield f"$:{norms[-1]}"
    tags = [word.tag for word in clause.words]
    yield f"t2:{' '.join(tags[:2])}"
    yield f"t3:{' '.join(tags[:3])}"
    yield f"t4:{' '.join(tags[:4])}"
    for tag in set(tags):
        yield f"t:{tag}"
    subject = _subject(clause)
    verb = _verb(clause)
    yield f"s:{subject}"
    yield f"v:{verb}"
    yield f"sv:{subject} {verb}"
    yield f"j:{clause.joined}"
    yield f"len:{min(len(norms) // 3, 8)}"
    yield f"surface:{reading.surface}"
    yield f"surface-s:{reading.surface} {subject}"
    yield f"supplied:{clause.supplied} {tags[1] if len(tags) > 1 else ''}"
    yield f"dated:{reading.dated}"
    yield f"dated-s:{reading.dated} {subject}"
    yield f"first:{clause.sentence_index == 0}"
    yield f"message:{min(reading.length // 15, 8)}"
    yield f"asks:{min(reading.questions, 2)}"
    yield f"clauses:{min(reading.clauses, 9)}"
    yield f"bot:{reading.to_bot} {subject}"
    for word in clause.lead[:3]:
        yield f"l:{_shape(word.norm)}"
    for part in clause.opening.split()[:4]:
        yield f"o:{part}"
    for guard in reading.guards:
        yield f"g:{guard}"
        yield f"gs:{guard} {subject}"
    written = clause.text[clause.start : clause.end]
    yield from reading.around
    yield from _of_rules(reading, subject, len(written))
    yield f"past:{'VBD' in tags[:6]} {reading.dated}"
    yield f"to-come:{not _TO_COME.isdisjoint(norms[:5])} {reading.dated}"
    yield f"mark:{clause.text[clause.end : clause.end + 1]}"
    if "http" in written or "#" in written:
        yield "url"
    if any(character.isdigit() for character in written):
        yield f"digit-s:{subject}"
    names = sum(
        1
        for word in clause.words[1:]
        if word.tag in {"NNP", "NNPS"} and clause.text[word.start : word.start + 1].isupper()
    )
    yield f"names:{min(names, 3)}"
    yield f"names-s:{min(names, 2)} {subject}"
    yield f"you:{any(norm in {'you', 'your'} for norm in norms)} {subject}"
    yield f"mine:{sum(1 for norm in norms[1:] if norm in {'my', 'our', 'me', 'us'}) > 0} {subject}"


_TO_COME = frozenset({"will", "going"})


def _of_rules(reading: Reading, subject: str, length: int) -> Iterator[str]:
    """Yield what the rules say of a clause that is `length` characters long."""
    found = reading.found
    kind = found[0].kind if found else None
    yield f"k-s:{kind} {subject}"
    yield f"k-dated:{kind} {reading.dated}"
    yield f"chars:{min(length // 12, 10)} {bool(found)}"
    if not found:
        yield f"no-rule-s:{subject}"
        return
    yield "r"
    yield f"k:{kind}"
    for item in found:
        yield f"r:{item.rule}"
        yield f"sure:{round(item.confidence * 20)}"
        yield f"about:{(item.attribute or '').partition(':')[0]}"
        yield f"lasting:{item.lasting}"
    text = len(found[0].text)
    yield f"family:{found[0].rule.partition('-')[0]}"
    yield f"share:{min(4 * text // max(length, 1), 5) if text else '-'}"
    yield f"text:{min(text // 12, 8)}"


def _shape(norm: str) -> str:
    """Return the word, with addresses, mentions and numbers as one word each."""
    if norm.startswith(("http", "<@", "#")) or "@" in norm:
        return "URL" if norm.startswith("http") else norm[:2]
    if norm[:1].isdigit():
        return "0" if norm.isdigit() else re.sub(r"\d+", "0", norm)
    return norm


def _subject(clause: Clause) -> str:
    first = clause.words[0]
    if first.norm in {"i", "we", "you", "it", "he", "she", "they", "there", "this", "that"}:
        return first.norm
    if first.norm in {"my", "our"}:
        return first.norm
    if first.norm in {"his", "her", "their", "your", "its"}:
        return "other's"
    if first.tag in {"NNP", "NNPS"} or first.norm.startswith("<@"):
        return "name"
    if first.tag in {"VB", "VBP", "MD"}:
        return "verb"
    return {"DT": "the", "NN": "noun", "NNS": "nouns", "IN": "in", "JJ": "adj", "VBG": "ing", "UH": "uh"}.get(
        first.tag, "else"
    )


def _verb(clause: Clause) -> str:
    """Return the first two words of the verb group, as far as the tags tell it."""
    for position, word in enumerate(clause.words):
        if word.tag.startswith("VB") or word.tag == "MD" or word.norm == "'s":
            following = clause.words[position + 1].norm if position + 1 < len(clause.words) else ""
            return (
                f"{word.norm} {following}"
                if word.norm
                in {"am", "is", "are", "'s", "have", "has", "do", "will", "can", "was", "would", "got", "get", "'ve"}
                else word.norm
            )
    return ""


@lru_cache(maxsize=1 << 16)
def bucket(name: str) -> int:
    """Return the column of a feature."""
    return zlib.crc32(name.encode()) & (BUCKETS - 1)


class Vectors:
    """Static vectors of words and word pieces: what a word means, roughly, in a few numbers."""

    def __init__(self, words: Sequence[str], table: Floats) -> None:
        self._rows = {word: row for row, word in enumerate(words)}
        self._inner = {word[2:]: row for word, row in self._rows.items() if word.startswith("##")}
        self._longest = max(map(len, words))
        self._table = table
        self.width = int(table.shape[1])

    def of(self, norm: str) -> Floats:
        """Return the vector of a word; of one that is not listed, the mean of its longest known pieces."""
        row = self._rows.get(norm)
        if row is not None:
            known: Floats = self._table[row]
            return known
        pieces: list[int] = []
        lookup, position = self._rows, 0
        while position < len(norm) and len(pieces) < 8:
            for end in range(min(len(norm), position + self._longest), position, -1):
                if (piece := lookup.get(norm[position:end])) is not None:
                    pieces.append(piece)
                    position = end
                    break
            else:
                position += 1
            lookup = self._inner
        mean: Floats = (
            np.add.reduce(self._table[pieces]) / len(pieces) if pieces else np.zeros(self.width, dtype=np.float32)
        )
        return mean

    def summary(self, clause: Clause) -> Floats:
        """Return the vectors of a clause: the mean of its words, of its verbs, of its nouns, and of its first noun."""
        result: Floats = np.zeros((5, self.width), dtype=np.float32)
        content = [word for word in clause.words if len(word.norm) <= _LONGEST and word.norm[:1] in _CONTENT]
        if not content:
            return result.ravel()
        rows = [self._rows.get(word.norm, -1) for word in content]
        table = self._table[rows]
        for place, row in enumerate(rows):
            if row < 0:
                table[place] = self.of(content[place].norm)
        verbs = [row for row, word in enumerate(content) if word.tag.startswith("VB")]
        nouns = [row for row, word in enumerate(content) if word.tag.startswith(("NN", "JJ"))]
        result[0] = np.add.reduce(table) / len(content)
        if verbs:
            result[1] = np.add.reduce(table[verbs]) / len(verbs)
        if nouns:
            result[2] = np.add.reduce(table[nouns]) / len(nouns)
            result[3], result[4] = table[nouns[0]], table[nouns[-1]]
        return result.ravel()


class Judge:
    """Scores readings. The weights are read from the package the first time they are needed."""

    def __init__(self, path: Path = WEIGHTS) -> None:
        self._path = path

    @cached_property
    def _weights(self) -> "dict[str, npt.NDArray[np.float32]]":
        with np.load(self._path) as stored:
            sparse = stored["sparse"].astype(np.float32) * stored["sparse_scale"]
            return {
                "sparse": sparse,
                "dense": stored["dense"].astype(np.float32),
                "calibration": stored["calibration"].astype(np.float32),
            }

    @cached_property
    def vectors(self) -> Vectors:
        """The word vectors that ship beside the weights."""
        with np.load(self._path.with_name("vectors.npz")) as stored:
            table = stored["table"].astype(np.float32) * stored["scale"]
            return Vectors(bytes(stored["words"]).decode().split("\n"), table)

    def verdict(self, reading: Reading) -> Verdict:
        """Return how likely the clause is worth keeping, and its most likely kind."""
        weights = self._weights
        columns = [bucket(name) for name in features(reading)]
        scores = (
            np.add.reduce(weights["sparse"].take(columns, axis=0))
            + self.vectors.summary(reading.clause) @ weights["dense"]
        )
        slope, offset = weights["calibration"]
        odds = min(max(float(slope * scores[0] + offset), -30.0), 30.0)
        keep = 1.0 / (1.0 + math.exp(-odds))
        return Verdict(keep, KINDS[int(scores[1:].argmax())])
