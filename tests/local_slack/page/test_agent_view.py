"""What an agent shows at the page: suggested prompts, an answer that grows, a status, and whether it was any good."""

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.local_slack.server import LocalWorkspace
from tests.local_slack.page.browser import needs_chromium
from tests.local_slack.page.person import GROUND, INK, box, messages, say
from tests.local_slack.page.tiny_bot import MANIFEST as TINY
from tests.local_slack.page.tiny_bot import plain

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]

EVENTS = {"bot_events": ["app_home_opened", "message.im"]}
MANIFEST = {**TINY, "settings": {**TINY["settings"], "event_subscriptions": EVENTS}}  # type: ignore[dict-item]
PROMPTS = [{"title": "What you know", "message": "What do you know about me?"}, {"title": "Help", "message": "help"}]
FEEDBACK: dict[str, Any] = {
    "type": "context_actions",
    "elements": [
        {
            "type": "feedback_buttons",
            "action_id": "rated",
            "positive_button": {"text": plain("Good answer"), "value": "good"},
            "negative_button": {"text": plain("Bad answer"), "value": "bad"},
        }
    ],
}


def agent(client: AsyncWebClient) -> AsyncApp:
    """A bot that suggests, answers with buttons below, and says what it was rated."""
    app = AsyncApp(client=client)

    @app.event("app_home_opened")
    async def opened(event: dict[str, Any], client: AsyncWebClient) -> None:
        if event["tab"] == "messages":
            await client.assistant_threads_setSuggestedPrompts(
                channel_id=event["channel"], title="Try one of these", prompts=PROMPTS
            )

    @app.event("message")
    async def message(event: dict[str, Any], client: AsyncWebClient) -> None:
        if not event.get("bot_id"):
            await client.chat_postMessage(channel=event["channel"], text="heard", blocks=answer(event["text"]))

    @app.action("rated")
    async def rated(ack: Any, body: dict[str, Any], client: AsyncWebClient) -> None:
        await ack()
        value = body["actions"][0]["value"]
        await client.chat_postMessage(channel=body["channel"]["id"], text=f"rated {value}")

    return app


def answer(text: str) -> list[dict[str, Any]]:
    return [{"type": "section", "text": plain(f"heard: {text}")}, FEEDBACK]


BOT = (MANIFEST, agent)


async def offered(page: Page) -> Locator:
    """Open the messages once the bot listens; return what it suggests."""
    await page.reload()
    chips = page.get_by_role("group", name="Try one of these")
    await expect(chips).to_be_visible()
    return chips


async def test_a_suggested_prompt_says_its_message_and_goes(page: Page, bot: AsyncWebClient) -> None:
    chips = await offered(page)
    await expect(chips.get_by_role("button")).to_have_text(["What you know", "Help"])

    await chips.get_by_role("button", name="What you know").click()

    await expect(messages(page, "heard: What do you know about me?")).to_have_count(1)
    await expect(chips).to_be_hidden()


async def test_feedback_reaches_the_app_and_stays_pressed(page: Page, bot: AsyncWebClient) -> None:
    await say(page, "hello")
    bad = messages(page, "heard: hello").get_by_role("button", name="Bad answer")
    await bad.click()

    await expect(messages(page, "rated bad")).to_have_count(1)
    await expect(bad).to_have_attribute("aria-pressed", "true")
    good = messages(page, "heard: hello").get_by_role("button", name="Good answer")
    await expect(good).to_have_attribute("aria-pressed", "false")


async def test_an_answer_grows_under_a_status(page: Page, bot: AsyncWebClient, workspace: LocalWorkspace) -> None:
    await say(page, "tell me")
    mine = messages(page, "tell me").first
    await expect(messages(page, "heard: tell me")).to_have_count(1)
    ts = str(await mine.get_attribute("data-ts"))
    dm = str(await page.locator(".place[aria-current=page]").get_attribute("data-channel"))
    status = page.locator("#channel .status-line")
    await bot.assistant_threads_setStatus(channel_id=dm, thread_ts=ts, status="is recalling…")
    await expect(status).to_contain_text("is recalling…")

    stream = await bot.chat_startStream(channel=dm, thread_ts=ts, markdown_text="You live")
    await expect(messages(page, "You live").last).to_be_visible()
    await bot.chat_appendStream(channel=dm, ts=stream["ts"], markdown_text=" in Porto")
    await expect(messages(page, "You live in Porto")).to_have_count(1)
    await bot.chat_stopStream(channel=dm, ts=stream["ts"], blocks=[FEEDBACK])

    await expect(messages(page, "You live in Porto").get_by_role("button", name="Good answer")).to_be_visible()
    await expect(status).to_be_empty()


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_suggestions_are_light_or_dark(page: Page, bot: AsyncWebClient, theme: str) -> None:
    is_dark = theme == "dark"
    await page.emulate_media(color_scheme="dark" if is_dark else "light")
    chip = (await offered(page)).get_by_role("button", name="Help")

    assert [await chip.evaluate(GROUND) < 128, await chip.evaluate(INK) > 128] == [is_dark, is_dark]
    await expect(box(page)).to_be_visible()
