"""Finds, among one person's memories, the few that a new statement must be weighed against."""

from collections.abc import Iterable

from memory.conflicts import Claim
from memory.fold import PersonState
from memory.records import Memory, Status
from memory.sameness import attribute_key, content_stems, may_be_mistyped, same_topic


class Claims:
    """An index of a person's state by attribute and by word, brought up to date when it is asked.

    Built on first use, so that reading a long log does not pay for it.
    """

    def __init__(self, state: PersonState) -> None:
        self.state = state
        self._waiting: set[str] = set(state.current)
        self._keys: dict[str, set[str]] = {}
        self._key_of: dict[str, str] = {}
        self._words: dict[str, set[str]] = {}
        self._words_of: dict[str, frozenset[str]] = {}

    def note(self, memory_ids: Iterable[str]) -> None:
        """Remember that these memories changed."""
        self._waiting.update(memory_ids)

    def bearing_on(self, claim: Claim) -> list[Memory]:
        """Return the memories that `conflicts.resolve` must see for this claim."""
        self._catch_up()
        found: set[str] = set()
        if claim.attribute is not None:
            found |= self._with_key(attribute_key(claim.attribute))
        found |= self._alike(claim.text)
        return self._memories(found)

    def endable(self, attribute: str | None, words: Iterable[str]) -> list[Memory]:
        """Return the memories that `conflicts.retracted` must see for an ending of this attribute and these words."""
        self._catch_up()
        found: set[str] = set()
        if attribute is not None:
            found |= self._with_key(attribute_key(attribute))
        for word in words:
            found |= self._words.get(word, set())
        return self._memories(found)

    def _memories(self, ids: Iterable[str]) -> list[Memory]:
        current = self.state.current
        return [current[each] for each in sorted(ids) if each in current and not self.state.is_undone(each)]

    def _with_key(self, key: str) -> set[str]:
        if key in self._keys or ":" not in key:
            return self._keys.get(key, set())
        return {each for other, ids in self._keys.items() if same_topic(key, other) for each in ids}

    def _alike(self, text: str) -> set[str]:
        """The memories that hold all of the text's words, but for one that may be mistyped."""
        words = content_stems(text)
        unseen = [word for word in words if word not in self._words]
        if len(unseen) > 1 or any(not may_be_mistyped(word) for word in unseen):
            return set()
        postings = sorted((self._words[word] for word in words if word in self._words), key=len)
        return set(postings[0].intersection(*postings[1:])) if postings else set()

    def _catch_up(self) -> None:
        for memory_id in self._waiting:
            self._remove(memory_id)
            memory = self.state.current.get(memory_id)
            if memory is not None:
                self._put(memory)
        self._waiting.clear()

    def _put(self, memory: Memory) -> None:
        if memory.attribute is not None:
            key = attribute_key(memory.attribute)
            self._key_of[memory.id] = key
            self._keys.setdefault(key, set()).add(memory.id)
        if memory.status is Status.ACTIVE:
            words = content_stems(f"{memory.text} {memory.value}" if memory.value else memory.text)
            self._words_of[memory.id] = words
            for word in words:
                self._words.setdefault(word, set()).add(memory.id)

    def _remove(self, memory_id: str) -> None:
        key = self._key_of.pop(memory_id, None)
        if key is not None:
            self._discard(self._keys, key, memory_id)
        for word in self._words_of.pop(memory_id, ()):
            self._discard(self._words, word, memory_id)

    @staticmethod
    def _discard(index: dict[str, set[str]], key: str, memory_id: str) -> None:
        index[key].discard(memory_id)
        if not index[key]:
            del index[key]
