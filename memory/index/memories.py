"""Find memories by their words, by the attribute asked for, and by what was said next to them."""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterator, Sequence
from threading import RLock

import numpy as np

from memory.attributes import asked_for, base_of
from memory.index.postings import Postings
from memory.index.vocabulary import groups, words_of
from memory.records import Memory, Person, Query, Status

BEFORE = 0.3
"""How much of the relevance of what was said right before counts for a memory, 0.0 to 1.0."""
AFTER = 0.1
"""How much of the relevance of what was said right after counts."""
SAME_TALK_SECONDS = 1800.0
"""Two memories further apart than this do not belong to the same talk."""

_Moment = tuple[float, str]


class MemoryIndex:
    """The memories of one team, searchable. Disposable: whoever owns it fills it again from the log. Thread-safe."""

    def __init__(self) -> None:
        self._lock = RLock()
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._postings = Postings()
            self._memories: list[Memory | None] = []
            self._numbers: dict[str, int] = {}
            self._by_attribute: dict[str, set[int]] = {}
            self._talks: dict[tuple[Person, str], list[_Moment]] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def put(self, memory: Memory) -> None:
        """Insert a memory, or replace the one with its id."""
        with self._lock:
            number = self._numbers.get(memory.id)
            known = self._memories[number] if number is not None else None
            if number is not None and known is not None and _same_place(known, memory):
                self._memories[number] = memory
                return
            self.drop(memory.id)
            number = self._postings.add(words_of(memory.text))
            self._memories.append(memory)
            self._numbers[memory.id] = number
            if memory.attribute:
                self._by_attribute.setdefault(base_of(memory.attribute), set()).add(number)
            insort(self._talks.setdefault(_talk(memory), []), (memory.created_at.timestamp(), memory.id))

    def drop(self, memory_id: str) -> None:
        """Remove the memory of this id; nothing happens if there is none."""
        with self._lock:
            number = self._numbers.pop(memory_id, None)
            memory = self._memories[number] if number is not None else None
            if number is None or memory is None:
                return
            self._postings.remove(number, words_of(memory.text))
            self._memories[number] = None
            if memory.attribute:
                self._by_attribute[base_of(memory.attribute)].discard(number)
            talk = self._talks[_talk(memory)]
            del talk[bisect_left(talk, (memory.created_at.timestamp(), memory.id))]

    def search(
        self,
        query: Query,
        *,
        visible: Callable[[Memory], bool],
        limit: int,
        statuses: frozenset[Status] = frozenset({Status.ACTIVE}),
        reader: Person | None = None,
    ) -> list[tuple[Memory, float]]:
        """Return the visible memories that fit best, best first, with their relevance, 0.0 to 1.0.

        Memories on an attribute that is asked for come along whatever their words, `reader`'s own first. What is not
        visible is passed over without taking a place of the `limit`. Ties are broken by time, newest first, then id.
        """
        with self._lock:
            scores = self._postings.scores(
                groups(query.terms, known=self._postings.__contains__, vocabulary=self._postings.vocabulary())
            )
            found: dict[int, float] = {}
            for number in self._best_first(scores, query, reader):
                memory = self._memories[number]
                if memory is not None and memory.status in statuses and visible(memory):
                    found[number] = float(scores[number])
                    if len(found) == limit:
                        break
            for number in list(found):
                for beside in self._neighbours(number):
                    memory = self._memories[beside]
                    if beside not in found and memory and memory.status in statuses and visible(memory):
                        found[beside] = float(scores[beside])
            results = [(self._at(number), self._in_its_talk(number, found)) for number in found]
        results.sort(key=lambda pair: (-pair[1], -pair[0].created_at.timestamp(), pair[0].id))
        return results[: limit + len(query.attributes) * limit]

    def _best_first(
        self, scores: "np.ndarray[tuple[int], np.dtype[np.float32]]", query: Query, reader: Person | None
    ) -> Iterator[int]:
        asked = self._asked_for(query, reader)
        yield from asked
        already = set(asked)
        numbers = np.flatnonzero(scores)
        numbers = numbers[np.lexsort((-numbers, -scores[numbers]))]
        yield from (number for number in numbers.tolist() if number not in already)

    def _asked_for(self, query: Query, reader: Person | None) -> Sequence[int]:
        numbers = {
            number
            for attribute in query.attributes
            for number in self._by_attribute.get(base_of(attribute), ())
            if asked_for(self._at(number).attribute, (attribute,)) > 0.0
        }
        return sorted(numbers, key=lambda number: (self._at(number).subject != reader, -number))

    def _at(self, number: int) -> Memory:
        memory = self._memories[number]
        assert memory is not None  # numbers come from structures that hold only live memories
        return memory

    def _neighbours(self, number: int) -> Iterator[int]:
        return (beside for beside in self._beside(number) if beside is not None)

    def _beside(self, number: int) -> tuple[int | None, int | None]:
        """Return what was said right before and right after in the same talk."""
        memory = self._at(number)
        talk = self._talks[_talk(memory)]
        moment = memory.created_at.timestamp()
        place = bisect_left(talk, (moment, memory.id))
        before = talk[place - 1] if place > 0 else None
        after = talk[place + 1] if place + 1 < len(talk) else None
        return (
            self._numbers[before[1]] if before and moment - before[0] <= SAME_TALK_SECONDS else None,
            self._numbers[after[1]] if after and after[0] - moment <= SAME_TALK_SECONDS else None,
        )

    def _in_its_talk(self, number: int, found: dict[int, float]) -> float:
        before, after = self._beside(number)
        gained = BEFORE * found.get(before, 0.0) if before is not None else 0.0
        gained += AFTER * found.get(after, 0.0) if after is not None else 0.0
        return min(found[number] + gained, 1.0)


def _talk(memory: Memory) -> tuple[Person, str]:
    return memory.subject, memory.source.channel_id if memory.source else ""


def _same_place(one: Memory, other: Memory) -> bool:
    return (
        one.text == other.text
        and one.attribute == other.attribute
        and one.created_at == other.created_at
        and _talk(one) == _talk(other)
    )
