"""Opens the workspace's page in headless Chromium, the one that the system has; no browser is downloaded."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PAGE = Path(__file__).parents[3] / "bot" / "local_slack" / "page"

needs_chromium = pytest.mark.skipif(
    not CHROMIUM, reason="there is no chromium on this machine; install it to test the page"
)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Yield a headless browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()
