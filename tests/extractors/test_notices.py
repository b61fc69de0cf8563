"""Brief notices of absence and presence, read line by line: the state, its days, and who stands in meanwhile."""

from datetime import UTC, datetime

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor

SENT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)
"""A Monday."""


def told(extractor: Extractor, text: str) -> list[str]:
    message = Message(text=text, sent_at=SENT, surface="channel", user_id="U01", user_name="Dana Reyes", id="1")
    return [candidate.text for candidate in extractor.extract(message)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("OOO 3-7 Aug", "Is OOO from 2026-08-03 to 2026-08-07"),
        ("ooo 3rd–7th Aug", "Is OOO from 2026-08-03 to 2026-08-07"),
        ("annual leave Aug 3 - Aug 14", "Is on annual leave from 2026-08-03 to 2026-08-14"),
        ("A/L 3 Aug to 14 Aug", "Is on annual leave (A/L) from 2026-08-03 to 2026-08-14"),
        ("AL Mon-Wed next week", "Is on annual leave (A/L) from 2026-03-09 to 2026-03-11"),
        ("PTO Thu-Fri this week", "Is on PTO from 2026-03-05 to 2026-03-06"),
        ("PTO through Friday", "Is on PTO until 2026-03-06"),
        ("PTO this Friday", "Is on PTO on 2026-03-06"),
        ("out til the 14th", "Is out until 2026-03-14"),
        ("OOO w/c 3 Aug", "Is OOO from 2026-08-03 to 2026-08-07"),
        ("OOO next week", "Is OOO from 2026-03-09 to 2026-03-13"),
        ("vacation 3/8-14/8", "Is on vacation from 2026-08-03 to 2026-08-14"),
        ("Out 8/3-8/14", "Is out from 2026-08-03 to 2026-08-14"),
        ("OOO starting Thursday until 13 March", "Is OOO from 2026-03-05 to 2026-03-13"),
        ("Off Thursday + Friday", "Is off on 2026-03-05 and 2026-03-06"),
        ("OOO 12 March (moving house)", "Is OOO on 2026-03-12 (moving house)"),
        (
            "Off work 9-11 March for my sister's wedding",
            "Is off from 2026-03-09 to 2026-03-11 for their sister's wedding",
        ),
        ("Out Friday, back Monday", "Is out on 2026-03-06, back on 2026-03-09"),
        ("back on the 16th", "Is back on 2026-03-16"),
        ("half day on Friday", "Has a half day on 2026-03-06"),
        ("Thu-Fri: PTO", "Is on PTO from 2026-03-05 to 2026-03-06"),
        ("WFH tomorrow", "Works from home on 2026-03-03"),
        ("WFH Mondays and Wednesdays", "Works from home on Mondays and Wednesdays"),
        ("in the office Tue/Thu", "Is in the office on Tue/Thu"),
        ("Travelling to Berlin Tue-Thu next week", "Is travelling to Berlin from 2026-03-10 to 2026-03-12"),
        ("parental leave from 1 April to 30 June", "Is on parental leave from 2026-04-01 to 2026-06-30"),
        ("Dana: OOO 3-7 Aug", "Is OOO from 2026-08-03 to 2026-08-07"),
        ("I'm out Mon 9 Mar - Wed 11 Mar", "Is out from 2026-03-09 to 2026-03-11"),
        ("Reminder: I'm on PTO Thu-Fri.", "Is on PTO from 2026-03-05 to 2026-03-06"),
    ],
)
def test_a_notice_tells_where_its_author_is_and_when(extractor: Extractor, text: str, expected: str) -> None:
    assert told(extractor, text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("OOO: 3-7 August. Cover: <@U02>", "Cover is <@U02> from 2026-08-03 to 2026-08-07"),
        ("PTO 16-20 March, <@U02> is covering", "Cover is <@U02> from 2026-03-16 to 2026-03-20"),
        (
            "on leave 9-13 March, Hana covers the newsletter",
            "Cover for the newsletter is Hana from 2026-03-09 to 2026-03-13",
        ),
        (
            "on leave 3 Aug - 14 Aug, ask Tomasz for invoices",
            "Contact for invoices is Tomasz from 2026-08-03 to 2026-08-14",
        ),
        ("away 9-13 March; deploys -> Lena", "Contact for deploys is Lena from 2026-03-09 to 2026-03-13"),
        ("OOO 3-7 Aug\nCover: Tomasz", "Cover is Tomasz from 2026-08-03 to 2026-08-07"),
        ("ask Jonas while I'm away 9-13 March", "Contact is Jonas from 2026-03-09 to 2026-03-13"),
        ("Cover while I'm away: Priya", "Cover is Priya while away"),
    ],
)
def test_who_stands_in_is_told_with_the_days(extractor: Extractor, text: str, expected: str) -> None:
    assert expected in told(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "Priya is OOO Thursday",
        "Tomasz: OOO 3-7 Aug",
        "<@U02>: OOO till Thursday",
        "<@U02> is on PTO 3-7 Aug",
        "Ann on leave 3 Aug - 14 Aug",
        "OOO Friday?",
        "Is Marta OOO next week?",
        "Anyone else on PTO 9-13 March?",
        "If I'm OOO Thursday, ask Tomasz",
        "maybe OOO Thursday, not sure",
        "PTO 6-10 April (tbc)",
        "OOO today",
        "WFH today",
        "back at 3",
        "sick leave 9-13 March",
        "medical leave from 9 March to 3 April",
        "off sick Mon-Wed",
        "OOO Thu for surgery",
        "not OOO Thursday after all",
        "the OOO calendar is broken",
        "A: OOO 3-7 Aug",
        "Yesterday: OOO\nToday: catching up\nTomorrow: PTO\nBlockers: none",
    ],
)
def test_what_is_no_notice_of_the_author_s_gives_nothing(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []


def test_a_dash_at_the_end_of_a_sentence_parts_nothing(extractor: Extractor) -> None:
    assert told(extractor, "the car -") == []


def test_who_stands_in_is_not_told_without_an_absence(extractor: Extractor) -> None:
    assert told(extractor, "Cover: Ann") == []


@pytest.mark.parametrize(
    "text",
    [
        "OOO 3-7 Aug (hip replacement)",
        "OOO 3-7 Aug for Eid",
        "OOO 3-7 Aug (wifi hunter2)",
        "OOO 3-7 Aug for counselling",
        "OOO 3-7 Aug. Door 4417 -> Sam",
        "OOO 3-7 Aug. Ask Sam about my divorce",
        "OOO 3-7 Aug. Mood: Excited",
    ],
)
def test_why_is_told_only_of_what_anybody_may_know(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == ["Is OOO from 2026-08-03 to 2026-08-07"]
