"""The two buttons below an answer that a model wrote: whoever clicks is thanked, for their eyes only."""

import asyncio
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.intake.intake import Intake
from bot.listeners.visits import Visit, visit
from bot.parts import utc_now
from bot.requests.feedback import Feedback
from bot.views.messages import FEEDBACK


def register(app: AsyncApp, intake: Intake) -> None:
    """Listen for the buttons. Must come before what listens for every action."""
    feedback = Feedback(intake.parts, intake.metrics)

    async def on_feedback(ack: AsyncAck, body: dict[str, Any], action: dict[str, Any], client: AsyncWebClient) -> None:
        await ack()

        async def act(visiting: Visit) -> None:
            channel_id, ts = body["channel"]["id"], body["container"]["message_ts"]
            answer = await asyncio.to_thread(
                feedback.take, visiting.person, channel_id, ts, str(action.get("value")), at=utc_now()
            )
            if answer is not None:
                await visiting.say(answer)

        await visit(act, body, client, intake)

    app.action(FEEDBACK)(on_feedback)
