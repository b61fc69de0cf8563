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
