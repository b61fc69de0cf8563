"""The real program, installed into two workspaces over loopback: each has a memory of its own."""

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.installing.installations import Installations
from bot.local_slack.north import NORTH
from bot.settings import Settings
from memory.upkeep.departed import note_departure, note_return
from tests.bot.many_slacks import CLIENT_ID, CLIENT_SECRET, SIGNING_SECRET, Browser, ManySlacks, Team, many_slacks
from tests.e2e.harness import free_port, memory_bot
from tests.e2e.installing import let_in, running


def variables(slack: ManySlacks, port: int) -> dict[str, str]:
    return {
        "SLACK_API_URL": slack.api_url,
        "SLACK_CLIENT_ID": CLIENT_ID,
        "SLACK_CLIENT_SECRET": CLIENT_SECRET,
        "SLACK_SIGNING_SECRET": SIGNING_SECRET,
        "MEMORY_BOT_PUBLIC_URL": f"http://127.0.0.1:{port}",
        "MEMORY_BOT_PORT": str(port),
    }


@asynccontextmanager
async def bot(home: Path, slack: ManySlacks) -> AsyncIterator[Browser]:
    """Run the program with a Slack of many workspaces; yield somebody who can install it."""
    port = free_port()
    async with running(home, variables(slack, port)) as session:
        browser = Browser(f"http://127.0.0.1:{port}", slack, session)
        await browser.listening()
        yield browser


@pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")  # the test's own Slack decodes one
async def test_two_workspaces_install_it_and_their_memories_stay_apart(tmp_path: Path) -> None:
    red, blue = Team("Red", "T0RED"), Team("Blue", "T0BLUE")
    async with many_slacks(red, blue) as slack:
        async with bot(tmp_path, slack) as browser:
            for team in (red, blue):
                status, page = await browser.install(team)
                assert (status, "memory-bot is installed" in page) == (200, True)
            await browser.say(red, "I live in Porto")
            await browser.say(blue, "I live in Oslo")
            await red.posted("Noted: lives in Porto")
            await blue.posted("Noted: lives in Oslo")
            await browser.say(red, "where do I live?")
            await browser.say(blue, "where do I live?")
            assert "Oslo" not in await red.posted("You live in")
            assert "Porto" not in await blue.posted("You live in")
            await browser.event(red, {"type": "app_uninstalled"}, at=time.time() + 2)
            await browser.say(blue, "what do you know about me?")
            await blue.posted("Oslo", first=3)

        code, output, _ = await memory_bot(tmp_path, "maintain", "gc", "--dry-run")
        assert (code, "workspace T0RED removed the app on" in output) == (0, True)
        listed = await memory_bot(tmp_path, "list", "--team", "T0BLUE", "--user", "UALEX")
        assert ("Oslo" in listed[1], "Porto" in listed[1]) == (True, False)

        async with bot(tmp_path, slack) as browser:
            await browser.install(red)
            await browser.say(red, "where do I live?")
            assert "Porto" in await red.posted("You live in", first=len(red.posts))
    assert {post["token"] for post in blue.posts} == {"xoxb-T0BLUE-0"}
    code, output, _ = await memory_bot(tmp_path, "maintain", "gc", "--dry-run")
    assert (code, "T0RED" in output) == (0, False)


@pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")
async def test_nothing_is_left_of_a_workspace_that_left_and_did_not_come_back(tmp_path: Path) -> None:
    red = Team("Red", "T0RED")
    async with many_slacks(red) as slack, bot(tmp_path, slack) as browser:
        await browser.install(red)
        await browser.say(red, "remember that the zanzibar key is under the mat")
        await red.posted("anzibar key")
        await browser.event(red, {"type": "app_uninstalled"}, at=time.time() + 2)
        await browser.listening()
    note_return(tmp_path, "T0RED")
    note_departure(tmp_path, "T0RED", datetime.now(UTC) - timedelta(days=31))
    assert holding(tmp_path, b"anzibar")

    code, output, _ = await memory_bot(tmp_path, "doctor")
    assert "warn  departed: workspace T0RED removed the app on" in output
    code, output, _ = await memory_bot(tmp_path, "maintain", "gc")

    assert (code, "1 workspace" in output) == (0, True), output
    assert holding(tmp_path, b"anzibar") == []
    _, audited, _ = await memory_bot(tmp_path, "audit", "--team", "T0RED", "--json")
    assert [line["operation"] for line in json.loads(audited)] == ["erase_team"]


def holding(home: Path, words: bytes) -> list[Path]:
    return [path for path in home.rglob("*") if path.is_file() and words in path.read_bytes()]


async def test_the_local_workspace_lets_it_in_by_its_own_pages(tmp_path: Path) -> None:
    async with let_in(tmp_path, "Local workspace", slack_token_rotation=True) as (slack, (talk,)):
        assert await talk.answer("U0ALEX", "I live in Porto") == "Good to know."
        assert "Porto" in await talk.answer("U0ALEX", "where do I live?")
        client_id = slack.installing.client_id
    async with Installations(Settings.model_validate({"home": tmp_path, "slack_client_id": client_id})) as kept:
        (installed,) = await kept.all()
    assert (installed.team_id, str(installed.bot_token)[:16]) == ("T0LOCAL", "xoxe.xoxb-local-")


async def test_two_local_workspaces_let_it_in_and_their_memories_stay_apart(tmp_path: Path) -> None:
    names = ("Local workspace", "North workspace")
    async with let_in(tmp_path, *names, neighbours=[NORTH]) as (_, (here, there)):
        assert await here.answer("U0ALEX", "I live in Porto") == "Good to know."
        assert await there.answer("U0NORA", "I live in Oslo") == "Good to know."
        assert "Oslo" in await there.answer("U0NORA", "where do I live?")
        await here.answer("U0ALEX", "@memory-bot remember that the demo is in room 4", channel="C0GENERAL")
        assert "room 4" in await here.answer("U0DANA", "where is the demo?")
        assert "room 4" not in await there.answer("U0SVEN", "where is the demo?")

    teams = {path.name for path in (tmp_path / "teams").iterdir()}
    assert teams == {"T0LOCAL", "T0NORTH"}
