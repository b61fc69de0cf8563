"""Canonical text: third person, present, no subject, no full stop."""

import pytest

from extractors.parsing.words import words_of
from extractors.syntax.canonical import canonical, in_third_person, third_person
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        ("I live in Porto.", "Lives in Porto"),
        ("I am a baker", "Is a baker"),
        ("I don't eat pork", "Doesn't eat pork"),
        ("we must not lean on the kiln", "Must not lean on the kiln"),
        ("we mustn't lean on the kiln", "Mustn't lean on the kiln"),
        ("I'm working on a boat", "Works on a boat"),
        ("I have two cats", "Has two cats"),
        ("we carry on", "Carries on"),
        ("I always take notes", "Always takes notes"),
        ("I can't swim", "Can't swim"),
        ("I grew up here", "Grew up here"),
        ("I moved my desk", "Moved desk"),
        ("I no longer sell candles", "No longer sells candles"),
        ("my manager is Thabo", "Manager is Thabo"),
        ("my wifes a vet", "Wife is a vet"),
        ("our pilot is live", "Pilot is live"),
        ("the lab is where I am", "Lab is where they are"),
        ("Bo told me about our plan", "Bo told them about the plan"),
        ("I like the US and us", "Likes the US and them"),
        ("I isn't", "Isn't"),
        ("Bo isn't here", "Bo isn't here"),
        ("https://x.example is up", "https://x.example is up"),
        ("I", ""),
        ("", ""),
    ],
)
def test_a_statement_is_turned_round(clause: str, text: str) -> None:
    assert canonical(clause, words_of(clause)) == text


@pytest.mark.parametrize(
    ("base", "form"), [("go", "goes"), ("watch", "watches"), ("carry", "carries"), ("play", "plays"), ("be", "is")]
)
def test_verbs_take_their_ending(base: str, form: str) -> None:
    assert third_person(base) == form


@pytest.mark.parametrize(
    ("taken_over", "told"),
    [
        ("When I ask for a dose, give me grams", "When they ask for a dose, give them grams"),
        ("Uses Zed as my main editor", "Uses Zed as their main editor"),
        ("Dislikes blue cheese myself", "Dislikes blue cheese"),
        ("Tell me when I'm wrong or I've missed it", "Tell them when they are wrong or they have missed it"),
        ("I'd like it if I was asked, and I'll say so", "They would like it if they were asked, and they will say so"),
        ("My boyfriend", "Boyfriend"),
        ("Keeps what is mine to myself and others", "Keeps what is theirs to themselves and others"),
        ('Never says "give me a break" to my team', 'Never says "give me a break" to their team'),
        ("Never says 'not my job' to me", "Never says 'not my job' to them"),
        ("Runs phase I of the trial", "Runs phase I of the trial"),
        ("Reads of Queen Elizabeth I at night", "Reads of Queen Elizabeth I at night"),
        ("", ""),
    ],
)
def test_what_is_taken_over_is_told_of_somebody(taken_over: str, told: str) -> None:
    assert in_third_person(taken_over) == told


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("i never touch lager, brewery or no brewery", "Never touches lager"),
        ("i never touch lager, stout or nothing, brewery or no brewery", "Never touches lager"),
        ("I cycle to work, rain or no rain", "Cycles to work"),
    ],
)
def test_what_is_said_for_emphasis_alone_is_left_out(read: Read, text: str, kept: str) -> None:
    assert [found.text for found in read(text)] == [kept]
