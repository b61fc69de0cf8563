"""Which events an app gets for what happens, and what they say."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from tests.local_slack.desk import Connection, Desk, desk, manifest

Json = dict[str, Any]

ONLY_DMS = {"event_subscriptions": {"bot_events": ["message.im"]}}


async def next_event(app: Connection) -> Json:
    return dict((await app.event())["payload"]["event"])


async def test_a_mention_comes_as_two_events_with_ids_of_their_own() -> None:
    async with desk() as at, at.connected() as app:
        ts = await at.say("U0ALEX", "@memory-bot hi", channel="C0GENERAL")
        bodies = [(await app.event())["payload"] for _ in range(2)]

    mention, message = sorted((body["event"] for body in bodies), key=lambda event: str(event["type"]))
    assert (mention["type"], message["type"]) == ("app_mention", "message")
    assert mention["ts"] == message["ts"] == ts
    assert mention["text"] == message["text"] == "<@U0MEMORYBOT> hi"
    assert ("channel_type" in mention, message["channel_type"]) == (False, "channel")
    assert bodies[0]["event_id"] != bodies[1]["event_id"]


async def test_in_a_dm_a_mention_is_only_a_message() -> None:
    async with desk() as at, at.connected() as app:
        await at.say("U0ALEX", "@memory-bot hi")
        await at.say("U0ALEX", "next")
        texts = [(await next_event(app))["text"] for _ in range(2)]

    assert texts == ["<@U0MEMORYBOT> hi", "next"]


async def test_the_app_hears_its_own_posts() -> None:
    async with desk() as at, at.connected() as app:
        await at.posted("hello")
        event = await next_event(app)

    assert (event["user"], event["bot_id"]) == ("U0MEMORYBOT", "B0MEMORYBOT")
    assert event["bot_profile"]["app_id"] == "A0MEMORYBOT"
    assert "client_msg_id" not in event


async def test_an_edit_tells_what_it_says_and_said() -> None:
    async with desk() as at, at.connected() as app:
        ts = await at.say("U0ALEX", "I live in Lisbon")
        await next_event(app)
        change = {"user": "U0ALEX", "channel": "D0ALEX", "ts": ts}
        await at.control("PATCH", "messages", **change, text="I live in Lisbon")
        await at.control("PATCH", "messages", **change, text="I live in Porto & more")
        event = await next_event(app)

    assert (event["subtype"], event["hidden"], event["channel_type"]) == ("message_changed", True, "im")
    assert event["message"]["text"] == "I live in Porto &amp; more"
    assert event["message"]["ts"] == event["previous_message"]["ts"] == ts != event["ts"]
    assert event["message"]["edited"]["user"] == "U0ALEX"
    assert event["previous_message"]["text"] == "I live in Lisbon"


async def test_a_deletion_tells_what_was_there() -> None:
    async with desk() as at, at.connected() as app:
        ts = await at.say("U0ALEX", "oops")
        await next_event(app)
        await at.control("DELETE", "messages", user="U0ALEX", channel="D0ALEX", ts=ts)
        event = await next_event(app)
        left = await at.messages("D0ALEX")

    assert (event["subtype"], event["deleted_ts"], event["previous_message"]["text"]) == ("message_deleted", ts, "oops")
    assert left == []


async def test_a_deleted_root_with_replies_is_changed_into_a_marker() -> None:
    async with desk() as at, at.connected() as app:
        ts = await at.say("U0ALEX", "root")
        reply = await at.say("U0ALEX", "reply", thread_ts=ts)
        to_reply = await at.say("U0ALEX", "more", thread_ts=reply)
        first, second, third = [await next_event(app) for _ in range(3)]
        await at.control("DELETE", "messages", user="U0ALEX", channel="D0ALEX", ts=ts)
        gone = await next_event(app)
        await at.control("DELETE", "messages", user="U0ALEX", channel="D0ALEX", ts=to_reply)
        await next_event(app)
        shown = await at.messages("D0ALEX")

    assert "thread_ts" not in first
    assert second["thread_ts"] == third["thread_ts"] == ts
    assert second["parent_user_id"] == "U0ALEX"
    assert (gone["subtype"], gone["message"]["subtype"]) == ("message_changed", "tombstone")
    assert gone["previous_message"]["text"] == "root"
    assert [(message["text"], message.get("reply_count")) for message in shown] == [
        ("This message was deleted.", 1),
        ("reply", None),
    ]


async def test_a_shared_file_is_a_message_even_without_words() -> None:
    async with desk() as at, at.connected() as app:
        share = {"user": "U0OMAR", "channel": "D0OMAR", "filename": "notes.txt"}
        await at.control("POST", "files", **share)
        await at.control("POST", "files", **share, text="see & read", content="one\ntwo")
        bare, full = await next_event(app), await next_event(app)
        shown = await at.messages("D0OMAR")

    assert (bare["subtype"], bare["text"], bare["files"][0]["name"]) == ("file_share", "", "notes.txt")
    assert "blocks" not in bare
    assert (full["text"], full["files"][0]["size"], full["files"][0]["lines"]) == ("see &amp; read", 7, 2)
    assert shown[1]["files"][0]["preview"] == "one\ntwo"


async def test_reactions_are_told_to_those_who_ask() -> None:
    settings = {"event_subscriptions": {"bot_events": ["reaction_added", "reaction_removed"]}}
    async with desk(manifest(settings=settings)) as at, at.connected() as app:
        ts = await at.say("U0ALEX", "hello", channel="C0GENERAL")
        item = {"channel": "C0GENERAL", "timestamp": ts}
        await at.api("reactions.add", **item, name="eyes")
        await at.api("reactions.remove", **item, name="eyes")
        added, removed = await next_event(app), await next_event(app)

    assert (added["type"], removed["type"]) == ("reaction_added", "reaction_removed")
    assert added["item"] == {"type": "message", "channel": "C0GENERAL", "ts": ts}
    assert (added["reaction"], added["item_user"]) == ("eyes", "U0ALEX")


async def test_a_broadcast_reply_brings_its_root() -> None:
    async with desk() as at, at.connected() as app:
        root = (await at.posted("root"))["ts"]
        await at.posted("all of you", thread_ts=root, reply_broadcast=True)
        _, event = await next_event(app), await next_event(app)

    assert (event["subtype"], event["root"]["text"]) == ("thread_broadcast", "root")


async def nothing(at: Desk) -> None:
    """Leave the workspace as it is."""


async def app_leaves_general(at: Desk) -> None:
    channels = at.workspace.workspace.state.channels
    channels["C0GENERAL"] = replace(channels["C0GENERAL"], members=("U0ALEX",))


@pytest.mark.parametrize(
    ("changes", "before"),
    [
        pytest.param(
            {"settings": {"event_subscriptions": {"bot_events": ["message.im"]}}}, nothing, id="not-subscribed"
        ),
        pytest.param({"without_scopes": ("channels:history", "app_mentions:read")}, nothing, id="without-the-scope"),
        pytest.param({}, app_leaves_general, id="not-a-member"),
    ],
)
async def test_what_an_app_may_not_hear_it_does_not_hear(changes: dict[str, Any], before: Any) -> None:
    async with desk(manifest(**changes)) as at, at.connected() as app:
        await before(at)
        await at.say("U0ALEX", "@memory-bot psst", channel="C0GENERAL")
        await at.say("U0ALEX", "hello")
        event = await next_event(app)

    assert event["text"] == "hello"


async def test_events_leave_in_the_order_of_what_happened() -> None:
    async with desk() as at, at.connected() as app:
        for number in range(20):
            await at.say("U0ALEX", str(number))
        texts = [(await next_event(app))["text"] for _ in range(20)]

    assert texts == [str(number) for number in range(20)]


async def test_people_who_speak_at_once_get_time_stamps_of_their_own() -> None:
    async with desk() as at:
        stamps = await asyncio.gather(*(at.say(user, "hi", channel="C0GENERAL") for user in ("U0ALEX", "U0DANA") * 10))

    assert len(set(stamps)) == 20
