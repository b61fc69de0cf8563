"""What is kept says for whom, since when and on which day it is so, and is of the kind that it tells of."""

import pytest

from memory.records import CandidateOp, Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from May I'm head gardener for all six parks", "Is head gardener for all six parks from May"),
        ("I'm lead nurse for ICU and theatres", "Is lead nurse for ICU and theatres"),
        ("I'm the coordinator for Leeds and York since May", "Is the coordinator for Leeds and York since May"),
        ("I'm school secretary for two primaries", "Is school secretary for two primaries"),
        ("I've been with Rademakers since 1991", "Has been with Rademakers since 1991"),
        ("I've been a vet for 22 years", "Has been a vet for 22 years"),
        ("my manager is Torben until June", "Manager is Torben until June"),
        ("I switched from Sketch to Penpot for client work", "Uses Penpot for client work"),
        ("call me Mr Farthing in your replies", "Is called Mr Farthing in replies"),
        ("I'm a waiter for now", "Is a waiter"),
        ("I'm treasurer for three years running", "Is treasurer"),
    ],
)
def test_for_whom_and_since_when_a_post_is_held(read: Read, text: str, expected: str) -> None:
    assert [found.text for found in read(text) if found.op is CandidateOp.ADD] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Adaeze (my wife) has found us a flat in Accra", "Wife Adaeze has found them a flat in Accra"),
        ("Bence (my brother) is flying in on 14 March", "Brother Bence is flying in on 2026-03-14"),
        ("my brother (Tom) drives the 41", "Brother Tom drives the 41"),
        ("I'm moving to Riga (finally) on 1 May", "Is moving to Riga (finally) on 2026-05-01"),
    ],
)
def test_who_somebody_is_stands_before_their_name(read: Read, text: str, expected: str) -> None:
    assert [found.text for found in read(text)] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "Tuan (the new porter) is allergic to latex",
        "Tom (my diabetic brother) drives the 41",
    ],
)
def test_brackets_tell_nothing_of_others(read: Read, text: str) -> None:
    assert not read(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we print Wednesday night in Leeds", "Prints Wednesday night in Leeds"),
        ("we brew Tuesday", "Brews Tuesday"),
        ("I swapped Wednesday for Friday with Dele", "Swapped Wednesday for Friday with Dele"),
        ("cut off for timesheets is Thursday noon", "Cut off for timesheets is Thursday noon"),
        ("I teach Thursday evening at the college", "Teaches Thursday evening at the college"),
        ("the lab I have on Thursdays", "Has the lab on Thursdays"),
    ],
)
def test_a_weekday_of_every_week_is_no_date(read: Read, text: str, expected: str) -> None:
    told = [(found.text, found.dated) for found in read(text) if found.op is CandidateOp.ADD]

    assert told == [(expected, None)]


@pytest.mark.parametrize(
    ("text", "expected", "day"),
    [
        ("I fly to Tromsø Thursday", "Flies to Tromsø on 2026-03-05", "2026-03-05"),
        ("we close for stocktaking 30/3 - 2/4", "Closes for stocktaking from 2026-03-30 to 2026-04-02", "2026-03-30"),
        ("the market is on 12/4 and 26/4", "Market is on 2026-04-12 and 2026-04-26", "2026-04-12"),
        ("last run's the 30th o October", "Last run is 2026-10-30", "2026-10-30"),
        (
            "we moved the deadline from the 12th to the 19th",
            "Moved the deadline from 2026-03-12 to 2026-03-19",
            "2026-03-19",
        ),
    ],
)
def test_a_day_that_is_named_is_a_date(read: Read, text: str, expected: str, day: str) -> None:
    told = [(found.text, str(found.dated)) for found in read(text) if found.op is CandidateOp.ADD]

    assert told == [(expected, day)]


def test_the_evening_of_a_day_named_before_is_on_that_day(read: Read) -> None:
    told = [found.text for found in read("Inventory is on 14 May and we stay closed that morning")]

    assert told == ["Inventory is on 2026-05-14", "Stays closed on 2026-05-14"]


