"""Socket Mode: several connections to Slack, each watched for signs of life and replaced before it goes.

The SDK's own client has one connection, closes it before it opens the next, and after a failure tries an address again
that Slack takes only once. Here a connection that Slack wants back is read until its successor has said hello, a dead
one is noticed by its silence, and what fails is tried anew from the beginning, ever more slowly.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Self

import aiohttp
from aiohttp import ClientWebSocketResponse, ClientWSTimeout, WSMsgType
from slack_bolt.adapter.socket_mode.async_internals import run_async_bolt_app, send_async_response
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse

from bot.errors import SlackRefusedError, outline
from bot.metrics import Metrics

_LOG = logging.getLogger(__name__)

HELLO_SECONDS = 10.0
"""How long Slack may take to say hello on a connection that is open."""

RETIRE_SECONDS = 5.0
"""How long a connection that is replaced may take to acknowledge what it brought."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a connection that failed is tried again; doubled each time up to the longest."""

UNWANTED_PAUSE = 60.0
"""Seconds before a connection is tried again that Slack does not want."""

_UNWANTED = {
    "too_many_websockets": "the app has as many connections as Slack allows. Run fewer copies, or lower "
    "socket_connections",
    "link_disabled": "Socket Mode is turned off. Turn it on again on the app's page, or run with --http",
}
_EXPECTED = frozenset({"warning", "refresh_requested", *_UNWANTED})
"""Why Slack says that it closes a connection."""

_FAILURES = (SlackApiError, aiohttp.ClientError, OSError, TimeoutError, ValueError)


