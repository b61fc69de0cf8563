"""The time of the workspace: the machine's own, or one that tests turn by hand."""

import asyncio
import heapq
import time
from collections.abc import Awaitable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Clock(Protocol):
    """Tells the time and waits. All waiting of the workspace goes through here."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds; at once for zero or less."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Return after so many real seconds."""
        await asyncio.sleep(seconds)


class ManualClock:
    """A clock that stands still until it is turned."""

    def __init__(self, now: float = 1_790_000_000.0) -> None:
        self._now = now
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0

    def now(self) -> float:
        """Return seconds since the epoch."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Return once the clock has been turned far enough; at once for zero or less."""
        if seconds <= 0:
            return
        self._count += 1
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, self._count, future))
        await future

    def advance(self, seconds: float) -> None:
        """Turn the clock forward and wake, in order, whoever waited for a time that has now come."""
        self._now += seconds
        while self._sleepers and self._sleepers[0][0] <= self._now:
            future = heapq.heappop(self._sleepers)[2]
            if not future.done():
                future.set_result(None)

    @property
    def waiting(self) -> list[float]:
        """Return how many seconds each one still has to wait, soonest first."""
        return sorted(due - self._now for due, _, future in self._sleepers if not future.done())


async def within(clock: Clock, seconds: float, work: Awaitable[T]) -> T:
    """Return what the work returns.

    Raises:
        TimeoutError: If the clock shows that much later first; the work is then cancelled.
    """
    task = asyncio.ensure_future(work)
    timer = asyncio.ensure_future(clock.sleep(seconds))
    try:
        await asyncio.wait({task, timer}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise TimeoutError
    finally:
        task.cancel()
        timer.cancel()
