"""An answer that people watch being written: one Slack message that grows, and what to do when its stream dies."""

import logging
from collections.abc import Sequence

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.turn import Incoming
from bot.views.blocks import Block

_LOG = logging.getLogger(__name__)
_TOGETHER = 160
"""Characters that are sent at once: enough to read on with, and few calls."""
_FAILURES = (SlackApiError, OSError, TimeoutError)


class LiveMessage:
    """A message of the bot in the thread of one message, begun with the first words worth showing.

    Once Slack refuses a call, nothing more is streamed; what was written so far is kept for `finish`.
    """

    def __init__(self, client: AsyncWebClient, incoming: Incoming) -> None:
        self._client, self._incoming = client, incoming
        self._ts: str | None = None
        self._unsent = ""
        self._is_broken = False

    async def write(self, piece: str) -> None:
        """Show some more Markdown, at once or with what follows. Never raises for what Slack answers."""
        self._unsent += piece
        if len(self._unsent) >= _TOGETHER and not self._is_broken:
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
        if as_shown and self._unsent and not self._is_broken:
            await self._send()
        stopped = await self._stop(below if as_shown else ())
        if stopped and as_shown and not self._is_broken:
            return True
        return await self._rewrite(text, blocks)

    async def _send(self) -> None:
        text, self._unsent = self._unsent, ""
        place, person = self._incoming.place, self._incoming.person
        try:
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
        except _FAILURES as error:
            self._is_broken = True
            _LOG.warning("The stream of an answer broke off: %s", outline(error))

    async def _stop(self, below: Sequence[Block]) -> bool:
        try:
            await self._client.chat_stopStream(
                channel=self._incoming.place.channel_id, ts=str(self._ts), blocks=list(below) or None
            )
        except _FAILURES:
            return False
        return True

    async def _rewrite(self, text: str, blocks: Sequence[Block]) -> bool:
        try:
            await self._client.chat_update(
                channel=self._incoming.place.channel_id, ts=str(self._ts), text=text, blocks=list(blocks)
            )
        except _FAILURES as error:
            _LOG.warning("A streamed answer could not be put right: %s", outline(error))
            return False
        return True
