"""Find memories by their words, by the attribute asked for, and by what was said next to them."""

from array import array
from collections.abc import Callable, Iterable, Iterator
from heapq import nlargest
from itertools import islice
from threading import RLock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from memory.attributes import attribute_of, name_of
from memory.index.attributes import ByAttribute
from memory.index.columns import grown
from memory.index.engine import Groups, Numbers
from memory.index.postings import Postings
from memory.index.talks import NOBODY, Talks
from memory.index.vectors import Nearness, VectorTable
from memory.index.vocabulary import Vocabulary, groups, tokens_of
from memory.links import bears
from memory.ranking import WEIGHTS, Weights, asks_only_when, is_dated_within, left_open, speaker_of, with_its_talk
from memory.records import Memory, Person, Query, Status
from memory.terms import stem

_Ints = npt.NDArray[np.int64]
_AT_ONCE = 1024
"""How many memories on an attribute are put in order at a time."""
MOST_NAMED = 3
"""Memories that one link may lead to."""
_LOOKED_THROUGH = 64
_CAN_BE_ASKED_FOR = frozenset({Status.ACTIVE, Status.SUPERSEDED})


class Hit(NamedTuple):
    """A memory that was found: how well its words fit, that with what was said beside it, and how near its meaning is.

    Each runs from 0.0 to 1.0. `meaning` counts as far as the words leave the question open; without an encoder it is
    0.0.
    """

    memory: Memory
    words: float
    relevance: float
    meaning: float = 0.0


