"""What a log is made of: memories as they were stated, and edits that change an earlier entry. Frozen values."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, TypeAlias

from memory.records import Kind, Memory, Origin, Source

MAX_ID_CHARS: Final = 128


class EntryOp(StrEnum):
    """What a change entry does to its target. Stating a memory has no op."""

    PATCH = "patch"
    REFRESH = "refresh"
    SUPERSEDE = "supersede"
    INVALIDATE = "invalidate"
    FORGET_SOFT = "forget_soft"
    FORGET_HARD = "forget_hard"
    UNDO = "undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A change to an earlier entry. `id` is its own; `at` the time of the message that brought it."""

    id: str
    target: str
    at: datetime
    origin: Origin
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch(Edit):
    """New words for a memory; what is None stays, and a value of "" says that there is none any more."""

    text: str
    kind: Kind | None = None
    attribute: str | None = None
    value: str | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh(Edit):
    """The memory was said again, in these words. May add the attribute and value that it lacked."""

    text: str
    attribute: str | None = None
    value: str | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Supersede(Edit):
    """A newer memory, `by`, replaces the target; for a link that the newer one's own entry does not carry."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Invalidate(Edit):
    """The target is no longer true, or was found wrong."""

    text: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget(Edit):
    """The target was asked to go. `tomb` is the fingerprint of its text, `of` the source it was learned from.

    `hard` means that the target's own line is gone; `superseded` then keeps which memory it had replaced, so that the
    replaced one does not come back. `final` means that undoing the last act does not bring it back.
    """

    hard: bool = False
    final: bool = False
    tomb: str = ""
    of: str = ""
    superseded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Edit):
    """The target entry, a memory or an edit, is taken back as if it had not been made."""

    tomb: str = ""
    of: str = ""


Entry: TypeAlias = Memory | Edit


_OPS: Final = {
    Patch: EntryOp.PATCH,
    Refresh: EntryOp.REFRESH,
    Supersede: EntryOp.SUPERSEDE,
    Invalidate: EntryOp.INVALIDATE,
    Undo: EntryOp.UNDO,
}


def op_of(edit: Edit) -> EntryOp:
    """Return what an edit does, as written in its comment."""
    if isinstance(edit, Forget):
        return EntryOp.FORGET_HARD if edit.hard else EntryOp.FORGET_SOFT
    return _OPS[type(edit)]


def source_key(source: Source) -> str:
    """Return the short form of a source, unique in its workspace: `C1/1732113000.000100`."""
    return f"{source.channel_id}/{source.ts}"


def entry_time(entry: Entry) -> datetime:
    """Return the message time of an entry."""
    return entry.created_at if isinstance(entry, Memory) else entry.at


def is_valid_id(memory_id: str) -> bool:
    """Return whether this can be the id of a memory: 1 to 128 printable characters."""
    return 0 < len(memory_id) <= MAX_ID_CHARS and memory_id.isprintable()
