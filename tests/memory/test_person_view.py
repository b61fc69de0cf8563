"""What is made from a state follows it: order and claims are those of the state as it is."""

from hypothesis import given
from hypothesis import strategies as st

from memory.conflicts import Claim
from memory.entries import Forget, Patch
from memory.fold import PersonState
from memory.person_view import PersonView
from memory.records import Memory, Origin, Status
from tests.memory.making import ANA, a_memory, day

DAYS = st.integers(1, 9)


def ordered(state: PersonState) -> list[Memory]:
    return sorted(state.current.values(), key=lambda memory: (memory.created_at, memory.id))


@given(st.lists(DAYS, max_size=30), st.lists(st.integers(0, 29), max_size=10), st.integers(0, 30))
def test_the_order_is_kept_whatever_changes(days: list[int], forgotten: list[int], looked_after: int) -> None:
    state = PersonState(ANA)
    view = PersonView(state)
    for number, on in enumerate(days):
        state.add(a_memory(f"Fact {number}", on, memory_id=f"M{number:02d}"))
        if number == looked_after:
            assert view.memories(None) == ordered(state)
    for number in forgotten:
        state.add(Forget(id=f"E{number}", target=f"M{number:02d}", at=day(10), origin=Origin.DM))

    assert view.memories(None) == ordered(state)
    assert view.memories(Status.ACTIVE) == [each for each in ordered(state) if each.status is Status.ACTIVE]


def test_a_state_that_takes_over_is_followed() -> None:
    many = [a_memory(f"Fact {number}", 1 + number, memory_id=f"M{number:02d}") for number in range(20)]
    old = PersonState(ANA, many)
    view = PersonView(old)
    assert len(view.memories(None)) == 20

    new = PersonState(ANA, [many[0], *many[2:], a_memory("Likes tea", 0.5, memory_id="N")])
    new.succeed(old)
    view.follow(new)

    assert view.memories(None) == ordered(new)
    assert view.memories(None)[0].text == "Likes tea"


def test_claims_follow_what_was_learned_and_changed() -> None:
    state = PersonState(ANA, [a_memory("Likes tea", 1, memory_id="A")])
    view = PersonView(state)

    def alike(text: str) -> list[str]:
        return [memory.id for memory in view.bearing_on(Claim(text=text, at=day(5)))]

    assert alike("Loves tea") == ["A"]
    state.add(a_memory("Likes ramen", 2, memory_id="B"))
    state.add(Patch(id="E", target="A", at=day(3), origin=Origin.DM, text="Likes coffee"))
    assert (alike("Loves tea"), alike("Enjoys ramen"), alike("Enjoys coffee")) == ([], ["B"], ["A"])
    state.add(Forget(id="F", target="A", at=day(4), origin=Origin.DM))
    assert alike("Enjoys coffee") == []


def test_a_slip_of_the_finger_is_found_but_not_two() -> None:
    view = PersonView(PersonState(ANA, [a_memory("Collects antique typewriters and cameras", 1, memory_id="A")]))

    def alike(text: str) -> list[str]:
        return [memory.id for memory in view.bearing_on(Claim(text=text, at=day(5)))]

    assert alike("Collects antique typewritters and cameras") == ["A"]
    assert alike("Collects antqiue typewritters and cameras") == []
    assert alike("Collects antique typewriters and 7 cameras") == []


def test_endings_look_among_the_same_attribute_and_the_same_words() -> None:
    state = PersonState(
        ANA,
        [
            a_memory("Works at Acme", 1, memory_id="A", attribute="employer", value="Acme"),
            a_memory("Acme has a nice canteen", 1, memory_id="B"),
            a_memory("Likes tea", 1, memory_id="C"),
        ],
    )

    assert [memory.id for memory in PersonView(state).endable("employer", ["acm"])] == ["A", "B"]
