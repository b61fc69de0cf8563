"""The real bot at the page in headless Chromium: App Home, modals, shortcuts, reactions, in the light and in the dark.

One bot serves the module; the tests may come in any order, so each tells the bot what it is about.
"""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from tests.e2e.harness import Talk, memory_bot, running
from tests.local_slack.page.browser import chromium, needs_chromium
from tests.local_slack.page.person import act_as, box, choose, go_to, messages, react, say

pytestmark = [pytest.mark.e2e, pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]

PATIENCE = 60_000
"""Milliseconds after which an answer counts as never coming; the pipeline is loaded for the first one."""

expect.set_options(timeout=PATIENCE)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def talk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Talk]:
    """A bot that knows 23 things about Dana and nothing about anybody else."""
    home: Path = tmp_path_factory.mktemp("home")
    known = home / "known.jsonl"
    lines = [{"user": "U0DANA", "text": f"Shelf {number} holds box {number}"} for number in range(1, 24)]
    known.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    code, _, errors = await memory_bot(home, "import", "--team", "T0LOCAL", "--jsonl", str(known))
    assert code == 0, errors
    async with running(home) as talk:
        yield talk


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def page(talk: Talk, browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport={"width": 1200, "height": 800}, locale="en-GB")
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.goto(talk.url)
    await expect(page.locator("#app")).to_have_attribute("aria-busy", "false")
    await expect(page.locator(".presence")).to_have_text("connected")
    yield page
    await context.close()


async def open_home(page: Page, name: str) -> Locator:
    """Open a person's home tab and return it."""
    await act_as(page, name)
    await page.locator(".place", has_text="memory-bot").click()
    await page.get_by_role("link", name="Home").click()
    home = page.get_by_role("region", name="Home")
    await expect(home.get_by_role("heading", name="What I remember about you")).to_be_visible()
    return home


async def test_app_home_counts_filters_and_turns_pages(page: Page) -> None:
    home = await open_home(page, "Dana")

    await expect(home).to_contain_text("23 memories")
    await expect(home).to_contain_text("Page 1 of 3")
    await expect(home.get_by_role("button", name="Edit")).to_have_count(10)

    await home.get_by_role("button", name="Last").click()
    await expect(home).to_contain_text("Page 3 of 3")
    await expect(home.get_by_role("button", name="Edit")).to_have_count(3)
    await home.get_by_role("combobox").select_option(label="All (23)", force=True)
    await home.get_by_role("button", name="Previous").click()
    await expect(home).to_contain_text("Page 2 of 3")


async def test_a_memory_is_forgotten_on_the_home_tab_after_a_question(page: Page) -> None:
    await say(page, "Remember that the gate code is on the fridge.")
    await expect(messages(page, "gate code").nth(1)).to_be_visible()
    home = await open_home(page, "Alex")
    await expect(home).to_contain_text("Gate code is on the fridge")

    await home.get_by_role("button", name="Forget", exact=True).first.click()
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_contain_text("Forget this?")
    await dialog.get_by_role("button", name="Forget").click()

    await expect(home).to_contain_text("Forgotten: Gate code is on the fridge")
    await expect(home.locator(".block-section", has_text="Gate code")).to_have_count(0)


async def test_a_search_without_words_is_refused_below_the_field_and_one_that_finds_closes(page: Page) -> None:
    home = await open_home(page, "Dana")
    await home.get_by_role("button", name="Search").click()
    dialog = page.get_by_role("dialog", name="Search")
    field = dialog.get_by_role("textbox", name="What shall I look for?")
    await expect(field).to_be_focused()

    await field.press("Enter")
    await expect(dialog.get_by_role("alert")).to_have_text("Please complete this required field.")
    await field.fill("zebra crossing")
    await field.press("Enter")
    await expect(dialog.get_by_role("alert")).to_have_text("Nothing fits these words. Try others, or fewer.")
    await expect(field).to_have_attribute("aria-invalid", "true")
    await expect(field).to_be_focused()
    await field.fill("shelf 7")
    await dialog.get_by_role("button", name="Search").click()

    await expect(dialog).to_have_count(0)
    await expect(home).to_contain_text("Found for “shelf 7”")
    await expect(home).to_contain_text("Shelf 7 holds box 7")
    await home.get_by_role("button", name="Clear the search").click()
    await expect(home).to_contain_text("Page 1 of 3")


async def test_a_list_in_a_message_is_turned_and_settings_are_chosen_by_buttons(page: Page) -> None:
    await open_home(page, "Dana")
    await page.get_by_role("link", name="Messages").click()
    await expect(box(page)).to_be_visible()

    await say(page, "/memory list")
    pages = messages(page, "What I remember about you")
    await expect(pages).to_contain_text("page 1 of 3")
    await pages.get_by_role("button", name="Next").click()
    await expect(pages).to_contain_text("page 2 of 3")
    await expect(pages).to_contain_text("Shelf 13 holds box 13")
    await pages.get_by_role("button", name="Forget").first.click()
    await expect(page.get_by_role("dialog")).to_contain_text("Forget this?")
    await page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    await expect(pages).to_contain_text("(23), page 2 of 3")

    await say(page, "/memory settings")
    settings = messages(page, "This is how you have it")
    await settings.get_by_role("button", name="Leave me out").click()
    await expect(settings).to_contain_text("Changed. This is how you have it now:")
    await expect(settings).to_contain_text("I note what you say to me, and no more.")


