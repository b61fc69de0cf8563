"""What the entries of one person's log add up to: the fold. Pure, and the same for every order of arrival.

Each memory's state follows from its own entry and the edits that name it, ordered by message time. Adding an entry
recomputes only the memories it touches, so appending to a long log stays cheap.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeGuard

from memory.entries import Edit, Entry, Forget, Invalidate, Patch, Refresh, Supersede, Undo, source_key
from memory.records import Ending, Memory, Origin, Person, Source, Status
from memory.text import says


@dataclass(frozen=True, slots=True)
class Traces:
    """What could tell of some memories: their ids, every wording they ever had, and the messages that stated them."""

    ids: frozenset[str]
    texts: frozenset[str]
    sources: frozenset[Source]


@dataclass(frozen=True, slots=True)
class Tombstone:
    """That a text was forgotten, by which edit: when, and from which source it had been learned ("" for none)."""

    at: datetime
    source: str
    edit_id: str


class PersonState:
    """The memories of one person, as their log tells them.

    `current` maps ids to memories in their present state, in the order in which their entries were read. Whoever keeps
    something made from it watches which of them change (see `watch`).
    """

    def __init__(self, subject: Person, entries: Iterable[Entry] = ()) -> None:
        self.subject = subject
        self.current: dict[str, Memory] = {}
        self.version = 0
        self._watchers: list[set[str]] = []
        self._original: dict[str, Memory] = {}
        self._edits: dict[str, list[Edit]] = {}
        self._edit_targets: dict[str, str] = {}
        self._undone: dict[str, Undo] = {}
        self._links: dict[str, dict[str, list[str]]] = {}
        self._predecessors: dict[str, set[str]] = {}
        self._by_source: dict[str, list[Entry]] | None = None
        self._tombstones: dict[str, list[Tombstone]] = {}
        self._erased: set[str] = set()
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Take one more entry into account. One that is there already, by its id, changes nothing."""
        if isinstance(entry, Memory):
            self._add_memory(entry)
        elif entry.id not in self._edit_targets:
            self._add_edit(entry)

    def watch(self) -> set[str]:
        """Return a set that collects the ids whose memories change or go from now on; who asked for it empties it."""
        changed: set[str] = set()
        self._watchers.append(changed)
        return changed

    def succeed(self, old: "PersonState") -> None:
        """Take the place of an older state of the same person: tell those who watch it what differs, and go on so."""
        self._watchers, self.version = old._watchers, old.version + 1
        if self._watchers:
            both = old.current.keys() | self.current.keys()
            changed = {each for each in both if old.current.get(each) != self.current.get(each)}
            for watcher in self._watchers:
                watcher |= changed

    def _tell(self, memory_id: str) -> None:
        self.version += 1
        for watcher in self._watchers:
            watcher.add(memory_id)

    def entries_from(self, source: str) -> list[Entry]:
        """Return the entries that one message brought, in the order in which they were read."""
        return self._sources().get(source, [])

    def last_act(self) -> list[Entry]:
        """Return the entries of what was done last by message time: those a message brought, and what was forgotten.

        [] if nothing was ever captured from a message nor forgotten, and if what was forgotten last is `final`.
        """
        said = max(self._sources().values(), key=lambda entries: (_when(entries[0]), entries[0].id), default=[])
        asked = [edit for edits in self._edits.values() for edit in edits if _was_asked_for(edit)]
        moment = max((_when(entry) for entry in (*said[:1], *asked)), default=None)
        forgotten = sorted((edit for edit in asked if edit.at == moment), key=lambda edit: edit.id)
        if any(edit.final for edit in forgotten):
            return []
        return [*(said if said and _when(said[0]) == moment else ()), *forgotten]

    @property
    def has_tombstones(self) -> bool:
        """Whether anything was ever forgotten."""
        return bool(self._tombstones)

    def tombstones(self, tomb: str) -> list[Tombstone]:
        """Return when and where a text with this fingerprint was forgotten, but for what was brought back since."""
        return [each for each in self._tombstones.get(tomb, ()) if each.edit_id not in self._undone]

    def is_undone(self, entry_id: str) -> bool:
        """Return whether the entry was taken back."""
        return entry_id in self._undone

    def has(self, entry_id: str) -> bool:
        """Return whether the log holds the entry, a memory or an edit."""
        return entry_id in self.current or entry_id in self._edit_targets

    def traces(self, memory_ids: Iterable[str]) -> Traces:
        """Return what could tell of these memories."""
        ids = frozenset(memory_ids)
        entries: list[Entry] = [stated for each in ids if (stated := self.stated(each)) is not None]
        entries += [edit for each in ids for edit in self._edits.get(each, ())]
        spoken = [entry for entry in entries if isinstance(entry, Memory | Patch | Refresh | Invalidate)]
        return Traces(
            ids=ids,
            texts=frozenset(entry.text for entry in spoken if entry.text),
            sources=frozenset(entry.source for entry in spoken if entry.source is not None),
        )

    def half_erased(self) -> list[str]:
        """Return the ids whose hard forgetting was begun and not finished: the memories' lines are still there."""
        return sorted(self._erased & self.current.keys()) if self._erased else []

    def stated(self, memory_id: str) -> Memory | None:
        """Return a memory as it was first stated, or None if there is none."""
        return self._original.get(memory_id) or self.current.get(memory_id)

    def edits_of(self, memory_id: str) -> list[Edit]:
        """Return the edits that name the memory, by message time."""
        return sorted(self._edits.get(memory_id, ()), key=lambda edit: (edit.at, edit.id))

    def is_rewritten_since(self, memory_id: str, moment: datetime) -> bool:
        """Return whether somebody gave a memory other words after this time, or took such a change back."""
        rewordings = [edit for edit in self._edits.get(memory_id, ()) if isinstance(edit, Patch)]
        taken_back = [self._undone[edit.id] for edit in rewordings if edit.id in self._undone]
        return any(edit.at > moment for edit in (*rewordings, *taken_back))

    def predecessors(self, memory_id: str) -> frozenset[str]:
        """Return the ids of the memories that this one replaces; in place of one taken back, those it had replaced."""
        return self._beyond(
            memory_id, lambda each: (o for o in self._predecessors.get(each, ()) if self._told(o, each))
        )

    def successors(self, memory_id: str) -> frozenset[str]:
        """Return the ids of those that replace this one, erased ones too; in place of one taken back, its own."""
        return self._beyond(memory_id, lambda each: (n for n in self._links.get(each, ()) if self._told(each, n)))

    def lineages(self) -> Iterator[list[Memory]]:
        """Return every chain of memories that replaced one another, oldest first."""
        seen: set[str] = set()
        for memory_id in self.current:
            if memory_id in seen:
                continue
            chain, waiting = [], [memory_id]
            while waiting:
                each = waiting.pop()
                if each in seen or each not in self.current:
                    continue
                seen.add(each)
                chain.append(self.current[each])
                waiting += self.predecessors(each) | self.successors(each)
            yield self._oldest_first(chain)

    def _oldest_first(self, chain: list[Memory]) -> list[Memory]:
        """Return a lineage by its times; of what was said at the same time, what replaced another comes behind it."""
        said_at = Counter(memory.created_at for memory in chain)
        replaced = {
            memory.id: len(self._ancestors(memory.id)) if said_at[memory.created_at] > 1 else 0 for memory in chain
        }
        return sorted(chain, key=lambda memory: (memory.created_at, replaced[memory.id], memory.id))

    def _ancestors(self, memory_id: str) -> set[str]:
        """Return the ids of all that a memory replaced, directly or not."""
        found: set[str] = set()
        waiting = [memory_id]
        while waiting:
            before = self.predecessors(waiting.pop()) - found
            found |= before
            waiting += before
        return found

    def _add_memory(self, memory: Memory) -> None:
        memory_id = memory.id
        if memory_id in self.current:
            return
        self.current[memory_id] = memory
        self._tell(memory_id)
        self._note_source(memory)
        if memory.supersedes is not None:
            self._link(memory.supersedes, memory_id, memory_id)
        linked = memory_id in self._links or memory_id in self._predecessors
        if linked or memory_id in self._edits or memory_id in self._undone:
            self._settle(memory_id)
        if linked:
            self._settle_neighbours(memory_id)

    def _add_edit(self, edit: Edit) -> None:
        self._edit_targets[edit.id] = edit.target
        self._note_source(edit)
        self._edits.setdefault(edit.target, []).append(edit)
        if isinstance(edit, Forget | Undo) and edit.tomb:
            self._tombstones.setdefault(edit.tomb, []).append(Tombstone(edit.at, edit.of, edit.id))
        if isinstance(edit, Undo):
            self._undone[edit.target] = edit
            self._settle(self._edit_targets.get(edit.target, edit.target))
            self._settle_neighbours(self._edit_targets.get(edit.target, edit.target))
        if isinstance(edit, Supersede):
            self._link(edit.target, edit.by, edit.id)
            self._settle(edit.by)
            self._settle_neighbours(edit.by)
        if isinstance(edit, Forget):
            if edit.hard:
                self._erased.add(edit.target)
            for replaced in edit.superseded:
                self._link(replaced, edit.target, edit.id)
                self._settle(replaced)
        self._settle(edit.target)
        if edit.target in self._links or edit.target in self._predecessors:
            self._settle_neighbours(edit.target)

    def _note_source(self, entry: Entry) -> None:
        if self._by_source is not None and entry.source is not None:
            self._by_source.setdefault(source_key(entry.source), []).append(entry)

    def _sources(self) -> dict[str, list[Entry]]:
        """The entries by their source; made when it is first asked for, and kept up from then on."""
        if self._by_source is None:
            self._by_source = {}
            for memory_id in self.current:
                self._note_source(self._original.get(memory_id) or self.current[memory_id])
            for edits in self._edits.values():
                for edit in edits:
                    self._note_source(edit)
        return self._by_source

    def _link(self, older: str, newer: str, told_by: str) -> None:
        self._links.setdefault(older, {}).setdefault(newer, []).append(told_by)
        self._predecessors.setdefault(newer, set()).add(older)

    def _told(self, older: str, newer: str) -> bool:
        """Whether an entry tells of the link that was not taken back, but for the newer memory's own."""
        return any(each == newer or each not in self._undone for each in self._links[older][newer])

    def _beyond(self, memory_id: str, neighbours: Callable[[str], Iterable[str]]) -> frozenset[str]:
        """The neighbours of a memory, and of its neighbours that were taken back, which are left out themselves."""
        found: set[str] = set()
        seen, waiting = {memory_id}, [memory_id]
        if memory_id in self._undone:
            return frozenset()
        while waiting:
            for each in neighbours(waiting.pop()):
                if each not in seen:
                    seen.add(each)
                    if each in self._undone:
                        waiting.append(each)
                    else:
                        found.add(each)
        return frozenset(found)

    def _settle_neighbours(self, memory_id: str) -> None:
        seen, waiting = {memory_id}, [memory_id]
        while waiting:
            each = waiting.pop()
            for other in (*self._predecessors.get(each, ()), *self._links.get(each, ())):
                if other not in seen:
                    seen.add(other)
                    self._settle(other)
                    if other in self._undone:
                        waiting.append(other)

    def _settle(self, memory_id: str) -> None:
        stated = self.stated(memory_id)
        if stated is None:
            return
        settled = self._compute(stated)
        if self.current[memory_id] != settled:
            self._original.setdefault(memory_id, stated)
            self.current[memory_id] = settled
            self._tell(memory_id)

    def _compute(self, stated: Memory) -> Memory:
        memory = stated
        endings: list[tuple[datetime, Status, Ending | None]] = []
        forgotten: list[datetime] = []
        wrong = False
        for edit in self.edits_of(stated.id):
            if edit.id in self._undone:
                continue
            match edit:
                case Patch():
                    memory = _patched(memory, edit)
                case Refresh():
                    memory = _refreshed(memory, edit)
                case Invalidate():
                    endings.append((edit.at, Status.INVALIDATED, Ending(edit.origin, edit.source)))
                    wrong = wrong or bool(edit.reason)
                case Forget() | Undo():
                    forgotten.append(edit.at)
                case _:
                    pass
        older = self._nearest(self.predecessors(stated.id), latest=True)
        newer = self._nearest(self.successors(stated.id), latest=False)
        if newer is not None:
            endings.append((max(newer[0], stated.created_at), Status.SUPERSEDED, self._ending(stated, newer[1])))
        if forgotten:
            endings = [(min(forgotten), Status.FORGOTTEN, None)]
        ended_at, status, ending = min(endings, key=lambda each: each[:2], default=(None, Status.ACTIVE, None))
        return replace(
            memory,
            status=status,
            ended_at=ended_at,
            supersedes=None if older is None else older[1],
            replaced_by=newer[1] if newer is not None and newer[1] in self.current else None,
            lapsed=status is Status.INVALIDATED and not wrong,
            ending=ending,
        )

    def _ending(self, older: Memory, newer: str) -> Ending:
        """Where the memory was learned that replaced another; nowhere that is known if it is erased, or what is left of
        the older one, which counts as learned with that one."""
        memory = self.stated(newer)
        if memory is None or memory.source == older.source:
            return Ending(Origin.HAND)
        return Ending(memory.origin, memory.source)

    def _nearest(self, ids: frozenset[str], *, latest: bool) -> tuple[datetime, str] | None:
        """The neighbour closest in time, and when it was stated; of an erased one, when it was erased."""
        dated = [(_when(stated), each) for each in ids if (stated := self.stated(each)) is not None]
        if not dated and not latest:
            dated = [(edit.at, each) for each in ids for edit in self._edits.get(each, ()) if isinstance(edit, Forget)]
        if not dated:
            return None
        return max(dated) if latest else min(dated)


