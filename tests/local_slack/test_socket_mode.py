"""Socket Mode: tickets, envelopes, acknowledgements, redelivery, several connections, disconnects."""

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError, web

from bot.local_slack import socket_mode
from tests.local_slack.desk import Desk, desk, until


async def test_an_event_travels_in_an_envelope_and_is_acknowledged() -> None:
    async with desk() as at, at.connected() as app:
        ts = await at.say("U0ALEX", "hello")
        envelope = await app.event()

    assert (envelope["type"], envelope["accepts_response_payload"]) == ("events_api", False)
    assert (envelope["retry_attempt"], envelope["retry_reason"]) == (0, "")
    body, event = envelope["payload"], envelope["payload"]["event"]
    assert (body["type"], body["team_id"], body["api_app_id"]) == ("event_callback", "T0LOCAL", "A0MEMORYBOT")
    assert body["authorizations"][0]["user_id"] == "U0MEMORYBOT"
    assert (event["type"], event["text"], event["channel_type"]) == ("message", "hello", "im")
    assert event["ts"] == event["event_ts"] == ts


async def test_what_is_not_acknowledged_comes_three_more_times() -> None:
    async with desk() as at, at.connected() as app:
        await at.say("U0ALEX", "hello")
        deliveries = [await app.event(ack=False)]
        for wait in (None, 60, 300):
            await at.sleeping(3)
            at.clock.advance(3)
            if wait:
                await at.sleeping(wait)
                at.clock.advance(wait)
            deliveries.append(await app.event(ack=False))
        await at.sleeping(3)
        at.clock.advance(3)
        await until(lambda: not at.clock.waiting)

    assert [(each["retry_attempt"], each["retry_reason"]) for each in deliveries] == [
        (0, ""),
        (1, "timeout"),
        (2, "timeout"),
        (3, "timeout"),
    ]
    assert len({each["payload"]["event_id"] for each in deliveries}) == 1
    assert len({each["envelope_id"] for each in deliveries}) == 4


async def test_an_acknowledged_repetition_ends_it() -> None:
    async with desk() as at, at.connected() as app:
        await at.say("U0ALEX", "hello")
        await app.event(ack=False)
        await at.sleeping(3)
        at.clock.advance(3)
        await app.event()
        await until(lambda: not at.clock.waiting)


async def test_nothing_is_kept_while_nobody_is_connected() -> None:
    async with desk() as at:
        await at.say("U0ALEX", "lost")
        async with at.connected() as app:
            await at.say("U0ALEX", "found")
            envelope = await app.event()

    assert envelope["payload"]["event"]["text"] == "found"


async def test_what_a_lost_connection_did_not_acknowledge_comes_again() -> None:
    async with desk() as at:
        async with at.connected() as app:
            await at.say("U0ALEX", "hello")
            await app.event(ack=False)
        await at.sleeping(60)
        async with at.connected() as app:
            at.clock.advance(60)
            envelope = await app.event()

    assert (envelope["retry_attempt"], envelope["retry_reason"]) == (2, "not_connected")


async def test_payloads_take_turns_between_connections() -> None:
    async with desk() as at, at.connected() as first, at.connected() as second:
        for text in ("one", "two"):
            await at.say("U0ALEX", text)
        texts = {(await app.event())["payload"]["event"]["text"] for app in (first, second)}

    assert texts == {"one", "two"}


async def test_a_ticket_opens_one_connection_for_half_a_minute() -> None:
    async with desk() as at:
        opened = (await at.api("apps.connections.open", token=at.workspace.app_token))["url"]
        async with at.session.ws_connect(opened) as socket:
            assert (await socket.receive_json())["connection_info"] == {"app_id": "A0MEMORYBOT"}
        late = (await at.api("apps.connections.open", token=at.workspace.app_token))["url"]
        at.clock.advance(31)

        for address in (opened, late, f"{at.url}/socket"):
            with pytest.raises(WSServerHandshakeError, match="403"):
                await at.session.ws_connect(address)


