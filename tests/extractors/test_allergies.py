"""An allergy that is the reason for what somebody does not eat is what is kept of it."""

import pytest

from extractors.message import clean
from extractors.statements.allergies import with_allergies
from memory.records import Candidate, CandidateOp, Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no kiwi please, I'm allergic", "Is allergic to kiwi"),
        ("remember i can't have kiwi, i'm allergic", "Is allergic to kiwi"),
        ("I can't do shellfish, allergic", "Is allergic to shellfish"),
        ("no nuts or sesame for me please, I'm badly allergic", "Is allergic to nuts or sesame"),
        ("I don't eat fish because I'm allergic", "Is allergic to fish"),
        ("Hold the mustard, I am allergic to it.", "Is allergic to mustard"),
        ("i never touch oat milk as im really allergic", "Is allergic to oat milk"),
        ("remember: no kiwi, i'm allergic", "Is allergic to kiwi"),
    ],
)
def test_the_reason_is_kept(read: Read, text: str, expected: str) -> None:
    (found,) = read(text)

    assert (found.op, found.kind, found.text, found.attribute) == (
        CandidateOp.ADD,
        Kind.PREFERENCE,
        expected,
        "allergy",
    )
    assert found.span is not None
    assert "allergic" in text[slice(*found.span)]


@pytest.mark.parametrize(
    "text",
    [
        "no kiwi for you, are you allergic?",
        "no kiwi because I'm allergic?",
        "no idea why, I'm allergic to meetings",
        "no problem, allergic as ever to Mondays",
        "she said `no kiwi, I'm allergic` on the form",
        "off the record: no kiwi please, I'm allergic",
        "forget that I said no nuts please, I'm allergic",
        "imagine I'm a chef. no nuts please, I'm allergic",
        "Dana said: no nuts please, I'm allergic",
        "if I tell them no nuts, I'm allergic, they laugh",
        "write a line for the waiter: no kiwi please, I'm allergic",
    ],
)
def test_what_only_sounds_like_it_is_left(read: Read, text: str) -> None:
    assert [found.text for found in read(text) if "llergic" in found.text and found.op is CandidateOp.ADD] == []


def test_what_stands_elsewhere_in_the_message_stays_in_its_place() -> None:
    text = clean("Lives in Porto. No kiwi please, I'm allergic. Call me Al.")
    first = Candidate(CandidateOp.ADD, "Lives in Porto", kind=Kind.PROFILE, span=(0, 14))
    within = Candidate(CandidateOp.ADD, "No kiwi", kind=Kind.PREFERENCE, span=(16, 23))
    last = Candidate(CandidateOp.ADD, "Is called Al", kind=Kind.PROFILE, span=(46, 56))

    texts = [one.text for one in with_allergies([first, within, last], text)]

    assert texts == ["Lives in Porto", "Is allergic to kiwi", "Is called Al"]
    assert with_allergies([first, last], clean("Lives in Porto. Call me Al.")) == [first, last]
