"""An answer that people watch being written: one Slack message that grows, and what to do when its stream dies.

The three methods are called here and not through the SDK's `chat_stream`: that buffers by length alone, which at a
model's pace passes Slack's limit of calls a minute; to stop, it begins a message even for an answer that is better
posted whole; and it does not tell a stream that the person stopped from one that died.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.turn import Incoming
from bot.views.blocks import MESSAGE_TEXT, Block, clip

_LOG = logging.getLogger(__name__)
_TOGETHER = 160
"""Characters that are sent at once: enough to read on with, and few calls."""
_APART_SECONDS = 0.7
"""Time between two calls: Slack takes some hundred appends a minute. Source: rate limits, tier 4."""
_MOST_TOGETHER = 12_000
"""Characters that Slack takes in one call. Source: chat.appendStream."""
_FAILURES = (SlackClientError, aiohttp.ClientError, OSError, TimeoutError)
_STOPPED_BY_USER = "stopped_by_user"


class LiveMessage:
    """A message of the bot in the thread of one message, begun with the first words worth showing.

    Once Slack refuses a call, nothing more is streamed; what was written so far is kept for `finish`. `was_stopped`
    tells that it was refused because the person stopped the answer.

    Args:
        metadata: What the message carries along once it is finished.
        clock: Tells seconds that only go forward.
    """

    def __init__(
        self,
        client: AsyncWebClient,
        incoming: Incoming,
        *,
        metadata: Mapping[str, Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client, self._incoming, self._clock = client, incoming, clock
        self._metadata = dict(metadata) if metadata else None
        self._ts: str | None = None
        self._unsent = ""
        self._sent_at = -_APART_SECONDS
        self._is_broken = False
        self.was_stopped = False

    async def write(self, piece: str) -> None:
        """Show some more Markdown, at once or with what follows. Never raises for what Slack answers."""
        self._unsent += piece
        is_time = self._ts is None or self._clock() - self._sent_at >= _APART_SECONDS
        if len(self._unsent) >= _TOGETHER and is_time:
            await self._send()

    async def finish(self, text: str, blocks: Sequence[Block], below: Sequence[Block], *, as_shown: bool) -> bool:
        """End the message; return whether it stands. It does not if nothing was shown yet, or Slack takes no change.

        Args:
            text: The whole answer as mrkdwn.
            blocks: The same as blocks, for a message that has to be written anew.
            below: What belongs below the words that were shown.
            as_shown: Whether what was written is the answer; if not, it is replaced.
        """
        if self._ts is None:
            return False
        if as_shown:
            await self._send()
        stopped = await self._stop(below if as_shown else ())
        if stopped and as_shown and not self._is_broken:
            return True
        return await self._rewrite(text, blocks)

    async def remove(self) -> None:
        """Take away what was shown, because the answer stands elsewhere now; nothing if nothing was."""
        if self._ts is None:
            return
        try:
            await self._client.chat_delete(channel=self._incoming.place.channel_id, ts=self._ts)
        except _FAILURES as error:
            _LOG.warning("The beginning of an answer stands there twice: %s", outline(error))

    async def _send(self) -> None:
        while self._unsent and not self._is_broken:
            text, self._unsent = self._unsent[:_MOST_TOGETHER], self._unsent[_MOST_TOGETHER:]
            try:
                await self._show(text)
            except _FAILURES as error:
                self._is_broken = True
                self.was_stopped = isinstance(error, SlackApiError) and error.response["error"] == _STOPPED_BY_USER
                _LOG.warning("The stream of an answer broke off: %s", outline(error))
        self._sent_at = self._clock()

    async def _show(self, text: str) -> None:
        place, person = self._incoming.place, self._incoming.person
        if self._ts is None:
            begun = await self._client.chat_startStream(
                channel=place.channel_id,
                thread_ts=self._incoming.thread_ts or self._incoming.ts,
                recipient_team_id=person.team_id,
                recipient_user_id=person.user_id,
                markdown_text=text,
            )
            self._ts = begun["ts"]
        else:
            await self._client.chat_appendStream(channel=place.channel_id, ts=self._ts, markdown_text=text)

    async def _stop(self, below: Sequence[Block]) -> bool:
        try:
            await self._client.chat_stopStream(
                channel=self._incoming.place.channel_id,
                ts=str(self._ts),
                blocks=list(below) or None,
                metadata=self._metadata,
            )
        except _FAILURES:
            return False
        return True

    async def _rewrite(self, text: str, blocks: Sequence[Block]) -> bool:
        try:
            await self._client.chat_update(
                channel=self._incoming.place.channel_id,
                ts=str(self._ts),
                text=clip(text, MESSAGE_TEXT),
                blocks=list(blocks),
                metadata=self._metadata,
            )
        except _FAILURES as error:
            _LOG.warning("A streamed answer could not be put right: %s", outline(error))
            return False
        return True
