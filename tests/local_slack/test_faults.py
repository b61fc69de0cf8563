"""Faults on demand: what each of them does to a call, an event, a connection and a token; how they are chosen."""

import asyncio
import random
from typing import Any

import aiohttp
import pytest
from aiohttp import WSMsgType

from bot.local_slack.faults import Cut, Faults, RateLimited, Slow
from bot.local_slack.north import NORTH
from tests.local_slack.desk import Desk, desk, until

Json = dict[str, Any]


async def switch_on(at: Desk, kind: str, **knobs: object) -> str:
    status, answer = await at.control("POST", "faults", kind=kind, **knobs)
    assert status == 200, answer
    return str(answer["id"])


async def listed(at: Desk) -> Json:
    async with at.session.get(f"{at.url}/_control/faults") as answer:
        return dict(await answer.json())


def called(at: Desk, method: str = "chat.postMessage", **arguments: object):  # type: ignore[no-untyped-def]  # aiohttp's
    headers = {"Authorization": f"Bearer {at.workspace.bot_token}"}
    body = {"channel": "C0GENERAL", "text": "hi", **arguments}
    return at.session.post(f"{at.workspace.api_url}{method}", json=body, headers=headers)


async def in_general(at: Desk) -> list[str]:
    return [message["text"] for message in await at.messages("C0GENERAL")]


# --- calls ------------------------------------------------------------------------------------------------------------


async def test_a_rate_limit_refuses_as_often_as_asked_and_says_how_long_to_wait() -> None:
    async with desk() as at:
        await switch_on(at, "ratelimited", method="chat.postMessage", retry_after=7, times=2)
        answers = []
        for _ in range(3):
            async with called(at) as answer:
                answers.append((answer.status, answer.headers.get("Retry-After"), (await answer.json())["ok"]))
        said = await in_general(at)
        left = await listed(at)

    assert answers == [(429, "7", False), (429, "7", False), (200, None, True)]
    assert said == ["hi"]
    assert (left["faults"], left["happened"]) == ([], {"ratelimited": 2})


async def test_a_fault_of_one_method_leaves_the_others_alone() -> None:
    async with desk() as at:
        await switch_on(at, "error", method="chat.postMessage", error="channel_not_found")
        refused = await at.api("chat.postMessage", channel="C0GENERAL", text="hi")
        fine = await at.api("auth.test")

    assert (refused["error"], fine["ok"]) == ("channel_not_found", True)


@pytest.mark.parametrize(("after", "said"), [(False, []), (True, ["hi"])], ids=["before", "after"])
async def test_a_server_error_comes_before_or_after_the_call_took_effect(after: bool, said: list[str]) -> None:
    async with desk() as at:
        await switch_on(at, "server_error", status=503, after=after)
        async with called(at) as answer:
            status, kind = answer.status, answer.content_type
        there = await in_general(at)

    assert (status, kind, there) == (503, "text/html", said)


@pytest.mark.parametrize(("after", "said"), [(False, []), (True, ["hi"])], ids=["before", "after"])
async def test_the_connection_is_cut_before_or_after_the_call_took_effect(after: bool, said: list[str]) -> None:
    async with desk() as at:
        await switch_on(at, "cut", after=after, times=1)
        with pytest.raises(aiohttp.ClientError):
            async with called(at):
                pass
        there = await in_general(at)

    assert there == said


async def test_a_slow_call_waits_on_the_clock_of_the_workspace() -> None:
    async with desk() as at:
        await switch_on(at, "slow", seconds=5, times=1)
        call = asyncio.create_task(at.posted())
        await at.sleeping(5)
        before = await in_general(at)
        at.clock.advance(5)
        await call

    assert before == []


async def test_a_call_may_be_slow_and_then_refused() -> None:
    async with desk() as at:
        await switch_on(at, "slow", seconds=2)
        await switch_on(at, "ratelimited")
        call = asyncio.create_task(at.session.get(f"{at.workspace.api_url}api.test"))
        await at.sleeping(2)
        at.clock.advance(2)
        answer = await call

    assert answer.status == 429


