"""The inspector below the page: the traffic, one exchange in full, filter, pause, clear; and faults."""

import re

import pytest
from playwright.async_api import Locator, Page, expect
from slack_sdk.web.async_client import AsyncWebClient

from bot.local_slack.server import LocalWorkspace
from tests.local_slack.page.browser import needs_chromium
from tests.local_slack.page.person import go_to, messages, say

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]


async def opened(page: Page) -> Locator:
    """Open the inspector and return it."""
    await page.get_by_role("button", name="Inspector").click()
    inspector = page.get_by_role("region", name="Inspector")
    await expect(inspector).to_be_visible()
    return inspector


def rows(inspector: Locator, text: str = "") -> Locator:
    return inspector.locator(".traffic-row", has_text=text)


async def faults_tab(page: Page) -> Locator:
    inspector = await opened(page)
    await inspector.get_by_role("tab", name="Faults").click()
    await expect(inspector.get_by_role("button", name="Switch on")).to_be_visible()
    return inspector


async def test_an_exchange_is_opened_in_full_by_the_keyboard_alone(
    workspace: LocalWorkspace, page: Page, bot: AsyncWebClient
) -> None:
    await go_to(page, "D0ALEX")
    await say(page, "hello there")
    await expect(messages(page, "I heard 11 characters")).to_be_visible()

    button = page.get_by_role("button", name="Inspector")
    await button.focus()
    await page.keyboard.press("Enter")
    inspector = page.get_by_role("region", name="Inspector")
    await expect(inspector.get_by_role("tab", name="Traffic")).to_be_focused()
    row = rows(inspector, "chat.postMessage").first
    await expect(row).to_contain_text("ok")
    await row.focus()
    await page.keyboard.press("Enter")

    sent = inspector.get_by_role("region", name="What was sent")
    await expect(sent).to_contain_text("I heard _11_ characters")
    await expect(inspector.get_by_role("region", name="What came back")).to_contain_text('"ok": true')
    assert workspace.bot_token not in await inspector.inner_text()

    await inspector.get_by_role("button", name="Close this exchange").click()
    await expect(sent).to_be_hidden()
    await inspector.get_by_role("button", name="Close the inspector").click()
    await expect(inspector).to_be_hidden()
    await expect(button).to_be_focused()


async def test_arrow_keys_go_from_line_to_line(page: Page, bot: AsyncWebClient) -> None:
    await bot.auth_test()
    await bot.api_test()
    inspector = await opened(page)
    await expect(rows(inspector).nth(1)).to_be_visible()
    await rows(inspector).first.focus()

    await page.keyboard.press("ArrowDown")
    await expect(rows(inspector).nth(1)).to_be_focused()
    await page.keyboard.press("ArrowUp")
    await expect(rows(inspector).first).to_be_focused()


async def test_what_happens_shows_at_once_newest_first_and_can_be_filtered(page: Page, bot: AsyncWebClient) -> None:
    inspector = await opened(page)
    await bot.api_test(who="U0DANA")
    await expect(rows(inspector).first).to_contain_text("api.test")
    await bot.api_test(who="U0OMAR")
    await expect(rows(inspector, "api.test")).to_have_count(2)

    await inspector.get_by_role("searchbox").fill("u0dana")
    await expect(rows(inspector)).to_have_count(1)
    await inspector.get_by_role("searchbox").fill("no such words")
    await expect(inspector.get_by_text("Nothing here holds that text.")).to_be_visible()


async def test_it_stands_still_while_paused_and_catches_up(page: Page, bot: AsyncWebClient) -> None:
    inspector = await opened(page)
    await bot.auth_test()
    await expect(rows(inspector, "auth.test").first).to_be_visible()
    await inspector.get_by_role("button", name="Pause").click()
    await bot.api_test(who="U0DANA")
    await page.evaluate("fetch('/_control/traffic').then((answer) => answer.json())")
    await expect(rows(inspector, "api.test")).to_have_count(0)

    await inspector.get_by_role("button", name="Go on").click()
    await expect(rows(inspector, "api.test")).to_have_count(1)


async def test_it_is_cleared(page: Page, bot: AsyncWebClient) -> None:
    inspector = await opened(page)
    await bot.auth_test()
    await expect(rows(inspector, "auth.test").first).to_be_visible()
    await inspector.get_by_role("button", name="Clear").click()

    await expect(inspector.get_by_text("Nothing has gone to or from the app yet.")).to_be_visible()


