from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.attributes import asked_for
from memory.ranking import (
    HALF_LIFE,
    answers,
    attribute_match,
    days_of,
    fits_time,
    freshness,
    held_during,
    is_about,
    is_dated_within,
    is_of_someone_else,
    may_be_recalled,
    parts,
    redundancy,
    score,
)
from memory.records import AnswerType, Kind, Memory, Origin, Query, Status
from tests.memory.recall_world import ALEX, DANA, NOW, asking, memory

MARCH = NOW.replace(month=3, day=1, hour=0)
APRIL = NOW.replace(month=4, day=1, hour=0)


def ranked(query: Query, one: Memory, relevance: float = 0.5) -> float:
    return score(parts(query, one, relevance=relevance, reader=ALEX, now=NOW))


def test_freshness_halves_with_each_half_life() -> None:
    day = timedelta(days=1)

    assert freshness(-day, half_life=day) == 1.0
    assert freshness(day, half_life=day) == 0.5
    assert freshness(2 * day, half_life=day) == 0.25


@given(st.integers(0, 4000), st.integers(1, 4000), st.sampled_from(Kind), st.floats(0.01, 1.0))
def test_an_older_memory_never_outweighs_a_newer_equal_one(age: int, older: int, kind: Kind, relevance: float) -> None:
    newer_one, older_one = memory("Likes tea", days=age, kind=kind), memory("Likes tea", days=age + older, kind=kind)

    assert ranked(asking("tea"), newer_one, relevance) >= ranked(asking("tea"), older_one, relevance)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.sampled_from(Kind))
def test_scores_and_parts_stay_between_zero_and_one(
    relevance: float, confidence: float, more: float, kind: Kind
) -> None:
    one = memory("Porto", kind=kind, confidence=confidence, attribute="location", days=more * 900)
    of = parts(asking("porto", attributes=("location",)), one, relevance=relevance, reader=ALEX, now=NOW)

    assert all(0.0 <= part <= 1.0 for part in of.values())
    assert 0.0 <= score(of) <= 1.0


def test_without_evidence_there_is_no_score() -> None:
    assert ranked(asking("tea"), memory("Lives in Porto", days=0, confidence=1.0), relevance=0.0) == 0.0


def test_an_attribute_asked_for_is_evidence_enough() -> None:
    assert ranked(asking(attributes=("location",)), memory("Porto", attribute="location"), relevance=0.0) > 0.7


def test_a_memory_that_is_a_question_counts_less() -> None:
    assert ranked(asking("tea"), memory("Any tea?")) < ranked(asking("tea"), memory("Any tea"))


@pytest.mark.parametrize(
    ("text", "dated", "expected"),
    [
        pytest.param("Met Joana on Tuesday", None, 1.0, id="weekday"),
        pytest.param("Ships the release", date(2026, 3, 6), 1.0, id="dated"),
        pytest.param("Ships the release", None, 0.0, id="no time"),
    ],
)
def test_a_memory_with_a_time_answers_when(text: str, dated: date | None, expected: float) -> None:
    when = asking("release", answer_type=AnswerType.WHEN)

    assert answers(when, memory(text, dated=dated)) == expected
    assert answers(asking("release"), memory(text, dated=dated)) == 1.0


@pytest.mark.parametrize(
    ("one", "held"),
    [
        pytest.param(memory("Tea", created_at=MARCH - timedelta(days=9)), True, id="learned before, holds still"),
        pytest.param(memory("Tea", created_at=APRIL), False, id="learned after"),
        pytest.param(memory("Tea", created_at=MARCH, ended_at=APRIL), True, id="held just then"),
        pytest.param(
            memory("Tea", created_at=MARCH - timedelta(days=9), ended_at=MARCH), False, id="ended before it began"
        ),
        pytest.param(memory("Tea", created_at=APRIL, valid_at=MARCH), True, id="true earlier than learned"),
        pytest.param(memory("Met Joana", created_at=APRIL, dated=date(2026, 3, 6)), True, id="speaks of then"),
        pytest.param(memory("Met Joana", created_at=APRIL, dated=date(2026, 4, 1)), False, id="speaks of later"),
        pytest.param(memory("Met Joana", created_at=APRIL, dated=date(2026, 2, 1)), False, id="speaks of earlier"),
    ],
)
def test_a_memory_held_during_a_time(one: Memory, held: bool) -> None:
    assert held_during(one, MARCH, APRIL) is held
    assert fits_time(asking(since=MARCH, until=APRIL), one) == float(held)
    assert fits_time(asking(), one) == 1.0


def test_a_range_is_spoken_of_from_its_first_to_its_last_day() -> None:
    away = memory("Away from 2026-02-20 to 2026-03-03, not 2026-99-99", dated=date(2026, 2, 20))

    assert days_of(away) == (date(2026, 2, 20), date(2026, 3, 3))
    assert is_dated_within(away, MARCH, APRIL)
    assert not is_dated_within(away, APRIL, None)
    assert not is_dated_within(memory("No day"), MARCH, APRIL)


def test_the_line_of_another_than_who_is_asked_about_counts_less() -> None:
    query = asking("dana", "moved")

    assert ranked(query, memory("Dana: we moved")) > ranked(query, memory("Omar: she moved"))
    assert ranked(query, memory("Dana: we moved")) == ranked(query, memory("Dana moved"))


def test_an_imported_request_counts_less_than_what_somebody_says_of_themselves() -> None:
    request = memory("Write a poem about tea", origin=Origin.IMPORT)
    statement = memory("I write poems about tea", origin=Origin.IMPORT)

    assert ranked(asking("tea"), request) < ranked(asking("tea"), statement)


def test_an_open_time_is_bounded_on_one_side_only() -> None:
    one = memory("Tea", created_at=MARCH, ended_at=APRIL)

    assert held_during(one, None, APRIL)
    assert not held_during(one, APRIL, None)


@pytest.mark.parametrize(
    ("status", "query", "may"),
    [
        pytest.param(Status.ACTIVE, asking(), True, id="active"),
        pytest.param(Status.SUPERSEDED, asking(), False, id="superseded"),
        pytest.param(Status.SUPERSEDED, asking(wants_history=True), True, id="superseded, history asked for"),
        pytest.param(Status.SUPERSEDED, asking(since=MARCH, until=APRIL), True, id="superseded, held then"),
        pytest.param(Status.SUPERSEDED, asking(since=APRIL, wants_history=True), False, id="superseded before then"),
        pytest.param(Status.FORGOTTEN, asking(wants_history=True), False, id="forgotten"),
        pytest.param(Status.INVALIDATED, asking(wants_history=True), False, id="invalidated"),
    ],
)
def test_what_no_longer_holds_is_recalled_only_for_the_past(status: Status, query: Query, may: bool) -> None:
    one = memory("Lives in Lisbon", status=status, created_at=MARCH, ended_at=APRIL - timedelta(days=1))

    assert may_be_recalled(query, one) is may


@pytest.mark.parametrize(
    ("query", "one", "about"),
    [
        pytest.param(asking(), memory("x"), True, id="me"),
        pytest.param(asking(), memory("x", subject=DANA), False, id="me, not Dana"),
        pytest.param(asking(about_self=False), memory("x"), False, id="somebody else"),
        pytest.param(
            asking(about_self=False, people=("UDANA",)), memory("x", subject=DANA), True, id="Dana, mentioned"
        ),
        pytest.param(asking(about_self=False, people=("UDANA",)), memory("x"), False, id="Dana, not me"),
        pytest.param(asking(people=("UDANA",)), memory("x"), True, id="me, Dana only mentioned"),
    ],
)
def test_whom_a_question_is_about(query: Query, one: Memory, about: bool) -> None:
    assert is_about(query, one, ALEX) is about


def test_an_attribute_counts_only_for_whom_the_question_is_about() -> None:
    query = asking(attributes=("location",), about_self=False)

    assert attribute_match(query, memory("Lives in Porto", attribute="location"), ALEX) == 0.0


