"""Copies of papers in which nobody states anything: minutes, scores, settings, the data of a draft."""

from datetime import UTC, datetime

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor

SENT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)


def told(extractor: Extractor, text: str, surface: str = "channel") -> list[str]:
    message = Message(text=text, sent_at=SENT, surface=surface, user_id="U01", user_name="Dana Reyes", id="1")
    return [one.text for one in extractor.extract(message)]


@pytest.mark.parametrize(
    "text",
    [
        "Minutes, ops sync\nPresent: Dana, Liis, Marek (late)\nApologies: Ott\nAP: Marek, screenshots",
        "FINAL SCORES\nThe Wheelwrights 41\nBrass Monkeys 38\nLast Orders 12 (they tried)",
        "*Away this week*\nGail, A/L\nPetra, training",
        "Lunch orders so far\nKit, falafel\nMags, vegan, no onion",
        "Agenda 19 May\n- accruals\n- who broke the macro",
        "Crew call sheet, today\n06:00 rigging\n10:00 catering (vegan x4, no nuts x1)",
        "FW 0.9.3-rc2\n+ fan curve\n- debug banner\n! known: lamp stays amber on cold boot",
        "ENV=prod\nTZ=Europe/Kyiv\nEDITOR=vim",
        "from Birger's mail:\n&gt; I prefer text",
        "Guess who:\n- has 3 goats\n- born in Cork",
        "Meet our volunteer of the month!\n:star: Pat Ruru\n:round_pushpin: Whakatāne",
    ],
)
def test_a_paper_tells_nothing_of_its_author(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "draft a birthday card. name: Sister Agnes. age: 70. tone: cheeky",
        "can you draft an OOO: away 3 to 7 Aug, back 10 Aug",
    ],
)
def test_the_data_of_a_draft_are_not_the_authors(extractor: Extractor, text: str) -> None:
    assert told(extractor, text, surface="dm") == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Agenda\n- accruals\nI'm away Friday 13 March btw", "Is away 2026-03-13"),
        ("Results\nHome 3\nI live in Leeds", "Lives in Leeds"),
    ],
)
def test_a_line_of_the_author_among_it_is_theirs(extractor: Extractor, text: str, kept: str) -> None:
    assert told(extractor, text) == [kept]


@pytest.mark.parametrize(("text", "kept"), [("write this down: my desk is D4", "Desk is D4")])
def test_what_is_to_be_written_down_is_no_draft(extractor: Extractor, text: str, kept: str) -> None:
    assert told(extractor, text, surface="dm") == [kept]


@pytest.mark.parametrize(
    "text",
    [
        "if i ever won the pools\n1. pack it in\n2. live in Rome\n3. two dogs",
        "Bucket list\n- live in Oslo\n- see the Andes",
        "in another life:\n- vet nurse\n- live in Kyoto",
        "what I'd do if I had a year off\n- live in Lima\n- three cats",
    ],
)
def test_what_a_heading_only_supposes_is_nobodys_life(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "screwfix\n50mm screws\n2x sealant\nflask",
        "lidl. bread. candles. matches. bread",
        "oat milk 2l\neggs x6\nfoil",
        "columns: name, role, team, location. sort by team",
        "fields for the sign-up form: name, email, phone, birthday (optional)",
        "Supplier contact, in case anyone rings:\nJonas Wirth\nInside Sales\nTel. 07031 5550 44",
        "number for the plumber\nRay Stubbs\nStubbs & Sons\ntel 01632 960123",
    ],
)
def test_what_is_to_be_bought_or_filled_in_tells_nothing(extractor: Extractor, text: str) -> None:
    assert told(extractor, text, surface="dm") == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("remember the boiler was serviced in May", "Boiler was serviced in May"),
        ("My tel changed\nphone: +44 1632 960123", "Phone is +44 1632 960123"),
        ("name: Dana, pronouns: she/her, time zone: CET", "Pronouns are she/her"),
        ("Vegan. 80kg. Early riser.", "Is vegan"),
        ("if I'm slow to answer\nI live in Lisbon", "Lives in Lisbon"),
    ],
)
def test_what_only_looks_like_it_is_read(extractor: Extractor, text: str, kept: str) -> None:
    assert kept in told(extractor, text, surface="dm")
