"""Everything that can go wrong between Slack and the bot, at random, while people talk: an unruly network and service.

Payloads come late, swapped and twice; sockets break, or stay open and say nothing more; calls are refused for a while,
fail before or after they are carried out, or their answer gets lost. Slack's own patience, which is minutes, is
shortened: what is not acknowledged is sent again at once.
"""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace

import aiohttp
from aiohttp import WSMsgType, web

from bot.local_slack.delivery import Answer, Envelope, Transport

LONGEST_DELAY = 0.3
"""Seconds by which a payload may be late, enough for another to overtake it."""


@dataclass(slots=True)
class Storm:
    """How likely what is, from 0.0 to 1.0: of a payload, of a call, and of a socket each time one is looked at.

    Nothing happens before it `is_on`; `happened` counts what did.
    """

    chance: random.Random
    twice: float = 0.2
    limited: float = 0.05
    broken_before: float = 0.05
    broken_after: float = 0.05
    lost: float = 0.05
    socket: float = 0.3
    is_on: bool = False
    happened: dict[str, int] = field(default_factory=dict)

    def strikes(self, what: str) -> bool:
        """Return whether something happens now, and count it."""
        if not self.is_on or self.chance.random() >= getattr(self, what):
            return False
        self.happened[what] = self.happened.get(what, 0) + 1
        return True


class Unruly:
    """A transport that brings payloads late and twice, and again until they are acknowledged."""

    def __init__(self, transport: Transport, storm: Storm) -> None:
        self._transport, self._storm = transport, storm

    @property
    def is_connected(self) -> bool:
        return self._transport.is_connected

    async def send(self, envelope: Envelope) -> Answer:
        await asyncio.sleep(self._storm.chance.uniform(0, LONGEST_DELAY))
        again = replace(envelope, retry_attempt=1, retry_reason="timeout")
        if self._storm.strikes("twice"):
            await asyncio.gather(self._transport.send(envelope), self._transport.send(again))
        answer = await self._transport.send(envelope)
        while not answer.ok:
            await asyncio.sleep(0.05)
            answer = await self._transport.send(again)
        return answer


class Weather:
    """A server in front of the workspace, which the bot takes for Slack."""

    def __init__(self, slack: str, storm: Storm, session: aiohttp.ClientSession) -> None:
        self._slack, self._storm, self._session = slack, storm, session
        self._sockets: set[web.WebSocketResponse] = set()
        self._silent: set[web.WebSocketResponse] = set()
        self.url = ""

    async def call(self, request: web.Request) -> web.StreamResponse:
        """Pass a call on, or not."""
        if self._storm.strikes("limited"):
            return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers={"Retry-After": "1"})
        if self._storm.strikes("broken_before"):
            return web.json_response({"ok": False, "error": "internal_error"}, status=500)
        kept = {name: value for name, value in request.headers.items() if name in {"Authorization", "Content-Type"}}
        async with self._session.request(
            request.method, f"{self._slack}{request.rel_url}", data=await request.read(), headers=kept
        ) as answer:
            text = (await answer.text()).replace(f"{self._slack.replace('http', 'ws', 1)}/", f"{self._ws}/")
            if self._storm.strikes("broken_after"):
                return web.Response(text="<html>Bad gateway</html>", content_type="text/html", status=502)
            if self._storm.strikes("lost"):
                assert request.transport is not None
                request.transport.abort()
            return web.Response(text=text, status=answer.status, content_type=answer.content_type)

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        """Pass a socket on, both ways."""
        async with self._session.ws_connect(f"{self._slack}{request.rel_url}") as slack:
            bot = web.WebSocketResponse(autoping=False)
            await bot.prepare(request)
            self._sockets.add(bot)
            back = asyncio.create_task(self._hear(bot, slack))
            async for message in slack:
                if bot not in self._silent:
                    with suppress(ConnectionError):
                        await bot.send_str(message.data)
            back.cancel()
            self._sockets.discard(bot)
        return bot

    async def strike(self) -> None:
        """Break a socket now and then, or let it fall silent; never ends."""
        while True:
            await asyncio.sleep(0.25)
            for number, socket in enumerate(list(self._sockets)):
                if self._storm.strikes("socket"):
                    if number % 2 and socket not in self._silent:
                        self._silent.add(socket)
                    else:
                        await socket.close()

    @property
    def _ws(self) -> str:
        return self.url.replace("http", "ws", 1)

    async def _hear(self, bot: web.WebSocketResponse, slack: aiohttp.ClientWebSocketResponse) -> None:
        async for message in bot:
            if bot in self._silent:
                continue
            if message.type is WSMsgType.PING:
                await bot.pong(message.data)
            elif message.type is WSMsgType.TEXT:
                await slack.send_str(message.data)
        await slack.close()


@asynccontextmanager
async def weather(slack: str, storm: Storm) -> AsyncIterator[str]:
    """Let the storm go on for as long as the body runs; return the address to use in place of the workspace's."""
    async with aiohttp.ClientSession() as session:
        front, app = Weather(slack, storm, session), web.Application()
        app.router.add_route("*", "/api/{method}", front.call)
        app.router.add_get("/socket", front.socket)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        front.url = "http://{}:{}".format(*runner.addresses[0][:2])
        striking = asyncio.create_task(front.strike())
        try:
            yield front.url
        finally:
            striking.cancel()
            await runner.cleanup()
