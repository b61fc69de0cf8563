"""What becomes of a receipt: how its owner wants it, and what undoing it says."""

from collections.abc import Sequence
from datetime import datetime

from bot.mrkdwn import escape
from bot.parts import Parts
from memory.records import Operation, Person

NOTHING_LEFT = "There is nothing left to take back."


def take_back(person: Person, ids: Sequence[str], *, at: datetime, parts: Parts) -> str | None:
    """Take back what a receipt speaks of and say so, or return None when nothing of it is left or is the person's.

    What it had replaced holds again. Raises StoreError if it could not be saved.
    """
    changes = parts.book.undo(person, at=at, actor=person.user_id, ids=ids) if ids else []
    gone = "; ".join(escape(c.memory.text) for c in changes if c.operation is Operation.FORGET_SOFT)
    again = "; ".join(escape(c.memory.text) for c in changes if c.operation is not Operation.FORGET_SOFT)
    said = [*([f"Taken back: {gone}"] if gone else []), *([f"Again: {again}"] if again else [])]
    return " · ".join(said) or None
