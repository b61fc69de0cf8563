"""Finding memories by the attribute asked for leaves out none that comparing the question to each would find."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from memory.attributes import asked_for, base_of
from memory.index.attributes import ByAttribute
from memory.index.memories import MemoryIndex
from memory.records import Query
from tests.memory.making import ANA, BO, MARCH
from tests.memory.recall_world import memory

BASES = st.sampled_from(["preference", "favourite", "location", "Name ", "reference"])
THINGS = st.sampled_from(
    [
        "",
        " ",
        "tea",
        "green tea",
        "coffee",
        "films",
        "movie",
        "dogs",
        "deploy key",
        "dog food",
        "drink",
        "green tea over water",
    ]
)
ATTRIBUTES = st.builds(lambda base, thing: f"{base}:{thing}" if thing else base, BASES, THINGS)


@given(st.lists(ATTRIBUTES, max_size=30), st.lists(ATTRIBUTES, max_size=3), st.integers(0, 30))
def test_it_leaves_out_nothing_that_comparing_each_would_find(held: list[str], asked: list[str], first: int) -> None:
    index = ByAttribute()
    for number, attribute in enumerate(held[:first]):
        index.put(attribute, number)
    index.asked_for(asked)
    for number, attribute in enumerate(held[first:], len(held[:first])):
        index.put(attribute, number)

    found = index.asked_for(asked).tolist()

    fitting = [number for number, each in enumerate(held) if any(asked_for(each, (one,)) for one in asked)]
    assert set(fitting) <= set(found)
    assert found == sorted(set(found))
    assert all(any(base_of(held[number]) == base_of(one) for one in asked) for number in found)


def test_the_readers_own_come_first_then_the_newest() -> None:
    index = MemoryIndex()
    told = [
        memory(f"Likes thing{number}", subject=person, attribute="preference:x", created_at=at)
        for number, (person, at) in enumerate(
            [(BO, MARCH), (ANA, MARCH), (BO, MARCH + timedelta(days=2)), (ANA, MARCH + timedelta(days=1)), (BO, MARCH)]
        )
    ]
    for each in told:
        index.put(each)

    found = index.search(Query("", attributes=("preference",)), visible=lambda _: True, limit=9, reader=ANA)
    few = index.search(Query("", attributes=("preference",)), visible=lambda _: True, limit=2, reader=ANA)

    assert len(found) == 5
    assert {hit.memory.id for hit in few} == {told[3].id, told[1].id}


def test_thousands_on_an_attribute_are_put_in_order_piece_by_piece() -> None:
    index = MemoryIndex()
    for number in range(2_500):
        at = MARCH + timedelta(minutes=number // 3)
        index.put(memory(f"Likes thing{number}", attribute="preference:x", created_at=at))

    found = list(index._asked_for(Query("", attributes=("preference",)), None))

    assert found == sorted(range(2_500), key=lambda number: (-(number // 3), number))
