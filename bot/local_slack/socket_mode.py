"""Socket Mode: the app opens WebSockets to us, and each payload goes through one of them as an envelope."""

import asyncio
import json
import secrets
import uuid
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from bot.local_slack.clock import Clock, within
from bot.local_slack.delivery import ACK_SECONDS, NOT_CONNECTED, Answer, Envelope

MOST_CONNECTIONS = 10
"""Connections an app may have open."""

TICKET_SECONDS = 30.0
"""How long an address from `apps.connections.open` can be used, once."""

_HOST = "applink-local"
_CONNECTION_SECONDS = 18_060
_HEARTBEAT_SECONDS = 30.0
_CLOSE_SECONDS = 1.0
_LOST = Answer(ok=False, reason="connection_closed")
_TIMEOUT = Answer(ok=False, reason="timeout")


class SocketMode:
    """The open connections of the app, and what waits for an acknowledgement through each of them."""

    def __init__(self, clock: Clock, *, app_id: str, on_change: Callable[[], None] = lambda: None) -> None:
        self._clock, self._app_id, self._on_change = clock, app_id, on_change
        self._tickets: dict[str, float] = {}
        self._waiting: dict[web.WebSocketResponse, dict[str, asyncio.Future[Answer]]] = {}
        self._turn = 0

    @property
    def is_connected(self) -> bool:
        """Whether at least one connection is open."""
        return bool(self._waiting)

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
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT_SECONDS, timeout=_CLOSE_SECONDS)
        await socket.prepare(request)
        if len(self._waiting) >= MOST_CONNECTIONS:
            await self._say_goodbye(socket, "too_many_websockets")
            return socket
        self._waiting[socket] = {}
        try:
            await socket.send_json(self._hello())
            self._on_change()
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._acknowledge(socket, message.data)
        finally:
            self._forget(socket)
        return socket

    async def send(self, envelope: Envelope) -> Answer:
        """Deliver through one of the connections, in turn, and wait for the acknowledgement."""
        if not self._waiting:
            return NOT_CONNECTED
        self._turn += 1
        socket = list(self._waiting)[self._turn % len(self._waiting)]
        envelope_id = str(uuid.uuid4())
        acknowledged: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[socket][envelope_id] = acknowledged
        try:
            await socket.send_json(_wire(envelope, envelope_id))
            return await within(self._clock, ACK_SECONDS, acknowledged)
        except TimeoutError:
            return _TIMEOUT
        except ConnectionError:
            return _LOST
        finally:
            self._waiting.get(socket, {}).pop(envelope_id, None)

    async def disconnect(self, reason: str) -> None:
        """Tell every connection to go, with one of Slack's reasons: warning, refresh_requested, link_disabled."""
        for socket in list(self._waiting):
            await self._say_goodbye(socket, reason)

    async def close(self) -> None:
        """Close every connection without a word, as when the machine goes away."""
        await asyncio.gather(*(socket.close() for socket in list(self._waiting)))

    async def _say_goodbye(self, socket: web.WebSocketResponse, reason: str) -> None:
        await socket.send_json({"type": "disconnect", "reason": reason, "debug_info": {"host": _HOST}})
        await socket.close()

    def _hello(self) -> dict[str, Any]:
        return {
            "type": "hello",
            "num_connections": len(self._waiting),
            "debug_info": {
                "host": _HOST,
                "build_number": 1,
                "approximate_connection_time": _CONNECTION_SECONDS,
            },
            "connection_info": {"app_id": self._app_id},
        }

    def _acknowledge(self, socket: web.WebSocketResponse, text: str) -> None:
        try:
            ack = json.loads(text)
        except ValueError:
            return
        if isinstance(ack, dict) and isinstance(ack.get("envelope_id"), str):
            future = self._waiting[socket].get(ack["envelope_id"])
            if future and not future.done():
                future.set_result(Answer(ok=True, payload=ack.get("payload")))

    def _forget(self, socket: web.WebSocketResponse) -> None:
        for future in self._waiting.pop(socket, {}).values():
            if not future.done():
                future.set_result(_LOST)
        self._on_change()


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
