"""The agent's view: what it offers to say when its tab is opened, and the button that stops an answer."""

import asyncio
import logging
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.intake.intake import Intake
from bot.requests.prompts import TITLE, prompts_for
from bot.slack.directory import SILENCE
from bot.slack.posts import team_of
from memory.errors import MemoryBotError
from memory.records import Person

_LOG = logging.getLogger(__name__)


def register(app: AsyncApp, intake: Intake) -> None:
    """Listen for the tab and the button. Must come before what listens for every event."""

    async def is_messages(event: dict[str, Any]) -> bool:
        return event.get("tab") == "messages"

    async def on_opened(body: dict[str, Any], event: dict[str, Any], client: AsyncWebClient) -> None:
        """Offer it without a thread: with one, Slack shows nothing in an agent's view."""
        try:
            person = Person(team_of(body), str(event["user"]))
            profile = await intake.directory.profile(client, person.team_id, person.user_id)
            prompts = await asyncio.to_thread(prompts_for, person, intake.parts, name=profile.name)
            await client.assistant_threads_setSuggestedPrompts(
                channel_id=event["channel"], title=TITLE, prompts=[dict(each) for each in prompts]
            )
        except (*SILENCE, MemoryBotError) as error:
            _LOG.warning("Nothing was suggested to %s: %s", event.get("user"), outline(error))

    async def on_stopped(body: dict[str, Any], event: dict[str, Any]) -> None:
        """Stop whatever is being written there: Slack has stopped its messages already, whoever clicked."""
        intake.answers.stop(team_of(body), event["channel"], event.get("thread_ts"))

    app.event("app_home_opened", matchers=[is_messages])(on_opened)
    app.event("agent_session_stopped")(on_stopped)
