"""A message that was changed or deleted before its turn came: what it says now is what counts."""

import asyncio
from collections import OrderedDict

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.intake.journal import Journal
from bot.slack.directory import SILENCE
from bot.slack.posts import Post

MOST_NOTED = 1000
"""Changed messages that are held in mind; a turn seldom waits for longer than a few."""

_GONE = frozenset({"thread_not_found", "message_not_found"})


class Changed:
    """Which messages were edited or deleted, by the keys under which the journal keeps them.

    Those of late are held in mind, so that most turns need not ask the journal.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lately: OrderedDict[str, None] = OrderedDict()

    def note(self, team_id: str, post: Post) -> None:
        """Note an edit or a deletion that came in."""
        self._lately[f"{team_id}/{post.channel_id}/{post.ts}"] = None
        if len(self._lately) > MOST_NOTED:
            self._lately.popitem(last=False)

    async def knows(self, key: str, *, long_ago: bool) -> bool:
        """Return whether a message was changed; `long_ago` if it may have been before the bot was started."""
        return key in self._lately or (long_ago and await asyncio.to_thread(self._is_kept, key))

    def _is_kept(self, key: str) -> bool:
        return any(later.count("/") == key.count("/") + 1 for later in self._journal.keys(f"{key}/"))


async def words_now(client: AsyncWebClient, post: Post) -> str | None:
    """Return the words of a message as it stands, or None if it is gone; as they came where Slack does not tell."""
    try:
        thread = await client.conversations_replies(
            channel=post.channel_id, ts=post.thread_ts or post.ts, oldest=post.ts, latest=post.ts, inclusive=True
        )
    except SlackApiError as error:
        return None if error.response.get("error") in _GONE else post.text
    except SILENCE:
        return post.text
    found = next((message for message in thread.get("messages") or () if message.get("ts") == post.ts), None)
    if found is None or found.get("subtype") == "tombstone":
        return None
    return str(found.get("text") or "")
