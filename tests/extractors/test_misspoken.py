"""What an author puts right in the same breath is told as put right, and nothing else is taken back."""

import pytest

from extractors.message import clean
from extractors.parsing.misspoken import misspoken
from memory.records import CandidateOp
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("my github is ondra-b, wait no, ondrab-cz. the other one is banned", "Github is ondrab-cz"),
        ("I live in Porto, sorry, Braga now", "Lives in Braga"),
        ("my extension is 4417, no, 4471", "Extension is 4471"),
        ("we have two cats, sorry three cats", "Has three cats"),
        ("my name is Jon, I mean Jonas", "Name is Jonas"),
        ("i live in porto, wait no, braga", "Lives in braga"),
        ("i use vim, i mean neovim", "Uses neovim"),
        ("kickoff is on the 12th, no wait, the 13th of May", "Kickoff is on 2026-05-13"),
        ("off from the 3rd to the 7th, sorry, the 8th of June", "Is off from 2026-06-03 to 2026-06-08"),
        ("our standup is at 9:30, make that 9:45", "Standup is at 9:45"),
    ],
)
def test_the_right_value_is_kept(read: Read, text: str, kept: str) -> None:
    assert [one.text for one in read(text) if one.op is CandidateOp.ADD] == [kept]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no",
        "Thanks Ana, sorry, Ben is away",
        "I live in Porto. No, Ana, I can't come",
        "I have no cats, no dogs",
        "I'd love a coffee, or rather a tea",
        "I can't stand Porto, sorry, Ana",
        "my boss is Ana, sorry I forgot to say",
        "we are in Leeds, no, London calls me",
        "three, no, three",
        "wait no, 5",
    ],
)
def test_what_is_no_slip_is_left_as_it_is(text: str) -> None:
    assert list(misspoken(text)) == []


def test_what_is_to_be_forgotten_is_named_without_what_was_taken_back(read: Read) -> None:
    assert [one.text for one in read("forget my number 4417, no, 4471")] == ["my number 4471"]


def test_offsets_stay_those_of_the_message() -> None:
    raw = "my extension is 4417, no, 4471"
    text = clean(raw)

    assert len(text.text) == len(raw)
    assert text.raw_span(text.text.index("4471"), len(raw)) == (26, 30)


def test_a_long_row_of_blanks_takes_no_time() -> None:
    assert list(misspoken(" " * 100_000)) == []