async def test_an_answer_at_a_response_url_goes_wrong_like_a_call() -> None:
    async with desk() as at, at.connected() as app:
        click = asyncio.create_task(at.control("POST", "commands", user="U0ALEX", channel="D0ALEX", command="/soul"))
        payload = (await app.event())["payload"]
        await click
        await switch_on(at, "server_error", method="response_url", times=1)
        statuses = []
        for _ in range(2):
            async with at.session.post(payload["response_url"], json={"text": "hi"}) as answer:
                statuses.append(answer.status)

    assert statuses == [500, 200]


# --- streams ----------------------------------------------------------------------------------------------------------


async def test_a_dead_stream_keeps_what_was_said_and_takes_no_more() -> None:
    async with desk() as at:
        root = await at.say("U0ALEX", "hello")
        stream = await at.api("chat.startStream", channel="D0ALEX", thread_ts=root, markdown_text="Once ")
        place = {"channel": "D0ALEX", "ts": stream["ts"]}
        await at.api("chat.appendStream", **place, markdown_text="upon ")
        await switch_on(at, "dead_stream", times=1)
        answers = [await at.api("chat.appendStream", **place, markdown_text="a time")]
        answers += [await at.api("chat.stopStream", **place)]
        told = (await at.messages("D0ALEX"))[-1]

    assert [answer["error"] for answer in answers] == ["message_not_in_streaming_state"] * 2
    assert told["text"] == "Once upon "


async def test_a_stream_may_die_at_its_end_only() -> None:
    async with desk() as at:
        root = await at.say("U0ALEX", "hello")
        stream = await at.api("chat.startStream", channel="D0ALEX", thread_ts=root, markdown_text="Once ")
        place = {"channel": "D0ALEX", "ts": stream["ts"]}
        await switch_on(at, "dead_stream", method="chat.stopStream")
        appended = await at.api("chat.appendStream", **place, markdown_text="upon a time")
        stopped = await at.api("chat.stopStream", **place)
        again = await at.api("chat.stopStream", **place)

    assert appended["ok"]
    assert stopped["error"] == again["error"] == "message_not_in_streaming_state"


# --- events -----------------------------------------------------------------------------------------------------------


async def heard(at: Desk, *texts: str, count: int, after: float = 0.0) -> list[str]:
    """Return what the app hears, in order, when these are said and so many seconds go by."""
    async with at.connected() as app:
        for text in texts:
            await at.say("U0ALEX", text)
        if after:
            await at.sleeping(after)
            at.clock.advance(after)
        return [(await app.event())["payload"]["event"]["text"] for _ in range(count)]


async def test_an_event_comes_twice_at_once_and_the_second_looks_like_a_retry() -> None:
    async with desk() as at, at.connected() as app:
        await switch_on(at, "duplicate", event="message", times=1)
        await at.say("U0ALEX", "hello")
        both = [await app.event(ack=False) for _ in range(2)]
        for envelope in both:
            await app.ack(envelope)
        await until(lambda: not at.clock.waiting)

    assert [each["retry_attempt"] for each in both] == [0, 1]
    assert len({each["payload"]["event_id"] for each in both}) == 1


async def test_an_event_is_overtaken_by_the_next_one() -> None:
    async with desk() as at:
        await switch_on(at, "reorder")

        assert await heard(at, "one", "two", count=2) == ["two", "one"]


async def test_an_event_that_nothing_follows_is_held_for_a_while_only() -> None:
    async with desk() as at:
        await switch_on(at, "reorder", seconds=4)

        assert await heard(at, "one", count=1, after=4) == ["one"]


async def test_a_late_event_comes_when_its_time_has_come() -> None:
    async with desk() as at:
        await switch_on(at, "late", seconds=9, times=1)

        assert await heard(at, "one", count=1, after=9) == ["one"]


