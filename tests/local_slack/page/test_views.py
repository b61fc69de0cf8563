"""App Home and modals at the page: every kind of field, errors, the stack, the keyboard, light and dark."""

import json
import re

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_sdk.web.async_client import AsyncWebClient

from bot.local_slack.server import LocalWorkspace
from tests.local_slack.page.browser import needs_chromium
from tests.local_slack.page.person import GROUND, INK, act_as, dialog, go_to
from tests.local_slack.page.view_bot import MANIFEST, home, view_bot

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]


BOT = (MANIFEST, view_bot)


@pytest_asyncio.fixture(loop_scope="module")
async def at_home(page: Page, bot: AsyncWebClient) -> Locator:
    """The home tab, opened."""
    await expect(page.locator(".presence")).to_have_text("connected")
    await page.get_by_role("link", name="Home").click()
    tab = page.get_by_role("region", name="Home")
    await expect(tab).to_contain_text("News: welcome")
    return tab


async def news_of(tab: Locator) -> object:
    """Return what the bot was told last, as JSON."""
    shown = tab.locator("code")
    await expect(shown).to_be_visible()
    return json.loads(await shown.inner_text())


# --- the home tab -----------------------------------------------------------------------------------------------------


async def test_home_shows_what_the_app_publishes_as_soon_as_it_does(
    page: Page, at_home: Locator, bot: AsyncWebClient
) -> None:
    await expect(at_home.get_by_role("heading", name="Your home")).to_be_visible()
    await expect(at_home.locator("figure")).to_have_text("Usan elephant")
    await at_home.get_by_role("button", name="Steps").focus()

    await bot.views_publish(user_id="U0ALEX", view=home("fresh"))

    await expect(at_home).to_contain_text("News: fresh")
    await expect(at_home.get_by_role("button", name="Steps")).to_be_focused()
    assert page.url.endswith("/#/U0ALEX/D0ALEX/home")


