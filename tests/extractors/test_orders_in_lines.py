"""Wishes for how the bot answers that are told in a word or three, in a list or as a message of nothing else."""

from datetime import UTC, datetime

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor

SENT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)


def told(extractor: Extractor, text: str, *, surface: str = "dm", parent: str | None = None) -> list[tuple[str, str]]:
    message = Message(text=text, sent_at=SENT, surface=surface, user_name="Dana Reyes", parent=parent)
    return [(one.kind.value if one.kind else "", one.text) for one in extractor.extract(message)]


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("Fahrenheit. Miles. Dollars. That's all.", ["Fahrenheit", "miles", "dollars"]),
        ("12h clock", ["12h clock"]),
        ("American spelling. No semicolons.", ["American spelling", "no semicolons"]),
        ("Terse. Dry. No compliments.", ["terse answers", "dry answers", "no compliments"]),
        (
            'no puns\nno "happy to help"\nverdict first, reasons after',
            ["no puns", 'no "happy to help"', "verdict first, reasons after"],
        ),
        ("No greeting, no closing line. Short, blunt.", ["no greeting, no closing line", "short, blunt answers"]),
        ("use celsius. always", ["celsius"]),
        ("dates day first; 24-hour times; kroner", ["dates day first", "24-hour times", "kroner"]),
        ("plain english, max 3 sentences", ["plain english, max 3 sentences"]),
    ],
)
def test_brief_wishes_are_told_one_by_one(extractor: Extractor, text: str, wishes: list[str]) -> None:
    assert told(extractor, text) == [("feedback", f"Wants {wish}") for wish in wishes]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rules for you\n1 plain talk\n2 celsius\n3 never call me mate", "Never call them mate"),
        ("Rules for you:\n• UK spelling\n• no smileys", "Wants UK spelling"),
        ("how to answer me:\n- shortest version first\n- sources at the end", "Wants sources at the end"),
        ("Standing orders.\n1. Metric, always.\n2. No exclamation marks.", "Wants no exclamation marks"),
        ("rules of engagement:\n- no greetings\n- code before prose", "Wants code before prose"),
        (
            "from now on, whenever I send a timetable:\n- 24h clock\n- alphabetical",
            "Wants alphabetical whenever they send a timetable",
        ),
    ],
)
def test_a_list_under_a_heading_of_wishes_is_read_item_by_item(extractor: Extractor, text: str, expected: str) -> None:
    assert ("feedback", expected) in told(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "translate this please. British spelling.",
        "can you convert 40 miles? kilometres",
        "short",
        "Rough day. No energy. No time.",
        "British spelling is weird",
        "Packing list:\n- metric tape\n- euros",
        "when you summarise this report:\n- keep it short\n- no tables",
        "make the poster. short. no jokes",
        "euros or dollars?",
        "can you draft standing orders for the club\n- quorum of five\n- minutes first",
        "bank standing orders:\n- rent on the 1st\n- gym on the 3rd",
        "write it up. max 200 words",
    ],
)
def test_a_wish_for_what_is_at_hand_is_not_kept(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []


def test_it_has_to_be_said_to_the_bot(extractor: Extractor) -> None:
    assert told(extractor, "metric only", surface="channel") == []


def test_a_word_that_answers_something_is_no_wish(extractor: Extractor) -> None:
    assert told(extractor, "euros", parent="in which currency is the invoice?") == []
