"""Conversations at the page: the DM, channels, threads, buttons, commands, and who sees what."""

import re

import pytest
from playwright.async_api import Browser, Page, expect
from slack_sdk.web.async_client import AsyncWebClient

from bot.local_slack.server import LocalWorkspace
from tests.local_slack.page.browser import needs_chromium
from tests.local_slack.page.person import act_as, box, choose, go_to, messages, open_menu, say
from tests.local_slack.page.tiny_bot import MANIFEST

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]


async def test_a_newcomer_writes_and_reads_the_answer(page: Page, bot: None) -> None:
    await expect(page.locator(".presence")).to_have_text("connected")
    await expect(page.locator(".prompt")).to_have_count(3)

    await box(page).press_sequentially("My name is Alex")
    await box(page).press("Enter")

    await expect(messages(page, "My name is Alex")).to_be_visible()
    answer = messages(page, "I heard 15 characters")
    await expect(answer).to_be_visible()
    await expect(answer.locator(".app-badge")).to_have_text("App")
    await expect(answer.locator("em")).to_have_text("15")
    await expect(page.locator(".prompt")).to_have_count(0)
    await expect(page.locator("#announcer")).to_contain_text("memory-bot: I heard you")


async def test_a_suggestion_is_said_with_one_click(page: Page, bot: None) -> None:
    await page.get_by_role("button", name="See what it knows").click()

    await expect(messages(page, "What do you know about me?")).to_be_visible()
    await expect(messages(page, "I heard 26 characters")).to_be_visible()


async def test_a_status_shows_that_the_bot_is_at_work(page: Page, bot: None) -> None:
    await say(page, "quiet please")

    await expect(page.locator("#channel .status-line")).to_have_text("memory-bot is thinking…")


async def test_a_mention_is_answered_in_a_thread_beside_the_channel(page: Page, bot: None) -> None:
    await go_to(page, "C0GENERAL")
    await box(page).press_sequentially("hi @mem")
    await expect(page.get_by_role("option", name="memory-bot")).to_have_attribute("aria-selected", "true")
    await box(page).press("Enter")
    await box(page).press_sequentially("what now")
    await box(page).press("Enter")
    await page.get_by_role("button", name="1 reply").click()

    thread = page.get_by_role("complementary", name="Thread")
    await expect(thread.get_by_text("what now")).to_be_visible()
    await expect(thread.get_by_text("I heard")).to_be_visible()
    await say(page, "thanks, that is all", "thread")

    await expect(messages(page, "thanks, that is all", "thread")).to_be_visible()
    await expect(messages(page, "thanks, that is all")).to_have_count(0)
    await expect(page.get_by_role("button", name="2 replies")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(thread).to_be_hidden()


async def test_slash_commands_are_refused_in_a_thread_in_one_sentence(page: Page, bot: None) -> None:
    await go_to(page, "C0GENERAL")
    await say(page, "a beginning")
    await messages(page, "a beginning").hover()
    await page.get_by_role("button", name="Reply in thread").click()

    await say(page, "/memory list", "thread")

    await expect(page.get_by_role("alert")).to_contain_text("thread")
    await expect(box(page, "thread")).to_have_value("/memory list")


async def test_a_button_does_what_it_says(page: Page, bot: None) -> None:
    await say(page, "note this")

    await page.get_by_role("button", name="Undo").click()

    await expect(messages(page, "Undone by @Alex")).to_be_visible()
    await expect(page.get_by_role("button", name="Undo")).to_have_count(0)


async def test_a_slash_command_is_completed_and_answered_to_this_person_only(page: Page, bot: None) -> None:
    await go_to(page, "C0GENERAL")
    await box(page).press_sequentially("/me")
    await expect(page.get_by_role("option", name="/memory")).to_contain_text("What I remember about you")
    await box(page).press("Tab")
    await expect(page.get_by_role("option")).to_have_text(["list", "forgetWORDS"])
    await box(page).press("ArrowDown")
    await box(page).press("Enter")
    await expect(box(page)).to_have_value("/memory list")
    await expect(page.locator("#channel .usage")).to_have_text("/memory list | forget WORDS")
    await box(page).press("Enter")

    answer = messages(page, "Works on tundra")
    await expect(answer.get_by_text("Only visible to you")).to_be_visible()
    await expect(answer.get_by_role("heading", name="Yours")).to_be_visible()
    await expect(answer.locator("hr")).to_have_count(1)
    await expect(answer.get_by_role("link", name="#general")).to_be_visible()
    await expect(answer.get_by_text("This page cannot show “video” yet.")).to_be_visible()
    await act_as(page, "Dana")
    await expect(page.get_by_role("heading", name="general").first).to_be_visible()
    await expect(messages(page, "Works on tundra")).to_have_count(0)


async def test_a_dangerous_button_asks_first(page: Page, bot: None) -> None:
    await say(page, "/memory")
    forget_all = page.get_by_role("button", name="Forget all")

    await forget_all.click()
    await page.get_by_role("dialog").get_by_role("button", name="No").click()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(forget_all).to_be_visible()
    await forget_all.click()
    await page.get_by_role("dialog").get_by_role("button", name="Yes").click()

    await expect(messages(page, "Done: forget_all")).to_be_visible()
    await expect(forget_all).to_have_count(0)


async def test_what_only_i_see_can_be_put_away(page: Page, bot: None) -> None:
    await say(page, "/memory")

    await page.get_by_role("button", name="Dismiss").click()

    await expect(page.locator(".ephemeral")).to_have_count(0)


async def test_an_unknown_command_is_not_sent(page: Page) -> None:
    await say(page, "/remember this")

    await expect(page.get_by_role("alert")).to_contain_text("/remember is not a command here; there is /memory, /soul.")
    await expect(box(page)).to_have_value("/remember this")
    await expect(page.locator(".message")).to_have_count(0)


async def test_only_my_own_messages_can_be_edited_or_deleted(page: Page) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "delete me")
    mine = messages(page, "delete me")
    await act_as(page, "Dana")
    menu = await open_menu(page, "delete me")
    await expect(menu.get_by_role("menuitem")).to_have_text(["Copy link"])
    await page.keyboard.press("Escape")
    await act_as(page, "Alex")

    await choose(page, "delete me", "Delete message")
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()

    await expect(mine).to_have_count(0)


