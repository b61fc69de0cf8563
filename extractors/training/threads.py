"""Messages that answer what they have nothing to do with.

Labelled messages name what they answer only where it matters, so that nearly all which answer something point at it:
"remember that one". In a thread everything answers something. What learns from labelled messages is therefore shown
some of them behind words of others, for which their labels stay what they were.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

from extractors.training.messages import LabelledMessage
from memory.records import CandidateOp

SHARE = 0.4
"""How many of the messages that answer nothing are put behind words of others."""
_RECEIPTS = 0.3
"""How many of those words are the bot's own, that it noted something."""
_LONGEST = 300
"""Characters of what is answered; of longer words the beginning."""


def in_threads(
    messages: Iterable[LabelledMessage], others: Sequence[LabelledMessage], random: Random, *, share: float = SHARE
) -> Iterator[LabelledMessage]:
    """Yield each message, some that answered nothing behind words of others; no question, which a word could answer.

    Args:
        messages: Labelled messages; those that answer something stay as they are.
        others: Whose words they are put behind; without any, every message stays as it is.
        random: What chooses.
        share: How many are put so, from 0.0 to 1.0.
    """
    words = [one.text[:_LONGEST] for one in others if one.parent is None and "?" not in one.text]
    noted = [
        f"Noted: {label.text}" for one in others for label in one.labels if label.op is CandidateOp.ADD and label.text
    ]
    for message in messages:
        if message.parent is not None or not words or random.random() >= share:
            yield message
            continue
        said = noted if noted and random.random() < _RECEIPTS else words
        yield replace(message, parent=random.choice(said))
