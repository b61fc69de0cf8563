"""Train the linear part of the judge of `extractors.judging.judge`, and weigh it against the encoder's.

    python -m extractors.training.judge HELD_OUT            train, measure, and write extractors/weights/judge.npz
    python -m extractors.training.judge HELD_OUT --check    only measure
    python -m extractors.training.judge HELD_OUT --also FILE …    learn from the labelled messages in these as well

HELD_OUT is what `extractors.training.encoder` writes beside its weights: the encoder's scores of messages by authors
whom neither learns from. A clause is worth keeping if what the extractor would make of it is right by some label of its
message; what comes near one without being right is learned from only where it is a part, or several clauses as one,
and another piece is right. Plain numpy: seconds of gradient descent.
"""

import argparse
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from extractors.judging.candidates import candidates_of
from extractors.judging.judge import BUCKETS, KINDS, OPS, WEIGHTS, Reading, before_of, bucket, features
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from memory.records import Candidate, CandidateOp

Floats = npt.NDArray[np.float32]
STEPS = 250
LEARNING_RATE = 0.03
PENALTY = 3e-4
PLAIN_GROUPS = (*(f"{letter}-" for letter in "cdefghijkl"), "v1-", "v2-", "v3-", "f0", "fresh", "plain", "mined")
PLAIN_WEIGHT = 3.0
"""How much the messages count that are written as people do at work: the others seek out the oblique and the rare."""


@dataclass(frozen=True, slots=True)
class Example:
    """A reading of a labelled message. `kinds` are the acceptable kinds; empty for one that is not worth keeping.

    `group` is the file and the author. `counts` is False for what is neither known to be right nor to be wrong, which
    nothing is learned from. `whole` tells that it is several clauses as one.
    """

    group: str
    reading: Reading
    kinds: tuple[str, ...]
    counts: bool = True
    whole: bool = False


def right(candidate: Candidate, label: dict[str, Any]) -> bool:
    """Return whether a candidate is right by an `add` label, its kind aside: key words, length and date."""
    text = candidate.text.casefold()
    return (
        all(any(word.casefold() in text for word in group) for group in label.get("must") or [])
        and len(text) <= 2 * len(label["text"]) + 20
        and (not label.get("date") or label["date"] in f"{candidate.text} {candidate.dated}")
    )


def near(candidate: Candidate, label: dict[str, Any]) -> bool:
    """Return whether a candidate holds one of the label's key words."""
    text = candidate.text.casefold()
    return any(any(word.casefold() in text for word in group) for group in label.get("must") or [])


@dataclass(frozen=True, slots=True)
class Commanded:
    """A labelled message as a whole: `before` is what the encoder reads before it, `ops` what it commands."""

    group: str
    text: str
    before: str
    ops: tuple[bool, ...]


def commanded(rows: Iterable[dict[str, Any]]) -> Iterator[Commanded]:
    """Yield what labelled messages command, in order."""
    for row in rows:
        message = _message(row)
        text = clean(message.text, bot_user_id="U00")
        said = {label["op"] for label in row["gold"]}
        before = before_of(message, to_bot=text.to_bot)
        yield Commanded(_group(row), text.text, before, tuple(op.value in said for op in OPS))


def _message(row: dict[str, Any]) -> Message:
    return Message(
        text=row["text"],
        sent_at=datetime.fromisoformat(row["sent_at"]),
        user_name=row["user_name"],
        surface=row.get("surface", "dm"),
        parent=row.get("parent"),
        bot_user_id="U00",
    )


def _group(row: dict[str, Any]) -> str:
    return f"{str(row['id']).rpartition('-')[0]} {row['user_name']}"