class MemoryIndex:
    """The memories of one team, searchable. Disposable: whoever owns it fills it again from the log. Thread-safe.

    The attributes are for this package: columns by memory number, and what finds numbers. `lock` guards them all.
    """

    def __init__(self) -> None:
        self.lock = RLock()
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        with self.lock:
            self.engine = Postings()
            self.vocabulary = Vocabulary()
            self.talks = Talks()
            self.by_number: list[Memory | None] = []
            self.numbers: dict[str, int] = {}
            self.by_attribute = ByAttribute()
            self.subjects = array("I")
            self.subject_numbers: dict[Person, int] = {}
            self.dated: set[int] = set()
            self.created = array("d")
            self.asks = bytearray()
            self.speakers = array("I")
            self.speaker_numbers: dict[str, int] = {"": 0}
            self.vectors: VectorTable | None = None
            self.unencoded: set[int] = set()

    def __len__(self) -> int:
        return len(self.numbers)

    def put(self, memory: Memory) -> None:
        """Insert a memory, or replace the one with its id."""
        with self.lock:
            number = self.numbers.get(memory.id)
            known = self.by_number[number] if number is not None else None
            if number is not None and known is not None and _found_the_same_way(known, memory):
                self.by_number[number] = memory
                self._to_encode(number)
                return
            self.drop(memory.id)
            tokens = _tokens_of(memory)
            stems = [stem(token) for token in tokens]
            for token, its_stem in zip(tokens, stems, strict=True):
                self.vocabulary.add(its_stem, token)
            number = self.engine.add(stems)
            self.by_number.append(memory)
            self.subjects = grown(self.subjects, self.subject_number(memory.subject))
            self.numbers[memory.id] = number
            self.created = grown(self.created, memory.created_at.timestamp())
            self.asks = grown(self.asks, 1 if "?" in memory.text else 0)
            speaker = speaker_of(memory.text)
            number_of = self.speaker_numbers.setdefault(speaker, len(self.speaker_numbers))
            self.speakers = grown(self.speakers, number_of)
            if attribute := attribute_of(memory):
                self.by_attribute.put(attribute, number)
            if memory.dated:
                self.dated.add(number)
            self.talks.put(memory, number)
            self._to_encode(number)

    def get(self, memory_id: str) -> Memory | None:
        """Return the memory of this id, of whatever status; None if there is none."""
        with self.lock:
            number = self.numbers.get(memory_id)
            return self.by_number[number] if number is not None else None

    def drop(self, memory_id: str) -> None:
        """Remove the memory of this id; nothing happens if there is none."""
        with self.lock:
            number = self.numbers.pop(memory_id, None)
            memory = self.by_number[number] if number is not None else None
            if number is None or memory is None:
                return
            self.engine.remove(number, [stem(token) for token in _tokens_of(memory)])
            self.by_number[number] = None
            self.unencoded.discard(number)
            if self.vectors is not None:
                self.vectors.drop(number)
            self.dated.discard(number)
            self.talks.drop(memory, number)

    def use_vectors(self, table: VectorTable) -> None:
        """Take an empty table for the vectors of these memories; all of them are to be encoded then."""
        with self.lock:
            self.vectors = table
            self.unencoded.clear()
            for number in self.numbers.values():
                self._to_encode(number)

    def without_vectors(self, most: int) -> list[Memory]:
        """Return at most `most` memories that are to be encoded, the newest first."""
        with self.lock:
            numbers = nlargest(most, self.unencoded)
            return [memory for number in numbers if (memory := self.by_number[number]) is not None]

    def with_vectors(self) -> list[tuple[Memory, npt.NDArray[np.float32]]]:
        """Return the memories that are encoded, each with its vector."""
        with self.lock:
            pairs = [(memory, number) for number, memory in enumerate(self.by_number) if memory is not None]
            table = self.vectors
            return [] if table is None else [(memory, table.get(number)) for memory, number in pairs if number in table]

    def put_vector(self, memory: Memory, vector: npt.NDArray[np.float32]) -> None:
        """Take the vector of a memory's text; nothing happens if the memory is gone, or its text another by now."""
        with self.lock:
            number = self.numbers.get(memory.id)
            known = self.by_number[number] if number is not None else None
            if number is not None and known is not None and known.text == memory.text and self.vectors is not None:
                self.vectors.put(number, vector)
                self.unencoded.discard(number)

    def leave_out(self, memories: Iterable[Memory]) -> None:
        """Encode none of these memories, unless they are put anew."""
        with self.lock:
            self.unencoded.difference_update(self.numbers.get(memory.id, -1) for memory in memories)

    def _to_encode(self, number: int) -> None:
        memory = self.by_number[number]
        if self.vectors is not None and memory is not None and number not in self.vectors:
            if memory.status in _CAN_BE_ASKED_FOR:
                self.unencoded.add(number)
            else:
                self.unencoded.discard(number)

    def search(
        self,
        query: Query,
        *,
        visible: Callable[[Memory], bool],
        limit: int,
        statuses: frozenset[Status] = frozenset({Status.ACTIVE}),
        reader: Person | None = None,
        weights: Weights = WEIGHTS,
        vector: npt.NDArray[np.float32] | None = None,
    ) -> list[Hit]:
        """Return the visible memories that fit best, most relevant first: at least `limit`, if so many fit.

        Memories on an attribute that is asked for come along whatever their words, `reader`'s own first, and so does
        what was said beside the best; with the `vector` of the question, those nearest to it. What is not visible is
        passed over without taking a place, and adds nothing to what is beside it. Ties are broken by time, newest
        first, then id.
        """

        def shown(number: int) -> bool:
            memory = self.by_number[number]
            return memory is not None and memory.status in statuses and visible(memory)

        with self.lock:
            found = groups(query.terms, known=self._is_used, guesses=self.vocabulary.guesses)
            seen: dict[int, bool] = {}
            best = _shown_of(
                lambda most: self.engine.best(found, most, self._newest_first)[0].tolist(), limit, shown, seen
            )
            near = self.vectors.near(vector) if self.vectors and vector is not None else None
            if near is not None:
                best += _shown_of(near.best, limit, shown, seen)
            asked = list(islice(filter(shown, self._asked_for(query, reader)), limit))
            asked += [number for number in self._dated_then(query) if shown(number)][:limit]
            hits = self._with_their_talk(found, np.array([*best, *asked], dtype=np.int64), shown, seen, weights, near)

        def fits(hit: Hit) -> float:
            return hit.relevance + weights.meaning * hit.meaning

        hits.sort(key=lambda hit: (-fits(hit), -hit.memory.created_at.timestamp(), hit.memory.id))
        return hits

    def on(self, attribute: str, subject: Person) -> list[Memory]:
        """Return the active memories of a person on an attribute ("nickname"), the newest first."""
        with self.lock:
            found = [memory for number in self.by_attribute.on(attribute) if (memory := self.by_number[number])]
        found = [m for m in found if m.subject == subject and m.status is Status.ACTIVE and m.attribute == attribute]
        return sorted(found, key=lambda memory: (-memory.created_at.timestamp(), memory.id))

    def named(self, name: str, *, visible: Callable[[Memory], bool]) -> list[Memory]:
        """Return the visible memories that a link of this name is to, the newest first, at most `MOST_NAMED`."""
        with self.lock:
            words = [[(stem(token), 1.0)] for token in tokens_of(name)]
            numbers = {self.numbers.get(name, NOBODY)} - {NOBODY}
            numbers.update(self.engine.best(words, _LOOKED_THROUGH, self._newest_first)[0].tolist())
            found = [memory for number in numbers if (memory := self.by_number[number]) and bears(memory, name)]
        found.sort(key=lambda memory: (-memory.created_at.timestamp(), memory.id))
        return [memory for memory in found if visible(memory)][:MOST_NAMED]

    def _is_used(self, word: str) -> bool:
        return self.engine.frequency(word) > 0

    def _newest_first(self, numbers: Numbers) -> npt.NDArray[np.float32]:
        return np.frombuffer(self.created, dtype=np.float64)[numbers]  # type: ignore[return-value]  # finer than asked

    def _with_their_talk(
        self,
        found: Groups,
        best: _Ints,
        shown: Callable[[int], bool],
        seen: dict[int, bool],
        weights: Weights,
        near: Nearness | None,
    ) -> list[Hit]:
        """Return the best and what was said beside them, each with what its neighbours make of its relevance."""
        if not len(best):
            return []
        talks = self.talks
        after = talks.after(best)
        around = np.concatenate([best, talks.before(best), after, talks.after(after)])
        numbers = np.unique(around[around != NOBODY])
        before, after = talks.before(numbers), talks.after(numbers)
        before_that = talks.before(before)
        everyone = np.unique(np.concatenate([numbers, before, before_that, after]))
        everyone = everyone[everyone != NOBODY]
        scores = np.append(self.engine.scores_of(found, everyone.astype(np.uint32)), np.float32(0.0))
        for place, number in enumerate(everyone.tolist()):
            if number not in seen:
                seen[number] = scores[place] > 0.0 and shown(number)
            if not seen[number]:
                scores[place] = 0.0

        def score(of: _Ints) -> npt.NDArray[np.float32]:
            places = np.searchsorted(everyone, of)
            return scores[np.where(of == NOBODY, len(everyone), places)]

        asks, speakers = np.frombuffer(self.asks, dtype=np.uint8), np.frombuffer(self.speakers, dtype=np.uint32)
        replies = (before != NOBODY) & (speakers[numbers] > 0) & (speakers[before] > 0)
        replies &= speakers[numbers] != speakers[before]
        words = score(numbers)
        relevance = with_its_talk(
            words,
            before=score(before),
            before_that=score(before_that) * replies,
            after=score(after),
            asked_before=(before != NOBODY) & (asks[before] == 1),
            weights=weights,
        )
        meaning = np.zeros_like(words) if near is None else near.of(numbers) * left_open(words)
        hits = []
        columns = (numbers.tolist(), words.tolist(), relevance.tolist(), meaning.tolist())
        for number, own, whole, nearness in zip(*columns, strict=True):
            memory = self.by_number[number]
            if memory is not None and (whole > 0.0 or number in best) and (own > 0.0 or shown(number)):
                hits.append(Hit(memory, own, min(whole, 1.0), nearness))
        return hits

    def _asked_for(self, query: Query, reader: Person | None) -> Iterator[int]:
        """Yield what is on an attribute that is asked for, the reader's own first, then the newest, then by number."""
        numbers = self.by_attribute.asked_for(query.attributes)
        nobody = len(self.subject_numbers)
        mine = nobody if reader is None else self.subject_numbers.get(reader, nobody)
        own = (
            np.frombuffer(self.subjects, dtype=np.uint32)[numbers] == mine if len(numbers) else np.empty(0, dtype=bool)
        )
        for part in (numbers[own], numbers[~own]):
            yield from self._by_age(part)

    def _by_age(self, numbers: Numbers) -> Iterator[int]:
        """Yield numbers, those of the newest memories first; they are put in order as far as they are asked for."""
        left = numbers
        while len(left):
            created = self._newest_first(left)
            least = np.partition(created, -_AT_ONCE)[-_AT_ONCE] if len(left) > _AT_ONCE else -np.inf
            first = created >= least
            yield from left[first][np.lexsort((left[first], -created[first]))].tolist()
            left = left[~first]

    def _dated_then(self, query: Query) -> list[int]:
        """Return what speaks of the time asked for, where nothing else is asked; what is learned last first."""
        if not asks_only_when(query):
            return []
        return [
            number
            for number in sorted(self.dated, reverse=True)
            if (memory := self.by_number[number]) and is_dated_within(memory, query.since, query.until)
        ]

    def subject_number(self, person: Person) -> int:
        """Return the number of a person in the column of subjects."""
        return self.subject_numbers.setdefault(person, len(self.subject_numbers))


def _shown_of(
    best_of: Callable[[int], list[int]], limit: int, shown: Callable[[int], bool], seen: dict[int, bool]
) -> list[int]:
    """Return the best `limit` numbers that are shown, asking for more until there are enough or no more."""
    at_least = limit
    while True:
        numbers = best_of(at_least)
        best = []
        for number in numbers:
            if number not in seen:
                seen[number] = shown(number)
            if seen[number]:
                best.append(number)
                if len(best) == limit:
                    return best
        if len(numbers) < at_least:
            return best
        at_least *= 8


def _tokens_of(memory: Memory) -> list[str]:
    """Return what a memory is found by: its words and those of its attribute that are not among them."""
    tokens = tokens_of(memory.text)
    if not memory.attribute:
        return tokens
    stems = {stem(token) for token in tokens}
    return tokens + [token for token in tokens_of(name_of(memory.attribute)) if stem(token) not in stems]


def _found_the_same_way(one: Memory, other: Memory) -> bool:
    return (
        one.text == other.text
        and one.attribute == other.attribute
        and one.created_at == other.created_at
        and one.kind == other.kind
        and one.dated == other.dated
        and one.subject == other.subject
        and one.origin == other.origin
        and one.source == other.source
    )
