"""Plain sentences about one's life are kept; their look-alikes about what is at hand are not."""

from datetime import UTC, datetime

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import Read

SENT = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)


def texts(extractor: Extractor, text: str) -> list[str]:
    return [candidate.text for candidate in extractor.extract(Message(text=text, sent_at=SENT))]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I love pickles", "Loves pickles"),
        ("I love karaoke", "Loves karaoke"),
        ("I like my eggs runny", "Likes eggs runny"),
        ("I hate umbrellas", "Dislikes umbrellas"),
        ("I prefer trains over planes", "Prefers trains over planes"),
        ("I play the oboe", "Plays the oboe"),
        ("i speak four languages", "Speaks four languages"),
        ("I take the ferry to work", "Takes the ferry to work"),
        ("I don't smoke", "Doesn't smoke"),
        ("I own a kayak", "Owns a kayak"),
        ("I've got two stepsons", "Has got two stepsons"),
        ("I've been at Lindqvist for five years", "Has been at Lindqvist for five years"),
        ("I studied botany in Ghent", "Studied botany in Ghent"),
        ("I'm left-handed", "Is left-handed"),
        ("I'm 52", "Is 52"),
        ("I'm getting married in October", "Is getting married in October"),
        ("I'm off on Tuesdays", "Is off on Tuesdays"),
        ("I'm off every Friday", "Is off every Friday"),
        ("my wife is a surgeon", "Wife is a surgeon"),
        ("my partner's name is Ilse without h", "Partner's name is Ilse"),
        ("the project's called Marlin", "Project is called Marlin"),
        ("our retro is every second Friday", "Retro is every second Friday"),
        ("I got a promotion", "Got a promotion"),
        ("I support Halden Rangers since I was six", "Supports Halden Rangers"),
        ("I'm covering for Marta's deputy until June", "Is covering for Marta's deputy until June"),
        ("I never use semicolons", "Never uses semicolons"),
        ("my team is catering, by the way", "Is on catering"),
        ("Please address me as Dr Okonjo", "Is called Dr Okonjo"),
        ("please credit me as Ilka, two names is one too many", "Is called Ilka"),
        ("Could you call me Al?", "Is called Al"),
        ("Tove is my name", "Name is Tove"),
        ("Hello all, Piet here from logistics", "Name is Piet"),
        ("the billing cutover is what I'm on until July", "Is working on the billing cutover"),
        ("our cost centre is KT-4410", "Cost centre is KT-4410"),
        ("Readings are logged in https://x.example/log", "Readings are logged in https://x.example/log"),
        ("I have a shellfish allergy, the bad kind, so no paella", "Has a shellfish allergy"),
        ("I'll be in the Ghent office on 3 June if anyone fancies lunch", "Will be in the Ghent office on 2026-06-03"),
    ],
)
def test_a_plain_statement_is_kept(extractor: Extractor, said: str, kept: str) -> None:
    assert kept in [text.replace("’", "'") for text in texts(extractor, said)]


@pytest.mark.parametrize(
    "said",
    [
        "I love this PR",
        "I love your talk",
        "I like it",
        "I hate merge conflicts like this one",
        "I prefer the second option",
        "I play it by ear",
        "I speak for all of us",
        "I take the blame",
        "I run it on my machine",
        "I have the doc open",
        "I've been looking at this for an hour",
        "I studied the spec",
        "I'm 80% done",
        "I'm moving on",
        "I'm off then",
        "my manager is out today",
        "my daughter is sick today",
        "the function is called twice",
        "retro moved to 4 today",
        "I got two emails about this",
    ],
)
def test_what_is_at_hand_is_not(extractor: Extractor, said: str) -> None:
    assert texts(extractor, said) == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I want replies in Danish", "Wants replies in Danish"),
        ("please use British spelling", "Wants British spelling"),
        ("don't call me Doc", "Does not want to be called Doc"),
        ("you can be blunt with me", "The bot can be blunt with them"),
    ],
)
def test_guidance_is_feedback(extractor: Extractor, said: str, kept: str) -> None:
    (candidate,) = extractor.extract(Message(text=said, sent_at=SENT))

    assert (candidate.op, candidate.kind, candidate.text) == (CandidateOp.ADD, Kind.FEEDBACK, kept)


def test_what_is_added_after_a_comma_is_a_statement_of_its_own(extractor: Extractor) -> None:
    assert texts(extractor, "I run the data platform team at Brightloaf, based in Lisbon") == [
        "Runs the data platform team at Brightloaf",
        "Works at Brightloaf",
        "Is based in Lisbon",
    ]
    assert texts(extractor, "I prefer tabs over spaces, and please keep answers short") == [
        "Prefers tabs over spaces",
        "Wants answers short",
    ]
    assert "Was born in Leeds" in texts(extractor, "I'm a data engineer at Acme, born in Leeds")


def test_giving_up_a_habit_is_not_leaving_an_employer(extractor: Extractor) -> None:
    (candidate,) = extractor.extract(Message(text="I quit smoking", sent_at=SENT))

    assert (candidate.op, candidate.text.lower()) == (CandidateOp.RETRACT, "smoking")


def test_only_the_first_words_of_an_endless_sentence_are_read(extractor: Extractor) -> None:
    endless = "I like soup and " + "more of it and " * 200 + "I live in Porto. I work at Acme"

    assert texts(extractor, endless)[-1] == "Works at Acme"
    assert not [text for text in texts(extractor, endless) if "Porto" in text]


@pytest.mark.parametrize(
    ("said", "text"),
    [("Friday is my day off", "Friday is their day off"), ("I'm off on Tuesdays", "Is off on Tuesdays")],
)
def test_a_free_day_is_no_new_value_of_the_hours(read: Read, said: str, text: str) -> None:
    (found,) = read(said)

    assert (found.text, found.attribute, found.dated) == (text, None, None)
