"""What may go wrong on the way to the app: events come twice, late, in another order or never."""

import asyncio
import contextlib
from dataclasses import replace

from bot.local_slack.clock import Clock, within
from bot.local_slack.delivery import Answer, Envelope, Transport
from bot.local_slack.faults import Doubled, Dropped, Faults, Late, OfTokens, Overtaken
from bot.local_slack.leaving import LEAVING
from bot.local_slack.traffic import home_of, name_of


class UnrulyTransport:
    """A transport that faults strike. To an app that was removed it brings nothing but the news of that."""

    def __init__(self, transport: Transport, faults: Faults, clock: Clock) -> None:
        self._transport, self._faults, self._clock = transport, faults, clock
        self._passed = asyncio.Event()
        self._is_holding = False

    @property
    def is_connected(self) -> bool:
        """Whether the app could be reached now."""
        return self._transport.is_connected

    async def send(self, envelope: Envelope) -> Answer:
        """Deliver once, or twice, or not at all."""
        name = name_of(envelope)
        gone = None if name in LEAVING else self._faults.strike(OfTokens, home_of(envelope))
        if gone:
            return Answer(ok=False, reason=gone.kind, final=True)
        if envelope.kind != "events_api":
            return await self._transport.send(envelope)
        if self._faults.strike(Dropped, name):
            return Answer(ok=True)
        if late := self._faults.strike(Late, name):
            await self._clock.sleep(late.seconds)
        if not self._is_holding and (held := self._faults.strike(Overtaken, name)):
            await self._let_another_pass(held.seconds)
        if self._faults.strike(Doubled, name):
            return await self._twice(envelope)
        answer = await self._transport.send(envelope)
        self._passed.set()
        return answer

    async def _twice(self, envelope: Envelope) -> Answer:
        again = replace(envelope, retry_attempt=envelope.retry_attempt + 1, retry_reason="timeout")
        first, second = await asyncio.gather(self._transport.send(envelope), self._transport.send(again))
        self._passed.set()
        return first if first.ok else second

    async def _let_another_pass(self, seconds: float) -> None:
        self._passed.clear()
        self._is_holding = True
        try:
            with contextlib.suppress(TimeoutError):
                await within(self._clock, seconds, self._passed.wait())
        finally:
            self._is_holding = False
