"""Sentences for one person alone: told again where Slack had trouble, and in their DM where it takes none elsewhere.

Nobody can look for what was said to one person alone. An answer that tells of trouble says that it was not posted; what
became of it after a server error or a broken connection nobody knows, and it is sent again as well: to see a sentence
twice is better than never to see it. (Whatever must stand once, `bot.slack.posting` posts.)
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.patience import BROKEN, LONGEST_WAIT, asked_to_wait, passing_trouble
from bot.views.blocks import MESSAGE_TEXT, Block, clip
from memory.records import Person

_LOG = logging.getLogger(__name__)

PAUSES = (1.0, 2.0, 5.0)
"""Seconds before each further try, as at a response URL."""

Sleep = Callable[[float], Awaitable[None]]


async def tell_alone(
    client: AsyncWebClient,
    person: Person,
    text: str,
    *,
    channel: str,
    blocks: Sequence[Block] | None = None,
    thread_ts: str | None = None,
    sleep: Sleep = asyncio.sleep,
) -> None:
    """Tell a person alone something in a channel; where nothing can be said to them there, in their DM.

    Raises:
        SlackApiError: If that is refused too.
        aiohttp.ClientError, OSError, TimeoutError: If the connection broke each time.
    """
    told = {"text": clip(text, MESSAGE_TEXT), "blocks": list(blocks) if blocks else None}
    try:
        await insist(
            client.chat_postEphemeral,
            channel=channel,
            user=person.user_id,
            thread_ts=thread_ts,
            sleep=sleep,
            **told,
        )
    except SlackApiError as error:
        _LOG.info("Nothing can be said to %s in %s (%s).", person.user_id, channel, error.response["error"])
        await tell_in_dm(client, person, sleep=sleep, **told)


async def tell_in_dm(client: AsyncWebClient, person: Person, *, sleep: Sleep = asyncio.sleep, **message: Any) -> None:
    """Tell a person something in their DM. Raises what `tell_alone` raises."""
    await insist(client.chat_postMessage, channel=await dm_with(client, person), sleep=sleep, **message)


async def dm_with(client: AsyncWebClient, person: Person) -> str:
    """Return the id of a person's DM with us. Raises what the client raises."""
    return str((await client.conversations_open(users=person.user_id))["channel"]["id"])


async def insist(call: Callable[..., Awaitable[Any]], *, sleep: Sleep = asyncio.sleep, **message: Any) -> Any:
    """Make a call that adds a message, again after trouble that passes; return what Slack said to it at last.

    Raises:
        SlackApiError: If it is refused for a reason that stays, or each time.
        aiohttp.ClientError, OSError, TimeoutError: If the connection broke each time.
    """
    for pause in PAUSES:
        try:
            return await call(**message)
        except (SlackApiError, *BROKEN) as error:
            trouble, asked = passing_trouble(error), asked_to_wait(error)
            if trouble is None or (asked or 0.0) > LONGEST_WAIT:
                raise
            _LOG.warning("A sentence was not taken (%s); it is sent again.", trouble)
        await sleep(asked or pause)
    return await call(**message)
