"""Train the judge of `extractors.judge` on labelled messages, and measure it by cross-validation over their authors.

    python -m extractors.training.judge            train, measure, and write extractors/weights/judge.npz
    python -m extractors.training.judge --check    only measure

A clause is worth keeping if what the extractor would make of it is right by some label of its message; clauses that
come near one without being right are left out of the training. Plain numpy: seconds of full-batch gradient descent.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from extractors.candidates import candidates_of
from extractors.judge import BUCKETS, KINDS, WEIGHTS, Judge, Reading, Vectors, bucket, features
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from memory.records import Candidate, CandidateOp

Floats = npt.NDArray[np.float32]
STEPS = 250
LEARNING_RATE = 0.03
PENALTY = 3e-4
KIND_PENALTY = 2e-4
PLAIN_GROUPS = ("c-", "d-", "e-", "f-", "g-", "h-", "i-", "j-")
PLAIN_WEIGHT = 3.0
"""How much the messages count that are written as people do at work: the others seek out the oblique and the rare."""
FOLDS = 5
"""Parts that the authors are split into, each to be judged by a judge that has seen only the others."""


@dataclass(frozen=True, slots=True)
class Example:
    """One clause of one labelled message. `kinds` are the acceptable kinds; empty for a clause not worth keeping.

    `group` is the file and the author.
    """

    group: str
    reading: Reading
    kinds: tuple[str, ...]


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


def examples(rows: Iterable[dict[str, Any]]) -> Iterator[Example]:
    """Yield the examples that labelled messages make, in order."""
    extractor = Extractor()
    for row in rows:
        message = Message(
            text=row["text"],
            sent_at=datetime.fromisoformat(row["sent_at"]),
            user_name=row["user_name"],
            surface=row.get("surface", "dm"),
            parent=row.get("parent"),
            bot_user_id="U00",
        )
        text = clean(message.text, bot_user_id="U00")
        labels = [label for label in row["gold"] if label["op"] == "add"]
        if len(labels) < len(row["gold"]) and not labels:
            continue
        matched: dict[int, list[tuple[int, Reading]]] = {}
        readings = [
            reading
            for reading in extractor.untaken(message, text)
            if not any(item.op is not CandidateOp.ADD for item in reading.found)
        ]
        made = [candidates_of(reading, text, message.sent_at.date()) for reading in readings]
        for number, label in enumerate(labels):
            for place, candidates in enumerate(made):
                fitting = [len(one.text) for one in candidates if right(one, label)]
                if fitting:
                    matched.setdefault(number, []).append((min(fitting), readings[place]))
        kept: dict[int, set[str]] = {}
        for number, options in matched.items():
            best = min(options, key=lambda option: option[0])[1]
            kept.setdefault(id(best), set()).update(labels[number]["kind"])
        for reading, candidates in zip(readings, made, strict=True):
            kinds = kept.get(id(reading))
            if kinds is None and any(near(one, label) for one in candidates for label in labels):
                continue
            yield Example(
                f"{str(row['id']).rpartition('-')[0]} {row['user_name']}", reading, tuple(sorted(kinds or ()))
            )


@dataclass(frozen=True, slots=True)
class Matrix:
    """Examples as numbers: the columns of each row one after the other, where each row starts, and the vectors."""

    columns: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    dense: Floats
    count: int

    def scores(self, sparse: Floats, dense: Floats) -> Floats:
        """Return one score a row."""
        sums = np.bincount(self.rows, weights=sparse[self.columns], minlength=self.count)
        result: Floats = (sums + self.dense @ dense).astype(np.float32)
        return result


def matrix(readings: Sequence[Reading], vectors: Vectors) -> Matrix:
    """Return readings as numbers."""
    columns: list[int] = []
    rows: list[int] = []
    for row, reading in enumerate(readings):
        found = {bucket(name) for name in features(reading)}
        columns.extend(sorted(found))
        rows.extend([row] * len(found))
    dense = np.stack([vectors.summary(reading.clause) for reading in readings])
    return Matrix(np.array(columns), np.array(rows), dense.astype(np.float32), len(readings))


def fit(data: Matrix, targets: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Return the sparse and dense weights of a logistic regression, by full-batch Adam. Deterministic."""
    by_column = np.argsort(data.columns, kind="stable")
    used, column_starts = np.unique(data.columns[by_column], return_index=True)
    rows_by_column = data.rows[by_column]
    row_starts = np.searchsorted(data.rows, np.arange(data.count))  # no row is empty: each has its bias
    sparse, dense = np.zeros(BUCKETS, dtype=np.float32), np.zeros(data.dense.shape[1], dtype=np.float32)
    moments = [np.zeros_like(sparse), np.zeros_like(sparse), np.zeros_like(dense), np.zeros_like(dense)]
    shares = weights / weights.sum()
    for step in range(1, STEPS + 1):
        scores = np.add.reduceat(sparse.take(data.columns), row_starts) + data.dense @ dense
        errors = (1 / (1 + np.exp(-scores)) - targets) * shares
        sparse_slope = PENALTY * sparse
        sparse_slope[used] += np.add.reduceat(errors.take(rows_by_column), column_starts)
        slopes = (sparse_slope, data.dense.T @ errors + PENALTY * dense)
        for slope, parameter, at in ((slopes[0], sparse, 0), (slopes[1], dense, 2)):
            moments[at] = 0.9 * moments[at] + 0.1 * slope
            moments[at + 1] = 0.999 * moments[at + 1] + 0.001 * slope**2
            adjusted = moments[at] / (1 - 0.9**step)
            parameter -= LEARNING_RATE * adjusted / (np.sqrt(moments[at + 1] / (1 - 0.999**step)) + 1e-8)
    return sparse, dense


