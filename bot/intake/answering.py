"""Answers one message in Slack: shows that it is at it, notes when the answer stands, and can be stopped."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence

from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.intake.journal import Journal
from bot.parts import Parts
from bot.replies.base import Reply
from bot.slack.directory import SILENCE
from bot.slack.outlet import SlackOutlet
from bot.slack.working import Sleep, Working
from bot.turn import Incoming, take_turn
from memory.records import Change

_LOG = logging.getLogger(__name__)


async def answer(
    incoming: Incoming,
    parts: Parts,
    outlet: SlackOutlet,
    journal: Journal,
    key: str,
    client: AsyncWebClient,
    *,
    already_replied: bool,
    stop: asyncio.Event,
    sleep: Sleep,
) -> None:
    """Take the turn of a message that the journal keeps by this key. See `take_turn`; `sleep` waits some seconds."""
    async with Working(client, incoming, sleep=sleep) as working:
        journalled = JournalledOutlet(outlet, journal, key, working)
        await take_turn(incoming, parts, journalled, already_replied=already_replied, stop=stop)


class JournalledOutlet:
    """An outlet that notes in the journal when the answer is posted, so that a crash does not post it twice.

    Once it is posted, what else cannot be shown is logged: nobody is told of a failure when there is an answer.
    """

    def __init__(self, outlet: SlackOutlet, journal: Journal, key: str, working: Working) -> None:
        self._outlet, self._journal, self._key, self._working = outlet, journal, key, working

    async def reply(self, reply: Reply) -> None:
        """Post the answer."""
        await self._outlet.reply(reply)
        await self._replied()

    async def stream(self, pieces: AsyncGenerator[str | Reply, None]) -> Reply:
        """Show the answer while it is written."""
        reply = await self._outlet.stream(pieces)
        await self._replied()
        return reply

    async def receipt(self, changes: Sequence[Change]) -> None:
        """Show what was captured."""
        try:
            await self._outlet.receipt(changes)
        except SILENCE as error:
            _LOG.warning("A receipt could not be shown: %s", outline(error))

    async def whisper(self, text: str) -> None:
        """Tell the person alone a sentence."""
        try:
            await self._outlet.whisper(text)
        except SILENCE as error:
            _LOG.warning("A person could not be told: %s", outline(error))

    async def _replied(self) -> None:
        self._journal.replied(self._key)
        await self._working.over()
