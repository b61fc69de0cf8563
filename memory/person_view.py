"""What is made from one person's state and kept up with it: the order of their memories, and the claims they make."""

from bisect import bisect_left, insort
from collections.abc import Iterable
from datetime import datetime

from memory.claims import Claims
from memory.conflicts import Claim
from memory.fold import PersonState
from memory.records import Memory, Status


class PersonView:
    """Follows a person's state through all its changes. Used only while the state is held (see `Store.reading`)."""

    def __init__(self, state: PersonState) -> None:
        self._state = state
        self._claims: Claims | None = None
        self._unclaimed = state.watch()
        self._order: list[tuple[datetime, str]] = []
        self._place: dict[str, tuple[datetime, str]] = {}
        self._misplaced = state.watch()
        self._misplaced.update(state.current)

    def follow(self, state: PersonState) -> None:
        """Go on with the state as it is now: the same one, or one that succeeded it."""
        self._state = state

    def memories(self, status: Status | None) -> list[Memory]:
        """Return the memories of a status (None: all) by the time they were learned, then id."""
        self._put_in_order()
        current = self._state.current
        ordered = (current[memory_id] for _, memory_id in self._order)
        return [memory for memory in ordered if status is None or memory.status is status]

    def bearing_on(self, claim: Claim) -> list[Memory]:
        """Return the memories that `conflicts.resolve` must see for this claim."""
        return self._up_to_date_claims().bearing_on(claim)

    def endable(self, attribute: str | None, words: Iterable[str]) -> list[Memory]:
        """Return the memories that `conflicts.retracted` must see for an ending of this attribute and these words."""
        return self._up_to_date_claims().endable(attribute, words)

    def _up_to_date_claims(self) -> Claims:
        if self._claims is None:
            self._claims = Claims(self._state)
        else:
            self._claims.note(self._unclaimed)
        self._unclaimed.clear()
        self._claims.state = self._state
        return self._claims

    def _put_in_order(self) -> None:
        """Put what changed where it belongs: many at once by sorting, few one by one."""
        if not self._misplaced:
            return
        current = self._state.current
        if len(self._misplaced) * 8 > len(current):
            self._place = {memory.id: (memory.created_at, memory.id) for memory in current.values()}
            self._order = sorted(self._place.values())
        else:
            for memory_id in self._misplaced:
                self._move(memory_id, current.get(memory_id))
        self._misplaced.clear()

    def _move(self, memory_id: str, memory: Memory | None) -> None:
        old = self._place.get(memory_id)
        new = (memory.created_at, memory_id) if memory is not None else None
        if old == new:
            return
        if old is not None:
            del self._order[bisect_left(self._order, old)]
            del self._place[memory_id]
        if new is not None:
            insort(self._order, new)
            self._place[memory_id] = new
