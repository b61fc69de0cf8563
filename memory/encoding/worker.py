"""Encodes memories in the background as they are captured, keeps their vectors, and encodes questions.

What is erased leaves no vector: one is written down only while its person's log is held and states that very text, and
an erasure removes the file, which is then written anew from what is left.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Event, Lock, Thread

import numpy as np
import numpy.typing as npt

from memory.encoding.base import Encoder, EncoderModelError, Vectors, typical_of
from memory.encoding.kept import KeptVectors
from memory.errors import StoreError
from memory.index import MemoryIndex
from memory.index.vectors import Typical, VectorTable
from memory.records import Memory, Person
from memory.stores.base import Store

BATCH = 16
"""Memories encoded at once in the background: a question that comes meanwhile waits for no more."""
BIG_BATCH = 64
"""Memories encoded at once while somebody waits for all of them."""
_STOP_SECONDS = 5.0
_QUESTIONS_KEPT = 64
_LOOKED_UP = 2_000
_LOG = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
"""Called with how many memories are encoded and how many there are to encode."""


def _quiet(done: int, of: int) -> None:
    """Tell nobody."""


@dataclass(slots=True)
class _Team:
    index: MemoryIndex
    kept: KeptVectors | None


class Encoding:
    """The vectors of all workspaces of a store. Thread-safe; the thread it starts ends with `stop`."""

    def __init__(self, store: Store, encoder: Encoder, *, folder: str) -> None:
        self._store, self._encoder, self._folder = store, encoder, folder
        self._teams: dict[str, _Team] = {}
        self._indexes: dict[str, MemoryIndex] = {}
        self._typical: Typical | None = None
        self._dimensions = 0
        self._questions: dict[str, npt.NDArray[np.float32]] = {}
        self._one_at_a_time = Lock()
        self._working = Lock()
        self._mutex = Lock()
        self._wake = Event()
        self._stopped = Event()
        self._hurry = Event()
        self._thread: Thread | None = None

    def follow(self, team_id: str, index: MemoryIndex) -> None:
        """Keep the vectors of this index from now on."""
        self._indexes[team_id] = index
        self.wake()

    def wake(self) -> None:
        """Look for what is to be encoded; returns at once."""
        self._wake.set()
        with self._mutex:
            if self._thread is None and self._indexes:
                self._stopped.clear()
                self._thread = Thread(target=self._run, name="encoding", daemon=True)
                self._thread.start()

    def vector_of(self, question: str) -> npt.NDArray[np.float32] | None:
        """Return the vector of a question; None while the model is still being loaded, and where it cannot be."""
        if self._typical is None:
            return None
        known = self._questions.get(question)
        if known is None:
            known = self._encode([question])[0]
            while len(self._questions) >= _QUESTIONS_KEPT:
                self._questions.pop(next(iter(self._questions)), None)
            self._questions[question] = known
        return known

    def finish(self, progress: Progress = _quiet) -> None:
        """Return when everything is encoded.

        Raises:
            EncoderModelError: If the model cannot be loaded.
            StoreError: If the disk refuses.
        """
        self._hurry.set()
        with self._working:
            self._hurry.clear()
            self._work(BIG_BATCH, progress, gives_way=lambda: False)

    def stop(self) -> None:
        """End the thread after the batch it is at; what is left is encoded after the next start."""
        with self._mutex:
            thread, self._thread = self._thread, None
        self._stopped.set()
        self._wake.set()
        if thread is not None:
            thread.join(_STOP_SECONDS)

    def _run(self) -> None:
        try:
            while not self._stopped.is_set():
                self._wake.wait()
                self._wake.clear()
                with self._working:
                    self._work(BATCH, _quiet, gives_way=lambda: self._stopped.is_set() or self._hurry.is_set())
        except (EncoderModelError, StoreError) as error:
            _LOG.warning("Memories are searched by their words alone until the next start: %s", error)

    def _work(self, batch: int, progress: Progress, *, gives_way: Callable[[], bool]) -> None:
        for team_id in list(self._indexes):
            team = self._team(team_id)
            self._write_anew(team)
            self._restore(team)
            done, of = 0, len(team.index.unencoded)
            while not gives_way() and (memories := team.index.without_vectors(batch)):
                vectors = dict(zip([m.text for m in memories], self._encode([m.text for m in memories]), strict=True))
                self._keep(team, memories, vectors)
                done += len(memories)
                progress(done, max(done, of))

    def _team(self, team_id: str) -> _Team:
        """Return a team ready to be worked at: the model is loaded, the index has a table, the file is looked into."""
        if self._typical is None:
            typical, self._dimensions = typical_of(self._encoder)
            self._typical = typical
        team = self._teams.get(team_id)
        if team is None or team.index is not self._indexes[team_id]:
            folder = self._store.disposable()
            kept = None
            if folder is not None:
                kept = KeptVectors(folder / self._folder, team_id, self._encoder.name, self._dimensions)
                kept.tidy()
            team = self._teams[team_id] = _Team(self._indexes[team_id], kept)
            team.index.use_vectors(VectorTable(self._dimensions, self._typical))
        return team

    def _restore(self, team: _Team) -> None:
        """Take what is kept already, by this process or another."""
        if team.kept is None:
            return
        missing = team.index.without_vectors(len(team.index))
        for start in range(0, len(missing), _LOOKED_UP):
            some = missing[start : start + _LOOKED_UP]
            known = team.kept.look_up(memory.text for memory in some)
            for memory in some:
                if memory.text in known:
                    team.index.put_vector(memory, known[memory.text])
        team.kept.forget()

    def _write_anew(self, team: _Team) -> None:
        """Write the file again after an erasure removed it."""
        if team.kept is None or team.kept.is_there:
            return
        held = team.index.with_vectors()
        self._keep(team, [memory for memory, _ in held], {memory.text: vector for memory, vector in held})

    def _keep(self, team: _Team, memories: Iterable[Memory], vectors: dict[str, npt.NDArray[np.float32]]) -> None:
        """Keep the vectors of memories that their person's log states in these words."""
        by_person: dict[Person, list[Memory]] = defaultdict(list)
        for memory in memories:
            by_person[memory.subject].append(memory)
        for person, theirs in by_person.items():
            if person not in self._store.people(person.team_id):
                team.index.leave_out(theirs)
                continue
            with self._store.writing(person) as writer:
                current = writer.state.current
                stated = [m for m in theirs if m.id in current and current[m.id].text == m.text]
                if team.kept is not None:
                    folder = self._store.disposable()
                    assert folder is not None
                    team.kept.append({memory.text: vectors[memory.text] for memory in stated}, folder.parent)
                for memory in stated:
                    team.index.put_vector(memory, vectors[memory.text])
            team.index.leave_out(memory for memory in theirs if memory not in stated)

    def _encode(self, texts: list[str]) -> Vectors:
        with self._one_at_a_time:
            return self._encoder.encode(texts)
