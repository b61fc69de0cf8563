"""Looks once an hour, in each workspace, whether the channels where something was learned in public still are.

Events tell at once when a channel is made private, unless they get lost or the bot was off; then this finds it out.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.directory import Directory
from memory.book import Book
from memory.errors import MemoryBotError
from memory.records import Origin

_LOG = logging.getLogger(__name__)

EVERY_SECONDS = 3600


class Rounds:
    """Makes the rounds of each workspace when they are due."""

    def __init__(self, book: Book, directory: Directory, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._book, self._directory, self._clock = book, directory, clock
        self._made: dict[str, float] = {}

    async def make(self, client: AsyncWebClient, team_id: str) -> None:
        """Look at the channels of a workspace, unless that was done within the hour. A failure is logged."""
        made = self._made.get(team_id)
        if made is not None and self._clock() - made < EVERY_SECONDS:
            return
        self._made[team_id] = self._clock()
        try:
            channel_ids = await asyncio.to_thread(public_channels, self._book, team_id)
        except MemoryBotError as error:
            _LOG.error("The channels of %s were not looked at: %s", team_id, error)
            return
        await self._directory.look_again(client, team_id, sorted(channel_ids))


def public_channels(book: Book, team_id: str) -> set[str]:
    """Return the channels where people of a workspace taught something while it was public.

    Raises:
        StoreError: If memory cannot be read.
    """
    known = (memory for person in book.people(team_id) for memory in book.memories(person))
    return {memory.source.channel_id for memory in known if memory.origin is Origin.PUBLIC and memory.source}