async def test_hostile_text_stays_text_in_the_inspector(page: Page, bot: AsyncWebClient) -> None:
    inspector = await opened(page)
    hostile = "<img src=x onerror='window.bitten = true'>"
    await bot.chat_postMessage(channel="D0ALEX", text=hostile)
    await rows(inspector, "chat.postMessage").first.click()

    await expect(inspector.get_by_role("region", name="What was sent")).to_contain_text("<img src=x")
    await expect(inspector.locator("img, script, iframe")).to_have_count(0)
    assert await page.evaluate("window.bitten") is None


async def test_an_event_that_comes_twice_is_answered_twice_by_a_bot_that_does_not_look(
    page: Page, bot: AsyncWebClient
) -> None:
    await go_to(page, "D0ALEX")
    inspector = await faults_tab(page)
    await inspector.get_by_role("combobox", name="Fault").select_option(label="Comes twice")
    await inspector.get_by_role("combobox", name="Event").select_option("message")
    await inspector.get_by_role("button", name="Switch on").click()
    await expect(inspector.locator(".fault-row")).to_contain_text("message · 1 more · struck 0 so far")
    await expect(page.get_by_role("button", name="Inspector: 1 fault is switched on")).to_be_visible()

    await say(page, "twice")
    await expect(messages(page, "I heard 5 characters")).to_have_count(2)
    await expect(inspector.locator(".fault-row")).to_have_count(0)
    await inspector.get_by_role("tab", name="Traffic").click()
    await expect(rows(inspector, "again (1)").first).to_be_visible()


async def test_faults_are_switched_off_one_by_one_or_together(page: Page) -> None:
    inspector = await faults_tab(page)
    for label in ("Comes late", "Never comes", "Is overtaken by the next"):
        await inspector.get_by_role("combobox", name="Fault").select_option(label=label)
        await inspector.get_by_role("spinbutton", name="Times").fill("")
        await inspector.get_by_role("button", name="Switch on").click()
        await expect(inspector.locator(".fault-row", has_text=label)).to_contain_text("until switched off")

    await inspector.get_by_role("button", name="Switch off: Never comes").click()
    await expect(inspector.locator(".fault-row")).to_have_count(2)
    await inspector.get_by_role("button", name="Switch all off").click()
    await expect(inspector.get_by_text("Nothing is made to go wrong.")).to_be_visible()


async def test_a_fault_that_cannot_be_is_refused_in_a_sentence(page: Page) -> None:
    inspector = await faults_tab(page)
    await inspector.get_by_role("combobox", name="Fault").select_option(label="Refused with an error code")
    await inspector.get_by_role("textbox", name="Error code").fill("Not found!")
    await inspector.get_by_role("button", name="Switch on").click()

    await expect(page.get_by_text("'Not found!' is no error code.")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_what_is_written_in_it_can_be_read(page: Page, bot: AsyncWebClient, theme: str) -> None:
    await page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    inspector = await opened(page)
    await bot.auth_test()
    await rows(inspector, "auth.test").first.click()
    await expect(inspector.get_by_role("region", name="What came back")).to_be_visible()

    for part in (".traffic-name", ".traffic-time", ".traffic-outcome", ".json-key", ".json-text", ".inspector-tab"):
        colour = await inspector.locator(part).first.evaluate("(node) => getComputedStyle(node).color")
        ground = await inspector.evaluate("(node) => getComputedStyle(node).backgroundColor")
        assert contrast(colour, ground) >= 4.5, f"{part}: {colour} on {ground}"


async def test_on_a_phone_one_exchange_takes_the_place_of_the_list(page: Page, bot: AsyncWebClient) -> None:
    await page.set_viewport_size({"width": 390, "height": 800})
    inspector = await opened(page)
    await bot.auth_test()
    await rows(inspector, "auth.test").first.click()
    await expect(rows(inspector).first).to_be_hidden()
    await inspector.get_by_role("button", name="Close this exchange").click()

    await expect(rows(inspector).first).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def contrast(one: str, other: str) -> float:
    """Return how far two colours are apart, from 1.0 to 21.0. Source: WCAG 2.2, contrast ratio."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    shares = [int(each) / 255 for each in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
