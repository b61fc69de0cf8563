"""The audit: one line for every operation, without a word of what was remembered."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from json.encoder import encode_basestring as quoted

from memory.errors import MemoryBotError
from memory.records import Operation, Person
from memory.text import sanitise, truncate

MAX_NOTE_CHARS = 200
EVERYONE = Person("T0", "U0")
"""Stands for the whole home where an operation concerns no one person."""


@dataclass(frozen=True, slots=True)
class AuditLine:
    """That an operation was done: its own id, to which memory, by whom, when, and why in a note that quotes no memory.

    `actor` is a user id, or a word for what acted by itself (`import`, `hand`, `retention`). `target` is a memory id,
    or the person's id where the operation concerns all of them. `source` is the message that asked for it or brought
    it, as CHANNEL/TS; "" where none did.
    """

    id: str
    operation: Operation
    target: str
    actor: str
    at: datetime
    person: Person
    note: str = ""
    source: str = ""


def format_audit_line(line: AuditLine) -> str:
    """Return the line as one JSON object, without a line end."""
    at = line.at.isoformat().replace("+00:00", "Z")
    note = truncate(sanitise(line.note), MAX_NOTE_CHARS)
    source = f',"source":{quoted(line.source)}' if line.source else ""
    return (
        f'{{"id":{quoted(line.id)},"op":"{line.operation}","target":{quoted(line.target)},"actor":{quoted(line.actor)},'
        f'"at":"{at}","note":{quoted(note)},"team":"{line.person.team_id}","person":"{line.person.user_id}"{source}}}'
    )


def parse_audit_line(text: str) -> AuditLine | None:
    """Return the operation on a line, or None if it cannot be read (a torn end, an operation of a newer version)."""
    try:
        fields = json.loads(text)
        return AuditLine(
            id=str(fields["id"]),
            operation=Operation(fields["op"]),
            target=str(fields["target"]),
            actor=str(fields["actor"]),
            at=datetime.fromisoformat(fields["at"]),
            person=Person(fields["team"], fields["person"]),
            note=str(fields.get("note", "")),
            source=str(fields.get("source", "")),
        )
    except (ValueError, KeyError, TypeError, MemoryBotError):
        return None


def select(
    lines: Iterable[AuditLine],
    *,
    team_id: str | None = None,
    person: Person | None = None,
    operation: Operation | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Iterator[AuditLine]:
    """Return the lines that meet every condition given; `until` is exclusive."""
    for line in lines:
        if (
            (team_id is None or line.person.team_id == team_id)
            and (person is None or line.person == person)
            and (operation is None or line.operation is operation)
            and (since is None or line.at >= since)
            and (until is None or line.at < until)
        ):
            yield line
