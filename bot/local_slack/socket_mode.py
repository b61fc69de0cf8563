"""Socket Mode: the app opens WebSockets to us, and each payload goes through one of them as an envelope."""

import asyncio
import json
import secrets
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMessage, WSMsgType, web

from bot.local_slack.clock import Clock, within
from bot.local_slack.delivery import ACK_SECONDS, NOT_CONNECTED, Answer, Envelope
from bot.local_slack.faults import LASTING, Broken, Disconnected, Faults, OfSockets, Silent

MOST_CONNECTIONS = 10
"""Connections an app may have open."""

TICKET_SECONDS = 30.0
"""How long an address from `apps.connections.open` can be used, once."""

HEARTBEAT_SECONDS = 30.0
"""How long after a ping its answer is looked for, and the next one sent."""

_HOST = "applink-local"
_CONNECTION_SECONDS = 18_060
_CLOSE_SECONDS = 1.0
_WARNING_SECONDS = 10.0
_LOST = Answer(ok=False, reason="connection_closed")
_TIMEOUT = Answer(ok=False, reason="timeout")


@dataclass(slots=True, eq=False)
class _Line:
    """One open connection, what waits for an acknowledgement through it, and whether the app was heard of late."""

    socket: web.WebSocketResponse
    request: web.Request
    waiting: dict[str, asyncio.Future[Answer]] = field(default_factory=dict)
    is_silent: bool = False
    is_alive: bool = True
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def say(self, what: dict[str, Any]) -> None:
        if not self.is_silent:
            await self.socket.send_json(what)

    def hear(self, text: str) -> None:
        try:
            ack = json.loads(text)
        except ValueError:
            return
        if isinstance(ack, dict) and isinstance(ack.get("envelope_id"), str):
            future = self.waiting.get(ack["envelope_id"])
            if future and not future.done():
                future.set_result(Answer(ok=True, payload=ack.get("payload")))

    async def keep_alive(self) -> None:
        """Ping now and then; close a connection at the other end of which nobody answers."""
        await asyncio.sleep(HEARTBEAT_SECONDS)
        while self.is_alive or self.is_silent:
            if not self.is_silent:
                self.is_alive = False
                await self.socket.ping()
            await asyncio.sleep(HEARTBEAT_SECONDS)
        await self.socket.close()

    def end(self) -> None:
        """Give up what waits."""
        for task in self.tasks:
            task.cancel()
        for future in self.waiting.values():
            if not future.done():
                future.set_result(_LOST)


class SocketMode:
    """The open connections of the app. Faults strike those that are open, and those that are opened."""

    def __init__(
        self,
        clock: Clock,
        *,
        app_id: str,
        faults: Faults | None = None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self._clock, self._app_id, self._on_change = clock, app_id, on_change
        self._faults = faults or Faults()
        self._tickets: dict[str, float] = {}
        self._lines: list[_Line] = []
        self._turn = 0

    @property
    def is_connected(self) -> bool:
        """Whether at least one connection is open."""
        return bool(self._lines)

    def ticket(self) -> str:
        """Return a ticket that opens one connection."""
        ticket = str(uuid.uuid4())
        self._tickets[ticket] = self._clock.now() + TICKET_SECONDS
        return ticket

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it is closed."""
        expires = self._tickets.pop(request.query.get("ticket", ""), 0.0)
        if expires < self._clock.now():
            return web.json_response({"error": "The ticket is used or expired: call apps.connections.open"}, status=403)
        socket = web.WebSocketResponse(autoping=False, timeout=_CLOSE_SECONDS)
        await socket.prepare(request)
        line = _Line(socket, request)
        fault = self._faults.strike(OfSockets)
        if len(self._lines) >= MOST_CONNECTIONS:
            fault = Disconnected(reason="too_many_websockets")
        if isinstance(fault, Disconnected) and fault.reason in LASTING:
            await self._say_goodbye(line, fault.reason)
            return socket
        self._lines.append(line)
        try:
            await line.say(self._hello())
            self._on_change()
            line.tasks.append(asyncio.create_task(line.keep_alive()))
            await self._afflict(line, fault)
            async for message in socket:
                await _take(line, message)
        finally:
            self._lines.remove(line)
            line.end()
            self._on_change()
        return socket

    async def send(self, envelope: Envelope) -> Answer:
        """Deliver through one of the connections, in turn, and wait for the acknowledgement."""
        if not self._lines:
            return NOT_CONNECTED
        self._turn += 1
        line = self._lines[self._turn % len(self._lines)]
        envelope_id = str(uuid.uuid4())
        acknowledged: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        line.waiting[envelope_id] = acknowledged
        try:
            await line.say(_wire(envelope, envelope_id))
            return await within(self._clock, ACK_SECONDS, acknowledged)
        except TimeoutError:
            return _TIMEOUT
        except ConnectionError:
            return _LOST
        finally:
            line.waiting.pop(envelope_id, None)

    async def strike(self) -> None:
        """Let the faults that are switched on strike the connections that are open."""
        for line in list(self._lines):
            await self._afflict(line, self._faults.strike(OfSockets))

    def speak_again(self) -> None:
        """End the silence of every connection."""
        for line in self._lines:
            line.is_silent = False

    async def close(self) -> None:
        """Close every connection without a word, as when the machine goes away."""
        await asyncio.gather(*(line.socket.close() for line in list(self._lines)))

    async def _afflict(self, line: _Line, fault: OfSockets | None) -> None:
        match fault:
            case Silent():
                line.is_silent = True
            case Broken() if line.request.transport is not None:
                line.request.transport.abort()
            case Disconnected(reason=reason):
                await self._say_goodbye(line, reason)

    async def _say_goodbye(self, line: _Line, reason: str) -> None:
        """Tell an app to go; one that is only warned has a while for it."""
        await line.say({"type": "disconnect", "reason": reason, "debug_info": {"host": _HOST}})
        if reason == "warning":
            line.tasks.append(asyncio.create_task(self._close_later(line)))
        else:
            await line.socket.close()

    async def _close_later(self, line: _Line) -> None:
        await self._clock.sleep(_WARNING_SECONDS)
        await line.socket.close()

    def _hello(self) -> dict[str, Any]:
        return {
            "type": "hello",
            "num_connections": len(self._lines),
            "debug_info": {
                "host": _HOST,
                "build_number": 1,
                "approximate_connection_time": _CONNECTION_SECONDS,
            },
            "connection_info": {"app_id": self._app_id},
        }


async def _take(line: _Line, message: WSMessage) -> None:
    if line.is_silent:
        return
    line.is_alive = True
    if message.type is WSMsgType.PING:
        await line.socket.pong(message.data)
    elif message.type is WSMsgType.TEXT:
        line.hear(message.data)


def _wire(envelope: Envelope, envelope_id: str) -> dict[str, Any]:
    wire: dict[str, Any] = {
        "envelope_id": envelope_id,
        "payload": envelope.payload,
        "type": envelope.kind,
        "accepts_response_payload": envelope.kind != "events_api",
    }
    if envelope.kind == "events_api":
        wire |= {"retry_attempt": envelope.retry_attempt, "retry_reason": envelope.retry_reason}
    return wire


def new_secret(prefix: str = "") -> str:
    """Return a random secret for this run."""
    return prefix + secrets.token_hex(16)
