"""Two facts in one sentence are two memories, and one fact is not torn."""

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from tests.extractors.conftest import SENT, Read


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "The dredger docks on 3 June and our diver starts on the 5th",
            ["Dredger docks on 2026-06-03", "Diver starts on 2026-06-05"],
        ),
        (
            "our rota lives at https://shifts.example/yard and the permits are in docs/permits",
            ["Rota lives at https://shifts.example/yard", "Permits are in docs/permits"],
        ),
        (
            "shipped the Kestrel drawings to Malmö on Monday and the models are due on the 27th",
            ["Shipped the Kestrel drawings to Malmö on 2026-02-23", "Models are due on 2026-03-27"],
        ),
    ],
)
def test_a_statement_behind_and_is_its_own_whatever_the_verb_before_is_read_as(
    read: Read, text: str, kept: list[str]
) -> None:
    assert [one.text for one in read(text)] == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("My sister and I share a van", ["Shares a van with sister"]),
        (
            "the accounts for the year and the budget are with Petra",
            ["Accounts for the year and the budget are with Petra"],
        ),
    ],
)
def test_two_that_do_the_same_are_one_subject(read: Read, text: str, kept: list[str]) -> None:
    assert [one.text for one in read(text)] == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I'm on UTC+8 and asleep by ten", ["Is on UTC+8", "Is asleep by ten"]),
        ("I'm 34 and living in Oban", ["Is 34", "Is living in Oban"]),
        (
            "I have been with Harbour Freight since 2003 and in the crane team since 2011",
            ["Has been with Harbour Freight since 2003", "Has been in the crane team since 2011"],
        ),
        (
            "I'm in the Cork shop on Mondays, otherwise at home in Kinsale",
            ["Is in the Cork shop on Mondays", "Is at home in Kinsale"],
        ),
        ("I'm more of a coffee and swearing person", ["Is more of a coffee and swearing person"]),
        ("I'm on the bridge and on call", []),
        ("I'm with my mum and out of signal", []),
        ("I've been in Lyon since May and on antidepressants since June", ["Has been in Lyon since May"]),
    ],
)
def test_what_else_the_author_is_has_its_verb_from_before(read: Read, text: str, kept: list[str]) -> None:
    assert [one.text for one in read(text)] == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "keep code comments in english always, and never use force unwraps in the swift you give me",
            ["Wants code comments in english always", "Never use force unwraps in the swift you give them"],
        ),
        (
            "please write dates in full, and always put the year first",
            ["Wants dates in full", "Always put the year first"],
        ),
        (
            "Could you always write amounts in full, with the currency spelt out?",
            ["Asks to always write amounts in full, with the currency spelt out"],
        ),
    ],
)
def test_two_orders_are_two_and_how_one_is_done_stays_with_it(read: Read, text: str, kept: list[str]) -> None:
    assert [one.text for one in read(text)] == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("hello, Marit here, rigger on crew C. first month on the boats", ["Name is Marit", "Is rigger on crew C"]),
        ("my boss J. Smith runs the yard", ["Boss J. Smith runs the yard"]),
    ],
)
def test_a_letter_ends_a_sentence_where_no_name_follows(read: Read, text: str, kept: list[str]) -> None:
    assert [one.text for one in read(text)] == kept


@pytest.mark.parametrize(
    ("text", "kept", "left_out"),
    [
        ("Sanne, picture desk, came over from radio, allergic to kiwi", ["Name is Sanne", "Allergic to kiwi"], ","),
        ("Hi! Sanne, advertising sales, hates the phone, three cats", ["Name is Sanne", "Has three cats"], "Sanne, "),
        ("Sanne, joiner, left the church last year, two cats", [], "church"),
    ],
)
def test_what_has_a_verb_in_a_list_about_oneself_is_an_item_of_it(
    extractor: Extractor, text: str, kept: list[str], left_out: str
) -> None:
    found = extractor.extract(Message(text=text, sent_at=SENT, surface="channel", user_name="Sanne Vos"))
    texts = [one.text for one in found]
    assert set(kept) <= set(texts)
    assert all(left_out not in one for one in texts)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("aprons: green for floor, black for kitchen", ["Aprons: green for floor, black for kitchen"]),
        (
            "Parking: three visitor bays, ours from six at night, clampers from Apex",
            ["Parking: three visitor bays, theirs from six at night, clampers from Apex"],
        ),
        ("note to self: buy milk", []),
    ],
)
def test_what_is_told_without_a_verb_behind_a_colon_keeps_what_it_is_told_of(
    read: Read, text: str, kept: list[str]
) -> None:
    assert [one.text for one in read(text)] == kept
