"""Where a turn's answers go in Slack: the thread for everyone, an ephemeral message for the person alone."""

import asyncio
import itertools
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import PlaceKind
from bot.preferences import Receipts
from bot.replies.base import Offer, Reply
from bot.requests.receipts import KeptReceipt
from bot.slack.directory import SILENCE
from bot.slack.live import LiveMessage
from bot.slack.posting import Posting, marked
from bot.slack.telling import tell_alone
from bot.turn import Incoming
from bot.views.blocks import MESSAGE_TEXT, SECTION_TEXT, Block, clip
from bot.views.messages import (
    STOPPED,
    answer,
    below_answer,
    confirm_forget_everything,
    receipt,
    receipt_ids,
    receipt_text,
)
from memory.records import Change


def answer_mark(ts: str) -> str:
    """Return what marks the answer to the message with this time stamp among the bot's posts."""
    return f"{ts}/answer"


def _blocks(reply: Reply) -> list[Block]:
    return [*answer(reply.text), *below_answer(by_model=reply.by_model, stopped=reply.stopped)]


class SlackOutlet:
    """Posts into the thread of one message. Sets `stop` when Slack tells that the person stopped the answer.

    `emoji` is the reaction that marks what was noted; `kept` knows where the message's receipt stands.
    """

    def __init__(
        self,
        client: AsyncWebClient,
        incoming: Incoming,
        *,
        receipts: Callable[[], Awaitable[Receipts]] | None = None,
        emoji: str = "brain",
        posting: Posting | None = None,
        stop: asyncio.Event | None = None,
        kept: KeptReceipt | None = None,
    ) -> None:
        self._client, self._incoming, self._receipts = client, incoming, receipts
        self._emoji = emoji
        self._posting = posting or Posting()
        self._stop = stop or asyncio.Event()
        self._kept = kept
        self._notes = itertools.count()

    async def reply(self, reply: Reply) -> None:
        """Post the answer in the thread that the message opens or stands in.

        What can be chosen below it is there in a DM alone: in a channel anyone could click.
        """
        blocks = None
        if reply.offer is Offer.FORGET_EVERYTHING and self._incoming.place.kind is PlaceKind.DM:
            blocks = confirm_forget_everything(clip(reply.text, SECTION_TEXT))
        elif reply.by_model or reply.stopped:
            blocks = _blocks(reply)
        await self._post(reply.text or STOPPED, blocks, mark=answer_mark(self._incoming.ts))

    async def stream(self, pieces: AsyncGenerator[str | Reply, None]) -> Reply:
        """Show the answer while it is written; where streaming fails it is put right, or posted, at the end."""
        live = LiveMessage(self._client, self._incoming, metadata=marked(answer_mark(self._incoming.ts)))
        shown = False
        async for piece in pieces:
            if isinstance(piece, str):
                await live.write(piece)
                shown = True
                if live.was_stopped:
                    self._stop.set()
                continue
            below = below_answer(by_model=piece.by_model, stopped=piece.stopped)
            if not await live.finish(piece.text, _blocks(piece), below, as_shown=shown and piece.by_model):
                try:
                    await self.reply(piece)
                finally:
                    await live.remove()
            return piece
        raise AssertionError("a stream ends with its reply")

    async def receipt(self, changes: Sequence[Change]) -> None:
        """Show what was captured as the person wants it: a line with Undo and Edit, a mere reaction, or nothing.

        The line stands in the thread of a DM, and elsewhere is for the person alone.
        """
        wanted = await self._receipts() if self._receipts is not None else Receipts.INLINE
        if wanted is Receipts.OFF or (wanted is Receipts.REACTION and await self._mark()):
            return
        ts = await self._to_person(receipt_text(changes), receipt(changes))
        if ts is not None and self._kept is not None:
            self._kept.note(ts)

    async def revised(self, changes: Sequence[Change]) -> None:
        """Show what an edit or deletion of the message changed: on its receipt where one stands, else as a new one."""
        standing = await self._standing(changes) if self._incoming.place.kind is PlaceKind.DM else None
        if standing is None or not await self._redrawn(standing, changes):
            await self.receipt(changes)

    async def show(self, text: str, blocks: Sequence[Block]) -> None:
        """Answer a command to the person alone; in their DM in the thread."""
        await self._to_person(text, list(blocks) or None)

    async def whisper(self, text: str) -> None:
        """Tell the person alone a short sentence."""
        await self._to_person(text, None)

    async def _redrawn(self, ts: str, changes: Sequence[Change]) -> bool:
        """Return whether the receipt with this time stamp now tells what changed."""
        try:
            await self._client.chat_update(
                channel=self._incoming.place.channel_id,
                ts=ts,
                text=clip(receipt_text(changes), MESSAGE_TEXT),
                blocks=receipt(changes),
            )
        except SILENCE:
            return False
        return True

    async def _standing(self, changes: Sequence[Change]) -> str | None:
        """Return the time stamp of the receipt in the thread that speaks of what changed, or None if there is none."""
        if self._kept is not None and (known := await asyncio.to_thread(self._kept.last)) is not None:
            return known
        concerned = {each.id for change in changes for each in (change.memory, change.previous) if each is not None}
        root = self._incoming.thread_ts or self._incoming.ts
        try:
            thread = await self._client.conversations_replies(channel=self._incoming.place.channel_id, ts=root)
        except SILENCE:
            return None
        messages = [each for each in thread.get("messages") or () if each.get("bot_id")]
        return next((each["ts"] for each in messages if concerned & set(receipt_ids(each))), None)

    async def _mark(self) -> bool:
        """Mark the message as noted; return whether the mark is there."""
        try:
            await self._client.reactions_add(
                channel=self._incoming.place.channel_id, timestamp=self._incoming.ts, name=self._emoji
            )
        except SlackApiError as error:
            return bool(error.response["error"] == "already_reacted")
        return True

    async def _to_person(self, text: str, blocks: list[dict[str, Any]] | None) -> str | None:
        """Tell the person alone; return the time stamp of what was posted, None for what nobody can find again."""
        if self._incoming.place.kind is PlaceKind.DM:
            return await self._post(text, blocks, mark=f"{self._incoming.ts}/note {next(self._notes)}")
        await tell_alone(
            self._client,
            self._incoming.person,
            text,
            channel=self._incoming.place.channel_id,
            thread_ts=self._incoming.thread_ts or self._incoming.ts,
            blocks=blocks,
        )
        return None

    async def _post(self, text: str, blocks: list[dict[str, Any]] | None, *, mark: str) -> str | None:
        return await self._posting.post(
            self._client,
            mark,
            channel=self._incoming.place.channel_id,
            thread_ts=self._incoming.thread_ts or self._incoming.ts,
            text=clip(text, MESSAGE_TEXT),
            blocks=blocks,
            unfurl_links=False,
            unfurl_media=False,
        )
