"""The fold: what entries add up to, whatever the order they arrive in."""

import random
from dataclasses import replace
from datetime import datetime
from typing import TypedDict

from hypothesis import given
from hypothesis import strategies as st

from memory.entries import Edit, Entry, Forget, Invalidate, Patch, Refresh, Supersede, Undo
from memory.fold import PersonState
from memory.records import Ending, Memory, Origin, Source, Status
from tests.memory.making import ANA, a_memory, day

MEMORY_IDS = ["A", "B", "C", "D"]
EDIT_IDS = ["e1", "e2", "e3", "e4", "e5"]
DAYS = st.integers(1, 6)


class When(TypedDict):
    at: datetime
    origin: Origin


def when(number: float) -> When:
    return When(at=day(number), origin=Origin.DM)


def state_of(*entries: Entry) -> dict[str, Memory]:
    return PersonState(ANA, entries).current


def memory(memory_id: str, number: float, supersedes: str | None = None) -> Memory:
    made = a_memory(f"text of {memory_id}", number, memory_id=memory_id)
    return Memory(
        made.id,
        ANA,
        made.kind,
        made.text,
        0.9,
        made.created_at,
        Origin.DM,
        supersedes=supersedes,
        source=Source("C1", f"{number}"),
    )


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    entries: list[Entry] = [
        memory(each, draw(DAYS), draw(st.none() | st.sampled_from(MEMORY_IDS)))
        for each in draw(st.lists(st.sampled_from(MEMORY_IDS), unique=True))
    ]
    for edit_id in draw(st.lists(st.sampled_from(EDIT_IDS), unique=True)):
        target = draw(st.sampled_from(MEMORY_IDS + EDIT_IDS))
        at = when(draw(DAYS))
        entries.append(
            draw(
                st.sampled_from(
                    [
                        Patch(id=edit_id, target=target, text=f"patched by {edit_id}", **at),
                        Refresh(
                            id=edit_id, target=target, text="again", confidence=0.95, attribute="a", value="v", **at
                        ),
                        Supersede(id=edit_id, target=target, by=draw(st.sampled_from(MEMORY_IDS)), **at),
                        Invalidate(id=edit_id, target=target, **at),
                        Forget(
                            id=edit_id,
                            target=target,
                            hard=draw(st.booleans()),
                            final=draw(st.booleans()),
                            tomb="f",
                            superseded=("A",),
                            **at,
                        ),
                        Undo(id=edit_id, target=target, **at),
                    ]
                )
            )
        )
    return entries


