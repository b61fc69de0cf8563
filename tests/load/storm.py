"""Everything that can go wrong between Slack and the bot, at random, while people talk: the workspace's own faults.

Payloads come late and twice; sockets break, or stay open and say nothing more; calls are refused for a while, fail
before or after they are carried out, or their answer gets lost. Slack's own patience, which is minutes, is shortened:
what is not acknowledged is sent again at once.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from bot.local_slack.delivery import Answer, Envelope, Transport
from bot.local_slack.faults import Cut, Doubled, Fault, Late, RateLimited, ServerError
from bot.local_slack.server import LocalWorkspace
from tests.e2e.harness import Talk

FAULTS: tuple[tuple[Fault, float], ...] = (
    (RateLimited(retry_after=1), 0.05),
    (ServerError(status=500), 0.05),
    (ServerError(status=502, after=True), 0.05),
    (Cut(after=True), 0.05),
    (Doubled(), 0.2),
    (Late(seconds=0.1), 0.3),
    (Late(seconds=0.3), 0.3),
)
"""What goes wrong with calls and payloads, and how likely each time, from 0.0 to 1.0."""

SOCKET_SECONDS, SOCKET_CHANCE = 0.25, 0.4
"""How often a socket may break or fall silent, and how likely it does then."""


@dataclass(slots=True)
class Storm:
    """What goes wrong by chance; `happened` counts by kind of fault what did."""

    chance: random.Random
    happened: Counter[str] = field(default_factory=Counter)

    @asynccontextmanager
    async def over(self, workspace: LocalWorkspace, person: Talk, *, http: bool) -> AsyncIterator[None]:
        """Let it go on for as long as the body runs."""
        faults = workspace.faults
        faults.dice, faults.happened = self.chance, self.happened
        for fault, chance in FAULTS:
            faults.add(fault, chance=chance)
        striking = None if http else asyncio.create_task(self._strike_sockets(person))
        try:
            yield
        finally:
            if striking:
                striking.cancel()
            faults.clear()

    async def _strike_sockets(self, person: Talk) -> None:
        while True:
            await asyncio.sleep(SOCKET_SECONDS)
            if self.chance.random() < SOCKET_CHANCE:
                kind = self.chance.choice(("silence", "socket_cut"))
                await person.post("/_control/faults", kind=kind, times=1)


class Impatient:
    """A transport that sends again at once what is not acknowledged, until it is."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @property
    def is_connected(self) -> bool:
        return self._transport.is_connected

    async def send(self, envelope: Envelope) -> Answer:
        again = replace(envelope, retry_attempt=1, retry_reason="timeout")
        answer = await self._transport.send(envelope)
        while not answer.ok:
            await asyncio.sleep(0.05)
            answer = await self._transport.send(again)
        return answer
