"""What was read in a clause becomes a candidate that carries the day the clause is about."""

from datetime import date

import pytest

from extractors.judging.candidates import candidate_of
from extractors.message import clean
from extractors.pipeline import Extractor
from extractors.statements.rules import Found
from extractors.syntax.clauses import clauses
from memory.records import Candidate, Kind

SENT = date(2026, 4, 20)  # a Monday


def read_whole(extractor: Extractor, text: str) -> list[Candidate]:
    message = clean(text)
    found = clauses(message, extractor.parser.words(message))
    return [candidate_of(Found(Kind.EVENT, "", "judge"), clause, message, SENT) for clause in found]


@pytest.mark.parametrize(
    ("text", "canonical", "day"),
    [
        (
            "12 to 19 July I'm in Stornoway",
            "Is in Stornoway from 2026-07-12 to 2026-07-19",
            date(2026, 7, 12),
        ),
        ("starting Monday 27 April I'm on late shifts", "Is on late shifts starting 2026-04-27", date(2026, 4, 27)),
        ("from 1st May we have two rooms", "Has two rooms from 2026-05-01", date(2026, 5, 1)),
        (
            "on the 23rd I fly to Recife, back on the 2nd of May",
            "Flies to Recife, back on 2026-05-02 on 2026-04-23",
            date(2026, 4, 23),
        ),
        ("from Wednesday I'm off for six weeks", "Is off for six weeks from 2026-04-22", date(2026, 4, 22)),
        ("Frankly speaking I'm in Stornoway", "Is in Stornoway", None),
    ],
)
def test_a_day_before_the_subject_is_kept(extractor: Extractor, text: str, canonical: str, day: date | None) -> None:
    (candidate,) = read_whole(extractor, text)

    assert (candidate.text, candidate.dated) == (canonical, day)


def test_a_day_without_a_month_is_of_the_month_that_its_sentence_named(extractor: Extractor) -> None:
    *_, last = read_whole(extractor, "the clinic opens on 26 September and I need the leaflets by the 12th")

    assert last.dated == date(2026, 9, 12)


def test_the_month_of_another_sentence_is_not_taken(extractor: Extractor) -> None:
    *_, last = read_whole(extractor, "The clinic opens on 26 September. I'm out on the 30th.")

    assert last.dated == date(2026, 4, 30)


@pytest.mark.parametrize("text", ["we've finally decided against the stand", "we agreed to keep the old boiler"])
def test_a_decision_without_a_day_carries_that_of_the_message(extractor: Extractor, text: str) -> None:
    assert read_whole(extractor, text)[0].dated == SENT


@pytest.mark.parametrize("text", ["we like the stand", "they will have decided by Easter"])
def test_what_is_no_decision_carries_none(extractor: Extractor, text: str) -> None:
    assert read_whole(extractor, text)[0].dated is None


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("malt we order from the mill in Tring", "Orders malt from the mill in Tring"),
        ("synthetic rope I refuse since the fall", "Refuses synthetic rope since the fall"),
        ("Frankly speaking I bake", "Bakes"),
        ("first Saturday each month I'm mending nets", "Is mending nets, first Saturday each month"),
        ("up in the loft I'm safe from the goats", "Is safe from the goats up in the loft"),
        ("choir is Monday now", "Choir is Monday"),
        ("we sing carols on Good Friday", "Sings carols on Good Friday"),
    ],
)
def test_what_stands_before_the_subject_or_comes_every_week_is_told(
    extractor: Extractor, text: str, canonical: str
) -> None:
    assert read_whole(extractor, text)[0].text == canonical
