"""The channels where something was learned in public are looked at once an hour in each workspace."""

from pathlib import Path
from typing import Any

import pytest

from bot.slack.directory import Directory
from bot.slack.rounds import EVERY_SECONDS, Rounds, public_channels
from bot.slack.standing import Standing
from memory.book import Book
from memory.errors import StoreError
from memory.records import Origin, Source
from memory.stores.in_memory import InMemoryStore
from tests.bot.making import ALEX, DANA, MARCH_2


class Slack:
    """Tells that every channel is private now, and which it was asked about."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def conversations_info(self, *, channel: str) -> dict[str, Any]:
        self.asked.append(channel)
        return {"channel": {"is_private": True}}


@pytest.fixture
def book() -> Book:
    book = Book(InMemoryStore(), Path("nowhere"))
    for person, origin, channel_id in (
        (ALEX, Origin.PUBLIC, "C1"),
        (DANA, Origin.PUBLIC, "C2"),
        (DANA, Origin.PUBLIC, "C1"),
        (DANA, Origin.PRIVATE, "C3"),
        (ALEX, Origin.DM, "DALEX"),
    ):
        text = f"Says something in {channel_id}"
        book.remember(person, text, origin=origin, source=Source(channel_id, "1.0"), at=MARCH_2, actor="U")
    book.remember(ALEX, "Keeps something shared", origin=Origin.PUBLIC, at=MARCH_2, actor="U")
    return book


def test_channels_where_something_was_said_in_public(book: Book) -> None:
    assert public_channels(book, "T1") == {"C1", "C2"}
    assert public_channels(book, "T2") == set()


async def test_rounds_are_made_once_an_hour(book: Book) -> None:
    time, standing, slack = [0.0], Standing(), Slack()
    rounds = Rounds(book, Directory(standing), clock=lambda: time[0])

    await rounds.make(slack, "T1")  # type: ignore[arg-type]
    await rounds.make(slack, "T1")  # type: ignore[arg-type]
    assert slack.asked == ["C1", "C2"]
    assert standing.private_channels("T1") == {"C1", "C2"}

    time[0] += EVERY_SECONDS
    await rounds.make(slack, "T1")  # type: ignore[arg-type]
    assert slack.asked == ["C1", "C2"] * 2


async def test_a_memory_that_cannot_be_read_is_logged(
    book: Book, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuses(*_: Any) -> None:
        raise StoreError(Path("x"), "it is broken", "Mend it.")

    monkeypatch.setattr("bot.slack.rounds.public_channels", refuses)
    slack = Slack()

    await Rounds(book, Directory()).make(slack, "T1")  # type: ignore[arg-type]

    assert slack.asked == []
    assert "were not looked at" in caplog.text
