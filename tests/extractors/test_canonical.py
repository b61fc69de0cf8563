"""Canonical text: third person, present, no subject, no full stop."""

import pytest

from extractors.canonical import canonical, third_person
from extractors.words import words_of


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        ("I live in Porto.", "Lives in Porto"),
        ("I am a baker", "Is a baker"),
        ("I don't eat pork", "Doesn't eat pork"),
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
