"""The Events API over HTTP: the challenge, signatures, encodings, retries, and losing the app."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import parse_qs

import pytest
from aiohttp import web
from slack_sdk.signature import Clock, SignatureVerifier

from bot.local_slack.clock import ManualClock
from bot.local_slack.delivery import Envelope
from bot.local_slack.http_events import HttpEvents, signature
from tests.local_slack.desk import Desk, desk, until

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class App:
    """An app behind a URL: answers the challenge, keeps the other requests, answers those as told."""

    def __init__(self) -> None:
        self.requests: list[tuple[dict[str, str], str]] = []
        self.answers: list[web.Response | Handler] = []
        self.knows_challenges = True

    async def handle(self, request: web.Request) -> web.StreamResponse:
        body = await request.text()
        if request.content_type == "application/json" and json.loads(body)["type"] == "url_verification":
            challenge = json.loads(body)["challenge"] if self.knows_challenges else "what?"
            return web.json_response({"challenge": challenge})
        self.requests.append((dict(request.headers), body))
        answer = self.answers.pop(0) if self.answers else web.Response()
        return answer if isinstance(answer, web.StreamResponse) else await answer(request)


@asynccontextmanager
async def serving(app: App, port: int = 0) -> AsyncIterator[str]:
    server = web.Application()
    server.router.add_post("/slack/events", app.handle)
    runner = web.AppRunner(server, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def behind(app: App) -> AsyncIterator[Desk]:
    """Run a workspace whose app is reached over HTTP and has answered the challenge."""
    async with serving(app) as url, desk(request_url=url, signing_secret=SECRET) as at:
        await connected(at)
        yield at


async def connected(at: Desk) -> None:
    await until(lambda: at.workspace.workspace.outbox.transport.is_connected)


async def arrived(app: App, count: int) -> None:
    await until(lambda: len(app.requests) == count)


def test_a_signature_is_made_as_slack_documents_it() -> None:
    body = (
        b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
        b"&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
        b"&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554"
        b"%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
    )

    made = signature(SECRET, "1531420618", body)

    assert made == "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"


async def test_events_are_signed_json() -> None:
    app = App()
    async with behind(app) as at:
        await at.say("U0ALEX", "hello")
        await arrived(app, 1)
        now = at.clock.now()

    class Still(Clock):
        def now(self) -> float:
            return now

    headers, body = app.requests[0]
    assert headers["Content-Type"] == "application/json"
    assert json.loads(body)["event"]["text"] == "hello"
    assert SignatureVerifier(SECRET, clock=Still()).is_valid_request(body, headers)
    assert "X-Slack-Retry-Num" not in headers


async def test_commands_and_clicks_are_signed_forms() -> None:
    app = App()
    app.answers = [web.Response(text="Yours"), web.json_response({"text": "Mine"}), web.Response()]
    row = {"type": "actions", "block_id": "b"}
    button = {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
    async with behind(app) as at:
        await at.say("U0ALEX", "/memory list", channel="C0GENERAL")
        await at.say("U0ALEX", "/soul", channel="C0GENERAL")
        ts = (
            await at.api(
                "chat.postEphemeral", channel="C0GENERAL", user="U0ALEX", blocks=[{**row, "elements": [button]}]
            )
        )["message_ts"]
        click = {"user": "U0ALEX", "channel": "C0GENERAL", "message_ts": ts, "block_id": "b", "action_id": "go"}
        status, _ = await at.control("POST", "actions", **click)
        shown = await at.messages("C0GENERAL")

    command = {name: values[0] for name, values in parse_qs(app.requests[0][1], keep_blank_values=True).items()}
    assert (command["command"], command["text"], command["is_enterprise_install"]) == ("/memory", "list", "false")
    payload = json.loads(parse_qs(app.requests[2][1])["payload"][0])
    assert (status, payload["type"], payload["container"]["is_ephemeral"]) == (200, "block_actions", True)
    assert [message["text"] for message in shown] == ["Yours", "Mine", ""]


async def test_what_fails_is_sent_again_and_says_why() -> None:
    app = App()

    async def redirect(request: web.Request) -> web.Response:
        return web.Response(status=307, headers={"Location": "/slack/events"})

    app.answers = [web.Response(status=500), web.Response(status=404), redirect, redirect, redirect]
    async with behind(app) as at:
        await at.say("U0ALEX", "hello")
        await arrived(app, 2)
        await at.sleeping(60)
        at.clock.advance(60)
        await arrived(app, 5)
        await at.sleeping(300)
        at.clock.advance(300)
        await arrived(app, 6)
        await until(lambda: not at.clock.waiting)

    retries = [
        (headers.get("X-Slack-Retry-Num"), headers.get("X-Slack-Retry-Reason"))
        for headers, _ in (app.requests[0], app.requests[1], app.requests[2], app.requests[5])
    ]
    assert retries == [(None, None), ("1", "http_error"), ("2", "http_error"), ("3", "too_many_redirects")]


async def test_an_app_may_ask_not_to_be_asked_again() -> None:
    app = App()
    app.answers = [web.Response(status=500, headers={"X-Slack-No-Retry": "1"})]
    async with behind(app) as at:
        await at.say("U0ALEX", "one")
        await arrived(app, 1)
        await until(lambda: not at.clock.waiting)
        await at.say("U0ALEX", "two")
        await arrived(app, 2)

    assert json.loads(app.requests[1][1])["event"]["text"] == "two"


async def test_an_app_that_is_slow_is_asked_again() -> None:
    app = App()

    async def never(request: web.Request) -> web.Response:
        await ManualClock().sleep(1)
        raise AssertionError("unreachable")

    app.answers = [never]
    async with behind(app) as at:
        await at.say("U0ALEX", "hello")
        await arrived(app, 1)
        await at.sleeping(3)
        at.clock.advance(3)
        await arrived(app, 2)

    assert app.requests[1][0]["X-Slack-Retry-Reason"] == "http_timeout"


async def test_the_workspace_waits_for_an_app_that_is_not_there_yet() -> None:
    app = App()
    async with serving(app) as url:
        pass
    async with desk(request_url=url) as at:
        await at.sleeping(0.2)
        assert not (await at.state())["bot_connected"]


async def test_a_wrong_challenge_is_no_connection() -> None:
    app = App()
    app.knows_challenges = False
    async with serving(app) as url, desk(request_url=url) as at:
        await at.sleeping(0.2)
        assert not (await at.state())["bot_connected"]
        app.knows_challenges = True
        at.clock.advance(0.2)
        await connected(at)


async def test_an_app_that_goes_away_is_found_again() -> None:
    app = App()
    async with serving(app) as url, desk(request_url=url) as at:
        await connected(at)
    port = int(url.split(":")[2].split("/")[0])

    async with desk(request_url=url) as at:
        transport = at.workspace.workspace.outbox.transport
        await at.sleeping(0.2)
        async with serving(app, port):
            at.clock.advance(0.2)
            await connected(at)
        await at.say("U0ALEX", "lost")
        await at.say("U0ALEX", "lost as well")
        await until(lambda: not transport.is_connected)
        await at.sleeping(60)
        await at.sleeping(0.2)
        async with serving(app, port):
            at.clock.advance(0.2)
            await connected(at)
            status, _ = await at.control("POST", "commands", user="U0ALEX", channel="D0ALEX", command="/soul")

    assert status == 200


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Length: nonsense\r\n\r\n", "unknown_error", id="no-http"),
        pytest.param(b"", "connection_failed", id="hung-up"),
    ],
)
async def test_an_odd_answer_is_a_failure(raw: bytes, reason: str) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(raw)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        events = HttpEvents(f"http://127.0.0.1:{port}/", secret=SECRET, token="t", clock=ManualClock())
        result = await events.send(Envelope(kind="events_api", payload={}))
        await events.close()

    assert (result.ok, result.reason) == (False, reason)


async def test_no_certificate_no_delivery() -> None:
    app = App()
    async with serving(app) as url:
        events = HttpEvents(url.replace("http:", "https:"), secret=SECRET, token="t", clock=ManualClock())
        result = await events.send(Envelope(kind="events_api", payload={}))
        await events.close()

    assert (result.ok, result.reason) == (False, "ssl_error")


async def test_an_answer_that_is_not_the_json_it_says_is_taken_as_text() -> None:
    app = App()
    app.answers = [web.Response(text="plain words", content_type="application/json")]
    async with behind(app) as at:
        await at.say("U0ALEX", "/soul")
        shown = await at.messages("D0ALEX")

    assert [message["text"] for message in shown] == ["plain words"]