def fit_kinds(data: Matrix, fitting: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Return the sparse and dense weights, one column a kind, that give the fitting kinds of each row the most chance.

    A softmax regression where any of the kinds that `fitting` marks is right, by full-batch Adam. Deterministic.
    """
    by_column = np.argsort(data.columns, kind="stable")
    used, column_starts = np.unique(data.columns[by_column], return_index=True)
    rows_by_column = data.rows[by_column]
    row_starts = np.searchsorted(data.rows, np.arange(data.count))
    columns = np.searchsorted(used, data.columns)
    shares = (weights / weights.sum())[:, None].astype(np.float32)
    parameters = [np.zeros((width, fitting.shape[1]), dtype=np.float32) for width in (len(used), data.dense.shape[1])]
    first, second = ([np.zeros_like(one) for one in parameters] for _ in range(2))
    for step in range(1, STEPS + 1):
        scores = np.add.reduceat(parameters[0].take(columns, axis=0), row_starts) + data.dense @ parameters[1]
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        wanted = chances * fitting
        errors = (chances - wanted / (wanted.sum(axis=1, keepdims=True) + 1e-9)) * shares
        slopes = (np.add.reduceat(errors.take(rows_by_column, axis=0), column_starts), data.dense.T @ errors)
        for at, (parameter, slope) in enumerate(zip(parameters, slopes, strict=True)):
            whole = slope + KIND_PENALTY * parameter
            first[at] = 0.9 * first[at] + 0.1 * whole
            second[at] = 0.999 * second[at] + 0.001 * whole**2
            parameter -= LEARNING_RATE * first[at] / (1 - 0.9**step) / (np.sqrt(second[at] / (1 - 0.999**step)) + 1e-8)
    sparse = np.zeros((BUCKETS, fitting.shape[1]), dtype=np.float32)
    sparse[used] = parameters[0]
    return sparse, parameters[1]


def calibrate(scores: Floats, targets: Floats) -> tuple[float, float]:
    """Return slope and offset that make scores probabilities (Platt 1999), by Newton's method on held-out scores."""
    slope, offset = 1.0, 0.0
    for _ in range(50):
        chance = 1 / (1 + np.exp(-(slope * scores + offset)))
        error, spread = chance - targets, chance * (1 - chance) + 1e-6
        gradient = np.array([(error * scores).mean(), error.mean()])
        hessian = np.array(
            [[(spread * scores**2).mean(), (spread * scores).mean()], [(spread * scores).mean(), spread.mean()]]
        )
        slope, offset = np.array([slope, offset]) - np.linalg.solve(hessian + 1e-6 * np.eye(2), gradient)
    return float(slope), float(offset)


def train(data: Matrix, found: Sequence[Example]) -> tuple[Floats, Floats]:
    """Return the weights of all outputs, keep first, one column each: sparse and dense."""
    keep = np.array([bool(example.kinds) for example in found], dtype=np.float32)
    plain = np.array([example.group.startswith(PLAIN_GROUPS) for example in found])
    weights = np.where(plain, PLAIN_WEIGHT, 1.0).astype(np.float32)
    sparse, dense = fit(data, keep, weights)
    fitting = np.array([[kind.value in example.kinds for kind in KINDS] for example in found], dtype=np.float32)
    kept: npt.NDArray[np.bool_] = keep > 0
    kinds = fit_kinds(subset(data, kept), fitting[kept], weights[kept])
    return np.column_stack([sparse, kinds[0]]), np.column_stack([dense, kinds[1]])


def subset(data: Matrix, mask: npt.NDArray[np.bool_]) -> Matrix:
    """Return the rows of the matrix that the mask names."""
    renumbered = np.cumsum(mask) - 1
    chosen = mask[data.rows]
    return Matrix(data.columns[chosen], renumbered[data.rows[chosen]], data.dense[mask], int(mask.sum()))


def held_out(data: Matrix, found: Sequence[Example], folds: int = FOLDS) -> Floats:
    """Return all outputs' scores of each example by a judge that has not seen its author."""
    groups = sorted({example.group for example in found})
    scores = np.zeros((len(found), 1 + len(KINDS)), dtype=np.float32)
    for fold in range(folds):
        test = np.array([groups.index(example.group) % folds == fold for example in found])
        if not test.any():
            continue
        sparse, dense = train(subset(data, ~test), [one for one, out in zip(found, test, strict=True) if not out])
        part = subset(data, test)
        for output in range(scores.shape[1]):
            scores[test, output] = part.scores(sparse[:, output], dense[:, output])
    return scores


def report(scores: Floats, chances: Floats, found: Sequence[Example]) -> Iterator[str]:
    """Yield lines on how well held-out examples are judged: by threshold, by kind, and how reliable the chances are."""
    keep = np.array([bool(example.kinds) for example in found])
    for threshold in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        chosen = chances >= threshold
        precision = keep[chosen].mean() if chosen.any() else 0.0
        yield f"at {threshold:.1f}: precision {precision:.3f} recall {(chosen & keep).sum() / keep.sum():.3f}"
    named = [KINDS[int(row.argmax())].value for row in scores[:, 1:]]
    fitting = [name in example.kinds for name, example in zip(named, found, strict=True) if example.kinds]
    yield f"kind right: {np.mean(fitting):.3f} of {len(fitting)}"
    for low in np.arange(0.0, 1.0, 0.1):
        inside = (chances >= low) & (chances < low + 0.1)
        if inside.any():
            share = keep[inside].mean()
            yield f"{low:.1f}-{low + 0.1:.1f} {'#' * round(share * 40):40s} {share:.2f} of {inside.sum()}"


def save(path: Path, sparse: Floats, dense: Floats, calibration: tuple[float, float]) -> None:
    """Write the weights, the sparse ones rounded to 8 bits."""
    scale = np.abs(sparse).max(axis=0) / 127
    path.parent.mkdir(exist_ok=True)
    np.savez_compressed(
        path,
        sparse=np.round(sparse / scale).astype(np.int8),
        sparse_scale=scale.astype(np.float32),
        dense=dense.astype(np.float16),
        calibration=np.array(calibration, dtype=np.float32),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and measure; return 0."""
    from extractors.training.messages import load_all, to_record

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="measure only, write nothing")
    options = parser.parse_args(arguments)
    found = list(examples(to_record(message) for message in load_all()))
    data = matrix([example.reading for example in found], Judge().vectors)
    scores = held_out(data, found)
    keep = np.array([bool(example.kinds) for example in found], dtype=np.float32)
    calibration = calibrate(scores[:, 0], keep)
    chances = 1 / (1 + np.exp(-(calibration[0] * scores[:, 0] + calibration[1])))
    sys.stdout.write(
        "\n".join([f"{len(found)} clauses, {int(keep.sum())} worth keeping", *report(scores, chances, found), ""])
    )
    if not options.check:
        save(WEIGHTS, *train(data, found), calibration)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
