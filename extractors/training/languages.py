"""Train the judge of other languages, and calibrate it beside the encoder's opinion.

    python -m extractors.training.languages FILE … --held-out FILE …            train, measure, write the weights
    python -m extractors.training.languages FILE … --held-out FILE … --check    only measure

The files hold labelled messages, of which those in a language with a table of what is `private` are read. A piece is
worth keeping if what is told of it is right by some label of its message. Calibrated and measured is what learned from
the first files alone, on what no statement of the held-out messages reads; what is written learned from these as well.
Plain numpy: three minutes, most of them for reading the messages.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from extractors.judging.candidates import as_candidate
from extractors.judging.judge import KINDS, before_of
from extractors.message import Message, clean
from extractors.other_languages.in_languages import stated_in, told_of, with_day
from extractors.other_languages.language_judge import KEEP_COLUMNS, KIND_COLUMNS, WEIGHTS, columns, features, weighed
from extractors.other_languages.languages import language_of
from extractors.other_languages.pieces import Piece, pieces_of
from extractors.pipeline import Extractor
from extractors.statements.rules import Found
from extractors.training.judge import Floats, calibrate, fit, in_bytes, of_columns, right
from extractors.training.messages import load, to_record
from memory.records import Kind

Truths = npt.NDArray[np.bool_]
PENALTY = 4e-6
RATE = 0.2
STATED_WEIGHT = 0.3
"""How much a piece counts that a statement reads: the judge is never asked about such a one, but may learn from it."""
LARGEST = 31
"""What the largest weight is rounded to: as good as 127, and a third smaller on disk."""
LEAST = 2
"""Examples that a feature has to be in to be learned from."""


@dataclass(frozen=True, slots=True)
class Example:
    """A piece of a labelled message: the kinds it may be kept as, none if it is not to be kept, and the encoder's odds.

    `stated` tells that a statement of its language reads something in it, so that the judge is never asked about it.
    """

    piece: Piece
    kinds: tuple[Kind, ...]
    encoded: float | None
    stated: bool = False


def examples(rows: Iterable[dict[str, Any]], extractor: Extractor) -> Iterator[Example]:
    """Yield the examples that labelled messages make, in order; a message that commands something makes none."""
    for row in rows:
        labels = [label for label in row["gold"] if label["op"] == "add"]
        text = clean(row["text"], bot_user_id="U00")
        language = language_of(text.plain)
        if language is None or language.private is None or (row["gold"] and not labels):
            continue
        message = Message(
            text=row["text"],
            sent_at=datetime.fromisoformat(row["sent_at"]),
            surface=row.get("surface", "dm"),
            parent=row.get("parent"),
            bot_user_id="U00",
        )
        pieces = [with_day(piece, language, message) for piece in pieces_of(language, text, message)]
        before = before_of(message, to_bot=text.to_bot)
        odds = extractor.language_judge.encoded(pieces, extractor.parser.words(text), before=before) if pieces else []
        stated = [one.span for one in stated_in(language, text, message, ()) if one.span]
        for piece, encoded in zip(pieces, odds, strict=True):
            shown, day = told_of(piece, language, message)
            told = as_candidate(Found(Kind.FACT, shown, "piece"), shown, None, day, (piece.start, piece.end))
            kinds = [Kind(kind) for label in labels if right(told, label) for kind in label["kind"]]
            start, end = text.raw_span(piece.start, piece.end)
            taken = any(first < end and start < last for first, last in stated)
            yield Example(piece, tuple(dict.fromkeys(kinds)), encoded, taken)


@dataclass(frozen=True, slots=True)
class Model:
    """The weights: one a column of keeping, and a row for each kind."""

    keep: Floats
    kinds: Floats

    def counted(self, found: Sequence[Example]) -> Floats:
        """Return what tells for keeping each piece, in log odds before calibration."""
        counted = [weighed(self.keep, columns(features(one.piece), KEEP_COLUMNS)) for one in found]
        return np.array(counted, dtype=np.float32)

    def named(self, found: Sequence[Example]) -> list[Kind]:
        """Return the likeliest kind of each piece."""
        scores = (weighed(self.kinds, columns(features(one.piece), KIND_COLUMNS)) for one in found)
        return [KINDS[int(row.argmax())] for row in scores]


def train(found: Sequence[Example]) -> Model:
    """Return the weights that tell which pieces are worth keeping, and as what."""
    names = [tuple(features(each.piece)) for each in found]
    often = {name for name, count in Counter(name for each in names for name in set(each)).items() if count >= LEAST}
    known = [[name for name in each if name in often] for each in names]
    keep = np.array([bool(each.kinds) for each in found], dtype=np.float32)
    kept = [place for place, each in enumerate(found) if each.kinds]
    by_kind = of_columns([columns(known[place], KIND_COLUMNS) for place in kept])
    as_kind = [np.array([kind in found[place].kinds for place in kept], dtype=np.float32) for kind in KINDS]
    return Model(
        fit(
            of_columns([columns(each, KEEP_COLUMNS) for each in known]),
            keep,
            np.array([STATED_WEIGHT if each.stated else 1.0 for each in found], dtype=np.float32),
            size=KEEP_COLUMNS,
            penalty=PENALTY,
            rate=RATE,
            even=True,
        ),
        np.stack(
            [
                fit(by_kind, one, balanced(one), size=KIND_COLUMNS, penalty=PENALTY, rate=RATE, even=True)
                for one in as_kind
            ]
        ),
    )


def balanced(targets: Floats) -> Floats:
    """Return how much examples count so that those of a kind, few or many, count as much as all others."""
    share = min(max(float(targets.mean()), 0.001), 0.999)
    return np.where(targets > 0, 0.5 / share, 0.5 / (1 - share)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Calibration:
    """Slopes and an offset that make log odds: of the model's and the encoder's, or of the model's alone."""

    beside: Floats
    alone: Floats

    def chances(self, counted: Floats, found: Sequence[Example]) -> Floats:
        """Return how likely each piece is worth keeping, 0.0 to 1.0."""
        odds = [
            self.alone @ [one, 1] if each.encoded is None else self.beside @ [one, each.encoded, 1]
            for one, each in zip(counted, found, strict=True)
        ]
        return np.asarray(1 / (1 + np.exp(-np.array(odds))), dtype=np.float32)


