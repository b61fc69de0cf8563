"""Posts a message exactly once: waits where Slack asks to, and looks before it posts again what may stand already."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import UndeliveredError
from bot.metrics import Metrics
from bot.slack.patience import BROKEN, LONGEST_WAIT, asked_to_wait, passing_trouble
from bot.views.blocks import MESSAGE_TEXT, clip, context

_LOG = logging.getLogger(__name__)

EVENT_TYPE = "memory_bot_post"
"""What the metadata of our posts is called; it holds the `mark` that tells one from another."""

PAUSES = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)
"""Seconds between the tries to post a message, some two minutes altogether."""

LATE_SECONDS = 60.0
"""From how long a wait on we say that we are sorry for it."""

LATE = "Sorry for the wait: Slack did not let me answer earlier."

_LOOKED_AT = 200
"""Messages of a thread that are looked at for one of ours."""

_REJECTED = frozenset({"ratelimited", "rate_limited"})
"""Passing errors that tell for sure that nothing was posted."""

Sleep = Callable[[float], Awaitable[None]]


class Posting:
    """Posts for everybody, so that one rate limit of a channel holds for all who are answered there.

    Args:
        sleep: Waits; for tests that turn the time.
        clock: Tells seconds that only go forward.
    """

    def __init__(
        self,
        metrics: Metrics | None = None,
        *,
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._metrics, self._sleep, self._clock = metrics or Metrics(), sleep, clock
        self._closed_until: dict[tuple[str | None, str], float] = {}

    async def post(
        self, client: AsyncWebClient, mark: str, *, channel: str, thread_ts: str, **message: Any
    ) -> str | None:
        """Post a message into a thread, once, however often it takes to be sure of that.

        Return its time stamp, or None where it stood there already.

        Args:
            mark: What tells this post from any other in the thread; begins with the time stamp of what it answers.

        Raises:
            UndeliveredError: If Slack does not take it for about two minutes; it may be tried again later.
            SlackApiError: If Slack refuses it for a reason that stays.
        """
        begun, place, is_doubtful = self._clock(), (client.token, channel), False
        metadata = marked(mark)
        for pause in PAUSES:
            await self._wait_for(place)
            if is_doubtful:
                stands = await find(client, channel, thread_ts, mark)
                if stands:
                    return None
                if stands is None:
                    await self._sleep(pause)
                    continue
            words = _sorry(message) if self._clock() - begun > LATE_SECONDS else message
            try:
                posted = await client.chat_postMessage(channel=channel, thread_ts=thread_ts, metadata=metadata, **words)
            except (SlackApiError, *BROKEN) as error:
                trouble, asked = passing_trouble(error), asked_to_wait(error)
                if trouble is None:
                    raise
                self._metrics.posts_again.labels(trouble).inc()
                _LOG.warning("A post was not taken (%s); it is tried again.", trouble)
                is_doubtful = trouble not in _REJECTED
                if asked is None:
                    await self._sleep(pause)
                else:
                    self._closed_until[place] = self._clock() + asked
            else:
                ts: str | None = posted.get("ts") if posted else None
                return ts
        raise UndeliveredError(channel)

    async def _wait_for(self, place: tuple[str | None, str]) -> None:
        """Wait until a channel is open again: others may have been told to wait meanwhile."""
        while (left := self._closed_until.get(place, 0.0) - self._clock()) > 0:
            if left > LONGEST_WAIT:
                raise UndeliveredError(place[1])
            await self._sleep(left)
        self._closed_until.pop(place, None)


def marked(mark: str) -> dict[str, Any]:
    """Return the metadata of a post of ours by which `find` finds it."""
    return {"event_type": EVENT_TYPE, "event_payload": {"mark": mark}}


async def find(
    client: AsyncWebClient, channel: str, thread_ts: str, mark: str, *, by: str | None = None
) -> bool | None:
    """Return whether a post of ours stands in a thread, as far as we may read it; None if that cannot be told now.

    Args:
        by: A user whose posts count all, marked or not.
    """
    try:
        thread = await client.conversations_replies(
            channel=channel,
            ts=thread_ts,
            oldest=mark.partition("/")[0],
            limit=_LOOKED_AT,
            include_all_metadata=True,
        )
    except (SlackApiError, *BROKEN) as error:
        return None if passing_trouble(error) else False
    messages = thread.get("messages") or ()
    return any(_mark(message) == mark or (by is not None and message.get("user") == by) for message in messages)


def _mark(message: Mapping[str, Any]) -> object:
    metadata = message.get("metadata") or {}
    return (metadata.get("event_payload") or {}).get("mark") if metadata.get("event_type") == EVENT_TYPE else None


def _sorry(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message with an excuse for its being late."""
    late = dict(message, text=clip(f"{LATE}\n{message['text']}", MESSAGE_TEXT))
    if message.get("blocks"):
        late["blocks"] = [context(LATE), *message["blocks"]]
    return late
