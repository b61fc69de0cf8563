"""Shows below a thread that an answer is being made, with the button that stops it, if it takes a while.

The grounded engine answers within milliseconds: a line that comes and goes with it would only flicker. So nothing is
shown until `SHOW_AFTER` seconds have passed, which is sooner than people begin to wonder, and then whichever engine is
at work. What Slack refuses here is passed over; the answer comes all the same.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any

import aiohttp
from slack_sdk.errors import SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.turn import Incoming

_LOG = logging.getLogger(__name__)

SHOW_AFTER = 0.5
"""Seconds after which it is shown that an answer is being made."""

SHOW_AGAIN = 100.0
"""Seconds after which it is said again: Slack takes it away after 120. Source: assistant.threads.setStatus."""

STATUS = "is thinking…"
LOADING = ("Looking through what I remember…", "Thinking about it…", "Putting it into words…")
"""What Slack shows in turn, ten at most."""

_PATIENCE_SECONDS = 5.0
"""How long one of these calls may take; they are no reason to keep anybody waiting."""

Sleep = Callable[[float], Awaitable[None]]


class Working:
    """An asynchronous context in which one message is answered; to leave it takes away what it shows.

    `over` ends it sooner: the answer is there, and what follows needs no line.
    """

    def __init__(self, client: AsyncWebClient, incoming: Incoming, *, sleep: Sleep = asyncio.sleep) -> None:
        self._client, self._incoming, self._sleep = client, incoming, sleep
        self._over = asyncio.Event()
        self._is_waiting = True
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Working":
        self._task = asyncio.create_task(self._show())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.over()

    async def over(self) -> None:
        """Take away what is shown, if anything is; again does no harm."""
        self._over.set()
        if self._task is not None and not self._task.done():
            if self._is_waiting:
                self._task.cancel()
            await asyncio.wait({self._task})

    async def _show(self) -> None:
        await self._sleep(SHOW_AFTER)
        self._is_waiting = False
        if self._over.is_set():
            return
        await self._call(self._session, "processing")
        await self._call(self._status, STATUS, loading_messages=list(LOADING))
        while not await self._is_over_within(SHOW_AGAIN):
            await self._call(self._status, STATUS, loading_messages=list(LOADING))
        await self._call(self._status, "")
        await self._call(self._session, "active")

    async def _is_over_within(self, seconds: float) -> bool:
        waiting = [asyncio.ensure_future(self._sleep(seconds)), asyncio.ensure_future(self._over.wait())]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waiting:
                each.cancel()
        return self._over.is_set()

    async def _status(self, status: str, **more: Any) -> None:
        await self._client.assistant_threads_setStatus(
            channel_id=self._incoming.place.channel_id, thread_ts=self._thread_ts, status=status, **more
        )

    async def _session(self, status: str) -> None:
        """Say that the agent is at it, which gives people the button to stop it, or that it is not."""
        await self._client.agents_sessions_setStatus(
            channel_id=self._incoming.place.channel_id, thread_ts=self._thread_ts, status=status
        )

    @property
    def _thread_ts(self) -> str:
        return self._incoming.thread_ts or self._incoming.ts

    async def _call(self, method: Callable[..., Awaitable[None]], *arguments: Any, **more: Any) -> None:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await method(*arguments, **more)
        except (SlackClientError, aiohttp.ClientError, OSError, TimeoutError) as error:
            _LOG.debug("That an answer is being made was not shown: %s", outline(error))
