"""What a reply puts right in the bot's word that it noted something, and what it says of it that is over."""

import time

import pytest

from extractors.commanding.noted import notes_in
from memory.records import CandidateOp
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("parent", "notes"),
    [
        ("Noted: Lives in Porto", ["Lives in Porto"]),
        ("Got it, I'll remember: Plays the oboe.", ["Plays the oboe"]),
        ("I've noted that you sing bass.", ["Sings bass"]),
        ("I'll remember that your desk is by the door.", ["Desk is by the door"]),
        ("I've saved your locker as number 9", ["Locker is number 9"]),
        ("I've got you as a baker", ["Is a baker"]),
        ("Your office is in Block F, noted.", ["Office is in Block F"]),
        ("Here is what I know about you: Has a boat; Likes jazz", ["Has a boat", "Likes jazz"]),
        ("Where do you live?", []),
        ("I live in Porto", []),
        ("", []),
    ],
)
def test_what_the_bot_noted_is_read_in_the_third_person(parent: str, notes: list[str]) -> None:
    assert notes_in(parent) == notes


@pytest.mark.parametrize(
    ("parent", "text", "corrected"),
    [
        ("Noted: Owns a Puch from 1967", "1964, the year matters", "Owns a Puch from 1964"),
        ("Noted: Cooks for 40 on Sundays", "no, 60", "Cooks for 60 on Sundays"),
        ("I've saved your locker as number 14", "four, not fourteen", "Locker is number four"),
        ("Saved: Choir nights are Mon and Wed", "Tue and Thu since June", "Choir nights are Tue and Thu"),
        ("Noted: Speaks Zulu", "Xhosa! Not Zulu", "Speaks Xhosa"),
        ("Noted: Lives in Radom", "not Radom!! Radomsko", "Lives in Radomsko"),
        ("Noted: Manager is Philippa", "ah, sorry: not Philippa, Kate", "Manager is Kate"),
        ("Noted: Keeps crane licences", "truck, not crane", "Keeps truck licences"),
        ("Noted: Name is Delfine", "it's Delphine, with ph", "Name is Delphine"),
        ("Noted: Daughter plays violin", "viola, with an A", "Daughter plays viola"),
        ("Noted: Parks at the Reus branch", "hang on, Tortosa", "Parks at the Tortosa branch"),
        ("Noted: Pump 3 service is on 2026-03-12", "you misread, it's pump 8", "Pump 8 service is on 2026-03-12"),
        ("Noted: Thesis is due on 2026-03-12", "they moved it. the 15th", "Thesis is due on 2026-03-15"),
        ("Noted: Thesis is due on 2026-03-12", "good news. 15 April now", "Thesis is due on 2026-04-15"),
        ("Noted: Club is on the last Thursday", "no, second Thursday", "Club is on the second Thursday"),
    ],
)
def test_a_new_value_takes_the_place_of_what_is_of_its_sort(read: Read, parent: str, text: str, corrected: str) -> None:
    assert corrected in [each.text for each in read(text, parent=parent) if each.op is CandidateOp.ADD]


@pytest.mark.parametrize(
    ("parent", "text"),
    [
        ("Noted: Lives in Porto", "lovely, thanks"),
        ("Noted: Lives in Porto", "Porto, yes"),
        ("Noted: Lives in Porto", "Perfect."),
        ("Noted: Manager is Thabo", "Thabo's the best"),
        ("Noted: Wakes at 5", "right for once, cheers"),
        ("Noted: Wakes at 5", "wait, that one was for somebody else"),
        ("Noted: Sits by the lift", "that's Ishaan, not me"),
        ("Noted: Works Mondays and Fridays, 9 to 5", "7"),
        ("Noted: Closes on Wednesdays", "and what time is it"),
        ("Here is what I know about you: Has 2 boats; Has 3 cats", "4"),
        ("Noted: Kickoff is on 2026-03-12", "the 12th"),
        ("Noted: Kickoff is on 2026-03-12", "5 people"),
        ("Noted: Has 40 sheep", "is it 50?"),
        ("Noted: Has 40 sheep", "if anything, 50. " + "we counted and counted. " * 20),
        ("I live in Porto", "Braga"),
    ],
)
def test_what_puts_nothing_right_gives_nothing(read: Read, parent: str, text: str) -> None:
    assert [each for each in read(text, parent=parent) if each.rule == "noted-otherwise"] == []


@pytest.mark.parametrize(
    ("parent", "text", "over"),
    [
        ("Noted: Has a taverna on Aegina", "HAD. now I have a headache", "Has a taverna on Aegina"),
        ("I've saved that your cottage is on Orust.", "it WAS. We sold it in May", "Cottage is on Orust"),
        ("Noted: Lead singer of Pigeon Post", "I left! In January!", "Lead singer of Pigeon Post"),
        ("Got it: Covers the Croydon round", "Did. They gave it to the agency", "Covers the Croydon round"),
        ("Noted: Uses macOS on the road", "not any more", "Uses macOS on the road"),
        ("Noted: Allergic to cats", "was a false alarm, it was the carpet", "Allergic to cats"),
        (
            "Here is what I know about you: Plays squash on Fridays; Likes window seats",
            "the squash one is ancient history",
            "Plays squash on Fridays",
        ),
    ],
)
def test_a_note_that_is_over_is_ended(read: Read, parent: str, text: str, over: str) -> None:
    assert over in [each.text for each in read(text, parent=parent) if each.op is CandidateOp.RETRACT]


@pytest.mark.parametrize(
    ("parent", "text"),
    [
        ("Noted: Kickoff was on Friday", "it was great, thanks"),
        ("Noted: Has a taverna on Aegina", "it has a lovely view"),
        ("Noted: Covers the Croydon round", "did you see the news"),
        ("Noted: Covers the Croydon round", "was"),
        ("Here is what I know about you: Plays squash; Likes jazz", "the meeting is over"),
        ("Here is what I know about you: Plays squash; Likes jazz", "thanks, all right"),
        ("Here is what I know about you: Plays squash; Watches squash", "the squash one is history"),
        ("I play squash on Fridays", "not any more"),
    ],
)
def test_a_note_that_holds_is_not_ended(read: Read, parent: str, text: str) -> None:
    assert [each for each in read(text, parent=parent) if each.rule == "noted-over"] == []


@pytest.mark.parametrize("text", ["no " * 95, "not a, " * 40, "it's " * 55, "A" * 290])
def test_long_replies_are_read_in_no_time(read: Read, text: str) -> None:
    read("no, 60", parent="Noted: Has 40 sheep")
    started = time.process_time()

    read(text, parent="Noted: Has 40 sheep")

    assert time.process_time() - started < 2.0