async def test_a_dropped_event_never_comes() -> None:
    async with desk() as at:
        await switch_on(at, "drop", times=1)

        assert await heard(at, "one", "two", count=1) == ["two"]


async def test_a_fault_of_events_of_another_type_does_nothing() -> None:
    async with desk() as at:
        await switch_on(at, "drop", event="reaction_added")

        assert await heard(at, "one", count=1) == ["one"]


async def test_a_doubled_event_that_only_one_delivery_of_was_acknowledged_is_done() -> None:
    async with desk() as at, at.connected() as app:
        await switch_on(at, "duplicate", times=1)
        await at.say("U0ALEX", "hello")
        await app.event(ack=False)
        await app.event()
        await at.sleeping(3)
        at.clock.advance(3)
        await until(lambda: not at.clock.waiting)


async def test_commands_are_not_struck_by_faults_of_events() -> None:
    async with desk() as at, at.connected() as app:
        await switch_on(at, "drop")
        command = asyncio.create_task(at.control("POST", "commands", user="U0ALEX", channel="D0ALEX", command="/soul"))
        assert (await app.event())["type"] == "slash_commands"
        status, _ = await command

    assert status == 200


# --- connections ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["refresh_requested", "too_many_websockets", "link_disabled"])
async def test_an_open_connection_is_sent_away(reason: str) -> None:
    async with desk() as at, at.connected() as app:
        await switch_on(at, "disconnect", reason=reason, times=1)
        goodbye, end = await app.receive(), await app.socket.receive()
        async with at.connected():
            pass

    assert (goodbye["type"], goodbye["reason"], end.type) == ("disconnect", reason, WSMsgType.CLOSE)


async def test_a_connection_that_is_warned_goes_on_for_a_while() -> None:
    async with desk() as at, at.connected() as app:
        await switch_on(at, "disconnect", reason="warning", times=1)
        warning = await app.receive()
        await at.say("U0ALEX", "still here")
        event = await app.event()
        await at.sleeping(10)
        at.clock.advance(10)
        end = await app.socket.receive()

    assert (warning["reason"], event["payload"]["event"]["text"]) == ("warning", "still here")
    assert end.type is WSMsgType.CLOSE


async def test_while_socket_mode_is_turned_off_no_connection_is_greeted() -> None:
    async with desk() as at:
        fault = await switch_on(at, "disconnect", reason="link_disabled")
        opened = await at.api("apps.connections.open", token=at.workspace.app_token)
        async with at.session.ws_connect(opened["url"]) as socket:
            first = await socket.receive_json()
        await at.control("DELETE", "faults", id=fault)
        async with at.connected():
            pass

    assert (first["type"], first["reason"]) == ("disconnect", "link_disabled")


async def test_a_connection_breaks_without_a_word() -> None:
    async with desk() as at, at.connected() as app:
        await switch_on(at, "socket_cut", times=1)
        end = await app.socket.receive()

    assert end.type in {WSMsgType.CLOSED, WSMsgType.ERROR}


async def test_a_silent_connection_is_open_and_dead_until_the_silence_is_switched_off() -> None:
    async with desk() as at:
        opened = await at.api("apps.connections.open", token=at.workspace.app_token)
        async with at.session.ws_connect(opened["url"], autoping=False) as socket:
            await socket.receive_json()
            fault = await switch_on(at, "silence")
            await socket.ping(b"anybody?")
            await at.say("U0ALEX", "hello")
            await at.sleeping(3)
            await at.control("DELETE", "faults", id=fault)
            await socket.ping(b"and now?")
            while (frame := await socket.receive()).type is WSMsgType.PING:
                pass
            is_closed = socket.closed

    assert (frame.type, frame.data, is_closed) == (WSMsgType.PONG, b"and now?", False)


