"""Scores what is captured of messages whose author the judge has not seen: a fifth of the authors at a time.

    python -m tests.extractors.held_out [PATTERN …]

A pattern names labelled files of `extractors/training/messages/`, such as "e-*"; the newest authors' where none is
given. The rules have seen these messages, only the judge has not; it takes minutes.
"""

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from extractors.judge import WEIGHTS, Judge
from extractors.pipeline import Extractor
from extractors.training.judge import FOLDS, calibrate, examples, held_out, matrix, save, subset, train
from extractors.training.messages import FOLDER, LabelledMessage, load, load_all, to_record
from tests.extractors.scoring import Score, score

NEWEST = ("e-*", "f-*", "g-*", "h-*")


def author(message: LabelledMessage) -> str:
    """Return the author of a message as the examples of the judge name theirs: the file, and who wrote."""
    return f"{message.id.rpartition('-')[0]} {message.user_name}"


def judges(folder: Path) -> tuple[list[Judge], dict[str, int]]:
    """Return judges that each have not seen a fifth of the authors, and which of them has not seen whom."""
    found = list(examples(to_record(message) for message in load_all()))
    data = matrix([example.reading for example in found], Judge().vectors)
    authors = sorted({example.group for example in found})
    fold_of = {name: place % FOLDS for place, name in enumerate(authors)}
    keep = np.array([bool(example.kinds) for example in found], dtype=np.float32)
    calibration = calibrate(held_out(data, found)[:, 0], keep)
    made: list[Judge] = []
    for fold in range(FOLDS):
        seen = np.array([fold_of[example.group] != fold for example in found])
        path = folder / str(fold) / WEIGHTS.name
        save(
            path, *train(subset(data, seen), [one for one, kept in zip(found, seen, strict=True) if kept]), calibration
        )
        shutil.copy(WEIGHTS.with_name("vectors.npz"), path.parent)
        made.append(Judge(path))
    return made, fold_of


def main(patterns: Sequence[str]) -> None:
    """Print the scores of the messages that each pattern names, and of all together."""
    with tempfile.TemporaryDirectory() as folder:
        made, fold_of = judges(Path(folder))
        extractors = [Extractor(judge=judge) for judge in made]
        together = Score()
        for pattern in patterns:
            messages = [message for path in sorted(FOLDER.glob(f"{pattern}.txt")) for message in load(path)]
            total = Score()
            for fold, extractor in enumerate(extractors):
                unseen = [message for message in messages if fold_of.get(author(message), 0) == fold]
                total.add(score(unseen, extractor))
            together.add(total)
            sys.stdout.write(f"{pattern}: {len(messages)} messages, {total}\n")
        sys.stdout.write(f"together: {together}\n" + "".join(f"{part}\n" for part in together.parts()))


if __name__ == "__main__":
    main(sys.argv[1:] or NEWEST)
