"""Makes the pictures in the README, `python -m tests.e2e.screenshots OUTDIR`: talks to the real bot at the page."""

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Literal

from playwright.async_api import Browser, Locator, Page, expect

from tests.e2e.harness import running
from tests.local_slack.page.browser import chromium
from tests.local_slack.page.person import act_as, dialog, go_to, messages, open_menu, react, say

Theme = Literal["light", "dark"]

PATIENCE = 60_000
"""Milliseconds in which the bot answers."""


async def answered(page: Page, pane: str, count: int) -> None:
    """Wait until the bot has written this many messages in a pane."""
    shown: Locator = page.locator(f"#{pane} .message[data-user=U0MEMORYBOT]")
    await expect(shown.nth(count - 1)).to_be_visible(timeout=PATIENCE)


async def open_page(browser: Browser, url: str, *, height: int, theme: Theme = "light") -> Page:
    page = await browser.new_page(
        viewport={"width": 1100, "height": height}, device_scale_factor=1.5, locale="en-GB", color_scheme=theme
    )
    await page.goto(url)
    await expect(page.locator("#app")).to_have_attribute("aria-busy", "false")
    await expect(page.locator(".presence")).to_have_text("connected")
    return page


async def tell(page: Page, text: str, sign: str, pane: str = "channel") -> None:
    """Say something and wait until the bot shows that it has dealt with it."""
    await say(page, text, pane)
    await expect(messages(page, sign, pane).last).to_be_visible(timeout=PATIENCE)


async def photograph_dm(browser: Browser, url: str, target: Path) -> None:
    """A newcomer says who they are, asks, and looks at what is remembered."""
    page = await open_page(browser, url, height=930)
    await tell(page, "My name is Alex and I'm working on a Rust project called tundra.", "Noted")
    await tell(page, "What project am I working on?", "(you told me today)")
    await tell(page, "Remember that the deploy key is in 1Password.", "deploy key")
    await tell(page, "/memory list", "Only visible to you")
    await shoot(page, target)


async def photograph_channel(browser: Browser, url: str, target: Path) -> None:
    """A team settles something in a channel; a colleague who was not there asks in a thread."""
    page = await open_page(browser, url, height=760)
    await go_to(page, "C0GENERAL")
    await say(page, "Morning everyone :wave: the tundra beta goes out on *Thursday*, notes are in #projects.")
    await act_as(page, "Dana")
    await tell(page, "@memory-bot note that our standup is at 9:30 every weekday.", "1 reply")
    await act_as(page, "Omar")
    await say(page, "@memory-bot when is our standup?")
    await expect(page.get_by_role("button", name="1 reply")).to_have_count(2, timeout=PATIENCE)
    await page.get_by_role("button", name="1 reply").last.click()
    await answered(page, "thread", 1)
    await say(page, "Thanks! See you there, @Dana.", "thread")
    await expect(messages(page, "See you there", "thread")).to_be_visible()
    await shoot(page, target)


async def photograph_home(browser: Browser, url: str, target: Path, theme: Theme) -> None:
    """Somebody looks at what is remembered about them."""
    page = await open_page(browser, url, height=760, theme=theme)
    await page.get_by_role("link", name="Home").click()
    await expect(page.get_by_role("heading", name="What I remember about you")).to_be_visible(timeout=PATIENCE)
    await shoot(page, target)


async def photograph_modal(browser: Browser, url: str, target: Path, theme: Theme) -> None:
    """Somebody chooses their settings, and is told what is wrong with one of them."""
    page = await open_page(browser, url, height=760, theme=theme)
    await page.get_by_role("link", name="Home").click()
    await page.get_by_role("button", name="Settings").click()
    form = dialog(page, "Settings")
    await form.get_by_role("textbox", name="Quiet hours").fill("at night")
    await form.get_by_role("button", name="Save").click()
    await expect(form.get_by_role("alert").filter(has_text="22:00")).to_be_visible(timeout=PATIENCE)
    await page.screenshot(path=target)
    await form.get_by_role("button", name="Cancel").click()
    await page.close()


async def photograph_menu(browser: Browser, url: str, target: Path, theme: Theme) -> None:
    """Somebody opens the menu of a message that people have reacted to."""
    page = await open_page(browser, url, height=760, theme=theme)
    await go_to(page, "C0GENERAL")
    await react(page, "tundra beta", "tada")
    menu = await open_menu(page, "tundra beta")
    await menu.evaluate("(node) => Promise.all(node.getAnimations().map((each) => each.finished))")
    await page.screenshot(path=target)
    await page.close()


async def shoot(page: Page, target: Path) -> None:
    """Photograph the page as it looks when nobody touches it."""
    await page.mouse.move(0, 0)
    await page.evaluate("document.activeElement.blur()")
    await page.screenshot(path=target)
    await page.close()


async def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        async with running(Path(home)) as talk, chromium() as browser:
            await photograph_dm(browser, talk.url, folder / "dm.png")
            await photograph_channel(browser, talk.url, folder / "channel.png")
            themes: tuple[Theme, ...] = ("light", "dark")
            for theme in themes:
                await photograph_home(browser, talk.url, folder / f"home-{theme}.png", theme)
                await photograph_modal(browser, talk.url, folder / f"modal-{theme}.png", theme)
                await photograph_menu(browser, talk.url, folder / f"menu-{theme}.png", theme)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("docs/images"), help="where the pictures go")
    asyncio.run(main(parser.parse_args().folder))
