"""A workspace, a tiny bot and the page in a headless browser; the browser serves a module, all else one test."""

from collections.abc import AsyncIterator

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
async def workspace() -> AsyncIterator[LocalWorkspace]:
    async with LocalWorkspace(MANIFEST) as workspace:
        yield workspace


@pytest_asyncio.fixture(loop_scope="module")
async def bot(workspace: LocalWorkspace) -> AsyncIterator[None]:
    client = AsyncWebClient(token=workspace.bot_token, base_url=workspace.api_url)
    handler = AsyncSocketModeHandler(tiny_bot(client), workspace.app_token)
    await handler.connect_async()
    yield
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
