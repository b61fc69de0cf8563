"""What "it", "she" and "they" stand for, and where that is left open."""

import pytest

from tests.extractors.conftest import Read


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
    ],
)
def test_what_says_nothing_of_a_thing_is_left(read: Read, text: str) -> None:
    assert read(text) == []


def test_nobody_says_it_of_somebody_named(read: Read) -> None:
    assert not any("Ann is in" in found.text for found in read("my sister Ann called, it is in the blue box"))
