"""Connections to Slack: several at once, replaced before they go, watched for signs of life."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import WSMsgType, web
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import SlackRefusedError
from bot.metrics import Metrics
from bot.slack import sockets
from bot.slack.sockets import Sockets

PATIENCE = 20
Json = dict[str, Any]


class Slack:
    """What Slack's side of Socket Mode does, one line at a time; each connection waits for what a test has it do."""

    def __init__(self) -> None:
        self.url = ""
        self.refusal = ""
        self.connections: list[web.WebSocketResponse] = []
        self.acknowledged: list[tuple[int, str]] = []
        self.first_words: list[Json | None] = []
        self.opened = 0
        self._news = asyncio.Event()

    async def open(self, request: web.Request) -> web.Response:
        self.opened += 1
        if self.refusal:
            return web.json_response({"ok": False, "error": self.refusal})
        return web.json_response({"ok": True, "url": f"{self.url}/socket".replace("http", "ws", 1)})

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoping=False)
        await socket.prepare(request)
        number = len(self.connections)
        self.connections.append(socket)
        self._news.set()
        first = self.first_words.pop(0) if self.first_words else {"type": "hello"}
        if first is None:
            await socket.close()
            return socket
        await socket.send_json(first)
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                self.acknowledged.append((number, json.loads(message.data)["envelope_id"]))
                self._news.set()
        self._news.set()
        return socket

    async def send(self, number: int, **told: Any) -> None:
        await self.connections[number].send_json(told)

    async def event(self, number: int, envelope_id: str) -> None:
        event = {"type": "message", "text": "hi", "channel": "D1", "user": "U1", "ts": "1.0", "channel_type": "im"}
        body = {"type": "event_callback", "team_id": "T1", "event": event}
        await self.send(
            number, type="events_api", envelope_id=envelope_id, payload=body, accepts_response_payload=False
        )

    async def until(self, reached: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not reached():
                self._news.clear()
                await self._news.wait()


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    slack, app = Slack(), web.Application()
    app.router.add_post("/api/apps.connections.open", slack.open)
    app.router.add_get("/socket", slack.socket)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    slack.url = site.name
    host, port = runner.addresses[0][:2]
    slack.url = f"http://{host}:{port}"
    yield slack
    await runner.cleanup()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be waited for."""
    for pause in ("FIRST_PAUSE", "LONGEST_PAUSE", "UNWANTED_PAUSE"):
        monkeypatch.setattr(sockets, pause, 0.0)


async def _authorized(**_: Any) -> Any:
    from slack_bolt.authorization import AuthorizeResult

    return AuthorizeResult(enterprise_id=None, team_id="T1", bot_token="xoxb-1", bot_user_id="UBOT", bot_id="B1")


def app_for(slack: Slack) -> AsyncApp:
    client = AsyncWebClient(base_url=f"{slack.url}/api/")
    client.proxy = None
    return AsyncApp(client=client, signing_secret="s", authorize=_authorized)


@asynccontextmanager
async def connected(
    slack: Slack, app: AsyncApp | None = None, *, count: int = 1, silence: float = 60.0
) -> AsyncIterator[tuple[Sockets, Metrics]]:
    metrics = Metrics()
    async with Sockets(app or app_for(slack), "xapp-1", metrics, count=count, silence=silence) as open_sockets:
        await slack.until(lambda: len(slack.connections) >= count)
        yield open_sockets, metrics


def ends(metrics: Metrics, why: str) -> float:
    return float(metrics.socket_ends.labels(why)._value.get())


async def test_what_comes_is_acknowledged_on_the_connection_that_brought_it(slack: Slack) -> None:
    app, heard = app_for(slack), []

    async def take(event: Json) -> None:
        heard.append(event["text"])

    app.event("message")(take)
    async with connected(slack, app, count=2):
        await slack.event(0, "E0")
        await slack.event(1, "E1")
        await slack.until(lambda: len(slack.acknowledged) == 2)

    assert sorted(slack.acknowledged) == [(0, "E0"), (1, "E1")]
    assert heard == ["hi", "hi"]


@pytest.mark.parametrize("reason", ["refresh_requested", "warning", "never heard of"])
async def test_a_connection_that_slack_wants_back_is_read_until_the_next_one_is_there(
    slack: Slack, reason: str
) -> None:
    app = app_for(slack)
    app.event("message")(_nothing)
    async with connected(slack, app) as (_, metrics):
        await slack.send(0, type="disconnect", reason=reason)
        await slack.event(0, "E-after-the-goodbye")
        await slack.until(lambda: len(slack.connections) == 2 and slack.connections[0].closed)
        await slack.event(1, "E-on-the-next")
        await slack.until(lambda: len(slack.acknowledged) == 2)

    assert {envelope for _, envelope in slack.acknowledged} == {"E-after-the-goodbye", "E-on-the-next"}
    assert ends(metrics, reason if reason != "never heard of" else "other") == 1


async def _nothing(event: Json) -> None:
    pass


async def test_a_connection_that_gives_no_sign_of_life_is_replaced(
    slack: Slack, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.slack.sockets")
    async with connected(slack, silence=0.15) as (_, metrics):  # the server answers no pings
        await slack.until(lambda: len(slack.connections) >= 3)

    assert ends(metrics, "silent") >= 2
    assert "A connection to Slack is being replaced: silent." in caplog.text


async def test_a_connection_that_breaks_is_replaced(slack: Slack) -> None:
    async with connected(slack) as (_, metrics):
        await slack.connections[0].close()
        await slack.until(lambda: len(slack.connections) == 2)

    assert ends(metrics, "closed") == 1


@pytest.mark.usefixtures("quick")
async def test_one_that_opens_without_a_hello_is_tried_again(slack: Slack) -> None:
    slack.first_words = [None, {"type": "other"}]
    async with connected(slack) as (_, metrics):
        await slack.until(lambda: len(slack.connections) == 3)

    assert ends(metrics, "failed") == 2
    assert slack.opened == 1 + 3, "each try asks for an address of its own"


@pytest.mark.usefixtures("quick")
async def test_a_hello_that_never_comes_is_not_waited_for(slack: Slack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_SECONDS", 0.05)
    slack.first_words = [{"type": "events_api"}]
    async with connected(slack):
        await slack.until(lambda: len(slack.connections) == 2)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("reason", ["too_many_websockets", "link_disabled"])
async def test_it_says_what_to_do_when_slack_wants_no_connection(
    slack: Slack, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    slack.first_words = [{"type": "disconnect", "reason": reason}]
    async with connected(slack) as (_, metrics):
        await slack.until(lambda: len(slack.connections) == 2)
        await slack.until(lambda: slack.connections[0].closed)
        await slack.send(1, type="disconnect", reason=reason)
        await slack.until(lambda: len(slack.connections) == 3)

    assert ends(metrics, reason) == 2
    assert "Slack wants no connection: " in caplog.text


async def test_a_refused_token_is_named_at_once(slack: Slack) -> None:
    slack.refusal = "invalid_auth"

    with pytest.raises(SlackRefusedError, match="SLACK_APP_TOKEN: invalid_auth"):
        async with connected(slack):
            pass


async def test_stopping_finishes_what_has_come_and_opens_nothing_more(slack: Slack) -> None:
    app, released, begun = app_for(slack), asyncio.Event(), asyncio.Event()

    async def hold(next: Callable[[], Any]) -> None:
        begun.set()
        await released.wait()
        await next()

    app.event("message", middleware=[hold])(_nothing)
    async with connected(slack, app) as (open_sockets, metrics):
        await slack.event(0, "E1")
        await begun.wait()
        stopping = asyncio.create_task(open_sockets.stop_taking())
        released.set()
        await stopping

    await slack.until(lambda: slack.acknowledged == [(0, "E1")])
    assert len(slack.connections) == 1
    assert metrics.sockets._value.get() == 0


async def test_an_acknowledgement_takes_another_way_when_its_own_is_closed(
    slack: Slack, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.slack.sockets")
    app, released, begun = app_for(slack), asyncio.Event(), asyncio.Event()

    async def hold(next: Callable[[], Any]) -> None:
        begun.set()
        await released.wait()
        await next()

    app.event("message", middleware=[hold])(_nothing)
    async with connected(slack, app, count=2):
        await slack.event(0, "E1")
        await begun.wait()
        await slack.connections[0].close()
        await slack.until(lambda: len(slack.connections) == 3)
        released.set()
        await slack.until(lambda: bool(slack.acknowledged))

    assert slack.acknowledged[0][0] in {1, 2}


async def test_nonsense_and_failures_end_no_connection(slack: Slack, caplog: pytest.LogCaptureFixture) -> None:
    app = app_for(slack)

    async def fail(body: Json, next: Callable[[], Any]) -> None:
        if body["event"]["ts"] == "1.0" and not failed:
            failed.append(True)
            raise RuntimeError("secret words")
        await next()

    failed: list[bool] = []
    app.event("message", middleware=[fail])(_nothing)
    async with connected(slack, app):
        await slack.connections[0].send_str("not json")
        await slack.send(0, type="something new")
        await slack.event(0, "E1")
        await slack.event(0, "E2")
        await slack.until(lambda: bool(slack.acknowledged))

    assert slack.acknowledged == [(0, "E2")]
    assert "not JSON" in caplog.text