def calibrated(counted: Floats, found: Sequence[Example]) -> Calibration:
    """Return how sure a model is, by what it makes of pieces that it did not learn from and no statement reads."""
    keep = np.array([bool(each.kinds) for each in found], dtype=np.float32)
    heard = np.array([each.encoded is not None for each in found])
    encoded = np.array([each.encoded or 0.0 for each in found], dtype=np.float32)
    beside = calibrate(np.column_stack([counted, encoded])[heard], keep[heard])
    return Calibration(beside, calibrate(counted[~heard][:, None], keep[~heard]))


def report(chances: Floats, named: Sequence[Kind], found: Sequence[Example]) -> Iterator[str]:
    """Yield lines on how well held-out pieces are judged: by threshold, by language, by kind, and how reliably."""
    keep = np.array([bool(each.kinds) for each in found])
    codes = np.array([each.piece.language for each in found])
    for threshold in (0.5, 0.6, 0.7, 0.75, 0.8, 0.9):
        yield f"at {threshold:.2f}: {_measured(chances >= threshold, keep)}"
    for code in sorted(set(codes)):
        yield f"{code} at 0.75: {_measured((chances >= 0.75)[codes == code], keep[codes == code])}"
    fitting = [kind in each.kinds for kind, each in zip(named, found, strict=True) if each.kinds]
    yield f"kind right: {np.mean(fitting):.3f} of {len(fitting)}"
    for low in np.arange(0.0, 1.0, 0.1):
        inside = (chances >= low) & (chances < low + 0.1)
        if inside.any():
            share = keep[inside].mean()
            yield f"{low:.1f}-{low + 0.1:.1f} {'#' * round(share * 40):40s} {share:.2f} of {inside.sum()}"


def _measured(chosen: Truths, keep: Truths) -> str:
    precision = keep[chosen].mean() if chosen.any() else 0.0
    return f"precision {precision:.3f} recall {(chosen & keep).sum() / max(keep.sum(), 1):.3f}"


def save(path: Path, model: Model, calibration: Calibration) -> None:
    """Write the weights, rounded, and how they are calibrated."""
    keep, keep_scale = in_bytes(model.keep, most=LARGEST)
    kinds, kinds_scale = in_bytes(model.kinds, most=LARGEST)
    np.savez_compressed(
        path,
        keep=keep,
        keep_scale=keep_scale,
        kinds=kinds,
        kinds_scale=kinds_scale,
        beside=calibration.beside,
        alone=calibration.alone,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and measure; return 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="labelled messages to learn from")
    parser.add_argument("--held-out", type=Path, nargs="+", required=True, metavar="FILE", help="others, to measure on")
    parser.add_argument("--check", action="store_true", help="measure only, write nothing")
    parser.add_argument("--output", type=Path, default=WEIGHTS, metavar="FILE", help="where the weights go")
    options = parser.parse_args(arguments)
    extractor = Extractor()

    def read(paths: Sequence[Path]) -> list[Example]:
        return list(examples((to_record(message) for path in paths for message in load(path)), extractor))

    learned, held_out = read(options.files), read(options.held_out)
    unseen = [example for example in held_out if not example.stated]
    model = train(learned)
    counted = model.counted(unseen)
    calibration = calibrated(counted, unseen)
    worth = sum(bool(example.kinds) for example in unseen)
    told = f"{len(learned)} pieces learned from, {len(unseen)} others, {worth} of these worth keeping"
    lines = report(calibration.chances(counted, unseen), model.named(unseen), unseen)
    sys.stdout.write("\n".join([told, *lines, ""]))
    if not options.check:
        save(options.output, train([*learned, *held_out]), calibration)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
