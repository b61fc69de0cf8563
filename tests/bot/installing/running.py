"""The bot in this process, with a Slack of many workspaces that let it in; or of the one whose token is set."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.app import build_app
from bot.installing.served import TokenWatch
from bot.installing.workspaces import Workspaces, open_workspaces
from bot.intake.intake import Intake
from bot.intake.journal import Journal
from bot.metrics import Metrics
from bot.parts import Parts, open_memory, utc_now
from bot.replies.grounded import GroundedReplies
from bot.settings import Settings
from bot.slack.directory import Directory
from bot.slack.http_server import HttpServer
from extractors.pipeline import Extractor
from memory.records import Person
from tests.bot.many_slacks import CLIENT_ID, CLIENT_SECRET, SIGNING_SECRET, Browser, ManySlacks, Team
from tests.e2e.harness import free_port

PATIENCE = 30


def settings(home: Path, slack: ManySlacks | None = None, **changes: Any) -> Settings:
    port = free_port()
    values = {
        "home": home,
        "port": port,
        "public_url": f"http://127.0.0.1:{port}",
        "slack_client_id": CLIENT_ID,
        "slack_client_secret": CLIENT_SECRET,
        "slack_signing_secret": SIGNING_SECRET,
        "slack_api_url": slack.api_url if slack else "http://127.0.0.1:9/api/",
        **changes,
    }
    return Settings.model_validate({name: value for name, value in values.items() if value is not None})


class Running:
    """The bot, in this process."""

    def __init__(self, browser: Browser, intake: Intake, workspaces: Workspaces) -> None:
        self.browser, self.intake, self.workspaces = browser, intake, workspaces

    @property
    def parts(self) -> Parts:
        return self.intake.parts

    async def answers(self, team: Team, text: str, *, team_id: str | None = None, user: str = "UALEX") -> list[str]:
        """Let somebody say something in a workspace; return what was posted there in answer."""
        before = len(team.posts)
        await self.browser.say(team, text, team_id=team_id, user=user)
        await settled()
        await self.intake.queues.drain()
        return [str(post.get("text")) for post in team.posts[before:]]

    def texts(self, team_id: str, user: str = "UALEX") -> list[str]:
        return [memory.text for memory in self.parts.book.memories(Person(team_id, user))]

    async def tell(self, team: Team, kind: str, **event: Any) -> None:
        """Send one of the events of leaving."""
        at = event.pop("at", None)
        await self.browser.event(team, {"type": kind, **event}, at=at)
        await settled()


async def settled() -> None:
    """Let every listener that Bolt started come to its end."""
    async with asyncio.timeout(PATIENCE):
        while working := [task for task in asyncio.all_tasks() if "slack_bolt" in _home(task)]:
            await asyncio.wait(working)


def _home(task: "asyncio.Task[Any]") -> str:
    frames = task.get_stack(limit=1)
    code = getattr(task.get_coro(), "cr_code", None)
    return f"{code.co_filename if code else ''} {frames[0].f_code.co_filename if frames else ''}"


@asynccontextmanager
async def bot(slack: ManySlacks, home: Path, extractor: Extractor, **changes: Any) -> AsyncIterator[Running]:
    chosen = settings(home, slack, **changes)
    parts = Parts(chosen, open_memory(chosen), extractor, GroundedReplies())
    journal = Journal(home / "journal" / "turns.sqlite3", now=utc_now)
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()))
        token = None if chosen.installs_by_oauth else str(changes["slack_bot_token"])
        client = AsyncWebClient(token=token, base_url=slack.api_url, session=session)
        client.proxy = None
        client.retry_handlers.insert(0, TokenWatch(parts.served))
        workspaces = await stack.enter_async_context(open_workspaces(chosen, client, parts, http=True))
        intake = Intake(parts, journal, Directory(), Metrics())
        app = build_app(workspaces, intake)
        await stack.enter_async_context(
            HttpServer(app, intake.metrics, parts.served, host="127.0.0.1", port=chosen.port)
        )
        intake.play(workspaces.client_of)
        yield Running(Browser(f"http://127.0.0.1:{chosen.port}", slack, session), intake, workspaces)
        await settled()
        await intake.queues.drain()
    journal.close()
    parts.book.close()


def single(slack: ManySlacks, home: Path, extractor: Extractor) -> AbstractAsyncContextManager[Running]:
    """Run the bot for the one workspace whose token is set."""
    alone = {"slack_client_id": None, "slack_client_secret": None, "public_url": None}
    return bot(slack, home, extractor, slack_bot_token="xoxb-only", **alone)


def message(text: str) -> dict[str, Any]:
    ts = f"{time.time():.6f}"
    return {"type": "message", "channel_type": "im", "channel": "D1", "user": "UALEX", "text": text, "ts": ts}
