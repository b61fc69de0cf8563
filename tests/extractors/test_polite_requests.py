"""Politely asked for good, or only for now: what the bot is told about its answers."""

import pytest

from memory.records import Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("could you keep your answers brief please", "brief"),
        ("would you mind replying in Dutch from now on?", "dutch"),
        ("I'd appreciate it if you kept replies under four sentences", "four sentences"),
        ("May I ask that you always write out numbers?", "numbers"),
        ("could you put the total first every time?", "total"),
        ("I'd like you to ask before you guess a date", "ask"),
        ("can you explain errors with an example, always", "example"),
    ],
)
def test_a_polite_question_about_every_answer_is_guidance(read: Read, text: str, key: str) -> None:
    (found,) = read(text)

    assert found.kind is Kind.FEEDBACK
    assert key in found.text.lower()


@pytest.mark.parametrize(
    "text",
    [
        "could you send me the rota please",
        "would you mind watering the ficus",
        "could you check the boiler when you come in",
        "can you answer this one in Dutch?",
        "I'd be grateful if you could look at the draft",
        "I'd like you to review the draft when you have time",
        "could you write me a reply to Bo",
        "would you mind keeping this answer short?",
    ],
)
def test_a_polite_question_about_one_thing_is_none(read: Read, text: str) -> None:
    assert read(text) == []


def test_in_a_channel_people_ask_each_other(read: Read) -> None:
    assert read("could you keep your answers brief please", surface="channel") == []


def test_after_a_request_for_one_thing_an_order_is_about_that_thing(read: Read) -> None:
    assert read("Draft me a letter. Keep it brief.") == []


def test_you_after_another_if_is_no_wish_about_answers(read: Read) -> None:
    assert read("tell me if you kept answers short") == []
