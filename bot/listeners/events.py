"""Messages and mentions become turns; whatever else Slack sends is acknowledged, so that it is not sent again."""

import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.async_app import AsyncApp, AsyncBoltContext
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.intake.intake import Intake
from bot.slack.posts import team_of

_LOG = logging.getLogger(__name__)

_KEY = "memory_bot_turn_key"
_RETRY = "x-slack-retry-num"
"""Tells how often a payload was delivered before, over either transport."""


def register(app: AsyncApp, intake: Intake) -> None:
    """Listen for posts in DMs and channels, once for each post however often and as whatever event it arrives."""

    async def keep(
        body: dict[str, Any],
        context: AsyncBoltContext,
        next: Callable[[], Awaitable[None]],
    ) -> BoltResponse | None:
        intake.directory.hear(team_of(body), body["event"])
        key = await intake.keep(body)
        if key is None:
            return BoltResponse(status=200)
        context[_KEY] = key
        await next()
        return None

    async def start(
        body: dict[str, Any], context: AsyncBoltContext, client: AsyncWebClient, request: AsyncBoltRequest
    ) -> None:
        again = request.headers.get(_RETRY, ["0"])[0] != "0"
        intake.start(context[_KEY], body, client, again=again)

    app.event("app_mention", middleware=[keep])(start)
    app.event("message", middleware=[keep])(start)
    app.event("reaction_added", middleware=[keep])(start)


def register_rest(app: AsyncApp, intake: Intake) -> None:
    """Listen for whatever nothing else listens for; registered last, since the first that fits is taken."""

    async def ignore(body: dict[str, Any]) -> None:
        intake.directory.hear(team_of(body), body.get("event") or {})
        _LOG.debug("Nothing to do for an event of type %s.", body.get("event", {}).get("type"))

    app.event(re.compile(".*"))(ignore)
