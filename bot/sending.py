"""Puts what is too long to show into the person's DM, as a file."""

import logging

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slash import SlashAnswer

_LOG = logging.getLogger(__name__)

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
