"""Buttons below an answer to `/memory admin`: whoever clicks must be the admin who asked, and be one still."""

import asyncio
import logging
import re
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.intake.intake import Intake
from bot.listeners.visits import NOT_DONE
from bot.parts import utc_now
from bot.requests.administration import clicked, refusal
from bot.requests.slash_answers import SlashAnswer
from bot.slack.posts import team_of
from bot.slack.sending import tell_others
from bot.views.administration import ERASE_NO, ERASE_YES, PEOPLE_PAGE
from bot.views.blocks import context
from memory.errors import MemoryBotError
from memory.records import Person

_LOG = logging.getLogger(__name__)

NOT_YOURS = "Another admin asked for that. `{command} admin` is there for you to ask."


def register(app: AsyncApp, intake: Intake) -> None:
    """Listen for these buttons. Must come before what listens for every action."""

    async def on_click(
        ack: AsyncAck, body: dict[str, Any], action: dict[str, Any], respond: AsyncRespond, client: AsyncWebClient
    ) -> None:
        await ack()
        # Without it, what is said below an answer in a thread would stand outside of it.
        thread_ts = (body.get("container") or {}).get("thread_ts")
        answer, replaces = await _answer(body, action, client, intake)
        await respond(
            text=answer.text,
            blocks=answer.blocks or [context(answer.text)],
            response_type="ephemeral",
            replace_original=replaces,
            thread_ts=thread_ts,
        )
        if missed := await tell_others(answer, client):
            await respond(text=missed, response_type="ephemeral", replace_original=False, thread_ts=thread_ts)

    for action_id in (ERASE_YES, ERASE_NO, re.compile(rf"{PEOPLE_PAGE}_.*")):
        app.action(action_id)(on_click)


async def _answer(
    body: dict[str, Any], action: dict[str, Any], client: AsyncWebClient, intake: Intake
) -> tuple[SlashAnswer, bool]:
    """Return what a click comes to, and whether it stands in place of what was clicked."""
    parts, user_id = intake.parts, body["user"]["id"]
    try:
        person = Person(team_of(body), user_id)
        if refused := refusal(person, (await intake.directory.profile(client, person.team_id, user_id)).admin, parts):
            return SlashAnswer(refused), False
        value = str(action.get("value") or "")
        answer = await asyncio.to_thread(clicked, action["action_id"], value, admin=person, now=utc_now(), parts=parts)
    except MemoryBotError as error:
        _LOG.error("A button of an admin, %s, failed: %s", user_id, outline(error))
        return SlashAnswer(NOT_DONE), False
    if answer is None:
        return SlashAnswer(NOT_YOURS.format(command=parts.settings.memory_command)), False
    return answer, True
