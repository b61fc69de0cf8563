"""Writing at the page: editing, drafts, marks, files, and everything by keyboard."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.local_slack.page.browser import needs_chromium
from tests.local_slack.page.person import box, choose, go_to, messages, say

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]


async def test_the_up_arrow_edits_my_latest_message(page: Page) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "ship on @Dana's day & <soon>")
    await expect(messages(page, "ship on")).to_be_visible()

    await box(page).press("ArrowUp")
    editor = page.get_by_role("textbox", name="Edit message")
    await expect(editor).to_have_value("ship on @Dana's day & <soon>")
    await editor.fill("ship on *Friday*")
    await editor.press("Enter")

    await expect(messages(page, "ship on Friday (edited)")).to_be_visible()
    await expect(page.locator(".message-body strong")).to_have_text("Friday")
    await expect(box(page)).to_be_focused()


async def test_leaving_the_editor_keeps_the_message(page: Page) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "as it was")
    await choose(page, "as it was", "Edit message")

    editor = page.get_by_role("textbox", name="Edit message")
    await editor.fill("something else")
    await editor.press("Escape")

    await expect(messages(page, "as it was")).to_be_visible()
    await expect(page.locator(".edited")).to_have_count(0)


async def test_a_text_file_is_attached(page: Page) -> None:
    await go_to(page, "C0PROJECTS")
    async with page.expect_file_chooser() as chooser:
        await page.locator("#channel").get_by_role("button", name="Attach a text file").click()
    await (await chooser.value).set_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"first line"})
    await expect(page.locator("#channel .file-chip")).to_contain_text("notes.txt")

    await say(page, "my notes")

    await expect(messages(page, "my notes").locator(".file-name")).to_have_text("notes.txt")
    await expect(page.locator("#channel .file-chip")).to_be_hidden()


async def test_a_picture_is_refused_as_a_text_file(page: Page) -> None:
    async with page.expect_file_chooser() as chooser:
        await page.locator("#channel").get_by_role("button", name="Attach a text file").click()
    await (await chooser.value).set_files({"name": "cat.png", "mimeType": "image/png", "buffer": b"\x89PNG\xff\xfe"})

    await expect(page.get_by_role("alert")).to_have_text("cat.png is not a text file. Attach a plain text file.")


async def test_a_draft_waits_in_its_channel(page: Page) -> None:
    await box(page).fill("half a thou")

    await go_to(page, "C0GENERAL")
    await expect(box(page)).to_have_value("")
    await go_to(page, "D0ALEX")

    await expect(box(page)).to_have_value("half a thou")


async def test_shift_enter_makes_a_new_line(page: Page) -> None:
    await go_to(page, "C0PROJECTS")
    await box(page).press_sequentially("one")
    await box(page).press("Shift+Enter")
    await box(page).press_sequentially("two")
    await box(page).press("Enter")

    await expect(page.locator(".message-body p")).to_have_text("one\ntwo", use_inner_text=True)


async def test_marks_are_put_around_the_selection(page: Page) -> None:
    await box(page).fill("bold")
    await box(page).press("ControlOrMeta+a")
    await box(page).press("ControlOrMeta+b")

    await expect(box(page)).to_have_value("*bold*")


async def test_control_k_jumps_by_name(page: Page) -> None:
    await page.keyboard.press("ControlOrMeta+k")
    await page.get_by_role("combobox", name="Jump to").press_sequentially("lead")
    await page.keyboard.press("Enter")

    await expect(page.get_by_role("heading", name="leads").first).to_be_visible()
    await expect(page).to_have_url(re.compile("#/U0ALEX/C0LEADS$"))
    await expect(box(page)).to_be_focused()
    await page.go_back()
    await expect(page.get_by_role("heading", name="memory-bot").first).to_be_visible()


async def test_messages_are_walked_and_edited_by_keyboard(page: Page) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "first")
    await say(page, "second")
    await expect(page.locator(".message")).to_have_count(2)

    await page.locator(".message").last.focus()
    await page.keyboard.press("ArrowUp")
    await expect(page.locator(".message").first).to_be_focused()
    await page.keyboard.press("e")

    await expect(page.get_by_role("textbox", name="Edit message")).to_have_value("first")
