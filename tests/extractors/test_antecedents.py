"""What "it", "she" and "they" stand for, and where that is left open."""

import pytest

from extractors.message import Message, clean
from extractors.pipeline import Extractor
from tests.extractors.conftest import SENT, Read


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("The loan ledger was moved. It is in the Cellar folder on the team drive", "ledger is in the cellar folder"),
        ("my husband is a glazier, he works in Cork", "husband works in cork"),
        ("our rehearsal is weekly, it is on Wednesdays at 7", "rehearsal is on wednesdays"),
    ],
)
def test_a_pronoun_stands_for_the_subject_just_before(read: Read, text: str, key: str) -> None:
    assert any(key in found.text.lower() for found in read(text))


@pytest.mark.parametrize(
    "text",
    [
        "my screen froze, it took an hour",
        "our lift is stuck. it is raining too",
        "the vote is on, they say",
        "is my bike there? it is in the shed",
        "the van, the bike and my knees, it is all broken",
        "the van and the bike are old, it starts at a kick",
        "somebody rang, it sits in the hall",
        "what a day, it ends in tears",
        "calling it a night, the oven says two hours and I believe it",
    ],
)
def test_what_says_nothing_of_a_thing_is_left(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("pronouns are they/them and its just Wren", ["Wren"]),
        ("my pronouns are he/they, it's only Bo. the Robert on the badge is a mistake", ["Bo"]),
        ("my pronouns are he/him, it's just Monday", []),
        ("pronouns are she/her and it's only fair to ask yours", []),
    ],
)
def test_behind_pronouns_it_is_a_name(read: Read, text: str, names: list[str]) -> None:
    assert [one.value for one in read(text) if one.attribute == "name"] == names


def test_nobody_says_it_of_somebody_named(read: Read) -> None:
    assert not any("Ann is in" in found.text for found in read("my sister Ann called, it is in the blue box"))


def strings(extractor: Extractor, text: str) -> list[str]:
    return [told.clause.string for told in extractor.untaken(Message(text=text, sent_at=SENT), clean(text))[0]]


@pytest.mark.parametrize(
    "text",
    [
        "the van and the bike are old, it starts at a kick",
        "Grafana is slow, it runs on the old box",
        "the man in the hall with the very long red beard sings, it sits in the hall",
        "my mentor Ola is from Riga, she teaches on Mondays",
        "my uncle Ola moved, it opens on Mondays",
    ],
)
def test_where_no_one_subject_is_plain_the_pronoun_stays(extractor: Extractor, text: str) -> None:
    assert strings(extractor, text)[-1].startswith(("it ", "she "))


def test_what_it_is_is_put_in_its_place(extractor: Extractor) -> None:
    assert strings(extractor, "the kiln is new, it runs on gas")[-1] == "the kiln runs on gas"
