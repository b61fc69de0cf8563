"""The real program, installed into two workspaces over loopback: each has a memory of its own."""

import asyncio
import json
import re
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import aiohttp
import pytest

from bot.installing.installations import Installations
from bot.installing.manifest import app_manifest
from bot.local_slack.north import NORTH
from bot.local_slack.server import LocalWorkspace
from bot.settings import Settings
from memory.upkeep.departed import note_departure, note_return
from tests.bot.many_slacks import CLIENT_ID, CLIENT_SECRET, SIGNING_SECRET, Browser, ManySlacks, Team, many_slacks
from tests.e2e.harness import PATIENCE, Talk, environment, free_port, memory_bot, program


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
async def running(home: Path, ours: dict[str, str]) -> AsyncIterator[aiohttp.ClientSession]:
    """Run `memory-bot run --http` until it is about to take requests; at the end stop it with Ctrl-C."""
    env = environment(home, **ours)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*program("run", "--http"), env=env, stdout=pipe, stderr=pipe)
    assert process.stderr is not None
    try:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session, asyncio.timeout(PATIENCE):
            said = b""
            while b"More can install it at" not in said:
                line = await process.stderr.readline()
                assert line, said.decode()
                said += line
            yield session
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(PATIENCE):
            rest, _ = await asyncio.gather(process.stderr.read(), process.wait())
        assert process.returncode == 0, (said + rest).decode()
        assert b"Traceback" not in said + rest, (said + rest).decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


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

    assert (code, "1 workspaces" in output) == (0, True), output
    assert holding(tmp_path, b"anzibar") == []
    _, audited, _ = await memory_bot(tmp_path, "audit", "--team", "T0RED", "--json")
    assert [line["operation"] for line in json.loads(audited)] == ["erase_team"]


def holding(home: Path, words: bytes) -> list[Path]:
    return [path for path in home.rglob("*") if path.is_file() and words in path.read_bytes()]


async def test_the_local_workspace_lets_it_in_by_its_own_pages(tmp_path: Path) -> None:
    port = free_port()
    public = f"http://127.0.0.1:{port}"
    settings = Settings.model_validate({"home": tmp_path, "slack_token_rotation": True, "slack_client_id": "1.2"})
    manifest = app_manifest(settings, public_url=public)
    async with LocalWorkspace(manifest, request_url=f"{public}/slack/events", patience=PATIENCE) as slack:
        ours = {
            "SLACK_API_URL": slack.api_url,
            "SLACK_CLIENT_ID": slack.installing.client_id,
            "SLACK_CLIENT_SECRET": slack.installing.client_secret,
            "SLACK_SIGNING_SECRET": slack.signing_secret,
            "MEMORY_BOT_PUBLIC_URL": public,
            "MEMORY_BOT_PORT": str(port),
        }
        async with running(tmp_path, ours) as session:
            talk = Talk(slack.url, session)
            await talk.connected()
            status, page, cookie = await opened(session, f"{public}/slack/install")
            _, consent, _ = await opened(session, link(page, "Add to Slack"))
            async with session.get(f"{slack.url}{link(consent, 'Allow')}", allow_redirects=False) as answer:
                back = answer.headers["Location"]
            status, page, _ = await opened(session, back, Cookie=cookie)
            assert (status, "memory-bot is installed" in page) == (200, True)

            assert await talk.answer("U0ALEX", "I live in Porto") == "Good to know."
            assert "Porto" in await talk.answer("U0ALEX", "where do I live?")
        async with Installations(settings.model_copy(update={"slack_client_id": ours["SLACK_CLIENT_ID"]})) as kept:
            (installed,) = await kept.all()
        assert (installed.team_id, str(installed.bot_token)[:16]) == ("T0LOCAL", "xoxe.xoxb-local-")


async def test_two_local_workspaces_let_it_in_and_their_memories_stay_apart(tmp_path: Path) -> None:
    port = free_port()
    public = f"http://127.0.0.1:{port}"
    manifest = app_manifest(Settings.model_validate({"home": tmp_path, "slack_client_id": "1.2"}), public_url=public)
    events = f"{public}/slack/events"
    async with LocalWorkspace(manifest, request_url=events, patience=PATIENCE, neighbours=[NORTH]) as slack:
        ours = {
            "SLACK_API_URL": slack.api_url,
            "SLACK_CLIENT_ID": slack.installing.client_id,
            "SLACK_CLIENT_SECRET": slack.installing.client_secret,
            "SLACK_SIGNING_SECRET": slack.signing_secret,
            "MEMORY_BOT_PUBLIC_URL": public,
            "MEMORY_BOT_PORT": str(port),
        }
        (neighbour,) = slack.neighbours
        async with running(tmp_path, ours) as session:
            here, there = Talk(slack.url, session), Talk(neighbour.url, session)
            await here.connected()
            for name in ("Local workspace", "North workspace"):
                _, page, cookie = await opened(session, f"{public}/slack/install")
                _, consent, _ = await opened(session, link(page, "Add to Slack"))
                async with session.get(
                    f"{slack.url}{link(consent, f'Allow in {name}')}", allow_redirects=False
                ) as back:
                    status, page, _ = await opened(session, back.headers["Location"], Cookie=cookie)
                assert (status, "memory-bot is installed" in page) == (200, True)

            assert await here.answer("U0ALEX", "I live in Porto") == "Good to know."
            assert await there.answer("U0NORA", "I live in Oslo") == "Good to know."
            assert "Oslo" in await there.answer("U0NORA", "where do I live?")
            await here.answer("U0ALEX", "@memory-bot remember that the demo is in room 4", channel="C0GENERAL")
            assert "room 4" in await here.answer("U0DANA", "where is the demo?")
            assert "room 4" not in await there.answer("U0SVEN", "where is the demo?")

    teams = {path.name for path in (tmp_path / "teams").iterdir()}
    assert teams == {"T0LOCAL", "T0NORTH"}


def link(page: str, label: str) -> str:
    """Return where the link with this label leads."""
    found = re.search(rf'<a [^>]*href="([^"]+)"[^>]*>{label}<', page)
    assert found is not None, page
    return unescape(found[1])


async def opened(session: aiohttp.ClientSession, url: str, **headers: str) -> tuple[int, str, str]:
    """Return status, page and cookie."""
    async with session.get(url, headers=headers) as answer:
        return answer.status, await answer.text(), answer.headers.get("Set-Cookie", "").partition(";")[0]
