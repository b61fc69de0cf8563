"""Scores what is captured of messages whose authors neither the judge nor the encoder learned from.

    python -m tests.extractors.held_out [FILE …]

A file is one of labelled messages; all of `extractors/training/messages/` that hold such authors where none is given.
The rules may have seen these messages, the learned parts have not.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from extractors.pipeline import Extractor
from extractors.training.judge import held_out
from extractors.training.messages import FOLDER, LabelledMessage, load
from tests.extractors.scoring import Score, score


def unseen(messages: Sequence[LabelledMessage]) -> list[LabelledMessage]:
    """Return those messages whose author, named as the examples of the judge name theirs, is held out."""
    return [message for message in messages if held_out(f"{message.id.rpartition('-')[0]} {message.user_name}")]


def main(paths: Sequence[Path]) -> None:
    """Print the scores of each file that has messages by such authors, and of all together."""
    extractor = Extractor()
    together, count = Score(), 0
    for path in paths:
        if messages := unseen(load(path)):
            found = score(messages, extractor)
            together.add(found)
            count += len(messages)
            sys.stdout.write(f"{path.stem}: {len(messages)} messages, {found}\n")
    sys.stdout.write(f"together: {count} messages, {together}\n" + "".join(f"{part}\n" for part in together.parts()))


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.txt")))
