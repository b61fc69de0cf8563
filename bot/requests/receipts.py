"""What becomes of a receipt: how its owner wants it, and what undoing it says."""

from collections.abc import Sequence
from datetime import datetime

from bot.intake.journal import Journal
from bot.parts import Parts
from bot.slack.mrkdwn import escape
from memory.records import Operation, Person

_RECEIPT = "receipt"

NOTHING_LEFT = "There is nothing left to take back."


class KeptReceipt:
    """Where the receipt of one message stands, by our own record: what Slack lets us read again may be little."""

    def __init__(self, journal: Journal, team_id: str, channel_id: str, ts: str) -> None:
        self._journal, self._prefix = journal, f"{team_id}/{channel_id}/{ts}/{_RECEIPT}/"

    def note(self, ts: str) -> None:
        """Have the time stamp of a receipt that was posted noted soon."""
        self._journal.note(f"{self._prefix}{ts}", ts)

    def last(self) -> str | None:
        """Return the time stamp of the latest one, or None if none is known."""
        stamps = [key.removeprefix(self._prefix) for key in self._journal.keys(self._prefix)]
        return max(stamps, key=float, default=None)


def take_back(person: Person, ids: Sequence[str], *, at: datetime, parts: Parts) -> str | None:
    """Take back what a receipt speaks of and say so, or return None when nothing of it is left or is the person's.

    What it had replaced holds again. Raises StoreError if it could not be saved.
    """
    changes = parts.book.undo(person, at=at, actor=person.user_id, ids=ids) if ids else []
    gone = "; ".join(escape(c.memory.text) for c in changes if c.operation is Operation.FORGET_SOFT)
    again = "; ".join(escape(c.memory.text) for c in changes if c.operation is not Operation.FORGET_SOFT)
    said = [*([f"Taken back: {gone}"] if gone else []), *([f"Again: {again}"] if again else [])]
    return " · ".join(said) or None
