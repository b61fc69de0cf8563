"""An organisation of two workspaces: installed as a whole by OAuth, one token for both, and events that say so."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.local_slack.globe import EAST, WEST
from bot.local_slack.north import NORTH
from tests.local_slack.desk import Desk, Json, desk
from tests.local_slack.test_oauth import INSTALLABLE, ask, decide, links, trade
from tests.local_slack.test_shapes import bodies, needs_shapes, recorded, strange

SCOPES = ",".join(INSTALLABLE["oauth_config"]["scopes"]["bot"])
ORG_READY: Json = {**INSTALLABLE, "settings": {**INSTALLABLE["settings"], "org_deploy_enabled": True}}


@pytest.fixture
async def at() -> AsyncIterator[Desk]:
    async with desk(ORG_READY, neighbours=[NORTH, EAST, WEST]) as found:
        yield found


async def installed(at: Desk, where: str = "Globe organisation") -> Json:
    """Let the app in, and return what it is told."""
    return await trade(at, code=(await decide(at, f"Allow in {where}"))["code"])


async def there(at: Desk, team: str, path: str, **body: Any) -> Json:
    """Do something at the page of a workspace of the organisation."""
    async with at.session.post(f"{at.url}/teams/{team}/_control/{path}", json=body) as answer:
        assert answer.status == 200, await answer.text()
        return dict(await answer.json())


async def test_the_organisation_can_be_chosen_beside_its_workspaces(at: Desk) -> None:
    _, page = await ask(at)
    state = await at.state()

    assert list(links(page)) == [
        *(f"Allow in {name} workspace" for name in ("Local", "North", "East", "West")),
        "Allow in Globe organisation",
        "Cancel",
    ]
    assert [each["id"] for each in state["workspaces"]] == ["T0LOCAL", "T0NORTH", "T0EAST", "T0WEST"]


async def test_an_app_that_is_not_ready_for_it_is_let_into_workspaces_only() -> None:
    async with desk(INSTALLABLE, neighbours=[EAST, WEST]) as at:
        _, page = await ask(at)

    assert "Globe" not in "".join(links(page))


async def test_one_token_is_good_for_both_workspaces_and_for_no_other(at: Desk) -> None:
    told = await installed(at)
    token = told["access_token"]
    who = await at.api("auth.test", token=token)
    east, west, none = [
        await at.api("users.list", token=token, **named) for named in ({"team_id": "T0EAST"}, {"team_id": "T0WEST"}, {})
    ]
    by_channel = await at.api("conversations.info", token=token, channel="C0WEST")
    foreign = await at.api("conversations.info", token=token, channel="C0NORTH", team_id="T0NORTH")

    assert (told["team"], told["enterprise"]) == (None, {"id": "E0GLOBE", "name": "Globe organisation"})
    assert told["is_enterprise_install"] is True
    assert (who["team_id"], who["enterprise_id"], who["is_enterprise_install"]) == ("E0GLOBE", "E0GLOBE", True)
    assert [[each["id"] for each in answer["members"]] for answer in (east, west, none)] == [
        ["U0MIRA", "U0ELIF", "U0GLOBEBOT"],
        ["U0MIRA", "U0WADE", "U0GLOBEBOT"],
        ["U0MIRA", "U0ELIF", "U0GLOBEBOT"],
    ]
    assert by_channel["channel"]["id"] == "C0WEST"
    assert foreign["error"] == "channel_not_found"


async def test_people_are_told_with_the_workspaces_that_they_are_in(at: Desk) -> None:
    token = (await installed(at))["access_token"]

    people = [(await at.api("users.info", token=token, user=each))["user"] for each in ("U0MIRA", "U0ELIF")]

    assert [each["enterprise_user"]["teams"] for each in people] == [["T0EAST", "T0WEST"], ["T0EAST"]]
    assert {each["enterprise_user"]["enterprise_id"] for each in people} == {"E0GLOBE"}


async def test_what_happens_in_either_workspace_is_told_as_of_the_organisation(at: Desk) -> None:
    async with at.connected() as app:
        await there(at, "T0EAST", "messages", user="U0MIRA", channel="D0MIRA", text="is anybody here?")
        await installed(at)
        for team in ("T0EAST", "T0WEST"):
            await there(at, team, "messages", user="U0MIRA", channel="D0MIRA", text=f"hello from {team}")
            body = (await app.event())["payload"]

            assert (body["team_id"], body["event"]["text"]) == (team, f"hello from {team}")
            assert (body["enterprise_id"], body["context_enterprise_id"]) == ("E0GLOBE", "E0GLOBE")
            assert body["authorizations"][0] == {
                "enterprise_id": "E0GLOBE",
                "team_id": team,
                "user_id": "U0GLOBEBOT",
                "is_bot": True,
                "is_enterprise_install": True,
            }


async def test_in_one_workspace_of_an_organisation_it_is_of_that_workspace(at: Desk) -> None:
    async with at.connected() as app:
        told = await installed(at, "East workspace")
        await there(at, "T0EAST", "messages", user="U0MIRA", channel="D0MIRA", text="hello")
        body = (await app.event())["payload"]
        await there(at, "T0WEST", "messages", user="U0MIRA", channel="D0MIRA", text="is anybody here?")
        who = await at.api("auth.test", token=told["access_token"])

    assert (told["team"]["id"], told["enterprise"]["id"], told["is_enterprise_install"]) == ("T0EAST", "E0GLOBE", False)
    assert body["authorizations"][0]["is_enterprise_install"] is False
    assert (who["team_id"], who["enterprise_id"], who["is_enterprise_install"]) == ("T0EAST", "E0GLOBE", False)


async def test_an_organisation_that_removes_the_app_is_told_of_and_its_token_is_refused(at: Desk) -> None:
    token = (await installed(at))["access_token"]
    async with at.connected() as app:
        fault = await there(at, "T0WEST", "faults", kind="app_uninstalled")
        told = [(await app.event())["payload"] for _ in range(2)]
        refused = await at.api("auth.test", token=token)
        elsewhere = await at.api("auth.test")

    assert fault["id"]
    assert {each["event"]["type"] for each in told} == {"app_uninstalled", "tokens_revoked"}
    assert {each["enterprise_id"] for each in told} == {"E0GLOBE"}
    assert (refused["ok"], elsewhere["ok"]) == (False, True)


@needs_shapes
@pytest.mark.parametrize("where", ["Globe organisation", "East workspace"])
async def test_every_key_of_an_answer_in_an_organisation_is_recorded_with_its_type(at: Desk, where: str) -> None:
    told = await trade(at, code=(await decide(at, f"Allow in {where}", scope=SCOPES))["code"])
    named = {"token": told["access_token"], "team_id": "T0EAST"}
    answers = {
        "oauth.v2.access": told,
        "auth.test": await at.api("auth.test", **named),
        "bots.info": await at.api("bots.info", **named),
        "users.info": await at.api("users.info", **named, user="U0MIRA"),
        "users.list": await at.api("users.list", **named),
        "conversations.info": await at.api("conversations.info", **named, channel="C0EAST"),
        "conversations.list": await at.api("conversations.list", **named),
        "conversations.members": await at.api("conversations.members", **named, channel="C0EAST"),
    }

    assert [answer.get("error") for answer in answers.values() if not answer["ok"]] == []
    found = [
        f"{name}: {each}" for name, answer in answers.items() for each in strange(answer, recorded("responses", name))
    ]
    assert found == []


@needs_shapes
@pytest.mark.parametrize("where", ["Globe organisation", "East workspace"])
async def test_every_key_of_a_payload_in_an_organisation_is_recorded_with_its_type(at: Desk, where: str) -> None:
    token = (await installed(at, where))["access_token"]
    here = {"user": "U0MIRA", "channel": "C0EAST"}
    button = {"type": "button", "action_id": "a", "text": {"type": "plain_text", "text": "A"}, "value": "1"}
    row = {"type": "actions", "block_id": "b", "elements": [button]}

    async with at.connected() as app:
        posted = await at.api("chat.postMessage", token=token, channel="C0EAST", text="x", blocks=[row])
        (own,) = await bodies(app, 1)
        text = (await there(at, "T0EAST", "messages", **here, text="hi @memory-bot"))["ts"]
        mention, message = sorted(await bodies(app, 2), key=lambda body: str(body["event"]["type"]))
        running = asyncio.create_task(there(at, "T0EAST", "messages", **here, text="/memory list"))
        (command,) = await bodies(app, 1)
        await running
        clicking = asyncio.create_task(
            there(at, "T0EAST", "actions", **here, message_ts=posted["ts"], block_id="b", action_id="a")
        )
        (click,) = await bodies(app, 1)
        await clicking
        using = asyncio.create_task(
            there(at, "T0EAST", "shortcuts", **here, callback_id="remember_this", message_ts=text)
        )
        (shortcut,) = await bodies(app, 1)
        await using
        await there(at, "T0EAST", "home", user="U0MIRA")
        (home,) = await bodies(app, 1)
        await there(at, "T0EAST", "faults", kind="app_uninstalled")
        gone = {body["event"]["type"]: body for body in await bodies(app, 2)}

    sent = [
        ("MessagePayload", own),
        ("MessagePayload", message),
        ("AppMentionPayload", mention),
        ("SlashCommandPayload", command),
        ("BlockActionPayload", click),
        ("MessageShortcutPayload", shortcut),
        ("AppHomeOpenedPayload", home),
        ("AppUninstalledPayload", gone["app_uninstalled"]),
        ("TokensRevokedPayload", gone["tokens_revoked"]),
    ]
    found = [f"{name}: {each}" for name, body in sent for each in strange(body, recorded("payloads", name))]
    assert found == []