async def test_settings_complain_of_odd_quiet_hours_and_keep_good_ones(page: Page) -> None:
    home = await open_home(page, "Omar")
    await home.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    quiet = dialog.get_by_role("textbox", name="Quiet hours")

    await quiet.fill("at night")
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog.get_by_role("alert").filter(has_text="22:00")).to_be_visible()
    await quiet.fill("22:00-07:00")
    await dialog.get_by_label("Only a").check()
    await dialog.get_by_role("button", name="Save").click()

    await expect(dialog).to_have_count(0)
    await expect(home).to_contain_text("I mark what I noted with 🧠 on your message.")
    await home.get_by_role("button", name="Settings").click()
    await expect(quiet).to_have_value("22:00-07:00 Asia/Dubai")
    await expect(dialog.get_by_label("Only a")).to_be_checked()
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)


async def test_a_message_shortcut_remembers_and_the_console_corrects_it(page: Page) -> None:
    await go_to(page, "C0GENERAL")
    await say(page, "The freight lift needs a key card")
    await choose(page, "freight lift", "Remember this")
    await expect(messages(page, "Only visible to you")).to_contain_text("freight lift")

    await page.get_by_role("button", name="Shortcuts").first.click()
    await page.get_by_role("menuitem", name="My memories").click()
    console = page.get_by_role("dialog", name="My memories")
    await expect(console).to_contain_text("Freight lift needs a key card")
    await console.get_by_role("button", name="Edit").first.click()
    edit = page.get_by_role("dialog", name="Edit a memory")
    await edit.get_by_role("textbox", name="Memory").fill("The freight lift needs a PIN")
    await edit.get_by_role("button", name="Save").click()

    await expect(console).to_contain_text("The freight lift needs a PIN")
    await console.get_by_role("button", name="History").first.click()
    history = page.get_by_role("dialog", name="History")
    await expect(history).to_contain_text("today: The freight lift needs a PIN")
    await page.keyboard.press("Escape")
    await expect(console).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(console).to_have_count(0)


async def test_a_brain_remembers_and_a_cross_on_a_receipt_takes_it_back(page: Page) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "The spare router is in the blue cupboard")
    await react(page, "spare router", "brain")
    chip = messages(page, "spare router").first.get_by_role("button", name="1 brain: You")
    await expect(chip).to_have_attribute("aria-pressed", "true")
    await expect(messages(page, "Only visible to you")).to_contain_text("Noted: spare router is in the blue cupboard")

    await page.locator(".place", has_text="memory-bot").click()
    await say(page, "I prefer oat milk in my coffee.")
    await expect(messages(page, "Noted: prefers oat milk")).to_be_visible()
    await react(page, "Noted: prefers oat milk", "x")

    await expect(messages(page, "Taken back: Prefers oat milk")).to_be_visible()


async def test_a_receipt_is_edited_where_it_stands(page: Page) -> None:
    await say(page, "I drive a blue van.")
    receipt = messages(page, "Noted:").last
    await expect(receipt).to_contain_text("van")

    await receipt.get_by_role("button", name="Edit").click()
    edit = page.get_by_role("dialog", name="Edit a memory")
    await edit.get_by_role("textbox", name="Memory").fill("Drives a green van")
    await edit.get_by_role("textbox", name="Memory").press("Control+Enter")

    await expect(edit).to_have_count(0)
    await expect(receipt).to_contain_text("green van")


async def test_everything_is_forgotten_only_after_a_question(page: Page) -> None:
    await say(page, "Remember that the roof key hangs by the door.")
    await expect(messages(page, "roof key").nth(1)).to_be_visible()
    home = await open_home(page, "Alex")
    await home.get_by_role("button", name="Forget everything").click()
    await page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    await expect(home).to_contain_text("Roof key")

    await home.get_by_role("button", name="Forget everything").click()
    await page.get_by_role("dialog").get_by_role("button", name="Forget everything").click()

    await expect(home).to_contain_text("I have forgotten everything about you")
    await expect(home).to_contain_text("I remember nothing about you yet.")


async def test_writing_in_the_dm_leads_back_from_the_home_tab(page: Page) -> None:
    await open_home(page, "Alex")
    await expect(box(page)).to_be_hidden()

    await page.get_by_role("link", name="Messages").click()

    await expect(box(page)).to_be_visible()
    await page.go_back()
    await expect(page.get_by_role("region", name="Home")).to_be_visible()
