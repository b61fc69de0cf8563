"""What a person changed in the log files by hand, worked out from what is known of them and what they hold. Pure."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.audit import AuditLine
from memory.entries import Edit, Entry, Forget, Patch, Undo
from memory.fold import PersonState
from memory.records import Memory, Operation, Origin
from memory.stores.ledger import Page, Record
from memory.text import says

ACTOR = "hand"
"""Who did what a person did in an editor, in the log and the audit."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log file as it is now: an entry, or one that begins like an entry and cannot be read."""

    text: str
    record: Record | None = None
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class HandChanges:
    """What was done by hand.

    `removed` are memories whose lines are gone, `unsaid` edits whose lines are gone; `changed` memories with other
    words or details; `added` memories that only the file tells of; `restored` tombstones of lines that are back.
    """

    removed: tuple[Record, ...] = ()
    unsaid: tuple[Record, ...] = ()
    changed: tuple[Memory, ...] = ()
    added: tuple[Memory, ...] = ()
    restored: tuple[Forget, ...] = ()


def compare(
    known: Mapping[str, Page],
    present: Mapping[str, Sequence[Line]],
    state: PersonState,
    *,
    lost: frozenset[str] = frozenset(),
    elsewhere: Collection[str] | None = None,
) -> HandChanges:
    """Return what was done by hand to the files in question.

    Args:
        known: What is known of these files, by name; a file without a page is new, or its ledger is lost.
        present: The entries and unreadable lines these files hold now.
        state: The fold over all files of the person as they are now.
        lost: Ids of entries that were cut off by damage rather than removed.
        elsewhere: Ids of the entries in all other files of the person, if those are known: then a file without a page
            was put there. None if one of them may have lost its ledger, too.

    An entry that moved to another file is the same entry; one that became unreadable is not gone.
    """
    records = {record.id: record for page in known.values() for record in page.records}
    expected = records.keys() | {record.id for page in known.values() for record in page.pending}
    unreadable = [line.text for lines in present.values() for line in lines if line.entry is None]
    gone = [
        record
        for record in records.values()
        if not state.has(record.id) and record.id not in lost and not any(record.id in text for text in unreadable)
    ]
    changed: dict[str, Memory] = {}
    added: dict[str, Memory] = {}
    for name, lines in present.items():
        for line in lines:
            if not isinstance(line.entry, Memory) or line.record is None:
                continue
            before = records.get(line.entry.id)
            if before is not None and before.digest != line.record.digest:
                changed[line.entry.id] = line.entry
            elif line.entry.id not in expected and (
                name in known
                or (elsewhere is not None and line.entry.id not in elsewhere)
                or line.entry.origin is Origin.HAND
                or any(_tombs_of([line.entry.id], state))
            ):
                added[line.entry.id] = line.entry
    return HandChanges(
        removed=tuple(record for record in gone if not record.target),
        unsaid=tuple(record for record in gone if record.target),
        changed=tuple(changed.values()),
        added=tuple(added.values()),
        restored=tuple(_tombs_of(added, state)),
    )


def _tombs_of(memory_ids: Iterable[str], state: PersonState) -> Iterator[Forget]:
    for memory_id in memory_ids:
        for edit in state.edits_of(memory_id):
            if isinstance(edit, Forget) and edit.origin is Origin.HAND and not state.is_undone(edit.id):
                yield edit


def consequences(
    changes: HandChanges, state: PersonState, at: datetime, new_id: Callable[[datetime], str]
) -> Iterator[Entry]:
    """Return the entries that follow from edits by hand.

    A removed line leaves a tombstone; a line that is back loses it. A changed line speaks for itself, unless an older
    edit would still override its words, or its comment still holds a value that they do not say: "Porto" behind "Lives
    in Braga".
    """
    for record in changes.removed:
        superseded = (record.superseded,) if record.superseded else ()
        yield Forget(
            id=new_id(at),
            target=record.id,
            at=at,
            origin=Origin.HAND,
            tomb=record.tomb,
            of=record.source,
            superseded=superseded,
        )
    for tomb in changes.restored:
        yield Undo(id=new_id(at), target=tomb.id, at=at, origin=Origin.HAND)
    for memory in changes.changed:
        stale = bool(memory.value) and not says(memory.text, memory.value or "")
        if stale or state.current[memory.id].text != memory.text:
            value = "" if stale else None
            yield Patch(id=new_id(at), target=memory.id, at=at, origin=Origin.HAND, text=memory.text, value=value)


def audit_lines(
    changes: HandChanges, state: PersonState, at: datetime, new_id: Callable[[datetime], str]
) -> list[AuditLine]:
    """Return what the audit tells of edits by hand."""
    told = [(Operation.FORGET_SOFT, record.id, "line removed") for record in changes.removed]
    told += [(Operation.PATCH, memory.id, "line changed") for memory in changes.changed]
    told += [(Operation.INSERT, memory.id, "line added") for memory in changes.added]
    told += [(Operation.PATCH, record.target, "line of a change removed") for record in changes.unsaid]
    return [
        AuditLine(new_id(at), operation, target, ACTOR, at, state.subject, note) for operation, target, note in told
    ]


def record_of(entry: Entry, start: int, length: int, digest: str, tomb: str) -> Record:
    """Return what the ledger keeps of an entry at a place of a file."""
    if isinstance(entry, Edit):
        return Record(entry.id, start, length, digest, target=entry.target)
    source = "" if entry.source is None else f"{entry.source.channel_id}/{entry.source.ts}"
    return Record(entry.id, start, length, digest, "", tomb, source, entry.supersedes or "")


def torn_at(data: bytes, page: Page) -> int | None:
    """Return where the part begins that a crash left unfinished, or None if the file is whole, or ends by hand.

    What was written in one call is one: if its last line is not whole, none of its lines count. An unfinished last line
    of older entries goes alone, and so does the empty space that a crash of the machine may leave.
    """
    size = len(data)
    end = data.rfind(b"\n") + 1
    if page.pending:
        start = page.pending[0].start
        last = page.pending[-1]
        if start < size < last.start + last.length and data[start - 1 : start] == b"\n" and start <= end:
            return start
    if end == size:
        return None
    if not data[end:].strip(b"\0"):
        return end
    cut = any(
        record.start <= end < record.start + record.length and size < record.start + record.length
        for record in (*page.records, *page.pending)
    )
    return end if cut else None
