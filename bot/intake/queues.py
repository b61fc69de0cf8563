"""One turn at a time for each person, in the order of their messages; other people are not held up."""

import asyncio
import itertools
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.errors import outline
from memory.records import Person

_LOG = logging.getLogger(__name__)

Job = Callable[[], Awaitable[None]]
Sleep = Callable[[float], Awaitable[None]]

LONGEST_HOLD = 1.0
"""Seconds that a person's messages are held at most, however many more come that ask for it."""


@dataclass(slots=True)
class _Line:
    waiting: asyncio.PriorityQueue[tuple[float, int, Job]] = field(default_factory=asyncio.PriorityQueue)
    worker: asyncio.Task[None] | None = None
    held_since: float = 0.0
    held_until: float = 0.0

    def hold(self, now: float, seconds: float) -> None:
        """Start nothing for some more seconds."""
        if self.held_until <= now:
            self.held_since = now
        self.held_until = max(self.held_until, min(now + seconds, self.held_since + LONGEST_HOLD))


class PersonQueues:
    """Runs jobs of one person one after the other, the earliest message first among those that wait.

    A worker lives only while its person has something waiting, so a workspace of thousands costs nothing at rest.

    Args:
        sleep: Waits, while messages are held; for tests that turn the time.
        clock: Tells seconds that only go forward.
    """

    def __init__(self, *, sleep: Sleep = asyncio.sleep, clock: Callable[[], float] = time.monotonic) -> None:
        self._sleep, self._clock = sleep, clock
        self._lines: dict[Person, _Line] = {}
        self._arrival = itertools.count()
        self._closing = False

    def put(self, person: Person, ts: str, job: Job, *, hold: float = 0.0) -> None:
        """Queue a job for a person; `ts` is the time stamp of their message. Ignored while closing.

        Args:
            hold: Seconds for which nothing of theirs is started, because earlier messages may still come.
        """
        if self._closing:
            return
        line = self._lines.setdefault(person, _Line())
        line.hold(self._clock(), hold)
        line.waiting.put_nowait((float(ts), next(self._arrival), job))
        if line.worker is None:
            line.worker = asyncio.create_task(self._work(person, line))

    async def drain(self) -> None:
        """Wait until everything that is queued now, or gets queued meanwhile, has run."""
        while workers := [line.worker for line in self._lines.values() if line.worker]:
            await asyncio.gather(*workers)

    async def close(self) -> None:
        """Take nothing more, finish what is queued, then return."""
        self._closing = True
        await self.drain()

    async def _work(self, person: Person, line: _Line) -> None:
        while not line.waiting.empty():
            await self._wait_for_earlier(line)
            _, _, job = line.waiting.get_nowait()
            try:
                await job()
            except Exception as error:  # noqa: BLE001 - one broken turn must not stop this person's next ones
                who = person.user_id, person.team_id
                _LOG.error("A turn of %s in %s failed, the next one goes on: %s", *who, outline(error))
        del self._lines[person]

    async def _wait_for_earlier(self, line: _Line) -> None:
        until = 0.0
        while until < line.held_until and not self._closing and (left := line.held_until - self._clock()) > 0:
            until = line.held_until
            await self._sleep(left)
