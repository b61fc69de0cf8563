"""A second workspace beside the first: installed by OAuth, with people, tokens, events and a page of its own."""

from collections.abc import AsyncIterator

import pytest

from bot.local_slack.north import NORTH
from tests.local_slack.desk import Desk, Json, desk
from tests.local_slack.test_oauth import INSTALLABLE, ROTATING, ask, decide, links, trade


@pytest.fixture
async def at() -> AsyncIterator[Desk]:
    async with desk(INSTALLABLE, neighbours=[NORTH]) as found:
        yield found


async def installed(at: Desk) -> Json:
    """Let the app into the north, and return what it is told."""
    return await trade(at, code=(await decide(at, "Allow in North workspace"))["code"])


async def north(at: Desk, verb: str, path: str, **body: str) -> Json:
    async with at.session.request(verb, f"{at.url}/teams/T0NORTH/_control/{path}", json=body) as answer:
        assert answer.status == 200, await answer.text()
        return dict(await answer.json())


async def test_whoever_installs_it_chooses_the_workspace(at: Desk) -> None:
    _, page = await ask(at)
    _, only = await ask(at, team="T0NORTH")

    assert "memory-bot wants to enter a workspace" in page
    assert list(links(page)) == ["Allow in Local workspace", "Allow in North workspace", "Cancel"]
    assert "memory-bot wants to enter North workspace" in only
    assert list(links(only)) == ["Allow", "Cancel"]


async def test_each_workspace_has_a_token_that_is_good_for_itself(at: Desk) -> None:
    there = await installed(at)
    here = await trade(at, code=(await decide(at, "Allow in Local workspace"))["code"])
    who = [await at.api("auth.test", token=each["access_token"]) for each in (there, here)]
    people = await at.api("users.list", token=there["access_token"])
    foreign = await at.api("conversations.info", token=here["access_token"], channel="C0NORTH")

    assert (there["team"], there["bot_user_id"]) == ({"id": "T0NORTH", "name": "North workspace"}, "U0NORTHBOT")
    assert there["authed_user"] == {"id": "U0NORA"}
    assert [each["team_id"] for each in who] == ["T0NORTH", "T0LOCAL"]
    assert [each["id"] for each in people["members"]] == ["U0NORA", "U0SVEN", "U0NORTHBOT"]
    assert foreign["error"] == "channel_not_found"


async def test_the_app_hears_of_a_workspace_once_it_is_installed_there(at: Desk) -> None:
    async with at.connected() as app:
        await north(at, "POST", "messages", user="U0NORA", channel="D0NORA", text="is anybody here?")
        await installed(at)
        await north(at, "POST", "messages", user="U0NORA", channel="D0NORA", text="hello")
        body = (await app.event())["payload"]

    assert (body["team_id"], body["event"]["text"], body["api_app_id"]) == ("T0NORTH", "hello", "A0MEMORYBOT")
    assert body["authorizations"][0]["user_id"] == "U0NORTHBOT"


async def test_what_the_app_posts_there_is_seen_only_there(at: Desk) -> None:
    token = (await installed(at))["access_token"]
    posted = await at.api("chat.postMessage", token=token, channel="C0NORTH", text="cold today")
    link = await at.api("chat.getPermalink", token=token, channel="C0NORTH", message_ts=posted["ts"])
    async with at.session.get(link["permalink"], allow_redirects=False) as answer:
        place = answer.headers["Location"]
    shown = await at.session.get(f"{at.url}/teams/T0NORTH/_control/messages", params={"channel": "C0NORTH"})

    assert [each["text"] for each in (await shown.json())["messages"]] == ["cold today"]
    assert place == f"/teams/T0NORTH/#/-/C0NORTH/{posted['ts']}"
    assert "C0NORTH" not in [each["id"] for each in (await at.state())["channels"]]


async def test_each_page_tells_of_the_other_workspace(at: Desk) -> None:
    here, there = await at.state(), await north(at, "GET", "state")
    async with at.session.get(f"{at.url}/teams/T0NORTH/") as answer:
        page = await answer.text()

    assert here["workspaces"] == there["workspaces"]
    assert [(each["name"], each["path"]) for each in here["workspaces"]] == [
        ("Local workspace", "/"),
        ("North workspace", "/teams/T0NORTH/"),
    ]
    assert (there["team"]["name"], "<title>Local workspace</title>" in page) == ("North workspace", True)


async def test_tokens_that_expire_are_good_for_their_workspace_too() -> None:
    async with desk(ROTATING, neighbours=[NORTH]) as at:
        there = await installed(at)
        renewal = {"grant_type": "refresh_token", "refresh_token": there["refresh_token"]}
        renewed = await trade(at, **renewal)
        who = await at.api("auth.test", token=renewed["access_token"])

    assert (renewed["team"]["id"], who["team_id"]) == ("T0NORTH", "T0NORTH")


async def test_the_connection_is_shown_where_the_app_is_installed(at: Desk) -> None:
    async with at.connected(), at.session.ws_connect(f"{at.url}/teams/T0NORTH/_control/ws") as page:
        assert (await page.receive_json())["type"] == "hello"
        before = await north(at, "GET", "state")
        await installed(at)
        news = await page.receive_json()
        after = await north(at, "GET", "state")

    assert (before["bot_connected"], after["bot_connected"]) == (False, True)
    assert news == {"type": "bot_connected", "bot_connected": True}