def test_two_numbers_beside_a_hyphen_are_a_range_unless_something_is_counted(read: Read) -> None:
    assert [found.text for found in read("I work 9 - 5")] == ["Works 9 - 5"]
    assert [found.text for found in read("I'm 34 - 2 kids, 1 dog")] == ["Is 34"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("we switched to two weeks on, two off", Kind.FACT),
        ("we bake on Thursday", Kind.FACT),
        ("I run all of my home servers on OpenBSD", Kind.PREFERENCE),
        ("my boss is Parisa", Kind.FACT),
        ("I run the harbour ferry", Kind.PROFILE),
    ],
)
def test_the_kind_that_is_told_of(read: Read, text: str, kind: Kind) -> None:
    assert [found.kind for found in read(text) if found.op is CandidateOp.ADD] == [kind]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("remember I can't lift over 10 kilos, doctor's orders since the hip", "Can't lift over 10 kilos"),
        ("don't forget that I take my tea black, thanks a million", "Takes tea black"),
    ],
)
def test_what_is_said_behind_it_stays_out(read: Read, text: str, expected: str) -> None:
    assert [found.text for found in read(text)] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I no longer do the Thursday bakery run, it's just the Monday one now", "Does the Monday bakery run"),
        ("I don't teach the evening classes any longer, it's the morning ones now", "Teaches the morning classes"),
        ("we don't take cash any more, cards only", "Takes cards only"),
        ("I don't drink Pils any more, only Kellerbier", "Drinks only Kellerbier"),
        ("opening hours: 9 - 17 mon to fri", "Opening hours: 9 - 17 mon to fri"),
        (
            "we have discontinued cash on delivery w.e.f. 1st March",
            "Has discontinued cash on delivery w.e.f. 2026-03-01",
        ),
    ],
)
def test_what_is_left_and_what_it_is_called(read: Read, text: str, expected: str) -> None:
    assert [found.text for found in read(text) if found.op is CandidateOp.ADD] == [expected]


def test_a_doubled_no_before_a_comma_is_no_part_of_an_answer(read: Read) -> None:
    told = read("no no, it's in the main hall now", parent="story hour is in the annexe, right?")

    assert not any(found.text.startswith("No no") for found in told)


def test_a_letter_to_somebody_ends_nothing(read: Read) -> None:
    assert not read("I wrote to the council")


@pytest.mark.parametrize(
    ("text", "expected", "day"),
    [
        ("a minha irmã Joana chega dia 14 de maio", "Irmã Joana chega dia 2026-05-14", "2026-05-14"),
        ("mein Bruder Jens heiratet am 9. Mai in Kiel", "Bruder Jens heiratet am 2026-05-09 in Kiel", "2026-05-09"),
        ("minha filha Alice nasceu dia 8", "Filha Alice nasceu dia 8", "None"),
        ("a minha filha Alice nasceu em 14 de janeiro", "Filha Alice nasceu em 14 de janeiro", "None"),
        ("recuerda que las nóminas se cierran siempre el día 24", "Las nóminas se cierran siempre el día 24", "None"),
    ],
)
def test_days_to_come_in_other_languages(read: Read, text: str, expected: str, day: str) -> None:
    assert [(found.text, str(found.dated)) for found in read(text)] == [(expected, day)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my twins Kibet and Chebet are in class one", ["Twins Kibet and Chebet are in class one"]),
        ("our lads Tom and Huw play for the under nines", ["Lads Tom and Huw play for the under nines"]),
        ("I look after the Hull desk as well as this one now", ["Looks after the Hull desk as well as this one"]),
        ("Moved over from Trados to Phrase for all my own projects", ["Uses Phrase for all their own projects"]),
        ("moved to Porto last year for work", ["Lives in Porto"]),
        ("Good morning, I am Heike Brandt from Werk Sontheim.", ["Name is Heike Brandt", "Is from Werk Sontheim"]),
    ],
)
def test_one_thing_is_told_once_and_whole(read: Read, text: str, expected: list[str]) -> None:
    assert [found.text for found in read(text) if found.op is CandidateOp.ADD] == expected


def test_who_replaces_somebody_meanwhile(read: Read) -> None:
    assert "Herr Brandt replaces them" in [
        found.text for found in read("I'm off 3 to 21 August. Herr Brandt replaces me.")
    ]
