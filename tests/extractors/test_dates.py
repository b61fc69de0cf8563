"""Relative dates become absolute where the language is plain."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.dates import find_dates, resolve

MONDAY = date(2026, 3, 2)


@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        ("on 4 March", "on 2026-03-04"),
        ("due the 19th of May", "due 2026-05-19"),
        ("on March 5th, 2027", "on 2027-03-05"),
        ("Friday, 6 March", "2026-03-06"),
        ("on 2026-05-01", "on 2026-05-01"),
        ("2026-05-01 to 2026-05-03", "from 2026-05-01 to 2026-05-03"),
        ("6–17 April", "from 2026-04-06 to 2026-04-17"),
        ("from 1 to 5 June", "from 2026-06-01 to 2026-06-05"),
        ("from the 8th to the 15th of August", "from 2026-08-08 to 2026-08-15"),
        ("28 December to 3 January", "from 2026-12-28 to 2027-01-03"),
        ("June 3-7", "from 2026-06-03 to 2026-06-07"),
        ("June 3 to July 2", "from 2026-06-03 to 2026-07-02"),
        ("from the 20th to the 28th", "from 2026-03-20 to 2026-03-28"),
        ("by the 20th", "by 2026-03-20"),
        ("see you today", "see you on 2026-03-02"),
        ("see you tomorrow", "see you on 2026-03-03"),
        ("the day after tomorrow", "on 2026-03-04"),
        ("three weeks from today", "on 2026-03-23"),
        ("a week from tomorrow", "on 2026-03-10"),
        ("a week from Friday", "on 2026-03-13"),
        ("in two months", "on 2026-05-02"),
        ("in a fortnight", "on 2026-03-16"),
        ("in 10 days", "on 2026-03-12"),
        ("on Thursday", "on 2026-03-05"),
        ("this coming Friday", "on 2026-03-06"),
        ("next Friday", "on 2026-03-13"),
        ("Friday week", "on 2026-03-13"),
    ],
)
def test_a_plain_day_is_written_out(text: str, resolved: str) -> None:
    assert resolve(text, sent=MONDAY)[0] == resolved


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I left on 4 March", date(2025, 3, 4)),
        ("met them yesterday", date(2026, 3, 1)),
        ("the day before yesterday", date(2026, 2, 28)),
        ("two weeks ago", date(2026, 2, 16)),
        ("a year ago", date(2025, 3, 2)),
        ("on Friday", date(2026, 2, 27)),
        ("last Friday", date(2026, 2, 27)),
        ("on the 20th", date(2026, 2, 20)),
    ],
)
def test_the_past_lies_before(text: str, day: date) -> None:
    assert resolve(text, sent=MONDAY, past=True)[1] == day


@pytest.mark.parametrize(
    "text",
    [
        "every Monday",
        "covers the Saturday clinic",
        "Mondays at 6",
        "the first Monday of the month",
        "around Easter",
        "end of September",
        "on the 3rd floor",
        "the 2nd draft",
        "31 February",
        "the 31st of April to the 2nd of April",
        "12:30 or 4/5",
        "mon and sat are fine",
        "",
    ],
)
def test_vague_recurring_and_impossible_days_carry_no_date(text: str) -> None:
    assert resolve(text, sent=MONDAY) == (text, None)


def test_a_range_carries_both_ends() -> None:
    found = find_dates("out 6–17 April", sent=MONDAY)[0]

    assert (found.day, found.until) == (date(2026, 4, 6), date(2026, 4, 17))


@given(
    st.dates(date(2020, 1, 1), date(2030, 12, 31)), st.sampled_from(["on Tuesday", "tomorrow", "in 3 days", "the 31st"])
)
def test_what_is_to_come_lies_ahead(sent: date, words: str) -> None:
    day = resolve(words, sent=sent)[1]

    assert day is None or sent <= day <= sent + timedelta(days=63)


@given(st.text(max_size=80), st.dates(date(1990, 1, 1), date(2100, 1, 1)), st.booleans())
def test_no_text_is_too_strange(text: str, sent: date, past: bool) -> None:
    resolve(text, sent=sent, past=past)


@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        ("the herd is tested on the seventh of April", "the herd is tested on 2026-04-07"),
        ("May the third", "2026-05-03"),
        ("the vet comes on the twenty-first", "the vet comes on 2026-03-21"),
        ("leaves the yard 28/04", "leaves the yard 2026-04-28"),
        ("certified by 28.6. at the latest", "certified by 2026-06-28 at the latest"),
        ("goes out on 4/29", "goes out on 2026-04-29"),
        ("10th up to 28th of June", "from 2026-06-10 to 2026-06-28"),
    ],
)
def test_days_in_words_and_in_figures_are_days(text: str, resolved: str) -> None:
    assert resolve(text, sent=MONDAY)[0] == resolved


@pytest.mark.parametrize(
    "text",
    ["open 24/7", "a ratio of 15/10", "version 28.6 is out", "on the twelfth floor", "it may first rain"],
)
def test_figures_and_counts_that_are_no_days_stay(text: str) -> None:
    assert resolve(text, sent=MONDAY) == (text, None)
