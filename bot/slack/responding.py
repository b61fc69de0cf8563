"""Answers at a response URL, again where Slack did not take them: Bolt's own `respond` gives up without a word.

What became of an answer after a server error or a broken connection nobody knows, and it cannot be looked for: it is
sent again, since to see it twice is better than never to see it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.async_app import AsyncBoltContext, AsyncRespond
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook import WebhookResponse

from bot.slack.patience import BROKEN, LONGEST_WAIT, retry_after

_LOG = logging.getLogger(__name__)

PAUSES = (1.0, 2.0, 5.0)
"""Seconds before each further try. A response URL takes five answers; more than two are for no one act."""

_OK, _TOO_MANY, _LOWEST_SERVER_ERROR = 200, 429, 500

Sleep = Callable[[float], Awaitable[None]]


class PatientRespond(AsyncRespond):
    """What listeners know as `respond`. Waits where Slack asks to, and tries again after trouble of Slack's own.

    Args:
        sleep: Waits; for tests that turn the time.
    """

    def __init__(self, *, response_url: str, client: AsyncWebClient, sleep: Sleep = asyncio.sleep) -> None:
        super().__init__(response_url=response_url, proxy=client.proxy, ssl=client.ssl)
        self._sleep = sleep

    async def __call__(self, *args: Any, **message: Any) -> WebhookResponse:
        """Answer, and return what Slack said to it at last.

        Raises:
            aiohttp.ClientError, OSError, TimeoutError: If the connection broke each time.
        """
        for pause in PAUSES:
            wait = pause
            try:
                response = await super().__call__(*args, **message)
            except BROKEN as error:
                trouble = type(error).__name__
            else:
                asked = _wait_after(response, pause)
                if asked is None:
                    return response
                wait, trouble = asked, str(response.status_code)
            _LOG.warning("An answer was not taken (%s); it is sent again.", trouble)
            await self._sleep(wait)
        response = await super().__call__(*args, **message)
        if response.status_code != _OK:
            _LOG.error("An answer was lost: Slack did not take it (%d).", response.status_code)
        return response


def _wait_after(response: WebhookResponse, pause: float) -> float | None:
    """Return the seconds to wait before another try; None where it stands, or no try would help."""
    if response.status_code >= _LOWEST_SERVER_ERROR:
        return pause
    if response.status_code == _TOO_MANY:
        wait = retry_after(response.headers) or pause
        return wait if wait <= LONGEST_WAIT else None
    return None


async def respond_patiently(context: AsyncBoltContext, next: Callable[[], Awaitable[None]]) -> None:
    """Give listeners a `respond` that does not give up at once."""
    if context.response_url:
        context["respond"] = PatientRespond(response_url=context.response_url, client=context.client)
    await next()
