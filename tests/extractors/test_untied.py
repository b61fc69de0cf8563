"""What begins with a pronoun that stands for nothing plain is told so that it stands by itself."""

from dataclasses import replace

import pytest

from extractors.judging.candidates import candidates_of
from extractors.judging.judge import Reading, Verdict
from extractors.judging.weighing import PROPOSED_UNTIED, hindrance, worth_keeping
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from memory.records import Kind
from tests.extractors.conftest import SENT


def _read(extractor: Extractor, text: str, place: int = -1) -> tuple[Reading, list[str]]:
    """Return one of the readings of a message, and what it gives if it is kept."""
    message, cleaned = Message(text=text, sent_at=SENT), clean(text)
    reading = extractor.untaken(message, cleaned)[0][place]
    return reading, [candidate.text for candidate in candidates_of(reading, cleaned, SENT.date())]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("it's Dieppe I live in these days", "Lives in Dieppe"),
        ("it's Kabra who files", "Kabra files"),
        ("it's the Thursday crew that I cox", "Coxes the Thursday crew"),
        ("its Rutendo who leads me", "Rutendo leads them"),
        ("it's radio or silence for me", "Radio or silence for them"),
        ("it's 14 panels for Nsukka instead of 12", "14 panels for Nsukka"),
        ("its truck 12 now", "Truck 12"),
        ("you'll find me in Maadi, above the pharmacy", "Is in Maadi, above the pharmacy"),
    ],
)
def test_what_only_leads_to_it_is_left_out(extractor: Extractor, text: str, told: str) -> None:
    reading, given = _read(extractor, text)

    assert hindrance(reading) == ""
    assert given == [told]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I don't have Wednesdays off now, it's Mondays", "Doesn't have Wednesdays off, it is Mondays"),
        (
            "We've scrapped the assembly, it's Wednesdays at 9.15 instead of Fridays",
            "Has scrapped the assembly, it is Wednesdays at 9.15",
        ),
    ],
)
def test_what_hangs_on_the_clause_before_is_told_with_it(extractor: Extractor, text: str, told: str) -> None:
    reading, given = _read(extractor, text)

    assert hindrance(reading) == ""
    assert given == [told]


@pytest.mark.parametrize(
    "text",
    [
        "it's Mondays",
        "she has to float by May",
        "it's her mother",
        "is it the blue one? it's Mondays",
        "maybe we scrap it. it's Mondays",
        "I have diabetes, it's Mondays",
    ],
)
def test_what_says_nothing_by_itself_stays_unread(extractor: Extractor, text: str) -> None:
    reading, _ = _read(extractor, text)

    assert hindrance(reading).startswith("it is about what was said before")


def test_it_takes_a_sure_judge(extractor: Extractor) -> None:
    reading, _ = _read(extractor, "it's Dieppe I live in these days")

    assert worth_keeping(reading, Verdict(PROPOSED_UNTIED, Kind.PROFILE))
    assert not worth_keeping(reading, Verdict(PROPOSED_UNTIED - 0.01, Kind.PROFILE))
    assert hindrance(replace(reading, untied=None))


def test_the_day_is_that_of_the_clause_itself(extractor: Extractor) -> None:
    text = "We decided this morning to retire the export, it goes dark on 31 March 2027"
    message, cleaned = Message(text=text, sent_at=SENT), clean(text)
    reading = extractor.untaken(message, cleaned)[0][-1]
    (candidate,) = candidates_of(reading, cleaned, SENT.date())

    assert str(candidate.dated) == "2027-03-31"
