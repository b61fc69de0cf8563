"""What is told to be over beside something new is ended; by itself it may mean anything."""

import pytest

from memory.records import CandidateOp
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("I changed from Vim to Helix", "vim"),
        ("my manager is Ilse now, not Piotr", "piotr"),
        ("I work in finance these days instead of sales", "sales"),
        ("I live in Porto now, the Leeds flat is sold", "leeds flat"),
        ("I used to have a Danish number, I live in Sweden now", "danish number"),
        ("I've packed in the rowing, I live in Porto now", "rowing"),
        ("I work Fridays now, no more night shifts for me", "night shifts"),
        ("I told you Ghent, I live in Bruges now", "ghent"),
    ],
)
def test_what_something_new_takes_the_place_of_is_over(read: Read, text: str, ended: str) -> None:
    found = read(text)

    assert any(each.op is CandidateOp.ADD for each in found), found
    assert any(each.op is CandidateOp.RETRACT and ended in each.text.lower() for each in found), found


@pytest.mark.parametrize(
    "text",
    [
        "the Leeds flat is sold",
        "no more cake please",
        "the server is dead",
        "I live in Porto, not for the weather",
        "I live in Porto now, not a day too soon",
        "I live in Porto and the workshop is closed on Fridays",
        "I live in Porto and my knee is gone",
        "I work at Acme. Did I use to have a Danish number?",
    ],
)
def test_what_only_sounds_like_an_ending_ends_nothing(read: Read, text: str) -> None:
    assert [each for each in read(text) if each.op is CandidateOp.RETRACT] == []


def test_a_long_tale_ends_nothing(read: Read) -> None:
    tale = (
        "I live in Porto now. "
        + "The bus was late and we all laughed about it a lot. " * 6
        + "No more night shifts for me."
    )

    assert [each for each in read(tale) if each.op is CandidateOp.RETRACT] == []


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("I've packed in the rowing", "the rowing"),
        ("I retired from the post office in June", "the post office"),
        ("I'm off the parish committee as of tonight", "the parish committee"),
        ("we don't fit oil boilers no more", "oil boilers"),
        ("I don't edit the long reads any longer", "the long reads"),
        ("I do not row any more", "row"),
    ],
)
def test_some_wordings_end_something_by_themselves(read: Read, text: str, ended: str) -> None:
    assert [(each.op, each.value) for each in read(text)] == [(CandidateOp.RETRACT, ended)]


@pytest.mark.parametrize(
    "text",
    [
        "quit reminding me about lunch",
        "I gave up fighting",
        "I don't know any more",
        "I don't get it any more",
        "I don't understand the build any more",
        "I'm done with the dishes",
        "I'm off the phone",
    ],
)
def test_others_end_nothing(read: Read, text: str) -> None:
    assert [each for each in read(text) if each.op is CandidateOp.RETRACT] == []
