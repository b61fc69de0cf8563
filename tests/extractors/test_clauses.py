"""Where chat leaves out "I", and where it only seems to: the subject of each clause."""

from datetime import UTC, datetime

import pytest

from extractors.message import Message, clean
from extractors.pipeline import Extractor

SENT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)


def strings(extractor: Extractor, text: str) -> list[str]:
    return [told.clause.string for told in extractor.untaken(Message(text=text, sent_at=SENT), clean(text))[0]]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("based in Turin", "i am based in turin"),
        ("new to Rust", "i am new to rust"),
        ("no longer a smoker", "i am no longer a smoker"),
        ("just bought a canoe", "i bought a canoe"),
        ("ditched Bing for Kagi", "i ditched bing for kagi"),
        ("huge fan of Ravel", "i am a huge fan of ravel"),
        ("off until Monday", "i am off until monday"),
    ],
)
def test_a_left_out_subject_is_supplied(extractor: Extractor, text: str, read: str) -> None:
    assert strings(extractor, text) == [read]


@pytest.mark.parametrize(
    "text",
    [
        "no onions for me",
        "new mobile 0161 496 0000",
        "from tomorrow the kiln is shared",
        "on Sunday the neighbours were drilling",
        "on Teams you can find me as Bo",
        "new firm is Haldane Freight",
        "weeding starts at six",
    ],
)
def test_no_subject_is_supplied_where_there_is_one_or_none_is_meant(extractor: Extractor, text: str) -> None:
    assert not strings(extractor, text)[0].startswith("i am ")


def test_an_opening_that_stands_alone_still_counts_for_what_follows(extractor: Extractor) -> None:
    text = "oh sure, I adore filing"
    (told,), _ = extractor.untaken(Message(text=text, sent_at=SENT), clean(text))

    assert told.clause.opening == "oh sure"
    assert "sarcasm" in told.guards


@pytest.mark.parametrize(
    ("text", "place"), [("I work at St. Anne's", "St. Anne's"), ("I live in Ft. Worth", "Ft. Worth")]
)
def test_a_name_keeps_the_full_stop_of_its_abbreviation(extractor: Extractor, text: str, place: str) -> None:
    (found,) = extractor.extract(Message(text=text, sent_at=SENT))

    assert found.text.endswith(place)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("been a verger since I was twenty", ["i have been a verger since i was twenty"]),
        ("the barge I rent has no stove", ["the barge i rent has no stove"]),
        (
            "the wall we are building at Crail should be done by 3 May",
            ["the wall we are building at crail should be done by 3 may"],
        ),
        (
            "our Oskar's vegan and our Ida's whatever Oskar is",
            ["our oskar is vegan", "our ida 's whatever oskar is"],
        ),
        ("my nephews Bram and Sil are ushers on Sunday", ["my nephews bram and sil are ushers on sunday"]),
        ("a baker from Lorient but my home is Ghent", ["a baker from lorient", "my home is ghent"]),
        ("I teach pottery at Cramond, my room's H6", ["i teach pottery at cramond", "my room is h6"]),
    ],
)
def test_a_verb_goes_with_its_own_subject(extractor: Extractor, text: str, read: list[str]) -> None:
    assert strings(extractor, text) == read


@pytest.mark.parametrize("text", ["the day I moved the rain was awful", "the other week I fed a goat that has a bell"])
def test_a_time_is_no_subject(extractor: Extractor, text: str) -> None:
    assert strings(extractor, text)[0].startswith("i ")
