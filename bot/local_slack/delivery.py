"""Brings payloads to the app, over whichever transport, and repeats events that are not acknowledged."""

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from bot.local_slack.clock import Clock, within
from bot.local_slack.messages import Json

ACK_SECONDS = 3.0
"""How long the app may take to acknowledge."""

RETRY_SECONDS = (0.0, 60.0, 300.0)
"""How long after a failed delivery the next one follows."""

Kind = Literal["events_api", "slash_commands", "interactive"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """Something for the app; `retry_attempt` is 0 the first time."""

    kind: Kind
    payload: Json
    retry_attempt: int = 0
    retry_reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back: acknowledged, perhaps with a payload, or not, and why. `final` asks not to be sent again."""

    ok: bool
    payload: Any = None
    reason: str = ""
    final: bool = False


NOT_CONNECTED = Answer(ok=False, reason="not_connected", final=True)


class Transport(Protocol):
    """A way to reach the app."""

    @property
    def is_connected(self) -> bool:
        """Whether the app could be reached now, as far as is known."""
        ...

    async def send(self, envelope: Envelope) -> Answer:
        """Deliver once and wait for the acknowledgement."""
        ...


class Tasks:
    """Work that goes on by itself until the workspace stops."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let something run; it ends at the latest with the workspace."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def stop(self) -> None:
        """End everything that is still running."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


class Outbox:
    """Sends events, commands and interactions to the app.

    Until the app was connected for the first time, what is for it is kept for up to `patience` seconds: whoever starts
    workspace and app together may write before the app is there. Afterwards nothing is kept, as in Slack.
    """

    def __init__(self, transport: Transport, clock: Clock, tasks: Tasks, *, patience: float = 0.0) -> None:
        self.transport, self._clock, self._tasks, self._patience = transport, clock, tasks, patience
        self._was_connected = asyncio.Event()

    def connection_changed(self) -> None:
        """Take note of whether the app is there now."""
        if self.transport.is_connected:
            self._was_connected.set()

    def event(self, payload: Json) -> None:
        """Send an event on its way; it is repeated up to three times until it is acknowledged."""
        self._tasks.start(self._deliver(Envelope(kind="events_api", payload=payload)))

    async def request(self, kind: Kind, payload: Json) -> Answer:
        """Send a slash command or an interaction, once, and return the app's answer."""
        await self._first_connection()
        return await self.transport.send(Envelope(kind=kind, payload=payload))

    async def _first_connection(self) -> None:
        if self._patience and not self._was_connected.is_set():
            with contextlib.suppress(TimeoutError):
                await within(self._clock, self._patience, self._was_connected.wait())

    async def _deliver(self, envelope: Envelope) -> None:
        await self._first_connection()
        answer = await self.transport.send(envelope)
        for attempt, seconds in enumerate(RETRY_SECONDS, 1):
            if answer.ok or answer.final:
                return
            await self._clock.sleep(seconds)
            again = replace(envelope, retry_attempt=attempt, retry_reason=answer.reason)
            late = await self.transport.send(again)
            answer = replace(late, final=False) if late.reason == NOT_CONNECTED.reason else late