def examples(rows: Iterable[dict[str, Any]]) -> Iterator[Example]:
    """Yield the examples that labelled messages make, in order: of each its clauses, and then what these are as one."""
    extractor = Extractor()
    for row in rows:
        message = _message(row)
        labels = [label for label in row["gold"] if label["op"] == "add"]
        if len(labels) < len(row["gold"]) and not labels:
            continue
        text = clean(message.text, bot_user_id="U00")
        clauses, together = extractor.untaken(message, text)
        readings = [reading for reading in clauses if not any(item.op is not CandidateOp.ADD for item in reading.found)]
        single = len(readings)
        readings += [whole.reading for whole in together]
        made = [candidates_of(reading, text, message.sent_at.date()) for reading in readings]
        kept: dict[int, set[str]] = {}
        met: list[dict[str, Any]] = []
        fit_some: set[int] = set()
        for label in labels:
            fitting = [
                (min(lengths), place)
                for place, candidates in enumerate(made)
                if (lengths := [len(one.text) for one in candidates if right(one, label)])
            ]
            if fitting:
                kept.setdefault(min(fitting)[1], set()).update(label["kind"])
                met.append(label)
                fit_some.update(place for _, place in fitting)
        for place, (reading, candidates) in enumerate(zip(readings, made, strict=True)):
            kinds = kept.get(place)
            come_near = [label for label in labels if any(near(one, label) for one in candidates)]
            # What comes near a label is known to be wrong only if it is a piece beside another that is right by it.
            wrong = not come_near or (
                place >= single and place not in fit_some and all(label in met for label in come_near)
            )
            yield Example(
                _group(row),
                reading,
                tuple(sorted(kinds or ())),
                counts=kinds is not None or wrong,
                whole=place >= single,
            )


@dataclass(frozen=True, slots=True)
class Matrix:
    """Examples as numbers: the columns of each row one after the other, and which row each belongs to."""

    columns: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    count: int

    def scores(self, weights: Floats) -> Floats:
        """Return one score a row."""
        return np.bincount(self.rows, weights=weights[self.columns], minlength=self.count).astype(np.float32)


def matrix(readings: Sequence[Reading]) -> Matrix:
    """Return readings as numbers."""
    return of_columns([sorted({bucket(name) for name in features(reading)}) for reading in readings])


def of_columns(columns: Sequence[Sequence[int]]) -> Matrix:
    """Return rows of which each has the columns given, as numbers."""
    rows = [row for row, found in enumerate(columns) for _ in found]
    return Matrix(np.array([column for found in columns for column in found]), np.array(rows), len(columns))


def fit(
    data: Matrix,
    targets: Floats,
    weights: Floats,
    *,
    size: int = BUCKETS,
    penalty: float = PENALTY,
    rate: float = LEARNING_RATE,
    even: bool = False,
) -> Floats:
    """Return the weights of a logistic regression, one a bucket, by full-batch Adam. Deterministic.

    Args:
        data: The examples.
        targets: What each should give, 0.0 or 1.0.
        weights: How much each counts.
        size: Buckets.
        penalty: What the square of a weight costs.
        rate: The longest step.
        even: Whether each row counts as one of length 1, however many columns it has.
    """
    by_column = np.argsort(data.columns, kind="stable")
    used, column_starts = np.unique(data.columns[by_column], return_index=True)
    rows_by_column = data.rows[by_column]
    row_starts = np.searchsorted(data.rows, np.arange(data.count))  # no row is empty: each has its bias
    lengths = np.sqrt(np.bincount(data.rows, minlength=data.count)).astype(np.float32) if even else np.float32(1)
    fitted, first, second = (np.zeros(size, dtype=np.float32) for _ in range(3))
    shares = weights / weights.sum() / lengths
    for step in range(1, STEPS + 1):
        scores = np.add.reduceat(fitted.take(data.columns), row_starts) / lengths
        errors = (1 / (1 + np.exp(-scores)) - targets) * shares
        slope = penalty * fitted
        slope[used] += np.add.reduceat(errors.take(rows_by_column), column_starts)
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        fitted -= rate * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return fitted


def calibrate(scores: Floats, targets: Floats) -> Floats:
    """Return a slope for each column of scores, and an offset, that make them probabilities (Platt 1999).

    By Newton's method from nothing, on held-out scores: from a slope of one it may run away.
    """
    columns = np.column_stack([scores, np.ones(len(scores))]).astype(np.float64)
    slopes = np.zeros(columns.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-(columns @ slopes)))
        gradient = columns.T @ (chance - targets) / len(targets)
        spread = (chance * (1 - chance) + 1e-6)[:, None]
        hessian = columns.T @ (spread * columns) / len(targets)
        slopes -= np.linalg.solve(hessian + 1e-6 * np.eye(len(slopes)), gradient)
    return slopes.astype(np.float32)


def train(data: Matrix, found: Sequence[Example]) -> Floats:
    """Return the weights, one a bucket, that tell what is worth keeping."""
    keep = np.array([bool(example.kinds) for example in found], dtype=np.float32)
    plain = np.array([example.group.startswith(PLAIN_GROUPS) for example in found])
    return fit(data, keep, np.where(plain, PLAIN_WEIGHT, 1.0).astype(np.float32))


