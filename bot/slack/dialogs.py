"""Opens dialogs, which Slack lets one do once for each click and within three seconds, though an answer may get lost.

A trigger that was used up by a try whose answer was lost opens nothing any more, but the dialog may stand: it has a
name of its own, by which Slack tells.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.directory import SILENCE
from bot.slack.patience import BROKEN, passing_trouble
from bot.views.blocks import View

_LOG = logging.getLogger(__name__)

LATE = frozenset({"expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id"})
"""How Slack says that it does not wait any more for what a click opens."""

PAUSES = (0.2, 0.8)
"""Seconds before each further try; after three no try helps."""

Sleep = Callable[[float], Awaitable[None]]


async def open_dialog(
    client: AsyncWebClient, view: View, *, trigger_id: str, above: bool = False, sleep: Sleep = asyncio.sleep
) -> bool:
    """Open a dialog, above the topmost one if `above`; return whether it stands, or False if Slack waited no longer.

    Raises:
        SlackApiError: If Slack refuses it for another reason.
        aiohttp.ClientError, OSError, TimeoutError: If the connection broke each time.
    """
    opener = client.views_push if above else client.views_open
    named = {**view, "external_id": uuid.uuid4().hex}
    pauses, tried = iter(PAUSES), False
    while True:
        try:
            await opener(trigger_id=trigger_id, view=named)
        except (SlackApiError, *BROKEN) as error:
            if isinstance(error, SlackApiError) and error.response["error"] in LATE:
                return tried and await _stands(client, named)
            trouble, pause = passing_trouble(error), next(pauses, None)
            if trouble is None or pause is None:
                raise
            _LOG.warning("A dialog was not opened (%s); it is tried again.", trouble)
            tried = True
            await sleep(pause)
        else:
            return True


async def _stands(client: AsyncWebClient, view: View) -> bool:
    """Return whether a dialog was opened by a try whose answer was lost."""
    try:
        await client.views_update(external_id=view["external_id"], view=view)
    except SILENCE:
        return False
    return True
