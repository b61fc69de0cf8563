"""`[[name]]` in a memory leads to another: what one memory answers brings what it links to, one hop."""

import pytest

from memory.links import MOST_LINKS, bears, links_in
from memory.recall import recall
from memory.records import Memory, Recalled, Status
from tests.memory.making import ANA, BO, a_memory, asking, day
from tests.memory.recall_world import index_of

TERNARY = a_memory("No nested ternaries in reviews. See also [[file-size-budget]].", memory_id="A")
BUDGET = a_memory("File size budget is 300 lines", memory_id="B")
ELSE = a_memory("Plays chess on Sundays", memory_id="C")


def ask(words: str, *memories: Memory) -> list[Recalled]:
    return recall(
        asking(words), index_of(memories), reader=ANA, visible=lambda memory: memory.subject == ANA, now=day(9)
    )


def test_what_answers_brings_what_it_links_to() -> None:
    found = ask("nested ternaries reviews", TERNARY, BUDGET, ELSE)

    assert [item.memory.id for item in found] == ["A", "B"]
    assert "linked from what was found" in found[1].reasons
    assert 0.0 < found[1].parts["linked"] <= 1.0


def test_one_hop_only() -> None:
    further = a_memory("File size budget is 300 lines, see [[release train]]", memory_id="B")
    last = a_memory("Release train leaves on Friday", memory_id="D")

    assert [item.memory.id for item in ask("nested ternaries reviews", TERNARY, further, last)] == ["A", "B"]


def test_a_link_that_leads_nowhere_does_no_harm() -> None:
    assert [item.memory.id for item in ask("nested ternaries reviews", TERNARY, ELSE)] == ["A"]


@pytest.mark.parametrize(
    "other",
    [
        a_memory("File size budget is 300 lines", memory_id="B", subject=BO),
        a_memory("File size budget is 300 lines", memory_id="B", status=Status.FORGOTTEN),
        a_memory("File size budget is 300 lines", memory_id="B", status=Status.INVALIDATED),
    ],
    ids=["not visible", "forgotten", "invalidated"],
)
def test_a_link_opens_no_door(other: Memory) -> None:
    assert [item.memory.id for item in ask("nested ternaries reviews", TERNARY, other)] == ["A"]


def test_what_barely_answers_brings_nothing() -> None:
    assert [item.memory.id for item in ask("ternaries volcano island ocean", TERNARY, BUDGET)] in ([], ["A"])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("nothing", []),
        ("see [[one]] and [[two words]], [[one]] again", ["one", "two words"]),
        ("[[name|what is shown]]", ["name"]),
        ("[[]] [[ [[a\nb]]", []),
        (" ".join(f"[[n{number}]]" for number in range(20)), [f"n{number}" for number in range(MOST_LINKS)]),
    ],
)
def test_the_links_of_a_text(text: str, names: list[str]) -> None:
    assert links_in(text) == names


@pytest.mark.parametrize(
    ("name", "does"),
    [
        ("B", True),
        ("file-size-budget", True),
        ("File_Size Budget", True),
        ("file size", True),
        ("file-size-budget-is-300-lines", True),
        ("file-si", False),
        ("size budget", False),
        ("--", False),
        ("working-hours", True),
    ],
)
def test_which_memory_a_name_is_of(name: str, does: bool) -> None:
    memory = a_memory("File size budget is 300 lines", memory_id="B", attribute="working_hours")

    assert bears(memory, name) is does
