"""The menu of a message, shortcuts and reactions at the page, with the mouse and with the keyboard."""

import re

import pytest
from playwright.async_api import Browser, Page, expect
from slack_sdk.web.async_client import AsyncWebClient

from bot.local_slack.server import LocalWorkspace
from tests.local_slack.page.browser import needs_chromium
from tests.local_slack.page.person import (
    GROUND,
    INK,
    act_as,
    box,
    choose,
    dialog,
    go_to,
    messages,
    open_menu,
    react,
    say,
)
from tests.local_slack.page.view_bot import MANIFEST, view_bot

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]

BOT = (MANIFEST, view_bot)


# --- the menu ---------------------------------------------------------------------------------------------------------


async def test_the_menu_of_my_message_offers_everything(page: Page, bot: AsyncWebClient) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "mine")

    menu = await open_menu(page, "mine")

    await expect(menu.get_by_role("menuitem")).to_have_text(
        ["Copy link", "Keep itmemory-bot", "Edit messageE", "Delete messageDel"]
    )
    await expect(menu.get_by_role("menuitem", name="Copy link")).to_be_focused()


async def test_the_menu_is_used_with_the_keyboard_alone(page: Page, bot: AsyncWebClient) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "some words")
    message = messages(page, "some words")
    await message.focus()

    await page.keyboard.press("m")
    menu = page.get_by_role("menu", name="More actions")
    await expect(menu.get_by_role("menuitem", name="Copy link")).to_be_focused()
    await page.keyboard.press("ArrowUp")
    await expect(menu.get_by_role("menuitem", name="Delete message")).to_be_focused()
    await page.keyboard.press("e")
    await expect(menu.get_by_role("menuitem", name="Edit message")).to_be_focused()
    await page.keyboard.press("Home")
    await page.keyboard.press("Escape")

    await expect(menu).to_have_count(0)
    await expect(message).to_be_focused()
    await page.keyboard.press("m")
    await page.keyboard.press("End")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(messages(page, "Kept: some words")).to_contain_text("Only visible to you")


async def test_the_menu_stays_with_its_message_when_that_changes(page: Page, workspace: LocalWorkspace) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "some words")
    menu = await open_menu(page, "some words")
    message = messages(page, "some words")
    reaction = {"user": "U0DANA", "channel": "C0PROJECTS", "ts": await message.get_attribute("data-ts"), "name": "tada"}
    await page.request.post(f"{workspace.url}/_control/reactions", data=reaction)
    await expect(message.get_by_role("button", name="1 tada: Dana")).to_be_visible()

    await expect(menu).to_be_visible()
    await expect(message.locator(".message-tools")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(message).not_to_have_class(re.compile("has-panel"))


async def test_tab_leaves_the_menu(page: Page) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "some words")
    menu = await open_menu(page, "some words")

    await page.keyboard.press("Tab")

    await expect(menu).to_have_count(0)


async def test_a_link_to_a_message_is_copied_and_leads_to_it(page: Page, workspace: LocalWorkspace) -> None:
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await go_to(page, "C0PROJECTS")
    await say(page, "to be linked")

    await choose(page, "to be linked", "Copy link")

    await expect(page.get_by_role("alert")).to_contain_text("The link to the message is copied.")
    link = await page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{workspace.url}/archives/C0PROJECTS/p")
    await page.goto(link)
    await expect(messages(page, "to be linked", "thread")).to_be_visible()


async def test_without_leave_to_copy_the_link_is_shown(page: Page) -> None:
    await page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    await go_to(page, "C0PROJECTS")
    await say(page, "to be linked")

    await choose(page, "to be linked", "Copy link")

    await expect(page.get_by_role("alert")).to_contain_text("/archives/C0PROJECTS/p")


async def test_what_only_i_see_has_no_menu(page: Page, bot: AsyncWebClient) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "some words")
    await choose(page, "some words", "Keep it")
    whisper = messages(page, "Kept: some words")
    await whisper.hover()

    await expect(whisper.get_by_role("button", name="More actions")).to_have_count(0)
    await expect(whisper.get_by_role("button", name="Dismiss")).to_be_visible()


# --- global shortcuts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pane", ["channel", "thread"])
async def test_a_global_shortcut_opens_a_modal_from_anywhere(page: Page, bot: AsyncWebClient, pane: str) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "a root")
    if pane == "thread":
        await messages(page, "a root").hover()
        await page.get_by_role("button", name="Reply in thread").click()
    opener = page.locator(f"#{pane}").get_by_role("button", name="Shortcuts")

    await opener.click()
    await expect(page.get_by_role("menuitem")).to_have_text(["FormsOpens a form"])
    await page.keyboard.press("Enter")

    await expect(dialog(page, "Every field")).to_be_visible()


