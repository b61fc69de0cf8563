"""Preferences as people state them to an assistant, in whole sentences, and what only looks like them."""

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import SENT


def told(extractor: Extractor, text: str) -> list[str]:
    found = extractor.extract(Message(text=text, sent_at=SENT, surface="dm"))
    return [one.text for one in found if one.op is CandidateOp.ADD and one.kind is Kind.PREFERENCE]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "I strongly dislike films that are over three hours long.",
            "Strongly dislikes films that are over three hours long",
        ),
        ("I despise jogging as a form of exercise.", "Despises jogging as a form of exercise"),
        ("I am not interested in reality shows.", "Isn't interested in reality shows"),
        ("I have no interest in reading war memoirs.", "Has no interest in reading war memoirs"),
        ("I prefer laptops that have a replaceable battery.", "Prefers laptops that have a replaceable battery"),
        ("I prefer not to eat at places with loud music.", "Prefers not to eat at places with loud music"),
        ("I have a strong aversion to cruises, even short ones.", "Has a strong aversion to cruises, even short ones"),
        ("I refuse to buy clothes that contain plastic fibres.", "Refuses to buy clothes that contain plastic fibres"),
        ("I am not comfortable with flying at night.", "Isn't comfortable with flying at night"),
        (
            "I do not like games that involve magic or fantasy elements.",
            "Dislikes games that involve magic or fantasy elements",
        ),
        ("I generally avoid hikes with ladders.", "Generally avoids hikes with ladders"),
    ],
)
def test_a_class_of_things_is_liked_or_not(extractor: Extractor, said: str, kept: str) -> None:
    assert told(extractor, said) == [kept]


@pytest.mark.parametrize(
    "said",
    [
        "I dislike this draft",
        "I am not interested, thanks",
        "I am not comfortable with this change",
        "I refuse to use that tool again",
        "I have no interest in arguing about it",
        "I avoid talking to customers today",
        "I prefer the second one",
        "would you avoid films that are over three hours long",
        "it would be my fantasy to live on a boat",
    ],
)
def test_what_is_at_hand_is_not(extractor: Extractor, said: str) -> None:
    assert told(extractor, said) == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I secretly love bagpipes", "Secretly loves bagpipes"),
        ("I rely on my diary for everything", "Relies on diary for everything"),
        ("I fly gliders at weekends", "Flies gliders at weekends"),
    ],
)
def test_an_adverb_is_no_verb(extractor: Extractor, said: str, kept: str) -> None:
    found = extractor.extract(Message(text=said, sent_at=SENT, surface="dm"))

    assert [one.text for one in found] == [kept]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I always bake on Sunday evening for the whole week", "Always bakes on Sunday evening for the whole week"),
        ("I never work on Friday afternoon", "Never works on Friday afternoon"),
    ],
)
def test_what_is_always_done_has_no_day(extractor: Extractor, said: str, kept: str) -> None:
    (found,) = extractor.extract(Message(text=said, sent_at=SENT, surface="dm"))

    assert (found.text, found.dated) == (kept, None)
