"""Who comes into a channel that is open to notes as a whole is told so, for their eyes only."""

import asyncio
import logging
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.intake.intake import Intake
from bot.requests.administration import listening_told
from bot.slack.directory import SILENCE
from bot.slack.posts import team_of
from bot.slack.telling import insist
from memory.errors import MemoryBotError

_LOG = logging.getLogger(__name__)


def register(app: AsyncApp, intake: Intake) -> None:
    """Listen for people who join channels. Must come before what listens for every event."""
    parts = intake.parts

    async def on_joined(body: dict[str, Any], event: dict[str, Any], client: AsyncWebClient) -> None:
        team_id, channel_id, user_id = team_of(body), str(event["channel"]), str(event["user"])
        intake.directory.hear(team_id, event)
        try:
            policy = await asyncio.to_thread(parts.policies.of, team_id)
            if channel_id in policy.listening and user_id != parts.bot_in(team_id):
                told = listening_told(parts.settings)
                await insist(client.chat_postEphemeral, channel=channel_id, user=user_id, text=told)
        except (*SILENCE, MemoryBotError) as error:
            _LOG.warning("%s was not told of the notes in %s: %s", user_id, channel_id, outline(error))

    app.event("member_joined_channel")(on_joined)
