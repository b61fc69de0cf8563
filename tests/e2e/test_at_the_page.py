"""The real bot at the page in headless Chromium: a newcomer's first minute."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.harness import running
from tests.local_slack.page.browser import chromium, needs_chromium
from tests.local_slack.page.person import messages, say

pytestmark = [pytest.mark.e2e, pytest.mark.browser, needs_chromium]

PATIENCE = 60_000
"""Milliseconds after which an answer counts as never coming; the pipeline is loaded for the first one."""


async def test_a_newcomer_is_remembered_takes_it_back_and_looks_it_up(tmp_path: Path) -> None:
    async with running(tmp_path) as talk, chromium() as browser:
        page = await browser.new_page()
        await page.goto(talk.url)

        await page.get_by_role("button", name="Introduce yourself").click()
        await expect(messages(page, "Noted:")).to_contain_text("tundra", timeout=PATIENCE)
        await say(page, "What project am I working on?")
        await expect(messages(page, "(you told me today)")).to_contain_text("tundra", timeout=PATIENCE)
        await say(page, "/memory list")
        listed = messages(page, "Only visible to you")
        await expect(listed).to_contain_text("tundra", timeout=PATIENCE)
        await page.get_by_role("button", name="Undo").click()
        await expect(page.get_by_role("button", name="Undo")).to_have_count(0, timeout=PATIENCE)
        await say(page, "What project am I working on?")

        await expect(page.locator("#channel .message").last).to_contain_text("don't know", timeout=PATIENCE)
