"""Fae: `memory/records.jsonl`, one record a line, with its kind, status, confidence and lineage, and a manifest."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from memory.entries import is_valid_id
from memory.formats.portable import Bundle, Portable, folder_or_error, text_of, write_all
from memory.records import Kind, Status
from memory.text import sanitise

_DURABLE: Final = {"profile": Kind.PROFILE, "fact": Kind.FACT}
_SCHEMA: Final = 2
_SCALES: Final = ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3))
"""From which number on a time is in nanoseconds, microseconds and milliseconds rather than seconds."""


def read(folder: Path) -> Bundle:
    """Return the durable records of a Fae folder; episodes and lines that cannot be read are passed over."""
    lines = text_of(folder_or_error(folder) / "memory" / "records.jsonl").split("\n")
    found = (_record(line) for line in lines if line.strip())
    return Bundle(memories=tuple(memory for memory in found if memory is not None))


def write(folder: Path, bundle: Bundle) -> list[Path]:
    """Write `memory/records.jsonl` and its manifest. A kind that Fae does not have becomes `fact`, tagged with it."""
    records = "".join(json.dumps(_fields(memory), ensure_ascii=False) + "\n" for memory in bundle.memories)
    return write_all(
        folder, [("memory/manifest.toml", f"schema_version = {_SCHEMA}\n"), ("memory/records.jsonl", records)]
    )


def _record(line: str) -> Portable | None:
    try:
        fields = json.loads(line)
        kind = _kind(fields)
        text = sanitise(fields["text"])
        if kind is None or not text:
            return None
        given = str(fields.get("id") or "")
        return Portable(
            text=text,
            kind=kind,
            at=_time(fields.get("created_at")),
            id=given if is_valid_id(given) else None,
            confidence=min(1.0, max(0.0, float(fields.get("confidence", 0.5)))),
            status=Status(fields.get("status", "active")),
            supersedes=fields.get("supersedes"),
        )
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return None


def _kind(fields: Mapping[str, Any]) -> Kind | None:
    for tag in fields.get("tags") or ():
        if tag in set(Kind) - {Kind.EPISODE}:
            return Kind(tag)
    return _DURABLE.get(fields["kind"])


def _time(value: object) -> datetime | None:
    if isinstance(value, str):
        moment = datetime.fromisoformat(value)
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    if isinstance(value, int | float) and not isinstance(value, bool):
        scale = next((scale for least, scale in _SCALES if value >= least), 1.0)
        return datetime.fromtimestamp(value / scale, UTC)
    return None


def _fields(memory: Portable) -> dict[str, object]:
    at = int(memory.at.timestamp()) if memory.at is not None else 0
    return {
        "id": memory.id,
        "kind": memory.kind.value if memory.kind.value in _DURABLE else "fact",
        "status": memory.status.value,
        "text": memory.text,
        "confidence": memory.confidence,
        "source_turn_id": None,
        "tags": [memory.kind.value],
        "supersedes": memory.supersedes,
        "created_at": at,
        "updated_at": at,
    }