async def test_what_a_silent_connection_swallowed_is_sent_again() -> None:
    async with desk() as at, at.connected() as first:
        await switch_on(at, "silence", times=1)
        await at.say("U0ALEX", "hello")
        await at.sleeping(3)
        async with at.connected() as second:
            await first.socket.close()
            envelope = await second.event()

    assert (envelope["retry_attempt"], envelope["retry_reason"]) == (1, "connection_closed")


async def test_a_connection_that_is_opened_later_is_struck_too() -> None:
    async with desk() as at:
        await switch_on(at, "disconnect", reason="refresh_requested", times=1)
        async with at.connected() as app:
            goodbye = await app.receive()

    assert goodbye["reason"] == "refresh_requested"


# --- tokens -----------------------------------------------------------------------------------------------------------


async def test_an_app_that_is_removed_is_told_so_and_refused_from_then_on() -> None:
    async with desk() as at, at.connected() as app:
        fault = await switch_on(at, "app_uninstalled")
        told = [(await app.event())["payload"]["event"] for _ in range(2)]
        refused = await at.api("auth.test")
        await at.say("U0ALEX", "is anybody there?")
        command = await at.control("POST", "commands", user="U0ALEX", channel="D0ALEX", command="/soul")
        await at.control("DELETE", "faults", id=fault)
        await at.say("U0ALEX", "and now?")
        heard = (await app.event())["payload"]["event"]["text"]
        fine = await at.api("auth.test")

    assert sorted(event["type"] for event in told) == ["app_uninstalled", "tokens_revoked"]
    assert (refused["error"], fine["ok"], heard) == ("account_inactive", True, "and now?")
    assert command == (
        502,
        {"error": "/soul failed: the bot answered with an error (app_uninstalled). Look at its log."},
    )


async def test_a_revoked_token_is_named_to_the_app_and_refused() -> None:
    async with desk() as at, at.connected() as app:
        await switch_on(at, "tokens_revoked")
        event = (await app.event())["payload"]["event"]
        refused = await at.api("auth.test")
        opened = await at.api("apps.connections.open", token=at.workspace.app_token)

    assert (event["type"], event["tokens"]) == ("tokens_revoked", {"oauth": [], "bot": ["U0MEMORYBOT"]})
    assert (refused["error"], opened["ok"]) == ("token_revoked", True)


async def test_a_token_that_is_revoked_in_one_workspace_is_good_in_another() -> None:
    async with desk(neighbours=[NORTH]) as at:
        await at.control("POST", "faults", kind="tokens_revoked")
        there = at.workspace.neighbours[0].keys.bot_token
        answers = [await at.api("auth.test", token=token) for token in (at.workspace.bot_token, there)]
        seen = await listed(at)

    assert [answer["ok"] for answer in answers] == [False, True]
    assert seen["faults"][0]["team"] == "T0LOCAL"


# --- choosing ---------------------------------------------------------------------------------------------------------


async def test_what_is_on_is_listed_with_what_is_left_of_it() -> None:
    async with desk() as at:
        await switch_on(at, "slow", method="auth.test", seconds=0, times=3)
        await at.api("auth.test")
        await switch_on(at, "late", chance=0.5)
        seen = await listed(at)

    assert seen["faults"] == [
        {
            "id": "F1",
            "kind": "slow",
            "method": "auth.test",
            "seconds": 0,
            "times_left": 2,
            "chance": 1,
            "struck": 1,
        },
        {"id": "F2", "kind": "late", "event": "", "seconds": 5.0, "times_left": None, "chance": 0.5, "struck": 0},
    ]
    assert seen["kinds"]["ratelimited"] == {"method": "", "retry_after": 1}
    assert "response_url" in seen["methods"]
    assert {"app_mention", "message"} <= set(seen["events"])
    assert "link_disabled" in seen["reasons"]