async def test_a_message_elsewhere_marks_its_channel_unread(
    page: Page, browser: Browser, workspace: LocalWorkspace
) -> None:
    other = await browser.new_page()
    await other.goto(f"{workspace.url}/#/U0DANA/C0GENERAL")
    await expect(other.locator("#app")).to_have_attribute("aria-busy", "false")
    await say(other, "news for @Alex")
    place = page.locator(".place[data-channel=C0GENERAL]")

    await expect(place).to_have_class(re.compile("unread"))
    await expect(place.locator(".badge")).to_have_text("1")
    await expect(page).to_have_title(re.compile(r"^\(1\) "))
    await place.click()

    await expect(page.get_by_role("separator", name="New messages")).to_be_visible()
    await expect(messages(page, "news for @Alex")).to_have_class(re.compile("for-me"))
    await expect(place).not_to_have_class(re.compile("unread"))
    await other.close()


async def test_everyone_sees_their_own_channels_only(page: Page) -> None:
    await expect(page.locator(".place-name")).to_have_text(["general", "projects", "leads", "memory-bot"])
    await say(page, "between us")
    await expect(messages(page, "between us")).to_be_visible()

    await act_as(page, "Omar")

    await expect(page.locator(".place-name")).to_have_text(["general", "projects", "memory-bot"])
    await page.locator(".place").last.click()
    await expect(page.locator(".prompt")).to_have_count(3)
    await expect(messages(page, "between us")).to_have_count(0)


async def test_what_the_workspace_refuses_is_said_and_kept_in_the_box(page: Page) -> None:
    await go_to(page, "C0PROJECTS")

    await say(page, "y" * 40_001)

    await expect(page.get_by_role("alert")).to_contain_text("40")
    assert len(await box(page).input_value()) == 40_001


async def test_a_lost_connection_is_shown_and_mends_itself(browser: Browser) -> None:
    workspace = LocalWorkspace(MANIFEST)
    await workspace.start()
    page = await browser.new_page()
    await page.goto(f"{workspace.url}/#/U0ALEX/C0GENERAL")
    await expect(page.locator("#app")).to_have_attribute("aria-busy", "false")

    await workspace.stop()
    notice = page.locator(".notice")
    await expect(notice).to_have_text("The connection to the workspace is lost. Reconnecting…")
    await say(page, "nobody hears this")
    await expect(page.get_by_role("alert")).to_contain_text("does not answer")
    await expect(box(page)).to_have_value("nobody hears this")

    async with LocalWorkspace(MANIFEST, port=int(workspace.url.rsplit(":", 1)[1])):
        await expect(notice).not_to_contain_text("lost")
        await box(page).press("Enter")
        await expect(messages(page, "nobody hears this")).to_be_visible()
        await page.close()


async def test_a_bot_that_is_away_is_shown(page: Page) -> None:
    await expect(page.locator(".presence")).to_have_text("not connected")
    await expect(page.locator(".notice")).to_have_text(
        "memory-bot is not connected: it does not hear what is written now."
    )


async def test_a_reply_in_a_dm_says_what_it_answers(page: Page, workspace: LocalWorkspace) -> None:
    client = AsyncWebClient(token=workspace.bot_token, base_url=workspace.api_url)
    await say(page, "first question")
    await say(page, "second question")
    await expect(messages(page, "second question")).to_be_visible()
    first = await messages(page, "first question").get_attribute("data-ts")

    await client.chat_postMessage(channel="D0ALEX", thread_ts=str(first), text="late answer")

    await expect(messages(page, "late answer").get_by_role("button", name="replied to: first question")).to_be_visible()
