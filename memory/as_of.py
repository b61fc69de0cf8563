"""What was known at an earlier time, as it stood then. Pure."""

from dataclasses import replace
from datetime import datetime

from memory.records import Memory, Status


def as_it_stood(memory: Memory, at: datetime) -> Memory | None:
    """Return a memory as it stood at a time: active, if it ended later; None if it was not known yet, or is forgotten.

    What was asked to go is forgotten for every time. The words are those it has now: a correction of words is no change
    of what was known.
    """
    if memory.created_at > at or memory.status is Status.FORGOTTEN:
        return None
    if memory.confirmed_at is not None and memory.confirmed_at > at:
        memory = replace(memory, confirmed_at=None)
    if memory.ended_at is not None and memory.ended_at > at:
        return replace(memory, status=Status.ACTIVE, ended_at=None, replaced_by=None, lapsed=False, ending=None)
    return memory
