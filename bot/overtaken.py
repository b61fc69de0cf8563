"""A message that was changed or deleted before its turn came: what it says now is what counts."""

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.directory import SILENCE
from bot.journal import Journal
from bot.posts import Post

_GONE = frozenset({"thread_not_found", "message_not_found"})


def was_changed(journal: Journal, key: str) -> bool:
    """Return whether the journal knows of an edit or a deletion of the message that it keeps by this key."""
    return any(later.count("/") == key.count("/") + 1 for later in journal.keys(f"{key}/"))


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
