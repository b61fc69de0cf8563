"""Stopping: nothing more is taken, what runs may finish for a while, and the rest waits in the journal."""

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot import app
from bot.app import serve
from bot.installing.manifest import app_manifest
from bot.intake.journal import Journal
from bot.local_slack.server import LocalWorkspace
from bot.parts import utc_now
from bot.replies.grounded import GroundedReplies
from tests.bot.test_app import settings
from tests.e2e.harness import Talk, free_port


class Held:
    """Keeps an answer back until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.released = asyncio.Event(), asyncio.Event()
        answer = GroundedReplies.reply

        async def hold(*arguments: Any) -> Any:
            self.begun.set()
            await self.released.wait()
            return await answer(*arguments)

        monkeypatch.setattr(GroundedReplies, "reply", hold)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    return Held(monkeypatch)


def waiting(home: Path) -> int:
    journal = Journal(home / "journal" / "turns.sqlite3", now=utc_now)
    try:
        return len(journal.waiting())
    finally:
        journal.close()


@pytest.mark.parametrize("http", [False, True], ids=["socket-mode", "http"])
async def test_a_running_turn_is_finished_first(tmp_path: Path, held: Held, http: bool) -> None:
    port, stop = free_port(), asyncio.Event()
    url = f"http://127.0.0.1:{port}/slack/events" if http else None
    manifest = app_manifest(settings(tmp_path))
    async with LocalWorkspace(manifest, request_url=url) as workspace, aiohttp.ClientSession() as session:
        bot = asyncio.create_task(serve(settings(tmp_path, workspace), http=http, port=port, stop=stop))
        talk = Talk(workspace.url, session)
        await talk.connected()
        await talk.say("U0ALEX", "I live in Porto")
        await held.begun.wait()
        async with talk.news() as news:
            stop.set()
            while not http and (await talk.get("/_control/state"))["bot_connected"]:
                await news.receive()
        held.released.set()
        await bot

        assert await talk.until("D0ALEX", lambda message: message["text"] == "Good to know.")
    assert waiting(tmp_path) == 0


async def test_what_takes_too_long_is_answered_after_the_next_start(
    tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(app, "FINISH_SECONDS", 0)
    async with LocalWorkspace(app_manifest(settings(tmp_path))) as workspace, aiohttp.ClientSession() as session:
        talk, stop = Talk(workspace.url, session), asyncio.Event()
        bot = asyncio.create_task(serve(settings(tmp_path, workspace), stop=stop))
        await talk.connected()
        await talk.say("U0ALEX", "I live in Porto")
        await held.begun.wait()
        await talk.say("U0ALEX", "where do I live?")
        stop.set()
        await bot
        assert "they are played after the next start" in caplog.text
        left = waiting(tmp_path)
        assert left >= 1

        held.released.set()
        stop.clear()
        bot = asyncio.create_task(serve(settings(tmp_path, workspace), stop=stop))
        await talk.until("D0ALEX", lambda message: message["text"] == "Good to know.")
        stop.set()
        monkeypatch.setattr(app, "FINISH_SECONDS", 10)
        await bot

        told = (await talk.get("/_control/messages", channel="D0ALEX"))["messages"]
        assert [message["text"] for message in told].count("Good to know.") == 1
    assert waiting(tmp_path) == 0
