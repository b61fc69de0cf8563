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
        ("T.O.I.L. on the 12th of March", "Is on T.O.I.L. on 2026-03-12"),
        ("W.F.H. 9-11 March, painters in", "Works from home from 2026-03-09 to 2026-03-11"),
        ("½ day Fri 13 March (pm)", "Has a half day on 2026-03-13 (pm)"),
        ("half day Friday if anyone was counting on me", "Has a half day on 2026-03-06"),
        ("1/2 day on Friday", "Has a half day on 2026-03-06"),
        ("OOO: Mon 9/3 – Wed 11/3", "Is OOO from 2026-03-09 to 2026-03-11"),
        ("A/L Thu 4/6–Mon 8/6", "Is on annual leave (A/L) from 2026-06-04 to 2026-06-08"),
        ("back from leave: 16 March", "Is back from leave on 2026-03-16"),
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
        "back from sick leave 16 March",
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tmrw OOO (exam). <@U02> has the pager", "<@U02> has the pager on 2026-03-03"),
        ("Away Wed 19 Aug. Kofi approves payments.", "Kofi approves payments on 2026-08-19"),
        (
            "Golden Week — off 2 May to 6 May. builds are with <@U03>",
            "Contact for builds is <@U03> from 2026-05-02 to 2026-05-06",
        ),
        ("Study leave 22-24 June, exams. Lee runs payroll that week", "Lee runs payroll from 2026-06-22 to 2026-06-24"),
        ("Vacation: 6 July -&gt; 31 July\nBackup: <@U03>", "Cover is <@U03> from 2026-07-06 to 2026-07-31"),
        ("*OUT*\nfrom: 22 June\nto: 3 July\ncover: Ana (both shops)", "Is out from 2026-06-22 to 2026-07-03"),
        ("*OUT*\nfrom: 22 June\nto: 3 July\ncover: Ana (both shops)", "Cover is Ana from 2026-06-22 to 2026-07-03"),
    ],
)
def test_what_somebody_does_meanwhile_stands_in_too(extractor: Extractor, text: str, expected: str) -> None:
    assert expected in told(extractor, text)


@pytest.mark.parametrize(
    ("text", "not_told"),
    [
        ("OOO 3-7 Aug. Marta has a new puppy", "Marta"),
        ("away 9-13 March. Tomasz runs marathons", "Tomasz"),
        ("Out 3-7 Aug. Kofi has the flu", "Kofi"),
        ("Ready for review. <@U02> has the claims inbox", "inbox"),
        ("*PTO*\nfrom: 22 June\nto: 3 July?", "2026"),
        ("Train\nfrom: 22 June\nto: 3 July", "2026"),
    ],
)
def test_other_news_stands_in_for_nobody(extractor: Extractor, text: str, not_told: str) -> None:
    assert not [one for one in told(extractor, text) if not_told in one]


ABROAD = [
    (
        "Urlaub 17.–28. August, Vertretung <@U18>",
        ["Urlaub 2026-08-17 – 2026-08-28", "Vertretung <@U18>, 2026-08-17 – 2026-08-28"],
    ),
    ("Abwesend 25.–29.05.", ["Abwesend 2026-05-25 – 2026-05-29"]),
    ("Vom 3. bis 14. August im Urlaub", ["Im Urlaub vom 2026-08-03 – 2026-08-14"]),
    ("Elternzeit bis 14. April", ["Elternzeit bis 2026-04-14"]),
    (
        "Congés : du 10 au 21 août inclus. Urgences labo → Sandrine",
        ["Congés du 2026-08-10 – 2026-08-21", "Urgences labo → Sandrine, 2026-08-10 – 2026-08-21"],
    ),
    (
        "Vacaciones del 3 al 14 de agosto. Me cubre Marta",
        ["Vacaciones del 2026-08-03 – 2026-08-14", "Me cubre Marta, 2026-08-03 – 2026-08-14"],
    ),
    (
        "fora 1 a 12 de junho, férias. qualquer coisa com o <@U13>",
        ["Fora 2026-06-01 – 2026-06-12", "Qualquer coisa com o <@U13>, 2026-06-01 – 2026-06-12"],
    ),
    (
        "Semester v 29–32 (13 juli–7 augusti). Vikarie: Torun",
        ["Semester v 29–32 2026-07-13 – 2026-08-07", "Vikarie: Torun, 2026-07-13 – 2026-08-07"],
    ),
    ("Ferie dal 3 al 14 agosto", ["Ferie dal 2026-08-03 – 2026-08-14"]),
    ("op vakantie van 3 t/m 14 augustus", ["Op vakantie van 2026-08-03 – 2026-08-14"]),
    ("ferie 13.-17. juli", ["Ferie 2026-07-13 – 2026-07-17"]),
    ("urlop od 3 do 14 sierpnia", ["Urlop od 2026-08-03 – 2026-08-14"]),
]


@pytest.mark.parametrize(("text", "expected"), ABROAD)
def test_notices_in_other_languages_are_told_in_them(extractor: Extractor, text: str, expected: list[str]) -> None:
    assert told(extractor, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Urlaub bis Freitag einreichen!",
        "Schulferien 3. August bis 14. September",
        "Urlaub 17.–28. August?",
        "Petra: Urlaub 17.–28. August",
        "Urlaub 17.–28. August - Petra",
        "Urlaub vielleicht 17.–28. August",
        "Krank bis Freitag",
        "Abwesend wegen OP 25.–29.05.",
        "Congés scolaires du 10 au 21 août",
        "Vacaciones en Cádiz, qué ganas",
        "Absent friends: 3 of them",
    ],
)
def test_what_only_looks_like_a_notice_in_another_language_tells_nothing(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []
