"""Statements that people of many places make in words of their own, and what only looks like one of them."""

from datetime import date

import pytest

from memory.records import CandidateOp, Kind
from tests.extractors.conftest import SENT, Read


@pytest.mark.parametrize(
    ("text", "kept", "attribute"),
    [
        ("it's Marit with one t", "Name is Marit", "name"),
        ("It is Wilhelm, never Willem.", "Name is Wilhelm never Willem", "name"),
        ("it's Nalini, three syllables", "Name is Nalini", "name"),
        ("it's Hartwell & Roe I work for now", "Works at Hartwell & Roe", "employer"),
        ("I drive for Kestrel Freight", "Drives for Kestrel Freight", "employer"),
        ("new firm is Aldous Glass", "Works at Aldous Glass", "employer"),
        ("it's Ottilie I report to", "Reports to Ottilie", "manager"),
        ("Finnish is my first language", "First language is Finnish", "language"),
        ("I'm Malmö born and raised", "Was born and raised in Malmö", "hometown"),
        ("i stay in Kumasi now", "Lives in Kumasi", "location"),
        ("I'm UTC+3", "Is on UTC+3", "timezone"),
        ("I work lates", "Works lates", "working_hours"),
        ("I'm Monday to Thursday, half nine to four", "Is Monday to Thursday, half nine to four", "working_hours"),
        ("new mobile people 0161 496 0111", "Number is 0161 496 0111", "phone"),
        ("wife's Ingrid", "Wife's Ingrid", "partner"),
        ("My kids are Ida and Tove", "Kids are Ida and Tove", "child"),
    ],
)
def test_who_people_are(read: Read, text: str, kept: str, attribute: str) -> None:
    assert (kept, attribute) in [(found.text, found.attribute) for found in read(text)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I draw everything in Inkscape", "Draws everything in Inkscape"),
        ("I've started using Logseq", "Uses Logseq"),
        ("we've gone back to paper tickets", "Uses paper tickets"),
        ("no strong smells near me please", "No strong smells near them"),
        ("it's Wim who covers for me", "Wim covers for them"),
        ("press list: https://wiki.example.com/press", "Press list: https://wiki.example.com/press"),
    ],
)
def test_what_people_use_and_want(read: Read, text: str, kept: str) -> None:
    assert kept in [found.text for found in read(text)]


@pytest.mark.parametrize(
    ("text", "kept", "kind"),
    [
        ("I'm really into dungeon synth", "Is into dungeon synth", Kind.PREFERENCE),
        ("loud offices stress me out", "Loud offices stress them out", Kind.PREFERENCE),
        ("winter person, not summer", "Is a winter person", Kind.PREFERENCE),
        ("dark theme everywhere please", "Dark theme everywhere", Kind.PREFERENCE),
        ("I was born in 1984", "Was born in 1984", Kind.PROFILE),
        ("home is a houseboat in Ghent", "Home is a houseboat in Ghent", Kind.PROFILE),
        ("our ward has eighteen beds", "Ward has eighteen beds", Kind.FACT),
        ("there are nine of us in the crew", "There are nine of them in the crew", Kind.FACT),
        ("nobody may enter the cold room alone", "Nobody may enter the cold room alone", Kind.FACT),
        ("I share a bench with Odile", "Shares a bench with Odile", Kind.FACT),
        ("my placement runs until February", "Placement runs until February", Kind.FACT),
        ("I joined the museum in 2016", "Joined the museum in 2016", Kind.FACT),
        ("I'm hopeless with dates", "Is hopeless with dates", Kind.FACT),
        ("I'll be in Utrecht next week", "Will be in Utrecht next week", Kind.EVENT),
        ("inspection got pushed to 19 May", "Inspection got pushed to 2026-05-19", Kind.EVENT),
        ("I turn 50 on 9 June", "Turns 50 on 2026-06-09", Kind.EVENT),
        ("the kiln has to be relined before August", "Kiln has to be relined before August", Kind.PROJECT),
        ("training for the Eiger trail", "Is training for the Eiger trail", Kind.PROJECT),
        ("call me by my first name", "Wants to be called by their first name", Kind.FEEDBACK),
        ("talk to me like I'm five", "Talk to them like they are five", Kind.FEEDBACK),
    ],
)
def test_plain_things_of_every_kind(read: Read, text: str, kept: str, kind: Kind) -> None:
    assert (kept, kind) in [(found.text, found.kind) for found in read(text)]


@pytest.mark.parametrize("text", ["decision: no deploys in May", "we've settled on oak for the counters"])
def test_a_decision_carries_the_day_it_was_told(read: Read, text: str) -> None:
    (found,) = read(text)

    assert (found.kind, found.dated) == (Kind.EVENT, SENT.date())


@pytest.mark.parametrize(
    "text", ["I no longer run the newsletter", "we no longer stock rye", "I don't use Skype since spring"]
)
def test_what_is_no_longer_so_is_retracted(read: Read, text: str) -> None:
    assert [found.op for found in read(text)] == [CandidateOp.RETRACT]


@pytest.mark.parametrize(
    "text",
    [
        "it's Porto, not Lisbon",
        "it's Friday, not Thursday",
        "stall 6 is the sweetest foal ever born",
        "we went with the second one",
        "I've gone back to bed",
        "this bug drives me mad",
        "I'm into week three of it",
        "there are four of us on the call",
        "nobody can believe it",
        "our shop has two hours left",
        "I'll be in meetings next week",
        "I'm bad at this",
        "nobody said so",
    ],
)
def test_what_only_looks_like_it_is_left(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


@pytest.mark.parametrize("text", ["rent is due on the 9th of every month", "I bake every day but Sunday"])
def test_days_that_come_again_are_no_dates(read: Read, text: str) -> None:
    assert all(found.dated is None for found in read(text))


def test_the_day_of_a_moved_launch_is_read(read: Read) -> None:
    assert [found.dated for found in read("the gallery opens on the ninth of April")] == [date(2026, 4, 9)]
