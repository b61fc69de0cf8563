"""Relative dates become absolute where the language is plain."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.days.dates import find_dates, resolve

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
        ("due in exactly three weeks", "due 2026-03-23"),
        ("due in couple of weeks", "due 2026-03-16"),
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
        "on Good Friday",
        "by Palm Sunday",
        "every 15 August",
        "every week from Sunday evening until Wednesday",
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


@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        ("cuts the barley on Sunday 29th", "cuts the barley on 2026-03-29"),
        ("the show's Saturday the 14th at the hall", "the show's 2026-03-14 at the hall"),
        ("Sunday 8, in town", "2026-03-08, in town"),
        ("gone from Saturday the 14th to Sunday the 29th", "gone from 2026-03-14 to 2026-03-29"),
        ("opens Tuesday 19 May", "opens 2026-05-19"),
        ("dogs are allowed from 1st April onward", "dogs are allowed from 2026-04-01 onward"),
        ("shearing is 8 tae 12 June", "shearing is from 2026-06-08 to 2026-06-12"),
        ("14th to 16th, filming", "from 2026-03-14 to 2026-03-16, filming"),
        ("shut from the 22nd till the 3rd of July", "shut from 2026-06-22 to 2026-07-03"),
        ("the fourteenth to the seventeenth of May", "from 2026-05-14 to 2026-05-17"),
        ("out november sixth", "out 2026-11-06"),
        ("fair day is the twenty-fourth", "fair day is 2026-03-24"),
        ("on the 30th of this month", "on 2026-03-30"),
        ("on the 30th of next month", "on 2026-04-30"),
        ("starts in eleven days", "starts on 2026-03-13"),
        ("opens a week tomorrow", "opens on 2026-03-10"),
        ("tomorrow week", "on 2026-03-10"),
        ("Monday fortnight", "on 2026-03-23"),
        ("the vote is on Thursday next week", "the vote is on 2026-03-12"),
        ("next week on Tuesday", "on 2026-03-10"),
        ("last week Saturday", "on 2026-02-28"),
        ("out Tues–Thurs next week", "out from 2026-03-10 to 2026-03-12"),
        ("on 1 May last year", "on 2025-05-01"),
        ("from the 3rd to the 9th of May next year", "from 2027-05-03 to 2027-05-09"),
        ("off Thursday and Friday", "off 2026-03-05 and 2026-03-06"),
        ("off on Thursday and Friday", "off on 2026-03-05 and 2026-03-06"),
        (
            "I'm in Manila for the fair on Thursday and Friday",
            "I'm in Manila for the fair on 2026-03-05 and 2026-03-06",
        ),
        (
            "I work in Leeds for the council on Monday and Tuesday",
            "I work in Leeds for the council on Monday and Tuesday",
        ),
        ("gone Thursday to Sunday", "gone from 2026-03-05 to 2026-03-08"),
    ],
)
def test_weekdays_and_numbers_are_read_together(text: str, resolved: str) -> None:
    assert resolve(text, sent=MONDAY)[0] == resolved


@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        ("the 16 and 17 November", "2026-11-16 and 2026-11-17"),
        ("on 9, 10 and 12 May", "on 2026-05-09, 2026-05-10 and 2026-05-12"),
        ("on the 20th and the 28th", "on 2026-03-20 and 2026-03-28"),
        ("between 3 and 7 June", "from 2026-06-03 to 2026-06-07"),
    ],
)
def test_days_that_are_listed_stay_apart(text: str, resolved: str) -> None:
    assert resolve(text, sent=MONDAY)[0] == resolved


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("it is in September this year, the 16th", [date(2026, 9, 16)]),
        ("in August from day 3 to day 23", [date(2026, 8, 3)]),
        ("books close 30 June, papers by the 20th", [date(2026, 6, 30), date(2026, 6, 20)]),
        ("leaving on 4 July, back on the 18th", [date(2026, 7, 4), date(2026, 7, 18)]),
        ("leaving on 28 July, back on the 2nd", [date(2026, 7, 28), date(2026, 8, 2)]),
        ("all of January 2027, starts on the 6th", [date(2027, 1, 6)]),
        ("not between the 24th and the 2nd, but on the 23rd", [date(2026, 3, 24), date(2026, 3, 23)]),
        ("in April we sow, since 2 March we dig, lunch is on the 1st", [date(2026, 3, 2), date(2026, 4, 1)]),
    ],
)
def test_a_day_without_a_month_is_of_the_one_named_before(text: str, days: list[date]) -> None:
    assert [when.day for when in find_dates(text, sent=MONDAY)] == days


def test_the_month_may_have_been_named_in_what_came_before() -> None:
    before = "the clinic opens on Saturday 26 September, so"

    assert resolve("leaflets by the 12th", sent=MONDAY, before=before)[1] == date(2026, 9, 12)
    assert resolve("leaflets by the 12th", sent=MONDAY, before="we met, so")[1] == date(2026, 3, 12)


def test_a_month_that_is_over_is_not_that_of_a_day_to_come() -> None:
    assert resolve("out on the 9th", sent=date(2026, 6, 1), before="on 4 March it broke,")[1] == date(2026, 6, 9)
    assert resolve("came on the 9th", sent=date(2026, 6, 1), past=True, before="in May")[1] == date(2026, 5, 9)


def test_the_weekday_tells_the_year() -> None:
    assert resolve("in the box on Tuesday 19 May", sent=date(2026, 4, 29), past=True)[1] == date(2026, 5, 19)


def test_what_was_told_today_carries_the_day_that_it_tells() -> None:
    assert resolve("agreed this morning that it ends on 4 May", sent=MONDAY)[1] == date(2026, 5, 4)
    assert resolve("agreed yesterday to end it on 4 May", sent=MONDAY)[1] == date(2026, 3, 1)


def test_a_weekday_since_which_something_lasts_is_over() -> None:
    assert resolve("chartered since Friday", sent=MONDAY) == ("chartered since 2026-02-27", None)


@pytest.mark.parametrize(
    "text",
    [
        "works Monday to Thursday",
        "open Monday-Friday",
        "twice a week on Monday",
        "on the 1st and 2nd floor",
        "from 3rd to 5th grade",
        "from day 3 to day 23",
        "may first",
        "the second week in August",
        "in June, on the 40th",
    ],
)
def test_ranges_and_counts_of_other_things_stay(text: str) -> None:
    assert resolve(text, sent=MONDAY) == (text, None)


def test_a_number_of_people_is_no_day() -> None:
    assert resolve("on Saturday 10 of us rowed", sent=MONDAY)[0] == "on 2026-03-07 10 of us rowed"
    assert resolve("on Saturday 9, as ever", sent=MONDAY)[0] == "on 2026-03-07 9, as ever"


def test_a_long_text_of_days_takes_time_in_line_with_its_length() -> None:
    text = "on the 3rd and in June, Monday to Tuesday, since 4 May, " * 500

    assert len(find_dates(text, sent=MONDAY, before=text)) == 1000