async def test_the_eleventh_connection_is_one_too_many() -> None:
    async with desk() as at:
        sockets = [await connect(at) for _ in range(11)]
        said = [await socket.receive_json() for socket in sockets]
        last = await sockets[-1].receive()
        for socket in sockets:
            await socket.close()

    assert [each["type"] for each in said] == ["hello"] * 10 + ["disconnect"]
    assert [each["num_connections"] for each in said[:10]] == list(range(1, 11))
    assert (said[-1]["reason"], last.type) == ("too_many_websockets", WSMsgType.CLOSE)


async def connect(at: Desk):  # type: ignore[no-untyped-def]  # aiohttp names this type differently in each version
    opened = await at.api("apps.connections.open", token=at.workspace.app_token)
    return await at.session.ws_connect(opened["url"])


async def test_pings_come_back_with_what_they_said() -> None:
    async with desk() as at:
        opened = await at.api("apps.connections.open", token=at.workspace.app_token)
        async with at.session.ws_connect(opened["url"], autoping=False) as socket:
            await socket.receive_json()
            await socket.ping(b"sdk-ping-pong:1.5")
            pong = await socket.receive()

    assert (pong.type, pong.data) == (WSMsgType.PONG, b"sdk-ping-pong:1.5")


async def test_who_answers_no_ping_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_mode, "HEARTBEAT_SECONDS", 0.05)
    async with desk() as at:
        opened = await at.api("apps.connections.open", token=at.workspace.app_token)
        async with at.session.ws_connect(opened["url"], autoping=False) as socket:
            await socket.receive_json()
            ping, end = await socket.receive(), await socket.receive()

    assert (ping.type, end.type) == (WSMsgType.PING, WSMsgType.CLOSE)


async def test_who_answers_pings_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_mode, "HEARTBEAT_SECONDS", 0.5)
    async with desk() as at:
        opened = await at.api("apps.connections.open", token=at.workspace.app_token)
        async with at.session.ws_connect(opened["url"], autoping=False) as socket:
            await socket.receive_json()
            frames = []
            for _ in range(2):
                frames.append((await socket.receive()).type)
                await socket.pong()

    assert frames == [WSMsgType.PING] * 2


async def test_nonsense_instead_of_an_acknowledgement_is_passed_over() -> None:
    async with desk() as at, at.connected() as app:
        await at.say("U0ALEX", "hello")
        envelope = await app.event(ack=False)
        for nonsense in ("{", "[]", '{"envelope_id": 7}', '{"envelope_id": "other"}'):
            await app.socket.send_str(nonsense)
        await app.socket.send_bytes(b"\x00")
        await app.ack(envelope)
        await app.ack(envelope)
        await until(lambda: not at.clock.waiting)

        await at.say("U0ALEX", "still here")
        assert (await app.event())["payload"]["event"]["text"] == "still here"


async def test_a_connection_that_breaks_while_it_is_written_to_counts_as_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    async with desk() as at, at.connected():

        async def broken(*_: object) -> None:
            raise ConnectionResetError("Cannot write to closing transport")

        monkeypatch.setattr(web.WebSocketResponse, "send_json", broken)
        status, answer = await at.control("POST", "commands", user="U0ALEX", channel="D0ALEX", command="/soul")

    assert (status, "connection_closed" in answer["error"]) == (502, True)


async def test_the_page_is_told_whether_the_app_is_connected() -> None:
    async with desk() as at, at.session.ws_connect(f"{at.url}/_control/ws") as page:
        assert await page.receive_json() == {"type": "hello"}
        before = (await at.state())["bot_connected"]
        async with at.connected():
            during = await page.receive_json()
        after = await page.receive_json()

    assert before is False
    assert [during, after] == [
        {"type": "bot_connected", "bot_connected": True},
        {"type": "bot_connected", "bot_connected": False},
    ]
