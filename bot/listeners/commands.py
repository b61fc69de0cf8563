"""Slash commands: acknowledged at once, answered to the person alone. And the dialog in which admins edit a page."""

import asyncio
import logging
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.intake.intake import Intake
from bot.listeners.visits import NOT_DONE, read_metadata
from bot.parts import utc_now
from bot.requests.administration import refusal, save_page
from bot.requests.slash import memory_command, soul_command
from bot.requests.slash_answers import SlashAnswer
from bot.slack.dialogs import open_dialog
from bot.slack.directory import SILENCE
from bot.slack.mrkdwn import unescape
from bot.slack.posts import team_of
from bot.slack.sending import announce, send_file, tell_others
from bot.views.administration import PAGE_FIELD, PAGE_FORM, page_typed
from memory.errors import MemoryBotError
from memory.records import Person

_LOG = logging.getLogger(__name__)

DIALOG_LATE = "The dialog could not be opened. Please try again."


def register(app: AsyncApp, intake: Intake) -> None:
    """Listen for the two commands, under the names that the settings give them."""
    parts = intake.parts

    async def on_memory(ack: AsyncAck, command: dict[str, Any], respond: AsyncRespond, client: AsyncWebClient) -> None:
        await ack()
        answer = await _answer(command, client, intake)
        if answer.file:
            answer = await send_file(answer, command["user_id"], client)
        if answer.view is not None:
            answer = await _open(answer, command, client)
        answer = await announce(answer, client)
        await respond(text=answer.text, blocks=answer.blocks or None, response_type="ephemeral")
        if missed := await tell_others(answer, client):
            await respond(text=missed, response_type="ephemeral")

    async def on_soul(ack: AsyncAck, respond: AsyncRespond) -> None:
        await ack()
        answer = await asyncio.to_thread(soul_command, parts)
        await respond(text=answer.text, blocks=answer.blocks or None, response_type="ephemeral")

    async def on_page(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        problem = await _save(body, client, intake)
        await (ack(response_action="errors", errors={PAGE_FIELD: problem}) if problem else ack())

    app.command(parts.settings.memory_command)(on_memory)
    app.command(parts.settings.soul_command)(on_soul)
    app.view(PAGE_FORM)(on_page)


async def _answer(command: dict[str, Any], client: AsyncWebClient, intake: Intake) -> SlashAnswer:
    try:
        person = Person(team_of(command), command["user_id"])
        profile = await intake.directory.profile(client, person.team_id, person.user_id)
        return await asyncio.to_thread(
            memory_command,
            command.get("text") or "",
            person=person,
            now=utc_now(),
            parts=intake.parts,
            channel_id=command["channel_id"],
            admin=profile.admin,
            zone=profile.zone,
        )
    except MemoryBotError as error:
        _LOG.error("A slash command of %s failed: %s", command.get("user_id"), outline(error))
        return SlashAnswer(NOT_DONE)


async def _open(answer: SlashAnswer, command: dict[str, Any], client: AsyncWebClient) -> SlashAnswer:
    try:
        stands = await open_dialog(client, answer.view or {}, trigger_id=command.get("trigger_id", ""))
    except SILENCE as error:
        _LOG.warning("A dialog could not be opened: %s", outline(error))
        stands = False
    return answer if stands else SlashAnswer(DIALOG_LATE)


async def _save(body: dict[str, Any], client: AsyncWebClient, intake: Intake) -> str:
    """Write the page that a dialog holds; return "" or what is wrong, to be shown below its field."""
    carried, parts = read_metadata(body["view"]), intake.parts
    try:
        person = Person(team_of(body), body["user"]["id"])
        profile = await intake.directory.profile(client, person.team_id, person.user_id)
        if refused := refusal(person, profile.admin, parts):
            return refused
        return await asyncio.to_thread(
            save_page,
            str(carried.get("page")),
            unescape(page_typed(body["view"])),
            known=str(carried.get("version")),
            admin=person,
            now=utc_now(),
            parts=parts,
        )
    except MemoryBotError as error:
        _LOG.error("A page could not be saved for %s: %s", body["user"]["id"], outline(error))
        return NOT_DONE
