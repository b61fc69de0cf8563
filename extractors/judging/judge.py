"""The learned judge: how likely a clause is worth keeping, and of what kind.

Two models weigh in together: a linear one over hashed word and parse features and the guards and rules that fired, and
the encoder, which reads the message as it is written. Both are trained on labelled messages, by
`extractors.training.judge` and `extractors.training.encoder`, and ship in `extractors/weights/`. The judge proposes
what no rule foresaw and vetoes what only looks like a statement. Its probabilities are calibrated.
"""

import math
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from extractors.judging.encoder import Encoder
from extractors.message import Message
from extractors.statements.rules import Found
from extractors.syntax.clauses import Clause
from extractors.syntax.untied import Untied
from memory.errors import StoreError
from memory.records import CandidateOp, Kind

WEIGHTS = Path(__file__).parents[1] / "weights" / "judge.npz"
OPS = (
    CandidateOp.FORGET,
    CandidateOp.REFUSE,
    CandidateOp.CONFIRM,
    CandidateOp.UNDO,
    CandidateOp.REFERENCE_PREVIOUS,
    CandidateOp.RETRACT,
)
"""What a message can command besides remembering something, or do to what was said before: end it."""
BUCKETS = 1 << 15
_PARENT = 200
"""Characters at the end of what a message answers that are read with it."""
KINDS = (Kind.PROFILE, Kind.PREFERENCE, Kind.FACT, Kind.PROJECT, Kind.EVENT, Kind.FEEDBACK, Kind.REFERENCE)

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Reading:
    """A clause with what was found out about it: the input of the judge.

    `around` names what stands around the clause in its message, as features; `before` is where the message was said and
    the end of what it answers, in words. `untied` is how a clause that begins with a pronoun stands by itself, where
    it can. `introduced` tells that the clause stands in a list in which its author tells who they are.
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
    around: tuple[str, ...] = ()
    before: str = ""
    untied: Untied | None = None
    introduced: bool = False


def before_of(message: Message, *, to_bot: bool = False) -> str:
    """Return where a message was said and the end of what it answers, in words: what the encoder reads before it.

    What is said to the bot in a channel is said as in a DM with it.
    """
    surface = "dm" if to_bot else message.surface
    return f"{surface} {(message.parent or '')[-_PARENT:]}"


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
    """What the judge thinks of a clause: `keep` is the probability, 0.0 to 1.0, that it is worth keeping.

    `by_kind` are the log odds of the kinds, in the order of `KINDS`, but for a number that is the same for all; none
    where it was not asked.
    """

    keep: float
    kind: Kind
    by_kind: tuple[float, ...] = ()

    def over(self, other: Kind) -> float:
        """Return the log odds of its kind over another one; 0.0 where it was not asked."""
        return self.by_kind[KINDS.index(self.kind)] - self.by_kind[KINDS.index(other)] if self.by_kind else 0.0

    def other_than(self, kind: Kind) -> Kind:
        """Return the likeliest kind but one; its own where it was not asked."""
        if not self.by_kind:
            return self.kind
        others = {one: odds for odds, one in zip(self.by_kind, KINDS, strict=True) if one is not kind}
        return max(others, key=others.__getitem__)


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the judge thinks of a message: of its clauses, of these as one, and how likely each command is in it."""

    verdicts: list[Verdict]
    together: list[Verdict]
    commands: Mapping[CandidateOp, float]


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
    if "://" in written or "#" in written:
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
    if "://" in norm:
        return "URL"
    if norm.startswith(("<@", "#")) or "@" in norm:
        return norm[:2]
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


def bucket(name: str) -> int:
    """Return the column of a feature."""
    return zlib.crc32(name.encode()) & (BUCKETS - 1)


IDLE = -3.0
"""Log odds by the linear model at which a clause that no rule read is nothing. Of 5,850 labelled messages none was
read otherwise for it; at -2.5 one was."""


class Judge:
    """Scores readings. The weights are read from the package the first time they are needed."""

    def __init__(self, path: Path = WEIGHTS, encoder: Encoder | None = None) -> None:
        self._path = path
        self._encoder = encoder or Encoder()

    @cached_property
    def _weights(self) -> tuple[Callable[[str], float], list[float], list[float]]:
        try:
            with self._path.open("rb") as file, np.load(file) as stored:
                sparse: Floats = stored["sparse"].astype(np.float32) * stored["scale"].astype(np.float32)
                weights = lru_cache(maxsize=1 << 16)(lambda name: float(sparse[bucket(name)]))
                return weights, stored["clause"].tolist(), stored["whole"].tolist()
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise StoreError(self._path, "the judge cannot be read", "Install memory-bot again.") from error

    def opinion(
        self,
        text: str,
        readings: Sequence[Reading] = (),
        together: Sequence[Reading] = (),
        *,
        before: str = "",
        commands: bool = True,
    ) -> Opinion:
        """Return what the judge thinks of a message.

        Args:
            text: The clean text of the message.
            readings: Clauses of it.
            together: Several clauses as one.
            before: Where the message was said, and what it answers.
            commands: Whether it may hold a command that no wording foresaw. If not, and to the linear model none of
                its clauses is worth a look, the encoder is spared, and no chances of commands are given.
        """
        weight, clause, whole = self._weights
        counted = [sum(map(weight, features(reading))) for reading in readings]
        if not commands and (readings or not together) and _idle(readings, counted):
            nothing = Verdict(0.0, KINDS[0])
            return Opinion([nothing] * len(readings), [nothing] * len(together), {})
        clauses = [reading.clause for reading in (*readings, *together)]
        rows, ops = self._encoder.read(text, [(one.start, one.end) for one in clauses], before=before)
        single = [
            _verdict(clause[0] * count + clause[1] * float(row[0]) + clause[2], row)
            for count, row in zip(counted, rows, strict=False)
        ]
        joined = [_verdict(whole[0] * float(row[0]) + whole[1], row) for row in rows[len(readings) :]]
        return Opinion(single, joined, {op: _chance(float(odds)) for op, odds in zip(OPS, ops, strict=True)})


def _idle(readings: Sequence[Reading], counted: Sequence[float]) -> bool:
    """Return whether no rule read anything in a message, and the linear model thinks nothing of any of its clauses."""
    return max(counted, default=IDLE) <= IDLE and not any(reading.found for reading in readings)


def _verdict(odds: float, row: Floats) -> Verdict:
    by_kind = row[1:].tolist()
    return Verdict(_chance(odds), KINDS[by_kind.index(max(by_kind))], tuple(by_kind))


def log_odds(chance: float) -> float:
    """Return the log odds of a chance, of one that is nearly sure those of 0.001 or 0.999."""
    bounded = min(max(chance, 0.001), 0.999)
    return math.log(bounded / (1 - bounded))


def _chance(odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-min(max(odds, -30.0), 30.0)))