@pytest.mark.parametrize(
    ("query", "one", "someone_else"),
    [
        pytest.param(asking(attributes=("location",)), memory("x", attribute="location"), False, id="mine"),
        pytest.param(
            asking(attributes=("location",)), memory("x", attribute="location", subject=DANA), True, id="hers"
        ),
        pytest.param(
            asking(attributes=("location",)), memory("x", subject=DANA), False, id="her fact on something else"
        ),
        pytest.param(asking(people=("UDANA",), about_self=False), memory("x"), True, id="mine, she is mentioned"),
        pytest.param(
            asking(about_self=False), memory("x", attribute="location"), False, id="nothing of hers asked for"
        ),
        pytest.param(
            asking(attributes=("location",), about_self=False),
            memory("x", attribute="location"),
            True,
            id="mine, not hers",
        ),
        pytest.param(
            asking(attributes=("reference:x",)),
            memory("x", kind=Kind.REFERENCE, attribute="reference:x", subject=DANA),
            False,
            id="reference",
        ),
    ],
)
def test_what_tells_of_someone_else_than_asked_about(query: Query, one: Memory, someone_else: bool) -> None:
    assert is_of_someone_else(query, one, ALEX) is someone_else


def test_what_is_someone_elses_counts_little() -> None:
    query = asking("live", attributes=("location",))

    assert ranked(query, memory("Lives in Rome", attribute="location", subject=DANA), relevance=0.9) < 0.3


def test_a_reference_answers_whoever_noted_it() -> None:
    query = asking(attributes=("reference:runbook",))
    one = memory("x", subject=DANA, kind=Kind.REFERENCE, attribute="reference:runbook")

    assert attribute_match(query, one, ALEX) == 1.0


@pytest.mark.parametrize(
    ("attribute", "asked", "fit"),
    [
        pytest.param(None, ("location",), 0.0, id="no attribute"),
        pytest.param("location", (), 0.0, id="nothing asked"),
        pytest.param("location", ("location",), 1.0, id="the same"),
        pytest.param("location", ("hometown", "location"), 0.9, id="second guess"),
        pytest.param("favourite:dinosaur", ("favourite:dinosaurs",), 1.0, id="the same thing in another form"),
        pytest.param("favourite:dinosaur", ("favourite",), 0.6, id="any favourite"),
        pytest.param("favourite:dinosaur", ("favourite:tree",), 0.0, id="another thing"),
        pytest.param("preference:coffee", ("preference:drink",), 0.9, id="an example of the thing"),
        pytest.param("favourite:iced coffee", ("favourite:drink",), 0.9, id="an example by its last word"),
        pytest.param("preference:green tea", ("preference:colour",), 0.0, id="what only describes it is no example"),
        pytest.param("reference:billing runbook", ("reference:runbook",), 1.0, id="all asked words"),
        pytest.param("preference", ("preference:tea",), 0.0, id="a thing asked, none held"),
        pytest.param("reference:staging database", ("reference:prod database",), 0.0, id="another one of the sort"),
        pytest.param("reference:billing page", ("reference:billing wiki",), 0.5, id="the same by another name"),
        pytest.param("reference:database", ("reference:prod database",), 0.5, id="one of which no more is said"),
    ],
)
def test_how_well_an_attribute_fits(attribute: str | None, asked: tuple[str, ...], fit: float) -> None:
    assert asked_for(attribute, asked) == pytest.approx(fit)


def test_a_preference_without_an_attribute_is_found_by_what_it_says() -> None:
    query = asking("drink", "morning", attributes=("preference:drink",))
    drinks = memory("Drinks oat flat whites", kind=Kind.PREFERENCE)

    assert attribute_match(query, drinks, ALEX) == 1.0
    assert attribute_match(query, replace(drinks, kind=Kind.FACT), ALEX) == 0.0


def test_redundancy_is_the_largest_overlap() -> None:
    assert redundancy({"a", "b"}, []) == 0.0
    assert redundancy({"a", "b"}, [{"c"}, {"a"}]) == 0.5
    assert redundancy(set(), [set()]) == 0.0


def test_redundancy_takes_from_the_score() -> None:
    of = parts(asking("tea"), memory("Tea"), relevance=0.9, reader=ALEX, now=NOW)

    assert score({**of, "redundancy": 1.0}) == 0.0
    assert score({**of, "redundancy": 0.5}) < score(of)


def test_every_kind_has_a_half_life() -> None:
    assert set(HALF_LIFE) == set(Kind)
