"""Puts what is too long to show into the person's DM, as a file."""

import asyncio
import logging
from dataclasses import replace

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.requests.slash_answers import SlashAnswer

_LOG = logging.getLogger(__name__)

NOT_TOLD = "I could not announce it there, so nothing is changed. Invite me to that channel and try again."
FILE_NOT_SENT = "I could not send you the file. Please ask whoever runs me for `memory-bot export`."


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


async def send_notices(answer: SlashAnswer, client: AsyncWebClient) -> SlashAnswer:
    """Tell others what an answer says they are to be told; return what to say where one could not be, or the answer."""
    for notice in answer.notices:
        try:
            channel = notice.to
            if not channel.startswith(("C", "G")):
                channel = (await client.conversations_open(users=notice.to))["channel"]["id"]
            await client.chat_postMessage(channel=channel, text=notice.text)
        except SlackApiError as error:
            _LOG.warning("%s could not be told: %s", notice.to, error.response["error"])
            if notice.undo is not None:
                await asyncio.to_thread(notice.undo)
                return SlashAnswer(NOT_TOLD)
            answer = replace(answer, text=f"{answer.text} I could not tell <@{notice.to}> of it.")
    return answer
