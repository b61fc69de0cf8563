"""One turn at a time for each person, in the order of their messages; other people are not held up."""

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from memory.records import Person

_LOG = logging.getLogger(__name__)

Job = Callable[[], Awaitable[None]]


@dataclass(slots=True)
class _Line:
    waiting: asyncio.PriorityQueue[tuple[float, int, Job]] = field(default_factory=asyncio.PriorityQueue)
    worker: asyncio.Task[None] | None = None


class PersonQueues:
    """Runs jobs of one person one after the other, the earliest message first among those that wait.

    A worker lives only while its person has something waiting, so a workspace of thousands costs nothing at rest.
    """

    def __init__(self) -> None:
        self._lines: dict[Person, _Line] = {}
        self._arrival = itertools.count()
        self._closing = False

    def put(self, person: Person, ts: str, job: Job) -> None:
        """Queue a job for a person; `ts` is the time stamp of their message. Ignored while closing."""
        if self._closing:
            return
        line = self._lines.setdefault(person, _Line())
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
            _, _, job = line.waiting.get_nowait()
            try:
                await job()
            except Exception:  # noqa: BLE001 - one broken turn must not stop this person's next ones
                _LOG.exception("A turn of %s in %s failed; the next one goes on.", person.user_id, person.team_id)
        del self._lines[person]
