"""The memories of a workspace in a search index, kept in step with everyone's log.

An index is built when it is first asked for, from its snapshot where that fits, and put down again at the end. What is
erased leaves its words in an index's vocabulary: one that saw an erasure is not put down.
"""

import logging
from collections.abc import Iterable
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from memory.cycles import without_cycle_collection
from memory.encoding import Encoder, Encoding
from memory.encoding.worker import Progress
from memory.errors import StoreError
from memory.fold import PersonState
from memory.index import MemoryIndex, restore, save
from memory.records import Memory, Person
from memory.stores import files
from memory.stores.base import Store

FOLDER = "recall"
"""Where the snapshots are, in the store's folder for what is disposable."""
_log = logging.getLogger(__name__)


class Searching:
    """The indexes of all workspaces of a store. Safe for threads; each method but `publish` reads logs itself."""

    def __init__(self, store: Store, encoder: Encoder | None = None) -> None:
        self._store = store
        self._encoding = None if encoder is None else Encoding(store, encoder, folder=FOLDER)
        self._building = Lock()
        self._teams: dict[str, _Team] = {}

    def publish(self, person: Person, state: PersonState) -> None:
        """Take over what changed in a person's state. Called while the state is held."""
        team = self._teams.get(person.team_id)
        if team is not None and person in team.changed:
            team.take_over(person, state)
            self._wake()

    def forget(self, team_id: str) -> None:
        """Let go of the index of a workspace whose memories are gone."""
        self._teams.pop(team_id, None)

    def index(self, reader: Person) -> MemoryIndex:
        """Return the index of the reader's workspace, up to date with every log."""
        team = self._teams.get(reader.team_id) or self._built(reader.team_id)
        came_or_went = team.changed.keys() ^ set(self._store.people(reader.team_id))
        for person in (*came_or_went, *self._store.stale(reader.team_id, reader)):
            with self._store.reading(person) as state:
                team.take_over(person, state)
            self._wake()
        return team.index

    def vector_of(self, question: str) -> npt.NDArray[np.float32] | None:
        """Return the vector of a question; None without an encoder, and while it is being loaded."""
        return None if self._encoding is None else self._encoding.vector_of(question)

    def finish_encoding(self, team_id: str, progress: Progress) -> None:
        """Return when every memory of a workspace is encoded; at once without an encoder. Raises as `Encoding`."""
        people = self._store.people(team_id)
        if self._encoding is not None and people:
            self.index(people[0])
            self._encoding.finish(progress)

    def stop_encoding(self) -> None:
        """End what goes on in the background, until something else is searched or captured."""
        if self._encoding is not None:
            self._encoding.stop()

    def _wake(self) -> None:
        if self._encoding is not None:
            self._encoding.wake()

    def save(self) -> None:
        """Put the indexes down for the next start; what cannot be put down is built anew then."""
        folder = self._store.disposable()
        if folder is None:
            return
        for team_id, team in list(self._teams.items()):
            if not team.changed:
                continue
            self.index(min(team.changed))
            if team.saw_erasure or not team.is_new:
                continue
            try:
                files.make_folder(folder / FOLDER, folder.parent)
                with files.disk_errors(folder / FOLDER):
                    save(team.index, _path(folder, team_id))
                team.is_new = False
            except StoreError as error:
                _log.warning("the search index is not kept: %s", error)

    def _built(self, team_id: str) -> "_Team":
        """Return the index of a workspace, built by the first who asks; the others wait for it."""
        with self._building:
            return self._teams.get(team_id) or self._build(team_id)

    def _build(self, team_id: str) -> "_Team":
        read: dict[Person, tuple[int, list[Memory]]] = {}
        for person in self._store.people(team_id):
            with self._store.reading(person) as state:
                read[person] = (state.version, list(state.current.values()))
        folder = self._store.disposable()
        memories = [memory for _, theirs in read.values() for memory in theirs]
        snapshot = _path(folder, team_id) if folder is not None else None
        with without_cycle_collection():
            team = _Team(_restored(snapshot, memories), is_new=snapshot is None or not snapshot.exists())
        self._teams[team_id] = team
        for person, (version, memories) in read.items():
            with self._store.reading(person) as state:
                if person not in team.changed and state.version == version:
                    team.changed[person] = state.watch()
                else:
                    team.take_over(person, state, also={memory.id for memory in memories})
        if self._encoding is not None:
            self._encoding.follow(team_id, team.index)
        return team


class _Team:
    """The index of a workspace, and what changed of the people whose memories are in it."""

    def __init__(self, index: MemoryIndex, *, is_new: bool) -> None:
        self.index = index
        self.is_new = is_new
        self.changed: dict[Person, set[str]] = {}
        self.saw_erasure = False

    def take_over(self, person: Person, state: PersonState, *, also: Iterable[str] = ()) -> None:
        """Put what changed of a person into the index; everything, if nothing of theirs is in it yet."""
        if person not in self.changed:
            self.changed[person] = state.watch()
            self.changed[person].update(state.current)
        changed = self.changed[person]
        changed.update(also)
        self.is_new = self.is_new or bool(changed)
        for memory_id in changed:
            memory = state.current.get(memory_id)
            if memory is not None:
                self.index.put(memory)
            else:
                self.index.drop(memory_id)
                self.saw_erasure = True
        changed.clear()


def _restored(snapshot: Path | None, memories: list[Memory]) -> MemoryIndex:
    if snapshot is not None:
        return restore(snapshot, memories)
    index = MemoryIndex()
    for memory in memories:
        index.put(memory)
    return index


def _path(folder: Path, team_id: str) -> Path:
    return folder / FOLDER / f"{team_id}.npz"
