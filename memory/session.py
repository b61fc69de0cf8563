"""One person's log, open for changes: each method does one thing to it and notes it, for the reply and the audit."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypedDict

from memory.audit import AuditLine
from memory.conflicts import Insert
from memory.entries import Edit, Forget, Invalidate, Patch, Refresh, Supersede, Undo, source_key
from memory.person_view import PersonView
from memory.records import Change, Memory, Operation, Origin, Person, Source, Status
from memory.stores.base import Writer
from memory.text import fingerprint


class _Common(TypedDict):
    """What every edit holds."""

    id: str
    target: str
    at: datetime
    origin: Origin
    source: Source | None


@dataclass(kw_only=True)
class Session:
    """What happens to one person's log in one call. `at` is the time of the message that causes it, in UTC.

    `source` is the message that states what is kept; `asked_in` one that asks for something else, such as to forget.
    """

    person: Person
    writer: Writer
    known: PersonView
    at: datetime
    actor: str
    origin: Origin
    new_id: Callable[[datetime], str]
    key: bytes
    source: Source | None = None
    asked_in: Source | None = None
    name: str | None = None
    changes: list[Change] = field(default_factory=list)
    audit: list[AuditLine] = field(default_factory=list)

    @property
    def shown_name(self) -> str:
        """Who the entries say they are by."""
        return self.name or self.person.user_id

    def current(self, memory_id: str) -> Memory:
        """Return the present state of a memory that is there."""
        return self.writer.state.current[memory_id]

    def insert(self, memory: Memory, place: Insert, operation: Operation = Operation.INSERT) -> Change:
        """Add a memory at its place among those it replaces and is replaced by."""
        replaced = [each for each in place.after if each.id != memory.id]
        link = replaced[-1].id if replaced else None
        self._add(memory if link is None else replace(memory, supersedes=link))
        for other in replaced[:-1]:
            self._add(Supersede(**self._edit(other.id), by=memory.id))
        if place.before is not None:
            self._add(Supersede(**self._edit(memory.id), by=place.before.id))
        self._note(operation, memory.id)
        now_holds = place.before is None
        for other in replaced:
            if other.status is Status.ACTIVE:
                self._note(Operation.SUPERSEDE, other.id, f"by {memory.id}")
        superseding = now_holds and bool(replaced) and operation is Operation.INSERT
        return self._change(
            Operation.SUPERSEDE if superseding else operation, memory.id, replaced[-1] if replaced else None
        )

    def put_in_place(self, memory: Memory, place: Insert) -> None:
        """Let a memory that holds again replace those it is newer than, or be replaced by the one newer than it."""
        links = [(other.id, memory.id) for other in place.after]
        links += [(memory.id, place.before.id)] if place.before is not None else []
        for older, newer in links:
            self._add(Supersede(**self._edit(older), by=newer))
            self._note(Operation.SUPERSEDE, older, f"by {newer}")

    def supersede(self, older: Memory, by: str, *, operation: Operation = Operation.SUPERSEDE) -> Change:
        """Let a memory that is there already replace another; `operation` is what the audit calls it."""
        self._add(Supersede(**self._edit(older.id), by=by))
        self._note(operation, older.id, f"by {by}")
        self.changes = [change for change in self.changes if change.memory.id != by or change.previous is not None]
        return self._change(Operation.SUPERSEDE, by, older)

    def refresh(self, memory: Memory, text: str, attribute: str | None, value: str | None, confidence: float) -> Change:
        """Note that a memory was said again, in these words."""
        self._add(Refresh(**self._edit(memory.id), text=text, attribute=attribute, value=value, confidence=confidence))
        self._note(Operation.PATCH, memory.id, "said again")
        return self._change(Operation.PATCH, memory.id, memory, refreshed=True)

    def known_already(self, memory: Memory) -> Change:
        """Tell that a memory was known from this very message; nothing is written."""
        return self._change(Operation.PATCH, memory.id, memory, refreshed=True)

    def patch(self, memory: Memory, text: str) -> Change:
        """Give a memory new words, and the value that stands in them where the old one stood."""
        self._add(Patch(**self._edit(memory.id), text=text, value=_value_in(text, memory)))
        self._note(Operation.PATCH, memory.id)
        return self._change(Operation.PATCH, memory.id, memory)

    def invalidate(self, memory: Memory, reason: str = "") -> Change:
        """Mark a memory as no longer true."""
        self._add(Invalidate(**self._edit(memory.id), text=memory.text, reason=reason))
        self._note(Operation.INVALIDATE, memory.id, reason)
        return self._change(Operation.INVALIDATE, memory.id, memory)

    def forget(self, memory: Memory, *, final: bool = False) -> Change:
        """Mark a memory as forgotten and leave its fingerprint, so that it is not learned again from old messages.

        With `final`, undoing the last act does not bring it back.
        """
        self._add(Forget(**self._edit(memory.id), final=final, tomb=self.tomb(memory.text), of=_source_of(memory)))
        self._note(Operation.FORGET_SOFT, memory.id)
        return self._change(Operation.FORGET_SOFT, memory.id, memory)

    def purge(self, memories: Sequence[Memory]) -> list[Change]:
        """Remove every trace of these memories but their fingerprints; each change tells what was removed where."""
        if not memories:
            return []
        tombs = [
            Forget(
                **self._edit(memory.id),
                hard=True,
                tomb=self.tomb(memory.text),
                of=_source_of(memory),
                superseded=tuple(sorted(self.writer.state.predecessors(memory.id))),
            )
            for memory in memories
        ]
        removed = tuple(self.writer.purge([memory.id for memory in memories], tombs, self.shown_name))
        done = []
        for memory in memories:
            gone = replace(memory, status=Status.FORGOTTEN, ended_at=self.at)
            self._note(Operation.FORGET_HARD, memory.id, f"{len(removed)} places")
            done.append(Change(Operation.FORGET_HARD, gone, memory, removed=removed))
        self.changes += done
        return done

    def take_back(self, entries: Iterable[Memory | Edit]) -> list[Change]:
        """Undo entries as if they had not been made; what they had replaced or ended holds again."""
        state = self.writer.state
        before = dict(state.current)
        asked: list[str] = []
        for entry in entries:
            if state.is_undone(entry.id):
                continue
            if isinstance(entry, Memory):
                text = self.current(entry.id).text
                self._add(Undo(**self._edit(entry.id), tomb=self.tomb(text), of=_source_of(entry)))
                asked.append(entry.id)
            else:
                self._add(Undo(**self._edit(entry.id)))
        done = []
        for memory_id in asked:
            self._note(Operation.FORGET_SOFT, memory_id, "undo")
            done.append(self._change(Operation.FORGET_SOFT, memory_id, before[memory_id]))
        for memory_id, was in before.items():
            if memory_id not in asked and (now := state.current[memory_id]) != was:
                refreshed = now.status is was.status
                if refreshed and (now.text, now.confirmed_at) == (was.text, was.confirmed_at):
                    continue
                self._note(Operation.PATCH, memory_id, "undo")
                done.append(self._change(Operation.PATCH, memory_id, was, refreshed=refreshed))
        return done

    def tomb(self, text: str) -> str:
        """Return the fingerprint of a text."""
        return fingerprint(text, self.key)

    def finished(self) -> list[Change]:
        """Return the changes, each memory as it is after the last of them."""
        current = self.writer.state.current
        pairs = [(change, current.get(change.memory.id, change.memory)) for change in self.changes]
        return [change if now is change.memory else replace(change, memory=now) for change, now in pairs]

    def _edit(self, target: str) -> "_Common":
        return _Common(id=self.new_id(self.at), target=target, at=self.at, origin=self.origin, source=self.source)

    def _add(self, entry: Memory | Edit) -> None:
        self.writer.add(entry, self.shown_name)

    def _note(self, operation: Operation, target: str, note: str = "") -> None:
        said = self.source or self.asked_in
        told_in = source_key(said) if said is not None else ""
        line = AuditLine(self.new_id(self.at), operation, target, self.actor, self.at, self.person, note, told_in)
        self.audit.append(line)

    def _change(
        self, operation: Operation, memory_id: str, previous: Memory | None, *, refreshed: bool = False
    ) -> Change:
        change = Change(operation, self.current(memory_id), previous, refreshed)
        self.changes.append(change)
        return change


def _value_in(text: str, memory: Memory) -> str | None:
    """Return what stands in new words in place of the memory's value; None if that cannot be told, or is the same.

    "Lisbon" of "Lives in Lisbon" where it was "Porto" of "Lives in Porto".
    """
    before, found, after = memory.text.partition(memory.value) if memory.value else ("", "", "")
    if not found or not text.startswith(before) or not text.endswith(after):
        return None
    value = text[len(before) : len(text) - len(after)].strip()
    return value if value and value != memory.value else None


def _source_of(memory: Memory) -> str:
    return source_key(memory.source) if memory.source is not None else ""
