"""What is held back where others read along: its owner alone is told so, once a day, and not what it is."""

from datetime import datetime

from bot.audience import Audience, Held, PlaceKind, held_back
from memory.book import Book
from memory.records import Memory, Origin, Query, Recalled

_FROM_DM = "I know something about this from our DM; ask me there."
_FROM_ELSEWHERE = "I know something about this from a more private conversation; ask me in our DM."
_WHY = {
    Held.OUTSIDERS: "I know something about this, but guests or people from outside may read along here; "
    "ask me in our DM.",
    Held.UNKNOWN_PLACE: "I know something about this, but I can't tell just now who reads along here; "
    "ask me in our DM.",
    Held.ORGANISATION: "I know something about this from elsewhere in your organisation; ask me in our DM.",
    Held.CHOSEN: "I know something about this, but you asked me to keep what I know of you out of channels; "
    "ask me in our DM.",
}


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
    if why is Held.OUTSIDERS and not audience.place.is_told:
        why = Held.UNKNOWN_PLACE
    learned = {memory.origin, memory.ending.origin if memory.ending is not None else None}
    return _WHY.get(why) or (_FROM_DM if Origin.DM in learned else _FROM_ELSEWHERE) if why else ""