async def test_all_are_switched_off_at_once() -> None:
    async with desk() as at:
        await switch_on(at, "ratelimited")
        await switch_on(at, "drop")
        await at.control("DELETE", "faults")

        assert (await listed(at))["faults"] == []
        assert (await at.api("auth.test"))["ok"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        pytest.param({}, "'kind' is missing", id="no-kind"),
        pytest.param({"kind": "gremlins"}, "There is no kind 'gremlins' of fault. Use one of ratelimited,", id="kind"),
        pytest.param(
            {"kind": "drop", "method": "x"}, "'drop' has no 'method'. It takes times, chance, event.", id="knob"
        ),
        pytest.param({"kind": "cut", "method": "chat.shout"}, "no method 'chat.shout'", id="method"),
        pytest.param({"kind": "drop", "event": "<b>"}, "'<b>' is no type of event", id="event"),
        pytest.param({"kind": "drop", "event": "message.im"}, "'message.im' is no type of event", id="subscription"),
        pytest.param({"kind": "error", "error": "Not found!"}, "'Not found!' is no error code", id="error"),
        pytest.param({"kind": "disconnect", "reason": "bored"}, "no reason 'bored'. Use one of warning,", id="reason"),
        pytest.param({"kind": "cut", "after": "yes"}, "'after' is 'yes'. Send true or false.", id="after"),
        pytest.param({"kind": "slow", "seconds": -1}, "'seconds' is '-1'. Send a number from 0 to 3600.", id="seconds"),
        pytest.param({"kind": "server_error", "status": 404}, "'status' is '404'. Send a whole number", id="status"),
        pytest.param({"kind": "ratelimited", "retry_after": 1.5}, "'retry_after' is '1.5'", id="retry-after"),
        pytest.param({"kind": "cut", "times": 0}, "'times' is '0'. Send a whole number from 1", id="times"),
        pytest.param({"kind": "cut", "times": True}, "'times' is 'True'", id="times-as-flag"),
        pytest.param({"kind": "cut", "chance": 2}, "'chance' is '2'. Send a number from 0 to 1.", id="chance"),
        pytest.param({"kind": "cut", "chance": 0}, "'chance' is 0, so that it would never strike", id="never"),
        pytest.param({"kind": "tokens_revoked", "times": 1}, "lasts until it is switched off", id="tokens"),
        pytest.param(
            {"kind": "dead_stream", "method": "auth.test"},
            "'auth.test' is no call to a stream. Use one of chat.appendStream, chat.stopStream.",
            id="stream",
        ),
    ],
)
async def test_a_fault_that_cannot_be_is_refused_with_the_value(body: Json, told: str) -> None:
    async with desk() as at:
        status, answer = await at.control("POST", "faults", **body)
        seen = await listed(at)

    assert (status, seen["faults"]) == (400, [])
    assert told in answer["error"]


async def test_switching_off_what_is_not_on_is_refused() -> None:
    async with desk() as at:
        none = await at.control("DELETE", "faults", id="F7")
        await switch_on(at, "drop")
        other = await at.control("DELETE", "faults", id="F7")

    assert none == (404, {"error": "No fault 'F7' is switched on; there is none at all."})
    assert other == (404, {"error": "No fault 'F7' is switched on; there is F1."})


def test_a_fault_by_chance_strikes_about_as_often_as_it_is_likely() -> None:
    faults = Faults(dice=random.Random(3))
    faults.add(Cut(), chance=0.25)

    struck = sum(faults.strike(Cut, "auth.test") is not None for _ in range(1000))

    assert 200 < struck < 300
    assert faults.happened["cut"] == struck


def test_the_oldest_fault_of_a_sort_strikes_first() -> None:
    faults = Faults()
    faults.add(RateLimited(retry_after=1), times=1)
    faults.add(RateLimited(retry_after=2))
    faults.add(Slow())

    assert [faults.strike(RateLimited, "api.test") for _ in range(2)] == [
        RateLimited(retry_after=1),
        RateLimited(retry_after=2),
    ]
