"""New words for memories, from a dialog: all of them are checked first, then all are kept or none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from bot.parts import Parts
from bot.views.blocks import clip
from extractors.secrets import find_doubtful
from memory.errors import NotFoundError
from memory.records import Change, Memory, Person, Status
from memory.text import sanitise

EMPTY = "Give it some words. To let it go, use Forget."
SECRET = "This looks like a password or key. I don't keep those."  # noqa: S105 - words about secrets, not one
GONE = "This is forgotten or replaced by now. Close this and look again."
CHANGED = "This was changed since you opened it. It now says: “{}”. Close this and open it again."

_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Wish:
    """The new words for a memory, and the mark of how it read when the dialog was opened."""

    memory_id: str
    before: str
    text: str


def edit(person: Person, wishes: Sequence[Wish], *, at: datetime, parts: Parts) -> list[Change] | Mapping[str, str]:
    """Give memories new words and return what changed, or else what is wrong by memory id; then nothing was changed.

    Words that are as they were change nothing, so the same dialog sent twice does no harm.

    Raises:
        StoreError: If it could not be saved.
    """
    with parts.book.batch(person):
        problems = {each.memory_id: problem for each in wishes if (problem := _problem(person, each, parts))}
        if problems:
            return problems
        return [
            parts.book.patch(person, each.memory_id, each.text, at=at, actor=person.user_id)
            for each in wishes
            if _current(person, each.memory_id, parts).text != sanitise(each.text)
        ]


def mark(text: str) -> str:
    """Return a short sign of how a memory reads, by which a change of it is noticed."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def editable(person: Person, ids: Sequence[str], parts: Parts) -> list[Memory]:
    """Return the active ones among the person's memories of these ids; [] if they are none of theirs."""
    found: list[Memory] = []
    for memory_id in ids:
        try:
            memory = _current(person, memory_id, parts)
        except NotFoundError:
            continue
        if memory.status is Status.ACTIVE:
            found.append(memory)
    return found


def _problem(person: Person, wish: Wish, parts: Parts) -> str | None:
    text = sanitise(wish.text)
    if not text:
        return EMPTY
    if find_doubtful(text):
        return SECRET
    try:
        memory = _current(person, wish.memory_id, parts)
    except NotFoundError:
        return GONE
    if memory.text == text:
        return None
    if memory.status is not Status.ACTIVE:
        return GONE
    return None if mark(memory.text) == wish.before else CHANGED.format(clip(memory.text, _SHOWN))


def _current(person: Person, memory_id: str, parts: Parts) -> Memory:
    return parts.book.get(person, memory_id)
