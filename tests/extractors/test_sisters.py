"""What messages of new authors told that was read wrong at first, each with a near twin."""

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import SENT, Read


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("We decided at Sunday dinner to go organic", "Decided at the dinner on 2026-03-01 to go organic"),
        (
            "we agreed at the Friday meeting to drop the early call",
            "Agreed at the meeting on 2026-02-27 to drop the early call",
        ),
        ("nobody but me may edit the timetable", "Nobody but them may edit the timetable"),
        ("nothing may be stored in the stairwell", "Nothing may be stored in the stairwell"),
        ("Hi all, I'm Yevhenia, the new vet student until July", "Is the new vet student until July"),
        ("our children are Mads, nine, and Liv", "Children are Mads, nine, and Liv"),
        ("our kids are called Mads and Liv", "Kids are called Mads and Liv"),
        ("the wife's called Ruby, since the card says Trudy again", "Wife is called Ruby"),
        ("invoices go out on the 25th, always", "Invoices go out on the 25th"),
        ("invoices go out on the 25th", "Invoices go out on 2026-03-25"),
    ],
)
def test_it_is_kept_as_it_was_meant(read: Read, said: str, kept: str) -> None:
    assert kept in [found.text for found in read(said, surface="channel")]


@pytest.mark.parametrize("said", ["Sunday is Sunday", "nothing may help now", "nothing can go wrong today"])
def test_what_says_nothing_is_not_kept(read: Read, said: str) -> None:
    assert read(said, surface="channel") == []


def test_whom_one_works_with_is_no_firm(read: Read) -> None:
    assert [found.attribute for found in read("I'm a freelancer with you until the end of September")] == ["role"]


def test_what_breaks_off_is_not_remembered(read: Read) -> None:
    assert read("remember that Leo's bike lock is... no wait, never mind") == []
    assert len(read("remember that I never know what the date is")) == 1


def test_a_number_behind_a_word_makes_it_no_verb(read: Read) -> None:
    said = "remember that ward 6 gets its trays twenty minutes early"

    assert [found.text for found in read(said)] == ["Ward 6 gets its trays twenty minutes early"]


@pytest.mark.parametrize(
    ("said", "op"),
    [
        ("recuerda que el código del armario es 4417", CandidateOp.REFUSE),
        ("lembra que o código do portão é 8823", CandidateOp.REFUSE),
        ("recuerda que mi código postal es 28013", CandidateOp.ADD),
    ],
)
def test_codes_are_refused_in_spanish_and_portuguese(read: Read, said: str, op: CandidateOp) -> None:
    assert [found.op for found in read(said)] == [op]


def test_a_tool_that_took_the_place_of_another_is_no_home(read: Read) -> None:
    assert "location" not in [found.attribute for found in read("I've moved to QLC from the old desk software")]
    assert [found.attribute for found in read("I've moved to Ghent from the coast")] == ["location"]


def test_how_long_somebody_has_worked_is_no_firm(read: Read) -> None:
    said = "School secretary for 19 years now, and I've still not seen the roof"

    assert [found.attribute for found in read(said)] == ["role"]


def test_a_habit_put_right_is_still_a_habit(read: Read) -> None:
    parent = "Noted: Usually eats at eleven"

    [found] = read("actually I meant half past eleven", parent=parent)

    assert (found.kind, found.text) == (Kind.PREFERENCE, "Usually eats at half past eleven")


@pytest.mark.parametrize(
    ("said", "parent", "names"),
    [
        ("i'm hedda", None, ["Name is Hedda"]),
        ("i'm hedda, i run the dairy side", None, ["Name is Hedda", "Runs the dairy side"]),
        ("it isn't Hedde it's Hedda, with two d's", "Welcome Hedde!", ["Name is Hedda"]),
        ("i'm knackered", None, []),
    ],
)
def test_the_own_name_may_be_written_small(
    extractor: Extractor, said: str, parent: str | None, names: list[str]
) -> None:
    message = Message(text=said, sent_at=SENT, user_name="Hedda Ruud", surface="dm", parent=parent, bot_user_id="U00")

    assert [found.text for found in extractor.extract(message)] == names
