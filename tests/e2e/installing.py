"""Runs the real program for many workspaces, and has the local workspaces let it in by their own pages."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path

import aiohttp

from bot.installing.manifest import app_manifest
from bot.local_slack.cast import Cast
from bot.local_slack.server import LocalWorkspace
from bot.settings import Settings
from tests.e2e.harness import PATIENCE, Talk, environment, free_port, program


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
async def let_in(
    home: Path, *names: str, neighbours: Sequence[Cast] = (), **knobs: object
) -> AsyncIterator[tuple[LocalWorkspace, list[Talk]]]:
    """Run local workspaces and the program, and let it in where these names say.

    Yields the first workspace, and a talk in each of them, in their order. `knobs` are settings of the manifest.
    """
    port = free_port()
    public = f"http://127.0.0.1:{port}"
    settings = Settings.model_validate({"home": home, "slack_client_id": "1.2", **knobs})
    manifest = app_manifest(settings, public_url=public)
    events = f"{public}/slack/events"
    async with LocalWorkspace(manifest, request_url=events, patience=PATIENCE, neighbours=neighbours) as slack:
        ours = {
            "SLACK_API_URL": slack.api_url,
            "SLACK_CLIENT_ID": slack.installing.client_id,
            "SLACK_CLIENT_SECRET": slack.installing.client_secret,
            "SLACK_SIGNING_SECRET": slack.signing_secret,
            "MEMORY_BOT_PUBLIC_URL": public,
            "MEMORY_BOT_PORT": str(port),
        }
        async with running(home, ours) as session:
            talks = [Talk(each.url, session) for each in (slack.workspace, *slack.neighbours)]
            await talks[0].connected()
            for name in names:
                await _install(session, slack, public, name)
            yield slack, talks


async def _install(session: aiohttp.ClientSession, slack: LocalWorkspace, public: str, name: str) -> None:
    """Go from the program's page over Slack's and back, and let it in where the name says."""
    _, page, cookie = await _opened(session, f"{public}/slack/install")
    _, consent, _ = await _opened(session, _link(page, "Add to Slack"))
    label = f"Allow in {name}" if f"Allow in {name}<" in consent else "Allow"
    async with session.get(f"{slack.url}{_link(consent, label)}", allow_redirects=False) as answer:
        back = answer.headers["Location"]
    status, page, _ = await _opened(session, back, Cookie=cookie)
    assert (status, "memory-bot is installed" in page) == (200, True), page


def _link(page: str, label: str) -> str:
    """Return where the link with this label leads."""
    found = re.search(rf'<a [^>]*href="([^"]+)"[^>]*>{label}<', page)
    assert found is not None, page
    return unescape(found[1])


async def _opened(session: aiohttp.ClientSession, url: str, **headers: str) -> tuple[int, str, str]:
    """Return status, page and cookie."""
    async with session.get(url, headers=headers) as answer:
        return answer.status, await answer.text(), answer.headers.get("Set-Cookie", "").partition(";")[0]
