"""How sure the judge has to be: less where the message has told something for sure already."""

from dataclasses import replace

import pytest

from extractors.judge import Reading, Verdict
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from extractors.weighing import PROPOSED, PROPOSED_BESIDE, hindrance, worth_keeping
from memory.records import Kind
from tests.extractors.conftest import SENT


@pytest.fixture(scope="module")
def unread(extractor: Extractor) -> Reading:
    """The reading of a clause that no rule reads."""
    (reading,) = _readings(extractor, "I whittle whistles out of elder")
    assert not reading.found
    return reading


def _readings(extractor: Extractor, text: str) -> list[Reading]:
    return extractor.untaken(Message(text=text, sent_at=SENT), clean(text))[0]


def test_what_comes_after_something_sure_needs_less(unread: Reading) -> None:
    likely = Verdict((PROPOSED + PROPOSED_BESIDE) / 2, Kind.FACT)

    assert not worth_keeping(unread, likely)
    assert worth_keeping(replace(unread, told=True), likely)
    assert not worth_keeping(replace(unread, told=True), replace(likely, keep=PROPOSED_BESIDE / 2))


def test_something_sure_counts_from_the_next_clause_on(extractor: Extractor) -> None:
    assert [reading.told for reading in _readings(extractor, "I live in Porto and my sister teaches maths")] == [
        False,
        True,
    ]
    assert [reading.told for reading in _readings(extractor, "it rains. I whittle whistles")] == [False, False]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("there's a spare oar under the bench", True),
        ("they gave me a van", True),
        ("they painted the bench", False),
        ("there's no oar", False),
        ("she paints benches", False),
    ],
)
def test_the_judge_is_asked_about_what_hangs_on_nothing_said_before(
    extractor: Extractor, text: str, asked: bool
) -> None:
    (reading,) = _readings(extractor, text)

    assert (hindrance(reading) == "") is asked
