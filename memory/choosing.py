"""Which memories an operation of the book concerns, and what it is given: checks and choices, all pure."""

import re
from collections.abc import Iterable
from datetime import datetime

from memory.capture import Statement
from memory.entries import Edit, Entry, Forget, Invalidate, Undo
from memory.errors import InvalidValueError, NotFoundError
from memory.fold import PersonState
from memory.records import Change, Memory, Operation, Source, Status
from memory.session import Session

_WORD = re.compile(r"[^\s/]{1,64}\Z")


def checked(source: Source | None) -> Source | None:
    """Return a source that can be written down.

    Raises:
        InvalidValueError: If its channel or ts is empty, long, or holds a space or slash.
    """
    if source is not None and not (_WORD.match(source.channel_id) and _WORD.match(source.ts)):
        raise InvalidValueError(
            "source", f"{source.channel_id}/{source.ts}", "Give a channel id and a ts, each without spaces and slashes."
        )
    return source


def no_memory(memory_id: str) -> NotFoundError:
    """Return the error for an id that names no active memory of the person."""
    return NotFoundError("active memory", memory_id, "List the memories to see their ids.")


def unchanged(session: Session, statement: Statement) -> Change:
    """What to say of a statement that changed nothing: it is there already, or stays forgotten."""
    claims = [memory for memory in session.writer.state.current.values() if memory.text == statement.text]
    active = [memory for memory in claims if memory.status is Status.ACTIVE]
    if active:
        return Change(Operation.PATCH, active[-1], active[-1], refreshed=True)
    memory = Memory(
        id=session.new_id(session.at),
        subject=session.person,
        kind=statement.kind,
        text=statement.text,
        confidence=statement.confidence,
        created_at=session.at,
        origin=session.origin,
        status=Status.FORGOTTEN,
        ended_at=session.at,
    )
    return Change(Operation.FORGET_SOFT, claims[-1] if claims else memory)


def active_first(memories: Iterable[Memory]) -> list[Memory]:
    """Return memories in the order given, but active ones first."""
    return sorted(memories, key=lambda memory: memory.status is not Status.ACTIVE)


def held(memory: Memory, at: datetime) -> bool:
    """Return whether a memory held at a time, and was not forgotten since."""
    if memory.status is Status.FORGOTTEN or memory.created_at > at:
        return False
    return memory.ended_at is None or memory.ended_at > at


def forgettable(memory: Memory, *, hard: bool) -> bool:
    """Return whether a memory can be forgotten: softly once, for good always."""
    return hard or memory.status is not Status.FORGOTTEN


def can_be_taken_back(state: PersonState, entry: Entry) -> bool:
    """Return whether there is anything left to take back of an entry of the last act."""
    if isinstance(entry, Memory):
        return forgettable(state.current[entry.id], hard=False)
    return not isinstance(entry, Forget) or entry.target in state.current


def to_take_back(state: PersonState, memory_id: str) -> list[Memory | Edit]:
    """Return the entries to undo so that a memory is taken back; of one that was invalidated, its ending."""
    stated = state.stated(memory_id)
    memory = state.current.get(memory_id)
    if stated is None or memory is None or memory.status is Status.FORGOTTEN:
        return []
    if memory.status is Status.INVALIDATED:
        edits = state.edits_of(memory_id)
        return [edit for edit in edits if isinstance(edit, Invalidate | Undo) and not state.is_undone(edit.id)]
    return [stated]
