"""What is held back where others read along: its owner alone is told so, once a day, and not what it is."""

from datetime import datetime, timedelta

from bot.audience import Audience, Held, PlaceKind, held_back
from memory.book import Book
from memory.records import Memory, Origin, Person, Query, Recalled

REMIND_AFTER = timedelta(days=1)
"""How long after somebody was told so in a conversation they are told again there."""

_FROM_DM = "I know something about this from our DM; ask me there."
_FROM_ELSEWHERE = "I know something about this from a more private conversation; ask me in our DM."
_WHY = {
    Held.OUTSIDERS: "I know something about this, but guests or people from outside may read along here; "
    "ask me in our DM.",
    Held.UNKNOWN_PLACE: "I know something about this, but Slack does not tell me who reads along here; "
    "ask me in our DM.",
    Held.CHOSEN: "I know something about this, but you asked me to keep what I know of you out of channels; "
    "ask me in our DM.",
}
_MOST_TOLD = 10_000
"""Conversations in which it is remembered that somebody was told."""


def withheld(
    book: Book, query: Query, audience: Audience, shown: list[Recalled], *, everything: bool, now: datetime
) -> Memory | None:
    """Return the reader's own memory that would have answered a question best but may not be shown here, if any.

    Args:
        shown: What answers the question here, best first.
        everything: Whether they ask for all that is known about them; then it is their newest.
    """
    reader = audience.reader
    if not query.is_question or audience.place.kind is PlaceKind.DM:
        return None
    if everything:
        return next((memory for memory in reversed(book.memories(reader)) if not audience.sees(memory)), None)

    def own(memory: Memory) -> bool:
        return memory.subject == reader

    best = book.recall(query, reader=reader, visible=own, now=now, limit=1)
    if not best or audience.sees(best[0].memory) or (shown and shown[0].score >= best[0].score):
        return None
    return best[0].memory


def sentence(memory: Memory, audience: Audience) -> str:
    """Return what its owner is told of a memory that is held back: that there is one, and why it is not said."""
    why = held_back(memory, audience)
    return _WHY.get(why) or (_FROM_DM if memory.origin is Origin.DM else _FROM_ELSEWHERE) if why else ""


class Reminders:
    """Who was told when, in which conversation. Kept in memory: after a restart they may be told once more."""

    def __init__(self) -> None:
        self._told: dict[tuple[Person, str], datetime] = {}

    def is_due(self, person: Person, channel_id: str, at: datetime) -> bool:
        """Return whether somebody is to be told now, and note that they are."""
        told = self._told.get((person, channel_id))
        if told is not None and abs(at - told) < REMIND_AFTER:
            return False
        self._told.pop((person, channel_id), None)
        self._told[person, channel_id] = at
        if len(self._told) > _MOST_TOLD:
            del self._told[next(iter(self._told))]
        return True