def _when(entry: Entry) -> datetime:
    return entry.created_at if isinstance(entry, Memory) else entry.at


def _was_asked_for(edit: Edit) -> TypeGuard[Forget]:
    """Whether somebody asked for this forgetting, not by hand in a file, and the memory is still there."""
    return isinstance(edit, Forget) and not edit.hard and edit.origin is not Origin.HAND


def _patched(memory: Memory, edit: Patch) -> Memory:
    """Return a memory in its new words, which were said where the edit was made, not where the old ones were.

    A value that they no longer say, and for which they bring no other, goes: it is as old as the words it stood in.
    """
    return replace(
        memory,
        text=edit.text,
        origin=memory.origin if edit.text == memory.text else edit.origin,
        kind=edit.kind or memory.kind,
        attribute=edit.attribute or memory.attribute,
        value=edit.value or None if edit.value is not None else _value_left(memory, edit.text),
        confidence=edit.confidence if edit.confidence is not None else memory.confidence,
    )


def _value_left(memory: Memory, text: str) -> str | None:
    """Return the value of a memory if it holds in other words for it too, else None."""
    if memory.value is None or text == memory.text:
        return memory.value
    return memory.value if says(text, memory.value) else None


def _refreshed(memory: Memory, edit: Refresh) -> Memory:
    confirmed = memory.confirmed_at
    return replace(
        memory,
        attribute=memory.attribute or edit.attribute,
        value=memory.value or edit.value,
        confidence=max(memory.confidence, edit.confidence or 0.0),
        confirmed_at=edit.at if confirmed is None else max(confirmed, edit.at),
    )
