"""Slash commands: acknowledged at once, answered to the person alone."""

import asyncio
import logging
from datetime import UTC, datetime
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.listeners.visits import NOT_DONE
from bot.parts import Parts
from bot.posts import team_of
from bot.sending import send_file
from bot.slash import SlashAnswer, memory_command, soul_command
from memory.errors import MemoryBotError
from memory.records import Person

_LOG = logging.getLogger(__name__)


def register(app: AsyncApp, parts: Parts) -> None:
    """Listen for the two commands, under the names that the settings give them."""

    async def on_memory(ack: AsyncAck, command: dict[str, Any], respond: AsyncRespond, client: AsyncWebClient) -> None:
        await ack()
        answer = await _answer(command, parts)
        if answer.file:
            answer = await send_file(answer, command["user_id"], client)
        await respond(text=answer.text, blocks=answer.blocks or None, response_type="ephemeral")

    async def on_soul(ack: AsyncAck, respond: AsyncRespond) -> None:
        await ack()
        answer = await asyncio.to_thread(soul_command, parts)
        await respond(text=answer.text, blocks=answer.blocks or None, response_type="ephemeral")

    app.command(parts.settings.memory_command)(on_memory)
    app.command(parts.settings.soul_command)(on_soul)


async def _answer(command: dict[str, Any], parts: Parts) -> SlashAnswer:
    try:
        person = Person(team_of(command), command["user_id"])
        return await asyncio.to_thread(
            memory_command,
            command.get("text") or "",
            person=person,
            now=datetime.now(UTC),
            parts=parts,
            channel_id=command["channel_id"],
        )
    except MemoryBotError as error:
        _LOG.error("A slash command of %s failed: %s", command.get("user_id"), outline(error))
        return SlashAnswer(NOT_DONE)
