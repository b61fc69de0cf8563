"""What the app shows of its talks: sessions, which people can stop, and titles; for pages opened later as well."""

from typing import Any

import pytest

from tests.local_slack.desk import MANIFEST, Connection, Desk, Json, desk, manifest
from tests.local_slack.test_rooms import refused

WITHOUT_STOP = manifest(settings={**MANIFEST["settings"], "event_subscriptions": {"bot_events": ["message.im"]}})
NO_AGENT = {**MANIFEST, "features": {**MANIFEST["features"]}}
del NO_AGENT["features"]["agent_view"]


async def talk(at: Desk) -> Json:
    """Return what a page opened now shows of the one talk in Alex's DM."""
    where = {"channel": "D0ALEX", "user": "U0ALEX"}
    async with at.session.get(f"{at.url}/_control/messages", params=where) as answer:
        (found,) = (await answer.json())["talks"]
        return dict(found)


async def session(at: Desk, thread_ts: str, status: str, **more: Any) -> Json:
    where = {"channel_id": "D0ALEX", "thread_ts": thread_ts}
    return await at.api("agents.sessions.setStatus", **where, status=status, **more)


async def stop(at: Desk, thread_ts: str) -> None:
    status, answer = await at.control("POST", "stop", user="U0ALEX", channel="D0ALEX", thread_ts=thread_ts)
    assert status == 200, answer


async def stopped(app: Connection) -> Json:
    while (event := (await app.event())["payload"]["event"])["type"] != "agent_session_stopped":
        pass
    return dict(event)


async def test_to_stop_ends_what_grows_and_tells_the_app_which_thread_it_was() -> None:
    async with desk() as at, at.connected() as app:
        root = await at.say("U0ALEX", "tell me a story")
        began = await session(at, root, "processing", title="Stories")
        stream = await at.api("chat.startStream", channel="D0ALEX", thread_ts=root, markdown_text="Once upon")
        await stop(at, root)
        event = await stopped(app)
        more = await at.api("chat.appendStream", channel="D0ALEX", ts=stream["ts"], markdown_text=" a time")
        end = await at.api("chat.stopStream", channel="D0ALEX", ts=stream["ts"])
        still = await talk(at)
        await session(at, root, "active")
        after = await talk(at)
        written = (await at.messages("D0ALEX"))[-1]

    assert began == {"ok": True, "status": "processing", "agent_status": "processing", "title": "Stories"}
    assert {name: event[name] for name in ("channel", "thread_ts", "user", "streaming_message_ts")} == {
        "channel": "D0ALEX",
        "thread_ts": root,
        "user": "U0ALEX",
        "streaming_message_ts": [stream["ts"]],
    }
    assert (more["error"], end["error"]) == ("stopped_by_user", "message_not_in_streaming_state")
    assert (still["can_stop"], after["can_stop"], after["title"]) == (True, False, "Stories")
    assert ("Once upon" in str(written["blocks"]), "streaming" in written) == (True, False)


async def test_to_stop_what_is_no_stream_tells_the_app_too() -> None:
    async with desk() as at, at.connected() as app:
        root = await at.say("U0ALEX", "think")
        await session(at, root, "processing")
        await stop(at, root)

        assert (await stopped(app))["streaming_message_ts"] == []


async def test_only_what_is_at_work_can_be_stopped() -> None:
    async with desk() as at:
        root = await at.say("U0ALEX", "hello")
        await session(at, root, "active")
        sentence = await refused(at, "POST", "stop", channel="D0ALEX", thread_ts=root)
        elsewhere = await refused(at, "POST", "stop", channel="D0DANA", thread_ts=root)

    assert "not at work there" in sentence
    assert "not in D0DANA" in elsewhere


async def test_an_app_that_does_not_listen_cannot_be_stopped_and_is_warned() -> None:
    async with desk(WITHOUT_STOP) as at:
        root = await at.say("U0ALEX", "hello")
        answer = await session(at, root, "processing")
        shown = await talk(at)

    assert answer["warning"] == "missing_agent_session_stopped_event_subscription"
    assert answer["response_metadata"] == {"warnings": [answer["warning"]]}
    assert (shown["is_processing"], shown["can_stop"]) == (True, False)


async def test_a_session_keeps_its_first_title_until_it_is_renamed() -> None:
    async with desk() as at:
        root = await at.say("U0ALEX", "hello")
        first = await session(at, root, "processing", title="Stories")
        second = await session(at, root, "active", title="Poems")
        renamed = await at.api("agents.sessions.rename", channel_id="D0ALEX", thread_ts=root, title="Songs")
        shown = await talk(at)

    assert (first["title"], second["title"], renamed["title"], shown["title"]) == (
        "Stories",
        "Stories",
        "Songs",
        "Songs",
    )


async def test_the_end_of_a_stream_can_end_the_session() -> None:
    async with desk() as at:
        root = await at.say("U0ALEX", "hello")
        await session(at, root, "processing")
        stream = await at.api("chat.startStream", channel="D0ALEX", thread_ts=root, markdown_text="Hi")
        wrong = await at.api("chat.stopStream", channel="D0ALEX", ts=stream["ts"], session_status="done")
        await at.api("chat.stopStream", channel="D0ALEX", ts=stream["ts"], session_status="active")

        assert (wrong["error"], (await talk(at))["is_processing"]) == ("invalid_arguments", False)


async def test_a_page_opened_later_shows_the_status_its_loading_messages_and_the_title() -> None:
    async with desk() as at:
        root = await at.say("U0ALEX", "hello")
        where = {"channel_id": "D0ALEX", "thread_ts": root}
        await at.api("assistant.threads.setStatus", **where, status="is thinking…", loading_messages=["Hm", "Ah"])
        await at.api("assistant.threads.setTitle", **where, title="Greetings")
        shown = await talk(at)

    assert (shown["status"], shown["loading_messages"]) == ("is thinking…", ["Hm", "Ah"])
    assert (shown["title"], shown["user"], shown["can_stop"]) == ("Greetings", "U0MEMORYBOT", False)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"status": "busy"}, "invalid_arguments"),
        ({}, "invalid_arguments"),
        ({"status": "active", "title": "x" * 201}, "invalid_arguments"),
        ({"status": "active", "thread_ts": "1.0"}, "invalid_thread_ts"),
        ({"status": "active", "channel_id": "C0OPEN"}, "channel_not_found"),
    ],
)
async def test_what_is_no_session_is_refused(arguments: Json, error: str) -> None:
    async with desk() as at:
        await at.control("POST", "channels", user="U0ALEX", name="open")
        root = await at.say("U0ALEX", "hello")
        where = {"channel_id": "D0ALEX", "thread_ts": root}
        answer = await at.api("agents.sessions.setStatus", **{**where, **arguments})

    assert answer["error"] == error


async def test_only_an_agent_keeps_sessions() -> None:
    async with desk(NO_AGENT) as at:
        answer = await session(at, await at.say("U0ALEX", "hello"), "active")

    assert answer["error"] == "access_denied"


async def test_loading_messages_are_words() -> None:
    async with desk() as at:
        where = {"channel_id": "D0ALEX", "thread_ts": await at.say("U0ALEX", "hello")}
        answer = await at.api("assistant.threads.setStatus", **where, status="x", loading_messages=["Hm", 1])

    assert answer["error"] == "invalid_arguments"
