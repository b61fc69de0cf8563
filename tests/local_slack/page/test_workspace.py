"""Who and what is in the workspace, changed at the page: people, channels, members; and what others see of it."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.local_slack.north import NORTH
from bot.local_slack.server import LocalWorkspace
from tests.local_slack.page.browser import needs_chromium
from tests.local_slack.page.person import GROUND, INK, act_as, box, dialog, go_to, messages, say
from tests.local_slack.page.tiny_bot import MANIFEST as TINY

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]

SCOPES = ["assistant:write", "channels:read", "chat:write", "groups:read", "im:history", "users:read"]
EVENTS = ["agent_session_stopped", "channel_shared", "member_left_channel", "message.im", "team_join", "user_change"]
MANIFEST: dict[str, Any] = {
    **TINY,
    "features": {**TINY["features"], "agent_view": {"agent_description": "Hears"}},  # type: ignore[dict-item]
    "oauth_config": {"scopes": {"bot": SCOPES}},
    "settings": {**TINY["settings"], "event_subscriptions": {"bot_events": EVENTS}},  # type: ignore[dict-item]
}


def hearing_bot(client: AsyncWebClient) -> AsyncApp:
    """A bot that tells Alex what it hears of people and channels, and that works until it is stopped."""
    app = AsyncApp(client=client)

    async def tell(body: dict[str, Any], client: AsyncWebClient) -> None:
        event = body["event"]
        about = event["user"]["id"] if isinstance(event.get("user"), dict) else event.get("user", "")
        await client.chat_postMessage(channel="D0ALEX", text=f"heard {event['type']} {about}".strip())

    for kind in EVENTS:
        if kind not in {"message.im", "agent_session_stopped"}:
            app.event(kind)(tell)

    @app.event("message")
    async def work(event: dict[str, Any], client: AsyncWebClient) -> None:
        if event.get("bot_id"):
            return
        where = {"channel_id": event["channel"], "thread_ts": event["ts"]}
        await client.agents_sessions_setStatus(**where, status="processing", title="A long story")
        await client.assistant_threads_setStatus(
            **where, status="is thinking…", loading_messages=["Leafing through my notes…", "Finding words…"]
        )

    @app.event("agent_session_stopped")
    async def stopped(event: dict[str, Any], client: AsyncWebClient) -> None:
        where = {"channel_id": event["channel"], "thread_ts": event["thread_ts"]}
        await client.agents_sessions_setStatus(**where, status="active")
        await client.chat_postMessage(channel=event["channel"], thread_ts=event["thread_ts"], text="Stopped.")

    return app


BOT = (MANIFEST, hearing_bot)


async def open_people(page: Page) -> Locator:
    await page.get_by_role("button", name="People", exact=True).click()
    return dialog(page, "People")


async def open_details(page: Page) -> Locator:
    await page.get_by_role("button", name="members, details").click()
    return page.locator("dialog.panel")


async def choose_channels(page: Page, item: str) -> Locator:
    await page.get_by_role("button", name="Channels", exact=True).click()
    await page.get_by_role("menuitem", name=item).click()
    return dialog(page, item)


def row(panel: Locator, name: str) -> Locator:
    return panel.get_by_role("listitem").filter(has_text=name)


async def test_a_person_is_added_and_the_app_hears_of_them(page: Page, bot: AsyncWebClient) -> None:
    people = await open_people(page)
    await people.get_by_label("Name").fill("Mina Park")
    await people.get_by_label("Comes as").select_option("Guest")
    await people.get_by_label("Into").select_option("#projects")
    await people.get_by_role("button", name="Add person").click()

    await expect(row(people, "Mina Park").get_by_role("combobox")).to_have_value("guest")
    await expect(people.get_by_label("Name")).to_have_value("")
    await page.keyboard.press("Escape")
    await expect(messages(page, "heard team_join U0MINAPARK")).to_have_count(1)
    await act_as(page, "Mina Park")
    await expect(page.locator(".place")).to_have_text(["projects", "memory-bot(connected)"])


async def test_what_cannot_be_is_told_and_what_was_typed_stays(page: Page) -> None:
    people = await open_people(page)
    await people.get_by_label("Name").fill("Dana")
    await people.get_by_role("button", name="Add person").click()

    await expect(page.get_by_role("alert")).to_contain_text("There is a 'dana' already. Choose another name.")
    await expect(people.get_by_label("Name")).to_have_value("Dana")


async def test_a_person_becomes_a_guest_and_is_deactivated_and_back(page: Page, bot: AsyncWebClient) -> None:
    people = await open_people(page)
    await people.get_by_label("What Omar is").select_option("Guest")
    await people.get_by_role("button", name="Deactivate Omar").click()
    await expect(people.get_by_role("button", name="Activate Omar", exact=True)).to_be_focused()
    await page.keyboard.press("Escape")

    await expect(page.get_by_role("radio", name="Omar")).to_have_count(0)
    await expect(messages(page, "heard user_change U0OMAR")).to_have_count(2)
    await (await open_people(page)).get_by_role("button", name="Activate Omar", exact=True).click()
    await expect(page.get_by_role("radio", name="Omar", include_hidden=True)).to_have_count(1)


async def test_a_channel_is_made_with_those_who_are_ticked(page: Page, workspace: LocalWorkspace) -> None:
    asked = await choose_channels(page, "New channel")
    await asked.get_by_label("Name").fill("board")
    await asked.get_by_label("Kind").select_option("Private channel")
    await asked.get_by_label("Dana").check()
    await asked.get_by_role("button", name="Create").click()

    await expect(asked).to_have_count(0)
    await expect(page.locator("#channel h1")).to_have_text("board")
    await expect(messages(page, "has joined the channel")).to_have_count(3)
    board = workspace.workspace.state.channels["C0BOARD"]
    assert (board.type, board.members) == ("group", ("U0ALEX", "U0DANA", "U0MEMORYBOT"))


async def test_a_group_dm_needs_no_name(page: Page) -> None:
    asked = await choose_channels(page, "New channel")
    await asked.get_by_label("Kind").select_option("Group DM")
    await expect(asked.get_by_label("Name")).to_be_hidden()
    await asked.get_by_label("Dana").check()
    await asked.get_by_role("button", name="Create").click()

    await expect(page.locator("#channel h1")).to_have_text("Dana, memory-bot")
    await say(page, "hello both")
    await expect(messages(page, "hello both")).to_have_count(1)


async def test_who_leaves_a_private_channel_no_longer_sees_it(page: Page, bot: AsyncWebClient) -> None:
    await act_as(page, "Dana")
    await go_to(page, "C0LEADS")
    details = await open_details(page)
    await details.get_by_role("button", name="Leave").click()
    await expect(row(details, "Dana")).to_have_count(0)
    await page.keyboard.press("Escape")

    await expect(page.locator(".place[data-channel=C0LEADS]")).to_have_count(0)
    await expect(page.locator("#channel h1")).to_have_text("memory-bot")
    await act_as(page, "Alex")
    await expect(messages(page, "heard member_left_channel U0DANA")).to_have_count(1)


async def test_who_was_removed_while_the_page_was_cut_off_is_led_elsewhere(
    page: Page, workspace: LocalWorkspace
) -> None:
    await go_to(page, "C0LEADS")
    await page.context.set_offline(True)
    await workspace.workspace.feed.close()
    await expect(page.locator("#channel .notice")).to_contain_text("The connection to the workspace is lost")
    leads = workspace.workspace.state.channels["C0LEADS"]
    workspace.workspace.state.channels["C0LEADS"] = replace(leads, members=("U0DANA", "U0MEMORYBOT"))
    await page.context.set_offline(False)

    await expect(page.locator(".place[data-channel=C0LEADS]")).to_have_count(0)
    await expect(page.locator("#channel h1")).to_have_text("memory-bot")


async def test_a_channel_is_renamed_turned_private_shared_and_archived(page: Page, bot: AsyncWebClient) -> None:
    await go_to(page, "C0PROJECTS")
    details = await open_details(page)
    await details.get_by_label("Name").fill("ventures")
    await details.get_by_role("button", name="Rename").click()
    await expect(dialog(page, "#ventures")).to_be_visible()
    await details.get_by_role("button", name="Make private").click()
    await expect(details.get_by_text("Private channel", exact=True)).to_be_visible()
    await details.get_by_role("button", name="Invite the partner organisation").click()
    await expect(details.get_by_text("Private channel, sharing is pending")).to_be_visible()
    await details.get_by_role("button", name="Share with").click()
    await expect(details.get_by_text("Private channel, shared")).to_be_visible()
    await details.get_by_role("button", name="Archive").click()
    await dialog(page, "Archive ventures?").get_by_role("button", name="Archive").click()
    await expect(details.get_by_text("Private channel, shared, archived")).to_be_visible()
    await page.keyboard.press("Escape")

    await expect(page.locator("#channel .notice")).to_contain_text("This channel is archived")
    await expect(box(page)).to_be_hidden()
    await expect(messages(page, "made this channel private.")).to_have_count(1)
    await go_to(page, "D0ALEX")
    await expect(messages(page, "heard channel_shared")).to_have_count(1)


async def test_somebody_is_invited_and_removed(page: Page) -> None:
    await go_to(page, "C0LEADS")
    details = await open_details(page)
    await details.get_by_label("Invite").select_option(label="Omar · Member")
    await details.get_by_role("button", name="Add to channel").click()
    await expect(row(details, "Omar")).to_be_visible()
    await details.get_by_role("button", name="Remove Omar").click()

    await expect(row(details, "Omar")).to_have_count(0)


async def test_a_public_channel_is_found_and_joined(page: Page, workspace: LocalWorkspace) -> None:
    async with page.expect_response("**/_control/members"):
        await page.request.post(
            f"{workspace.url}/_control/channels", data={"user": "U0DANA", "name": "tea", "kind": "public"}
        )
        rooms = await choose_channels(page, "All channels")
        await rooms.get_by_role("button", name="Join tea").click()

    await expect(rooms.get_by_role("button", name="Join tea")).to_have_count(0)
    await expect(page.locator(".place[data-channel=C0TEA]")).to_have_count(1)


async def test_who_is_in_no_channel_is_told_so(page: Page, workspace: LocalWorkspace) -> None:
    await page.request.post(f"{workspace.url}/_control/people", data={"name": "Eve", "role": "outsider"})
    await act_as(page, "Eve")

    await expect(page.locator("#channel .notice")).to_have_text("Eve is in no channel yet. Invite them into one.")
    await expect(box(page)).to_be_hidden()
    await act_as(page, "Alex")
    await expect(box(page)).to_be_visible()


async def test_what_the_app_does_is_shown_until_it_is_stopped(page: Page, bot: AsyncWebClient) -> None:
    status = page.locator("#channel .status-line")
    await say(page, "tell me a story")
    await expect(status).to_contain_text("Leafing through my notes…")
    await expect(status).to_contain_text("Finding words…")
    title = messages(page, "tell me a story").get_by_role("button", name="A long story")
    await title.click()
    await expect(page.locator("#thread h2")).to_have_text("A long story")
    await page.locator("#thread").get_by_role("button", name="Stop").click()

    await expect(messages(page, "Stopped.", "thread")).to_have_count(1)
    await expect(status).to_be_empty()


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_the_dialogs_can_be_read_in_light_and_dark(page: Page, theme: Any) -> None:
    await page.emulate_media(color_scheme=theme)
    people = await open_people(page)
    ground, ink = await people.evaluate(GROUND), await row(people, "Dana").evaluate(INK)

    assert abs(ground - ink) > 120
    assert (ground > ink) is (theme == "light")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_another_workspace_is_a_link_away_and_has_a_page_of_its_own(browser: Browser) -> None:
    async with LocalWorkspace(MANIFEST, neighbours=[NORTH]) as both:
        page = await browser.new_page(locale="en-GB")
        await page.goto(both.url)
        await page.get_by_role("link", name="North workspace").click()
        await expect(page.get_by_role("heading", name="North workspace")).to_be_visible()
        await expect(page.locator("#app")).to_have_attribute("aria-busy", "false")
        await go_to(page, "C0NORTH")
        await say(page, "cold today")

        await expect(messages(page, "cold today")).to_have_count(1)
        await expect(page.locator(".toast")).to_have_count(0)
        assert both.neighbours[0].state.messages("C0NORTH")[0].user == "U0NORA"
        await page.get_by_role("link", name="Local workspace").click()
        await expect(page.get_by_role("radio", name="Alex")).to_be_checked()
        await page.close()
