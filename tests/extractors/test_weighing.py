"""How sure the judge has to be: more where a clause seems to pass."""

from dataclasses import replace

import pytest

from bot.settings import MemorySettings
from extractors.judge import Reading, Verdict
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from extractors.weighing import PROPOSED, PROPOSED_IN_DOUBT, hindrance, worth_keeping
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


def test_what_seems_to_pass_needs_more(unread: Reading) -> None:
    likely = Verdict((PROPOSED + PROPOSED_IN_DOUBT) / 2, Kind.FACT)
    passing = replace(unread, guards=("transient",))

    assert worth_keeping(unread, likely)
    assert not worth_keeping(passing, likely)
    assert worth_keeping(passing, replace(likely, keep=PROPOSED_IN_DOUBT))
    assert not worth_keeping(unread, replace(likely, keep=PROPOSED - 0.01))


def test_what_the_judge_proposes_is_what_the_book_keeps() -> None:
    assert MemorySettings().min_profile_confidence <= PROPOSED


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