def held_out(group: str) -> bool:
    """Return whether an author is one of those who are never learned from, but measured on: two in five of "j"."""
    file, _, name = group.partition(" ")
    return file.startswith("j-") and zlib.crc32(name.encode()) % 5 < 2


def key(example: Example) -> str:
    """Return what an example is known by in a file of held-out scores."""
    clause = example.reading.clause
    return f"{example.group}\t{clause.start}\t{clause.end}\t{clause.text}"


def read_scores(path: Path) -> dict[str, Floats]:
    """Return scores by their keys, as `extractors.training.encoder` writes them."""
    with np.load(path) as stored:
        return dict(zip(bytes(stored["keys"]).decode().split("\0"), stored["scores"], strict=True))


def report(scores: Floats, chances: Floats, found: Sequence[Example]) -> Iterator[str]:
    """Yield lines on how well held-out examples are judged: by threshold, by kind, and how reliable the chances are.

    Args:
        scores: The encoder's, one column a kind.
        chances: How likely each is worth keeping.
        found: The examples.
    """
    keep = np.array([bool(example.kinds) for example in found])
    for threshold in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        chosen = chances >= threshold
        precision = keep[chosen].mean() if chosen.any() else 0.0
        yield f"at {threshold:.1f}: precision {precision:.3f} recall {(chosen & keep).sum() / keep.sum():.3f}"
    named = [KINDS[int(row.argmax())].value for row in scores]
    fitting = [name in example.kinds for name, example in zip(named, found, strict=True) if example.kinds]
    yield f"kind right: {np.mean(fitting):.3f} of {len(fitting)}"
    for low in np.arange(0.0, 1.0, 0.1):
        inside = (chances >= low) & (chances < low + 0.1)
        if inside.any():
            share = keep[inside].mean()
            yield f"{low:.1f}-{low + 0.1:.1f} {'#' * round(share * 40):40s} {share:.2f} of {inside.sum()}"


def save(path: Path, weights: Floats, clause: Floats, whole: Floats) -> None:
    """Write the weights, rounded to 8 bits, and how clauses and wholes are calibrated."""
    path.parent.mkdir(exist_ok=True)
    rounded, scale = in_bytes(weights)
    np.savez_compressed(path, sparse=rounded, scale=scale, clause=clause, whole=whole)


def in_bytes(weights: Floats, *, most: int = 127) -> tuple[npt.NDArray[np.int8], np.float32]:
    """Return weights rounded to whole numbers, `most` the largest, and what each of these is to be multiplied by."""
    scale = np.abs(weights).max() / most
    return np.round(weights / scale).astype(np.int8), np.float32(scale)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and measure; return 0."""
    from extractors.training.messages import load, load_all, to_record

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("held_out", type=Path, metavar="HELD_OUT", help="the encoder's scores of authors not seen")
    parser.add_argument("--also", type=Path, nargs="+", default=[], metavar="FILE", help="more labelled messages")
    parser.add_argument("--check", action="store_true", help="measure only, write nothing")
    options = parser.parse_args(arguments)
    encoded = read_scores(options.held_out)
    labelled = [*load_all(), *(message for path in options.also for message in load(path))]
    every = list(examples(to_record(message) for message in labelled))
    counted = [example for example in every if example.counts]
    found = [example for example in counted if not example.whole]
    learned = [example for example in found if not held_out(example.group)]
    weights = train(matrix([example.reading for example in learned]), learned)
    clauses = [example for example in found if key(example) in encoded]
    rows = np.stack([encoded[key(example)] for example in clauses])
    keep = np.array([bool(example.kinds) for example in clauses], dtype=np.float32)
    both = np.column_stack([matrix([example.reading for example in clauses]).scores(weights), rows[:, 0]])
    clause = calibrate(both, keep)
    chances = (1 / (1 + np.exp(-(np.column_stack([both, np.ones(len(both))]) @ clause)))).astype(np.float32)
    wholes = [example for example in counted if example.whole and key(example) in encoded]
    alone = np.stack([encoded[key(example)][:1] for example in wholes])
    whole = calibrate(alone, np.array([bool(example.kinds) for example in wholes], dtype=np.float32))
    told = f"{len(clauses)} clauses of authors not seen, {int(keep.sum())} worth keeping"
    sys.stdout.write("\n".join([told, *report(rows[:, 1:], chances, clauses), ""]))
    if not options.check:
        save(WEIGHTS, weights, clause, whole)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
