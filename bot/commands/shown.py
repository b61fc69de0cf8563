"""Memories and changes as the command line shows them: rows for people, dictionaries for `--json`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memory.records import Change, Memory, Recalled, Status

FORGOTTEN = "(forgotten)"


def as_json(memory: Memory) -> dict[str, Any]:
    """Return a memory as `--json` prints it; what was forgotten keeps its words to itself."""
    forgotten = memory.status is Status.FORGOTTEN
    return {
        "id": memory.id,
        "kind": memory.kind,
        "attribute": memory.attribute,
        "text": None if forgotten else memory.text,
        "value": None if forgotten else memory.value,
        "created_at": _time(memory.created_at),
        "confidence": memory.confidence,
        "status": memory.status,
        "dated": memory.dated.isoformat() if memory.dated else None,
        "confirmed_at": _time(memory.confirmed_at),
        "ended_at": _time(memory.ended_at),
        "origin": memory.origin,
        "supersedes": memory.supersedes,
        "replaced_by": memory.replaced_by,
        "source": f"{memory.source.channel_id}/{memory.source.ts}" if memory.source else None,
    }


def recalled_as_json(item: Recalled) -> dict[str, Any]:
    """Return what was recalled as `recall --json` prints it."""
    return {
        **as_json(item.memory),
        "user": item.memory.subject.user_id,
        "score": item.score,
        "parts": item.parts,
        "reasons": list(item.reasons),
    }


def change_as_json(change: Change) -> dict[str, Any]:
    """Return what was done as `remember --json` and `forget --json` print it."""
    shown = {"operation": change.operation, **as_json(change.memory)}
    return {**shown, "known": change.refreshed, "removed": list(change.removed)}


def words_of(memory: Memory) -> str:
    """Return a memory's text, or that it was forgotten."""
    return FORGOTTEN if memory.status is Status.FORGOTTEN else memory.text


def lineage_lines(lineage: Sequence[Memory]) -> list[str]:
    """Return one line for each memory of a lineage: when it was learned, what, and how it ended."""
    return [f"{memory.created_at:%Y-%m-%d %H:%M}  {_told(memory)}" for memory in lineage]


def _told(memory: Memory) -> str:
    if memory.status is Status.ACTIVE:
        return memory.text
    day = f" {memory.ended_at:%Y-%m-%d}" if memory.ended_at else ""
    ending = f"({memory.status}{day})"
    return ending if memory.status is Status.FORGOTTEN else f"{memory.text}  {ending}"


def _time(time: datetime | None) -> str | None:
    return time.isoformat().replace("+00:00", "Z") if time else None
