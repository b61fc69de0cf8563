"""Whole turns with a model: what is shown while it writes, and what is kept whatever becomes of the answer."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.audience import Place, PlaceKind
from bot.parts import Parts, build_parts
from bot.replies.base import Reply
from bot.replies.model import FAILED
from bot.settings import load_settings
from bot.turn import Incoming, take_turn
from memory.records import Change
from tests.bot.making import ALEX
from tests.providers.server import Provider, Refuse, Text, provider, text

DM = Place(PlaceKind.DM, "DALEX")


@dataclass
class Page:
    """An outlet that shows what is being written."""

    shown: list[str | Reply] = field(default_factory=list)
    receipts: list[Change] = field(default_factory=list)

    async def stream(self, pieces: AsyncGenerator[str | Reply, None]) -> Reply:
        async for piece in pieces:
            self.shown.append(piece)
        assert isinstance(self.shown[-1], Reply)
        return self.shown[-1]

    async def reply(self, reply: Reply) -> None:
        raise AssertionError("it can stream")

    async def receipt(self, changes: Sequence[Change]) -> None:
        self.receipts += changes

    async def whisper(self, text: str) -> None:
        raise AssertionError(text)


def parts_on(scripted: Provider, home: Path) -> Parts:
    environ = {"MEMORY_BOT_HOME": str(home), "MEMORY_BOT_CONFIG": str(home / "none.toml")}
    settings = load_settings({**scripted.environment("anthropic"), **environ})
    return build_parts(settings.model_copy(update={"model_retries": 0}))


async def test_a_turn_of_a_model_names_all_that_stood_in_its_prompt(tmp_path: Path) -> None:
    async with provider(text("Noted."), text("You own a van.")) as scripted:
        parts = parts_on(scripted, tmp_path)
        with parts.book as book:
            await take_turn(Incoming(ALEX, DM, "I live in Porto.", "1772442900.000100"), parts, Page())
            await take_turn(Incoming(ALEX, DM, "It rains a lot today", "1772442960.000100"), parts, Page())
            await parts.replies.close()
            latest, first = book.episodes(ALEX, limit=5)
            (porto,) = book.memories(ALEX)

    assert (first.given, first.captured) == ((), (porto.id,))
    assert porto.id in {*latest.given, *latest.recalled}


@pytest.mark.parametrize(
    ("step", "shown", "by_model"),
    [
        pytest.param(text("Hi ", "Alex."), ["Hi ", "Alex."], True, id="well"),
        pytest.param(Refuse(500), [], False, id="refused"),
        pytest.param(Text(("Hi Al",), breaks_off=True), ["Hi Al"], False, id="broken off"),
    ],
)
async def test_what_was_said_is_kept_however_the_answer_ends(
    tmp_path: Path, step: Text | Refuse, shown: list[str], by_model: bool
) -> None:
    page = Page()
    async with provider(step) as scripted:
        parts = parts_on(scripted, tmp_path)
        with parts.book as book:
            await take_turn(Incoming(ALEX, DM, "I live in Porto.", "1772442900.000100"), parts, page)
            await parts.replies.close()
            kept = [memory.text for memory in book.memories(ALEX)]
            episodes = book.episodes(ALEX, limit=5)

    reply = page.shown[-1]
    assert isinstance(reply, Reply)
    assert page.shown[:-1] == shown
    assert (reply.by_model, FAILED in reply.text) == (by_model, not by_model)
    assert kept == ["Lives in Porto"]
    assert [change.memory.text for change in page.receipts] == kept
    assert [episode.reply for episode in episodes] == [reply.text]
