"""A workspace, a tiny bot and the page in a headless browser; the browser serves a module, all else one test."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, expect
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_sdk.web.async_client import AsyncWebClient

from bot.local_slack.server import LocalWorkspace
from tests.local_slack.page.browser import chromium
from tests.local_slack.page.tiny_bot import MANIFEST, tiny_bot

PATIENCE = 20_000
"""Milliseconds after which something that should show counts as never showing."""

expect.set_options(timeout=PATIENCE)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def workspace(request: pytest.FixtureRequest) -> AsyncIterator[LocalWorkspace]:
    """A workspace for the bot that the test's module names as `BOT`, manifest and maker; the tiny one by default."""
    manifest, _ = getattr(request.module, "BOT", (MANIFEST, tiny_bot))
    async with LocalWorkspace(manifest) as workspace:
        yield workspace


@pytest_asyncio.fixture(loop_scope="module")
async def bot(request: pytest.FixtureRequest, workspace: LocalWorkspace) -> AsyncIterator[AsyncWebClient]:
    """That bot, connected; what it calls the Web API with."""
    _, make = getattr(request.module, "BOT", (MANIFEST, tiny_bot))
    client = AsyncWebClient(token=workspace.bot_token, base_url=workspace.api_url)
    handler = AsyncSocketModeHandler(make(client), workspace.app_token)
    await handler.connect_async()
    yield client
    await handler.close_async()


@pytest_asyncio.fixture(loop_scope="module")
async def page(workspace: LocalWorkspace, browser: Browser) -> AsyncIterator[Page]:
    """The page as Alex sees it first; whatever the console complains of fails the test."""
    context = await browser.new_context(viewport={"width": 1200, "height": 760}, locale="en-GB")
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []

    def complain(message: ConsoleMessage) -> None:
        if (
            message.type == "error"
            and "Failed to load resource" not in message.text
            and "WebSocket" not in message.text
        ):
            complaints.append(message.text)

    page.on("console", complain)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(workspace.url)
    await expect(page.get_by_role("heading", name="memory-bot").first).to_be_visible()
    await expect(page.locator("#app")).to_have_attribute("aria-busy", "false")
    yield page
    await context.close()
    assert complaints == []