async def test_menus_radios_and_buttons_of_home_act(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("combobox").first.select_option("Blue")
    await expect(at_home).to_contain_text("News: colour blue")
    await at_home.get_by_role("combobox").nth(1).select_option("Red")
    await expect(at_home).to_contain_text("News: grouped red")
    await at_home.get_by_role("radio", name="Green").check()
    await expect(at_home).to_contain_text("News: size green")
    await at_home.get_by_role("button", name="More").click()
    await page.get_by_role("menuitem", name="Green").click()
    await expect(at_home).to_contain_text("News: more green")
    await at_home.get_by_role("textbox", name="Nickname").fill("Lex")
    await at_home.get_by_role("textbox", name="Nickname").press("Enter")
    await expect(at_home).to_contain_text("News: it Lex")


async def test_the_app_hears_which_of_its_tabs_is_opened(
    page: Page, workspace: LocalWorkspace, at_home: Locator
) -> None:
    visits: list[object] = []
    page.on("request", lambda request: visits.append(request.post_data_json) if "/home" in request.url else None)

    await page.get_by_role("link", name="Messages").click()
    await go_to(page, "C0GENERAL")
    await go_to(page, "D0ALEX")
    await page.get_by_role("link", name="Home").click()
    await act_as(page, "Dana")
    await expect(page.get_by_role("link", name="Messages")).to_have_attribute("aria-current", "page")

    alex, dana = {"user": "U0ALEX"}, {"user": "U0DANA"}
    assert [visit for visit in visits if visit] == [
        {**alex, "tab": "messages"},
        {**alex, "tab": "messages"},
        {**alex, "tab": "home"},
        {**dana, "tab": "messages"},
    ]


async def test_what_changes_on_home_is_told_to_those_who_hear_the_page(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("radio", name="Green").check()

    await expect(page.locator("#announcer")).to_have_text("News: size green")


async def test_what_asks_first_does_nothing_when_it_is_denied(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("button", name="Wipe").click()
    await page.get_by_role("dialog").get_by_role("button", name="No").click()
    await expect(at_home).to_contain_text("News: welcome")

    await at_home.get_by_role("button", name="Wipe").click()
    await page.get_by_role("dialog").get_by_role("button", name="Yes").click()

    await expect(at_home).to_contain_text("News: wipe wipe")


async def test_everybody_has_a_home_of_their_own(page: Page, at_home: Locator) -> None:
    nickname = at_home.get_by_role("textbox", name="Nickname")
    await nickname.fill("Lex")
    await nickname.blur()
    await expect(at_home).to_contain_text("News: it Lex")
    await at_home.get_by_role("radio", name="Green").check()
    await expect(at_home).to_contain_text("News: size green")
    await expect(at_home.get_by_role("textbox", name="Nickname")).to_have_value("Lex")

    await act_as(page, "Dana")
    await page.get_by_role("link", name="Home").click()
    await expect(at_home).to_contain_text("News: welcome")
    await expect(at_home.get_by_role("textbox", name="Nickname")).to_have_value("")
    await go_to(page, "C0GENERAL")

    await expect(at_home).to_be_hidden()
    await expect(page.get_by_role("link", name="Home")).to_be_hidden()


async def test_a_home_that_stays_empty_says_so(page: Page) -> None:
    await page.get_by_role("link", name="Home").click()

    await expect(page.get_by_role("status", name="Loading")).to_be_visible()
    await expect(page.get_by_role("region", name="Home")).to_contain_text("memory-bot is not connected")


async def test_home_fills_when_the_bot_comes_later(page: Page, workspace: LocalWorkspace) -> None:
    await page.get_by_role("link", name="Home").click()
    client = AsyncWebClient(token=workspace.bot_token, base_url=workspace.api_url)
    handler = AsyncSocketModeHandler(view_bot(client), workspace.app_token)
    await handler.connect_async()

    await expect(page.get_by_role("region", name="Home")).to_contain_text("News: welcome")
    await handler.close_async()


# --- fields -----------------------------------------------------------------------------------------------------------


async def test_every_kind_of_field_is_filled_in_and_sent(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("button", name="Every field").click()
    form = dialog(page, "Every field")
    await expect(form.get_by_role("textbox", name="Name")).to_be_focused()
    await expect(form).to_contain_text("This page cannot show “rich_text_input” yet.")

    await form.get_by_role("textbox", name="Name").fill("Alex & <co>")
    await form.get_by_role("textbox", name="Story").fill("one\ntwo")
    await form.get_by_role("textbox", name="Age").fill("41")
    await form.get_by_role("textbox", name="Mail").fill("alex@example.com")
    await form.get_by_role("textbox", name="Site").fill("https://a.example")
    await form.get_by_role("combobox", name="Colour").select_option("Green")
    await form.get_by_role("group", name="Colours").get_by_role("checkbox", name="Blue").check()
    await form.get_by_role("radio", name="Large").check()
    await form.get_by_role("group", name="Extras").get_by_role("checkbox", name="Green").check()
    await form.get_by_role("combobox", name="Person").select_option("Dana")
    await form.get_by_role("group", name="People").get_by_role("checkbox", name="Omar").check()
    await form.get_by_role("combobox", name="Channel").select_option("#general")
    await form.get_by_role("combobox", name="Place").select_option("memory-bot")
    await form.get_by_label("Day").fill("2026-11-21")
    await form.get_by_label("Hour").fill("09:30")
    await form.get_by_role("button", name="Send").click()

    await expect(form).to_have_count(0)
    assert await news_of(at_home) == {
        "Name": "Alex & <co>",
        "Story": "one\ntwo",
        "Age": "41",
        "Mail": "alex@example.com",
        "Site": "https://a.example",
        "Colour": "green",
        "Colours": ["blue"],
        "Size": "large",
        "Extras": ["red", "green"],
        "Person": "U0DANA",
        "People": ["U0OMAR"],
        "Channel": "C0GENERAL",
        "Place": "D0ALEX",
        "Day": "2026-11-21",
        "Hour": "09:30",
    }


async def test_what_is_wrong_stands_below_its_field_and_what_was_typed_stays(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("button", name="Every field").click()
    form = dialog(page, "Every field")
    name = form.get_by_role("textbox", name="Name")
    await form.get_by_role("textbox", name="Age").fill("old")
    await form.get_by_role("button", name="Send").click()

    await expect(form.get_by_role("alert").filter(has_text=re.compile("."))).to_have_text(
        ["Please complete this required field.", "Please enter a whole number."]
    )
    await expect(name).to_be_focused()
    await expect(name).to_have_accessible_description("Please complete this required field. As on your badge")
    await form.get_by_role("textbox", name="Age").fill("41")
    await name.fill("bad")
    await name.press("Enter")

    await expect(form.get_by_role("alert").filter(has_text=re.compile("."))).to_have_text(["That name is taken."])
    await expect(name).to_have_value("bad")
    await expect(name).to_have_attribute("aria-invalid", "true")
    await name.fill("good")
    await name.press("Enter")
    await expect(form).to_have_count(0)


async def test_a_field_that_dispatches_tells_the_app_before_the_form_is_sent(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("button", name="Every field").click()
    form = dialog(page, "Every field")

    await form.get_by_role("combobox", name="Colour").select_option("Green")

    await expect(at_home).to_contain_text("News: it green")
    await expect(form.get_by_role("combobox", name="Colour")).to_have_value("green")


async def test_a_form_is_sent_from_a_long_text_with_the_keyboard(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("button", name="Every field").click()
    form = dialog(page, "Every field")
    await form.get_by_role("textbox", name="Name").fill("Alex")

    await form.get_by_role("textbox", name="Story").press("Enter")
    await form.get_by_role("textbox", name="Story").press_sequentially("upon a time")
    await form.get_by_role("textbox", name="Story").press("Control+Enter")

    await expect(form).to_have_count(0)
    await expect(at_home).to_contain_text("upon a time")


async def test_a_nearly_full_field_counts_what_is_left(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("button", name="Every field").click()
    form = dialog(page, "Every field")
    await form.get_by_role("textbox", name="Name").fill("x" * 18)

    await expect(form.locator(".field-count").first).to_have_text("2")
    await form.get_by_role("textbox", name="Name").fill("x" * 21)
    await form.get_by_role("button", name="Send").click()

    await expect(form).to_contain_text("Please enter at most 20 characters.")


# --- the stack --------------------------------------------------------------------------------------------------------


async def test_modals_stack_three_deep_and_keep_what_was_typed(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("button", name="Steps").click()
    await dialog(page, "Step one").get_by_role("textbox").fill("one")
    await dialog(page, "Step one").get_by_role("button", name="Deeper").click()
    await expect(dialog(page, "Step two").get_by_role("textbox")).to_have_value("")
    await dialog(page, "Step two").get_by_role("button", name="Deeper").click()
    await expect(dialog(page, "Step three")).to_be_visible()

    await page.keyboard.press("Escape")
    await expect(dialog(page, "Step two").get_by_role("button", name="Deeper")).to_be_focused()
    await dialog(page, "Step two").get_by_role("button", name="Back").click()

    await expect(dialog(page, "Step one").get_by_role("textbox")).to_have_value("one")
    await dialog(page, "Step one").get_by_role("button", name="Cancel").click()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(at_home).to_contain_text("News: closed one: Step one")


async def test_the_cross_closes_everything_and_the_app_hears_it(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("button", name="Steps").click()
    await dialog(page, "Step one").get_by_role("button", name="Deeper").click()

    await dialog(page, "Step two").get_by_role("button", name="Close").click()

    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(at_home).to_contain_text("News: closed everything")


async def test_an_update_keeps_what_was_typed_and_the_focus(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("button", name="Steps").click()
    await dialog(page, "Step one").get_by_role("textbox").fill("half a wo")
    await dialog(page, "Step one").get_by_role("button", name="Again").click()

    form = dialog(page, "Step one again")
    await expect(form).to_contain_text("You have typed: half a wo")
    await expect(form.get_by_role("textbox")).to_have_value("half a wo")
    await expect(form.get_by_role("button", name="Again")).to_be_focused()


@pytest.mark.parametrize(("answer", "next_one"), [("update", "Thanks"), ("push", "On top"), ("clear", "")])
async def test_the_app_answers_with_another_modal_or_none(
    page: Page, at_home: Locator, answer: str, next_one: str
) -> None:
    await at_home.get_by_role("button", name="Every field").click()
    await dialog(page, "Every field").get_by_role("textbox", name="Name").fill(answer)
    await page.keyboard.press("Enter")

    await expect(at_home).to_contain_text(f'"Name": "{answer}"')
    if next_one:
        await expect(dialog(page, next_one)).to_be_visible()
    else:
        await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_a_modal_is_still_there_after_a_reload(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("button", name="Steps").click()
    await expect(dialog(page, "Step one")).to_be_visible()

    await page.reload()

    await expect(dialog(page, "Step one")).to_be_visible()


# --- keyboard, narrow windows, colours --------------------------------------------------------------------------------


async def test_a_modal_keeps_the_keyboard_and_gives_it_back(page: Page, at_home: Locator) -> None:
    opener = at_home.get_by_role("button", name="Steps")
    await opener.focus()
    await page.keyboard.press("Enter")
    form = dialog(page, "Step one")
    await expect(form.get_by_role("textbox")).to_be_focused()

    inside = "document.activeElement === document.body || Boolean(document.activeElement.closest('dialog'))"
    for _ in range(12):
        await page.keyboard.press("Tab")
        assert await page.evaluate(inside)
    await page.keyboard.press("Control+k")
    await expect(page.get_by_role("dialog")).to_have_count(1)
    await page.keyboard.press("Escape")

    await expect(form).to_have_count(0)
    await expect(opener).to_be_focused()


async def test_a_modal_fits_a_phone(page: Page, at_home: Locator) -> None:
    await at_home.get_by_role("button", name="Every field").click()
    await page.set_viewport_size({"width": 375, "height": 640})

    form = dialog(page, "Every field")
    bounds = await form.bounding_box()
    assert bounds
    assert (bounds["x"] >= 0, bounds["x"] + bounds["width"] <= 375, bounds["height"] <= 640) == (True, True, True)
    await expect(form.get_by_role("button", name="Send")).to_be_in_viewport()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_views_are_light_or_dark_throughout(page: Page, at_home: Locator, theme: str) -> None:
    is_dark = theme == "dark"
    await page.emulate_media(color_scheme="dark" if is_dark else "light")
    heading = at_home.get_by_role("heading", name="Your home")
    await at_home.get_by_role("button", name="Every field").click()
    form = dialog(page, "Every field")
    fields = [form.get_by_role("textbox", name="Story"), form.get_by_role("combobox", name="Colour")]
    fields += [form.get_by_label("Day"), form.get_by_role("button", name="Cancel")]

    inks = [await each.evaluate(INK) for each in (heading, form, *fields)]
    grounds = [await each.evaluate(GROUND) for each in (form, *fields)]

    assert [ink > 128 for ink in inks] == [is_dark] * len(inks)
    assert [ground < 128 for ground in grounds] == [is_dark] * len(grounds)