async def test_a_shortcut_without_a_bot_says_so(page: Page) -> None:
    await page.locator("#channel").get_by_role("button", name="Shortcuts").click()
    await page.get_by_role("menuitem", name="Forms").click()

    await expect(page.get_by_role("alert")).to_contain_text("“Forms” failed: the bot is not connected.")


# --- reactions --------------------------------------------------------------------------------------------------------


async def test_reactions_count_and_say_who(
    page: Page,
    browser: Browser,
    workspace: LocalWorkspace,
) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "react to me")
    await react(page, "react to me", "tada")
    mine = messages(page, "react to me").get_by_role("button", name="1 tada: You")
    await expect(mine).to_have_attribute("aria-pressed", "true")

    other = await browser.new_page()
    await other.goto(f"{workspace.url}/#/U0DANA/C0PROJECTS")
    chip = messages(other, "react to me").get_by_role("button", name="1 tada: Alex")
    await expect(chip).to_have_attribute("aria-pressed", "false")
    await chip.click()
    both = messages(page, "react to me").get_by_role("button", name="2 tada: You and Dana")
    await both.hover()
    await expect(both.locator(".reaction-who")).to_be_visible()
    await expect(both.locator(".reaction-who")).to_contain_text("You and Dana reacted with :tada:")
    await both.click()

    await expect(messages(page, "react to me").get_by_role("button", name="1 tada: Dana")).to_be_visible()
    await other.close()


async def test_a_quick_reaction_is_one_click_and_reaches_the_bot(page: Page, bot: AsyncWebClient) -> None:
    await say(page, "remember me")
    await messages(page, "remember me").hover()
    await page.get_by_role("button", name="React with brain").click()
    await expect(messages(page, "remember me").get_by_role("button", name="1 brain: You")).to_be_visible()

    await page.get_by_role("link", name="Home").click()

    await expect(page.get_by_role("region", name="Home")).to_be_visible()
    await act_as(page, "Dana")
    await expect(page.get_by_role("button", name="Add reaction")).to_have_count(0)


async def test_an_emoji_is_found_with_the_keyboard_alone(page: Page) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "react to me")
    message = messages(page, "react to me")
    await message.focus()

    await page.keyboard.press("r")
    panel = page.get_by_role("dialog", name="Pick a reaction")
    field = panel.get_by_role("textbox", name="Search emoji")
    await expect(field).to_be_focused()
    await expect(panel.locator(".emoji-choice").first).to_have_accessible_name("brain")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowRight")
    await expect(panel.get_by_role("button", name="x", exact=True)).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    await expect(field).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.type("zzzz")
    await expect(panel).to_contain_text("Nothing found")
    await field.fill("ele")
    await page.keyboard.press("Enter")

    await expect(message.get_by_role("button", name="1 elephant: You")).to_be_visible()
    await page.keyboard.press("r")
    await page.keyboard.press("Escape")
    await expect(panel).to_have_count(0)


async def test_many_names_are_summed_up(page: Page, workspace: LocalWorkspace) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "popular")
    ts = await messages(page, "popular").get_attribute("data-ts")
    assert ts
    inside = workspace.workspace
    for number in range(14):
        message = inside.state.message("C0PROJECTS", ts)
        assert message
        inside.react(message, "tada", f"U0GUEST{number:02}", added=True)

    chip = messages(page, "popular").get_by_role("button", name="14 tada")
    await expect(chip).to_contain_text("U0GUEST11 and 2 others reacted with :tada:")


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_menus_and_panels_are_light_or_dark(page: Page, bot: AsyncWebClient, theme: str) -> None:
    is_dark = theme == "dark"
    await page.emulate_media(color_scheme="dark" if is_dark else "light")
    await say(page, "some words")
    menu = await open_menu(page, "some words")
    menu_ground = await menu.evaluate(GROUND)
    item_ink = await menu.get_by_role("menuitem", name="Edit message").evaluate(INK)
    await page.keyboard.press("Escape")
    await messages(page, "some words").focus()
    await page.keyboard.press("r")
    panel_ground = await page.get_by_role("dialog", name="Pick a reaction").evaluate(GROUND)
    await page.keyboard.press("Escape")
    await react(page, "some words", "brain")
    chip_ink = await messages(page, "some words").locator(".reaction").first.evaluate(INK)

    assert [menu_ground < 128, panel_ground < 128] == [is_dark, is_dark]
    assert [item_ink > 128, chip_ink > 100] == [is_dark, is_dark]
    await expect(box(page)).to_be_visible()