@given(logs(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_makes_no_difference(entries: list[Entry], chance: random.Random) -> None:
    shuffled = list(entries)
    chance.shuffle(shuffled)

    assert state_of(*shuffled) == state_of(*entries)


@given(logs())
def test_reading_an_entry_twice_changes_nothing(entries: list[Entry]) -> None:
    assert state_of(*entries, *entries) == state_of(*entries)


@given(logs())
def test_every_memory_is_in_exactly_one_lineage(entries: list[Entry]) -> None:
    state = PersonState(ANA, entries)

    told = [each.id for chain in state.lineages() for each in chain]

    assert sorted(told) == sorted(state.current)


@given(logs())
def test_what_changed_is_told_once(entries: list[Entry]) -> None:
    state = PersonState(ANA)
    watched, also_watched = state.watch(), state.watch()
    seen: dict[str, Memory] = {}
    for entry in entries:
        state.add(entry)
        seen |= {each: state.current[each] for each in watched}
        watched.clear()

    assert seen == state.current
    assert also_watched == state.current.keys()


@given(logs(), logs())
def test_who_watches_is_told_what_a_new_reading_changed(before: list[Entry], after: list[Entry]) -> None:
    old, new = PersonState(ANA, before), PersonState(ANA, after)
    seen = dict(old.current)
    watched = old.watch()

    new.succeed(old)

    for each in watched:
        seen.pop(each, None)
        if each in new.current:
            seen[each] = new.current[each]
    assert seen == new.current


def test_a_newer_memory_supersedes_the_one_it_names() -> None:
    current = state_of(memory("A", 1), memory("B", 2, supersedes="A"))

    assert (current["A"].status, current["A"].replaced_by, current["A"].ended_at) == (Status.SUPERSEDED, "B", day(2))
    assert (current["B"].status, current["B"].supersedes) == (Status.ACTIVE, "A")


def test_a_memory_learned_late_stands_between_its_neighbours() -> None:
    late = Supersede(id="e", target="B", by="C", **when(2))

    current = state_of(memory("A", 1), memory("C", 3, supersedes="A"), memory("B", 2, supersedes="A"), late)

    assert [current[each].replaced_by for each in "ABC"] == ["B", "C", None]
    assert [current[each].supersedes for each in "ABC"] == [None, "A", "B"]
    assert current["A"].ended_at == day(2)


def test_taking_back_the_newer_brings_the_older_back() -> None:
    state = PersonState(ANA, [memory("A", 1), memory("B", 2, supersedes="A"), Undo(id="e", target="B", **when(3))])

    assert state.current["A"].status is Status.ACTIVE
    assert state.current["A"].replaced_by is None
    assert state.current["B"].status is Status.FORGOTTEN
    assert state.is_undone("B")


def test_forgetting_the_newer_does_not_bring_the_older_back() -> None:
    current = state_of(memory("A", 1), memory("B", 2, supersedes="A"), Forget(id="e", target="B", **when(3)))

    assert [current[each].status for each in "AB"] == [Status.SUPERSEDED, Status.FORGOTTEN]


def test_erasing_the_newer_does_not_bring_the_older_back() -> None:
    current = state_of(memory("A", 1), Forget(id="e", target="B", hard=True, superseded=("A",), **when(3)))

    assert (current["A"].status, current["A"].replaced_by, current["A"].ended_at) == (Status.SUPERSEDED, None, day(3))


def test_an_erasure_that_was_begun_is_known() -> None:
    begun = PersonState(ANA, [memory("A", 1), Forget(id="e", target="A", hard=True, **when(2))])

    assert begun.half_erased() == ["A"]
    assert begun.current["A"].status is Status.FORGOTTEN


def test_an_edit_can_be_taken_back() -> None:
    ended = Invalidate(id="e1", target="A", **when(2))
    unlinked = Supersede(id="e3", target="A", by="B", **when(2))

    assert state_of(memory("A", 1), ended)["A"].status is Status.INVALIDATED
    assert state_of(memory("A", 1), ended, Undo(id="e2", target="e1", **when(3)))["A"].status is Status.ACTIVE
    both = (memory("A", 1), memory("B", 2), unlinked)
    assert state_of(*both)["A"].status is Status.SUPERSEDED
    assert state_of(*both, Undo(id="e4", target="e3", **when(3)))["A"].status is Status.ACTIVE


def test_the_first_ending_counts() -> None:
    ended = Invalidate(id="e", target="A", **when(5))

    current = state_of(memory("A", 1), ended, memory("B", 3, supersedes="A"))

    assert (current["A"].status, current["A"].ended_at) == (Status.SUPERSEDED, day(3))


def test_the_latest_words_count() -> None:
    patches = [Patch(id=f"e{number}", target="A", text=f"words of {number}", **when(number)) for number in (5, 3, 4)]

    assert state_of(memory("A", 1), *patches)["A"].text == "words of 5"


def test_saying_it_again_confirms_and_completes() -> None:
    again = [
        Refresh(id="e1", target="A", text="x", attribute="location", value="Porto", confidence=0.95, **when(4)),
        Refresh(id="e2", target="A", text="x", attribute="os", value="Linux", confidence=0.1, **when(3)),
    ]

    memory_now = state_of(memory("A", 1), *again)["A"]

    assert (memory_now.confidence, memory_now.confirmed_at) == (0.95, day(4))
    assert memory_now.attribute == "os"
    assert memory_now.text == "text of A"


def test_a_tombstone_keeps_when_and_where_but_no_words() -> None:
    state = PersonState(ANA, [Forget(id="e", target="A", tomb="f00d", of="C1/1.5", **when(3))])

    assert [(tomb.at, tomb.source) for tomb in state.tombstones("f00d")] == [(day(3), "C1/1.5")]
    assert state.tombstones("beef") == []


def test_the_last_act_is_the_latest_message_not_the_last_read() -> None:
    state = PersonState(ANA, [memory("A", 1), memory("C", 3), memory("B", 2)])

    assert [entry.id for entry in state.last_act()] == ["C"]
    assert [entry.id for entry in state.entries_from("C1/2")] == ["B"]
    assert PersonState(ANA).last_act() == []


def test_a_lineage_is_a_chain_from_the_oldest() -> None:
    state = PersonState(
        ANA, [memory("C", 3, supersedes="B"), memory("D", 1), memory("A", 1), memory("B", 2, supersedes="A")]
    )

    assert sorted([each.id for each in chain] for chain in state.lineages()) == [["A", "B", "C"], ["D"]]


def test_entries_are_known_by_their_ids() -> None:
    edit: Edit = Invalidate(id="e", target="A", **when(2))
    state = PersonState(ANA, [memory("A", 1), edit])

    assert (state.has("A"), state.has("e"), state.has("B")) == (True, True, False)
    assert state.stated("A") == memory("A", 1)
    assert state.edits_of("A") == [edit]


def test_where_it_was_learned_that_something_ended() -> None:
    there, elsewhere = Source("C1", "1.0"), Source("D1", "2.0")
    first = replace(memory("A", 1), origin=Origin.PUBLIC, source=there)
    moved = replace(memory("B", 2, supersedes="A"), origin=Origin.DM, source=elsewhere)
    rest = replace(memory("B", 2, supersedes="A"), origin=Origin.PUBLIC, source=there)
    over = Invalidate(id="e", target="A", at=day(2), origin=Origin.PRIVATE, source=elsewhere)
    erased = Forget(id="f", target="B", at=day(3), origin=Origin.DM, hard=True, superseded=("A",))

    assert state_of(first)["A"].ending is None
    assert state_of(first, moved)["A"].ending == Ending(Origin.DM, elsewhere)
    assert state_of(first, over)["A"].ending == Ending(Origin.PRIVATE, elsewhere)
    assert state_of(first, rest)["A"].ending == Ending(Origin.HAND)
    assert state_of(first, erased)["A"].ending == Ending(Origin.HAND)
