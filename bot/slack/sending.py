"""What an answer to a command sends beside itself: a file into the person's DM, and a word to whom it touches."""

import asyncio
import logging
from dataclasses import replace

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.requests.slash_answers import Notice, SlashAnswer
from bot.slack.directory import SILENCE
from bot.slack.telling import insist

_LOG = logging.getLogger(__name__)

NOT_TOLD = "I could not announce it there, so nothing is changed. Invite me to that channel and try again."
FILE_NOT_SENT = "I could not send you the file. Please ask whoever runs me for `memory-bot export`."

_MOST_NAMED = 20
"""People of whom it is said by name that they could not be told."""


async def send_file(answer: SlashAnswer, user_id: str, client: AsyncWebClient) -> SlashAnswer:
    """Put the answer's file into the person's DM; return what to say about it."""
    assert answer.file is not None
    name, content = answer.file
    try:
        dm = (await client.conversations_open(users=user_id))["channel"]["id"]
        await client.files_upload_v2(channel=dm, filename=name, title=name, content=content)
    except SlackApiError as error:
        _LOG.error("An export could not be sent: %s", error.response["error"])
        return SlashAnswer(FILE_NOT_SENT)
    return answer


async def announce(answer: SlashAnswer, client: AsyncWebClient) -> SlashAnswer:
    """Tell what an answer depends on; return what to say where that could not be told and is taken back, or the answer.

    The other notices are left to `tell_others`.
    """
    for notice in answer.notices:
        if notice.undo is not None and not await _is_told(notice, client):
            await asyncio.to_thread(notice.undo)
            return SlashAnswer(NOT_TOLD)
    return replace(answer, notices=tuple(notice for notice in answer.notices if notice.undo is None))


async def tell_others(answer: SlashAnswer, client: AsyncWebClient) -> str:
    """Tell others what an answer says they are to be told; return whom it could not be told, "" if all were."""
    missed = [f"<@{notice.to}>" for notice in answer.notices if not await _is_told(notice, client)]
    if not missed:
        return ""
    more = f" and {len(missed) - _MOST_NAMED:,} more" if len(missed) > _MOST_NAMED else ""
    return f"I could not tell {', '.join(missed[:_MOST_NAMED])}{more} of it."


async def _is_told(notice: Notice, client: AsyncWebClient) -> bool:
    try:
        channel = notice.to
        if not channel.startswith(("C", "G")):
            channel = (await client.conversations_open(users=notice.to))["channel"]["id"]
        await insist(client.chat_postMessage, channel=channel, text=notice.text)
    except SILENCE as error:
        _LOG.warning("%s could not be told: %s", notice.to, outline(error))
        return False
    return True
