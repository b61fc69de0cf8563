"""Shortcuts and reactions by people, seen from an app on Socket Mode and at the page."""

import asyncio
from typing import Any

import pytest

from bot.local_slack.errors import ManifestError
from bot.local_slack.manifest import read_manifest
from tests.local_slack.desk import Connection, Desk, desk, manifest

Json = dict[str, Any]

SETTINGS = {"event_subscriptions": {"bot_events": ["reaction_added", "reaction_removed"]}}
SAID = {"user": "U0ALEX", "channel": "C0GENERAL"}


async def use(at: Desk, app: Connection, **body: object) -> Json:
    """Use a shortcut, let the app acknowledge it, and return what the app got."""
    using = asyncio.create_task(at.control("POST", "shortcuts", **body))
    envelope = await app.event()
    while envelope["type"] != "interactive":
        envelope = await app.event()
    assert await using == (200, {"ok": True})
    return dict(envelope["payload"])


# --- shortcuts --------------------------------------------------------------------------------------------------------


async def test_a_message_shortcut_brings_the_message_and_a_way_to_answer() -> None:
    async with desk() as at, at.connected() as app:
        ts = await at.say("U0DANA", "the beta goes out on Thursday", channel="C0GENERAL")
        payload = await use(at, app, **SAID, callback_id="remember_this", message_ts=ts)
        async with at.session.post(payload["response_url"], json={"text": "Noted"}) as answer:
            assert answer.status == 200
        whisper = (await at.messages("C0GENERAL", user="U0ALEX"))[-1]

    assert (payload["type"], payload["callback_id"], payload["message_ts"]) == ("message_action", "remember_this", ts)
    assert (payload["message"]["text"], payload["message"]["user"]) == ("the beta goes out on Thursday", "U0DANA")
    assert payload["channel"] == {"id": "C0GENERAL", "name": "general"}
    assert (payload["user"]["id"], len(payload["trigger_id"].split("."))) == ("U0ALEX", 3)
    assert (whisper["text"], whisper["ephemeral_to"]) == ("Noted", "U0ALEX")


async def test_a_global_shortcut_knows_no_place_and_can_open_a_modal() -> None:
    view = {"type": "modal", "title": {"type": "plain_text", "text": "Mine"}, "blocks": []}
    async with desk() as at, at.connected() as app:
        payload = await use(at, app, user="U0ALEX", callback_id="my_memories")
        opened = await at.api("views.open", trigger_id=payload["trigger_id"], view=view)

    assert (payload["type"], payload["callback_id"]) == ("shortcut", "my_memories")
    assert not {"channel", "message", "response_url"} & set(payload)
    assert opened["ok"]


async def test_the_page_learns_which_shortcuts_there_are() -> None:
    async with desk() as at:
        state = await at.state()

    assert state["home_tab"] is True
    assert {each["callback_id"]: each["on_message"] for each in state["shortcuts"]} == {
        "remember_this": True,
        "forget_learnt": True,
        "my_memories": False,
    }


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"callback_id": "dance"}, 404, "'dance' is not a shortcut here; there is remember_this, forget_learnt, my"),
        ({"callback_id": "remember_this", "message_ts": "1.0"}, 404, "There is no message '1.0' in C0GENERAL."),
        ({"callback_id": "my_memories"}, 503, "“My memories” failed: the bot is not connected."),
        ({"callback_id": "remember_this", "channel": "C0LEADS", "user": "U0OMAR"}, 403, "Omar is not in C0LEADS."),
    ],
)
async def test_a_shortcut_that_cannot_be_used_says_why(body: Json, status: int, words: str) -> None:
    async with desk() as at:
        answered, answer = await at.control("POST", "shortcuts", **SAID | body)

    assert (answered, answer["error"].startswith(words)) == (status, True), answer


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("x", "expected one with a name and a callback_id"),
        ({"name": "A", "type": "global"}, "expected one with a name and a callback_id"),
        ({"name": "A", "callback_id": "a", "type": "x"}, "expected the type message or global, found 'x'"),
    ],
)
def test_a_manifest_whose_shortcuts_are_odd_is_refused(entry: object, problem: str) -> None:
    with pytest.raises(ManifestError, match="shortcuts") as refused:
        read_manifest({"features": {"shortcuts": [entry]}})

    assert problem in str(refused.value)


# --- reactions --------------------------------------------------------------------------------------------------------


async def test_people_react_and_take_it_back() -> None:
    async with desk(manifest(settings=SETTINGS)) as at, at.connected() as app:
        ts = (await at.posted())["ts"]
        reaction = {**SAID, "ts": ts, "name": ":brain:"}
        await at.control("POST", "reactions", **reaction)
        await at.control("POST", "reactions", **reaction)
        await at.control("POST", "reactions", **{**reaction, "user": "U0DANA"})
        added = [(await app.event())["payload"]["event"] for _ in range(2)]
        both = (await at.messages("C0GENERAL"))[0]["reactions"]
        await at.control("DELETE", "reactions", **reaction)
        await at.control("DELETE", "reactions", **reaction)
        removed = (await app.event())["payload"]["event"]
        one = (await at.messages("C0GENERAL"))[0]["reactions"]

    assert added[0] | {"event_ts": ""} == {
        "type": "reaction_added",
        "user": "U0ALEX",
        "reaction": "brain",
        "item": {"type": "message", "channel": "C0GENERAL", "ts": ts},
        "item_user": "U0MEMORYBOT",
        "event_ts": "",
    }
    assert (added[1]["user"], removed["type"], removed["user"]) == ("U0DANA", "reaction_removed", "U0ALEX")
    assert both == [{"name": "brain", "users": ["U0ALEX", "U0DANA"]}]
    assert one == [{"name": "brain", "users": ["U0DANA"]}]


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"name": "no such"}, 400, "'no such' is not the name of an emoji. Use one such as brain or +1."),
        ({"ts": "1.0"}, 404, "There is no message '1.0' in C0GENERAL."),
        ({"user": "U0OMAR", "channel": "C0LEADS"}, 403, "Omar is not in C0LEADS."),
    ],
)
async def test_a_reaction_that_cannot_be_says_why(body: Json, status: int, words: str) -> None:
    async with desk() as at:
        ts = (await at.posted())["ts"]
        answered, answer = await at.control("POST", "reactions", **{**SAID, "ts": ts, "name": "brain"} | body)

    assert (answered, answer["error"].startswith(words)) == (status, True), answer


async def test_the_marker_of_a_deleted_message_takes_no_reactions_and_no_shortcuts() -> None:
    async with desk() as at:
        root = await at.say("U0ALEX", "root", channel="C0GENERAL")
        await at.say("U0DANA", "reply", channel="C0GENERAL", thread_ts=root)
        await at.control("DELETE", "messages", **SAID, ts=root)
        reaction, _ = await at.control("POST", "reactions", **SAID, ts=root, name="brain")
        shortcut, _ = await at.control("POST", "shortcuts", **SAID, callback_id="remember_this", message_ts=root)

    assert (reaction, shortcut) == (404, 404)
