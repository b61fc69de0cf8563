"""Stopping an answer: who waits for which one, and how its writing ends while what was written stays."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field

from bot.replies.base import Reply
from bot.replies.markdown import to_mrkdwn
from bot.slack.mrkdwn import unescape
from memory.records import Person


@dataclass(eq=False, slots=True)
class Awaited:
    """An answer that somebody waits for, by the message it answers; `stop` is set once nobody wants it any more."""

    person: Person
    channel_id: str
    thread_ts: str
    stop: asyncio.Event = field(default_factory=asyncio.Event)


class Answers:
    """The answers that are being made or still wait for their turn."""

    def __init__(self) -> None:
        self._awaited: set[Awaited] = set()

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._awaited)

    def expect(self, awaited: Awaited) -> None:
        """Note that an answer will come; `done` must be called once it has."""
        self._awaited.add(awaited)

    def done(self, awaited: Awaited) -> None:
        """Note that an answer is there, or will never be."""
        self._awaited.discard(awaited)

    def stop(self, team_id: str, channel_id: str, thread_ts: str | None = None, *, user_id: str | None = None) -> int:
        """Stop the answers in a thread, or in all of a channel; return how many.

        Args:
            user_id: Whose answers; everybody's if not given.
        """
        stopped = [
            each
            for each in self._awaited
            if (each.person.team_id, each.channel_id) == (team_id, channel_id)
            and thread_ts in {None, each.thread_ts}
            and user_id in {None, each.person.user_id}
        ]
        for each in stopped:
            each.stop.set()
        return len(stopped)


async def until(stop: asyncio.Event, pieces: AsyncGenerator[str | Reply, None]) -> AsyncGenerator[str | Reply, None]:
    """Yield what a `StreamingReplyEngine` writes; once `stop` is set, end its writing, and yield what there is of it.

    The writing goes on in a task of its own, so that nothing it waits for, such as a model, holds the end up; and what
    it is written with is closed in the task that opened it.
    """
    coming: asyncio.Queue[str | Reply | None] = asyncio.Queue()

    async def write() -> None:
        async with aclosing(pieces):
            async for piece in pieces:
                coming.put_nowait(piece)

    writing, stopping = asyncio.create_task(write()), asyncio.create_task(stop.wait())
    for task in (writing, stopping):
        task.add_done_callback(lambda _: coming.put_nowait(None))
    written = ""
    try:
        while (piece := await coming.get()) is not None and not stop.is_set():
            yield piece
            if isinstance(piece, Reply):
                return
            written += piece
    finally:
        for task in (writing, stopping):
            task.cancel()
        await asyncio.wait((writing, stopping))
    if not stop.is_set():
        writing.result()
    yield stopped(written)


def stopped(written: str = "") -> Reply:
    """Return an answer that was stopped, with the Markdown that was written of it until then."""
    return Reply(to_mrkdwn(unescape(written)), by_model=bool(written), stopped=True)