class Sockets:
    """The connections of one app. Use as `async with`; connects in the background.

    Args:
        app_token: The app-level token.
        count: Connections to keep open, 1 to 10.
        silence: Seconds without a sign of life after which a connection is taken for dead.

    Raises:
        SlackRefusedError: On entering, if Slack refuses the token.
    """

    def __init__(self, app: AsyncApp, app_token: str, metrics: Metrics, *, count: int, silence: float) -> None:
        self._app, self._app_token, self._metrics = app, app_token, metrics
        self._count, self._silence = count, silence
        self._open: set[_Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._keepers: list[asyncio.Task[None]] = []
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        try:
            await self._address()
        except SlackApiError as error:
            raise SlackRefusedError("SLACK_APP_TOKEN", error.response["error"]) from error
        self._session = aiohttp.ClientSession()
        self._keepers = [asyncio.create_task(self._keep_one()) for _ in range(self._count)]
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.stop_taking()
        if self._session:
            await self._session.close()

    async def stop_taking(self) -> None:
        """Acknowledge what has come, then close every connection and open none any more."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        await asyncio.gather(*(connection.retire() for connection in list(self._open)))
        await asyncio.gather(*self._tasks)

    async def _keep_one(self) -> None:
        """Have one connection at any time; what it brings is answered while the next one is opened."""
        old: _Connection | None = None
        try:
            while True:
                new = await self._connected()
                if old is not None:
                    self._start(old.retire())
                old = new
                await new.leaving.wait()
                if new.reason in _UNWANTED:
                    await self._wait_unwanted(new.reason)
                else:
                    self._metrics.socket_ends.labels(new.reason).inc()
                    _LOG.info("A connection to Slack is being replaced: %s.", new.reason)
        finally:
            if old is not None:
                self._start(old.retire())

    async def _connected(self) -> "_Connection":
        """Return a connection on which Slack has said hello, however often it takes."""
        pause = FIRST_PAUSE
        while True:
            try:
                return await self._connect()
            except _UnwantedError as error:
                await self._wait_unwanted(error.reason)
            except _FAILURES as error:
                _LOG.warning("Slack cannot be connected to (%s); trying again in %g s.", outline(error), pause)
                self._metrics.socket_ends.labels("failed").inc()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _wait_unwanted(self, reason: str) -> None:
        self._metrics.socket_ends.labels(reason).inc()
        _LOG.error("Slack wants no connection: %s.", _UNWANTED[reason])
        await asyncio.sleep(UNWANTED_PAUSE)

    async def _connect(self) -> "_Connection":
        assert self._session is not None
        client = self._app.client
        socket = await self._session.ws_connect(
            await self._address(),
            heartbeat=self._silence * 2 / 3,  # after that long a ping, and half of it for the answer
            proxy=client.proxy,
            ssl=client.ssl if client.ssl is not None else True,
            timeout=ClientWSTimeout(ws_close=1.0),
        )
        connection = _Connection(socket, self._handle, self._closed)
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                await connection.hello()
        except BaseException:
            await socket.close()
            raise
        self._open.add(connection)
        self._metrics.sockets.set(len(self._open))
        _LOG.info("Connected to Slack by Socket Mode (%d of %d).", len(self._open), self._count)
        connection.start()
        return connection

    async def _address(self) -> str:
        return str((await self._app.client.apps_connections_open(app_token=self._app_token))["url"])

    def _closed(self, connection: "_Connection") -> None:
        self._open.discard(connection)
        self._metrics.sockets.set(len(self._open))

    async def _handle(self, connection: "_Connection", request: SocketModeRequest) -> None:
        """Have the app take a payload, and acknowledge it where it came from, or if that is gone on another one."""
        response = await run_async_bolt_app(self._app, request)
        await send_async_response(_Way(self._open, connection), request, response, 0.0)  # type: ignore[arg-type]

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _UnwantedError(Exception):
    """Slack closes a connection at once, for a reason that lasts."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class _Connection:
    """One open socket. `leaving` is set once it should be replaced, for a `reason`."""

    def __init__(
        self,
        socket: ClientWebSocketResponse,
        handle: Callable[["_Connection", SocketModeRequest], Coroutine[Any, Any, None]],
        closed: Callable[["_Connection"], None],
    ) -> None:
        self._socket, self._handle, self._closed = socket, handle, closed
        self._at_work: set[asyncio.Task[None]] = set()
        self._reader: asyncio.Task[None] | None = None
        self.leaving = asyncio.Event()
        self.reason = ""

    @property
    def is_open(self) -> bool:
        return not self._socket.closed

    async def hello(self) -> None:
        """Wait for Slack's first word. Raises ConnectionError if it is another one, or _UnwantedError."""
        message = await self._socket.receive()
        first = json.loads(message.data) if message.type is WSMsgType.TEXT else {}
        if first.get("reason") in _UNWANTED:
            raise _UnwantedError(first["reason"])
        if first.get("type") != "hello":
            raise ConnectionError("closed without a hello")

    def start(self) -> None:
        """Take what comes."""
        self._reader = asyncio.create_task(self._read())

    async def send(self, text: str) -> None:
        """Send. Raises ConnectionError if the socket is closed."""
        await self._socket.send_str(text)

    async def retire(self) -> None:
        """Acknowledge what was brought, for a while, then close. Doing it twice is fine."""
        if self._at_work:
            await asyncio.wait(self._at_work, timeout=RETIRE_SECONDS)
        await self._socket.close()
        if self._reader:
            await self._reader

    async def _read(self) -> None:
        try:
            while (message := await self._socket.receive()).type is WSMsgType.TEXT:
                self._take(message.data)
            self._leave("silent" if message.type is WSMsgType.ERROR else "closed")
        finally:
            self._closed(self)

    def _take(self, text: str) -> None:
        try:
            told = json.loads(text)
        except ValueError:
            _LOG.warning("Slack sent something that is not JSON; it is passed over.")
            return
        if told.get("type") == "disconnect":
            reason = told.get("reason")
            self._leave(reason if reason in _EXPECTED else "other")
            return
        request = SocketModeRequest.from_dict(told)
        if request is not None:
            task = asyncio.create_task(self._answer(request))
            self._at_work.add(task)
            task.add_done_callback(self._at_work.discard)

    async def _answer(self, request: SocketModeRequest) -> None:
        try:
            await self._handle(self, request)
        except Exception as error:  # noqa: BLE001 - not acknowledged, so Slack sends it again
            _LOG.error("A payload could not be taken: %s", outline(error))

    def _leave(self, reason: str) -> None:
        if not self.leaving.is_set():
            self.reason = reason
            self.leaving.set()


class _Way:
    """How an acknowledgement goes back: what Bolt's adapter expects of a Socket Mode client, and no more."""

    logger = _LOG

    def __init__(self, others: set[_Connection], first: _Connection) -> None:
        self._others, self._first = others, first

    async def send_socket_mode_response(self, response: SocketModeResponse) -> None:
        text = json.dumps(response.to_dict())
        for connection in (self._first, *self._others):
            if connection.is_open:
                try:
                    await connection.send(text)
                except ConnectionError:
                    continue
                return
        _LOG.info("An acknowledgement found no open connection; Slack sends again.")
