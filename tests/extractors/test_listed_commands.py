"""Lists under a wish to remember or to forget: each item is one of its own, and a secret in one keeps no other out."""

from datetime import UTC, datetime

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from memory.records import CandidateOp
from tests.extractors.conftest import Read

SENT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)


def told(extractor: Extractor, text: str, surface: str = "dm") -> list[tuple[CandidateOp, str]]:
    message = Message(text=text, sent_at=SENT, surface=surface, user_id="U01", user_name="Dana Reyes", id="1")
    return [(candidate.op, candidate.text) for candidate in extractor.extract(message)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "Please remember\n1) returns go to Petra\n2) Petra is off on Fridays",
            ["Returns go to Petra", "Petra is off"],
        ),
        ("please remember:\n- the gate shuts at 9\n- Rosa is in on Mondays\nthanks", ["Gate shuts", "Rosa is in"]),
        ("remember:\nbike lock colour = green\nlocker = B3", ["Bike lock colour = green", "Locker = B3"]),
        ("keep in mind:\n- dock 2 is shallow\n- Halina approves overtime", ["Dock 2 is shallow", "Halina approves"]),
        (
            "can you remember these two?\n• I like chicory\n• the van is in bay 12",
            ["Likes chicory", "Van is in bay 12"],
        ),
    ],
)
def test_each_item_is_remembered(extractor: Extractor, text: str, kept: list[str]) -> None:
    found = told(extractor, text)

    assert [op for op, _ in found] == [CandidateOp.ADD] * len(kept)
    assert all(said.startswith(start) for (_, said), start in zip(found, kept, strict=True))


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        (
            "You can forget these now\n– Corn Street hours\n– Khalfan's number",
            ["Corn Street hours", "Khalfan's number"],
        ),
        ("delete what you know about\n- the Trados licence\n- my pottery", ["the Trados licence", "my pottery"]),
        ("forget these:\nmy old desk number\nthe Lekki address", ["my old desk number", "the Lekki address"]),
        ("forget the following: my old desk number", ["my old desk number"]),
    ],
)
def test_each_item_is_forgotten_and_nothing_of_it_kept(extractor: Extractor, text: str, gone: list[str]) -> None:
    assert told(extractor, text) == [(CandidateOp.FORGET, one) for one in gone]


def test_all_there_is_may_be_what_follows(extractor: Extractor) -> None:
    assert [op for op, _ in told(extractor, "Forget the following: everything about me.")] == [CandidateOp.CONFIRM]


def test_a_secret_in_one_item_is_refused_and_the_others_are_kept(extractor: Extractor) -> None:
    found = told(extractor, "remember these two pls\n- the lorry uses the green gate\n- gate code is 7731")

    assert [op for op, _ in found] == [CandidateOp.ADD, CandidateOp.REFUSE]
    assert not any("7731" in said for _, said in found)


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("drop\nthe ball", "dm"),
        ("remember when\n- we had fun", "dm"),
        ("Folks, please remember\n- bring your badge\n- sign the sheet", "channel"),
        ("please delete these\n```old.log\nolder.log```", "dm"),
        ("forget\n> my old desk", "dm"),
    ],
)
def test_what_is_no_such_list_is_left_alone(extractor: Extractor, text: str, surface: str) -> None:
    assert told(extractor, text, surface) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("remember:\n1. login is ines\n2. Autumn2031!", ["Login is ines"]),
        ("remember these:\n- the user for the till is bo\n- 4417", ["User for the till is bo"]),
    ],
)
def test_what_proves_a_login_on_a_line_of_its_own_is_refused(read: Read, text: str, kept: list[str]) -> None:
    found = read(text)

    assert [one.text for one in found if one.op is CandidateOp.ADD] == kept
    assert [one.op for one in found if one.op is not CandidateOp.ADD] == [CandidateOp.REFUSE]


def test_a_number_on_a_line_of_its_own_is_kept_where_nothing_opens(read: Read) -> None:
    assert [one.op for one in read("remember:\n- Bo has the spare key\n- bay B3-17")] == [CandidateOp.ADD] * 2
