"""chat.*: the app posts, changes and deletes messages."""

import re
from dataclasses import replace

from bot.local_slack.cast import Channel
from bot.local_slack.content import Content, read_content, read_metadata
from bot.local_slack.errors import ApiError, invalid_arguments
from bot.local_slack.messages import Json, Message
from bot.local_slack.methods.call import Call, Method
from bot.local_slack.text import MOST_CHARS
from bot.local_slack.workspace import edited

UPDATE_CHARS = 4_000
"""Longer texts are refused by chat.update."""

_TS = re.compile(r"\d{1,12}\.\d{1,6}")


def post_message(call: Call) -> Json:
    """Post a message to a channel, a thread or a DM."""
    channel = call.destination()
    content = read_content(call.args)
    thread_ts = thread_root(call, channel)
    is_broadcast = thread_ts is not None and call.args.flag("reply_broadcast")
    message = replace(
        said(call, channel, content),
        thread_ts=thread_ts,
        subtype="thread_broadcast" if is_broadcast else None,
        metadata=read_metadata(call.args),
    )
    call.workspace.post(message)
    return {"channel": channel.id, "ts": message.ts, "message": seen(call, message)}


def post_ephemeral(call: Call) -> Json:
    """Post a message that one person sees."""
    user = call.args.required("user")
    channel = call.destination()
    if not channel.has(user):
        raise ApiError("user_not_in_channel")
    content = read_content(call.args, most_chars=MOST_CHARS, bad_attachments="invalid_attachments")
    message = replace(said(call, channel, content), ephemeral_to=user, thread_ts=thread_root(call, channel))
    call.workspace.whisper(message)
    return {"message_ts": message.ts}


def update(call: Call) -> Json:
    """Change one of the app's own messages; what is not given again goes."""
    channel = call.channel()
    message = call.message(channel)
    if not message.by_bot:
        raise ApiError("cant_update_message")
    if message.is_streaming:
        raise ApiError("streaming_state_conflict")
    content = read_content(call.args, most_chars=UPDATE_CHARS, bad_attachments="invalid_attachments")
    changed = edited(
        message,
        by=call.bot,
        at=call.workspace.next_ts(),
        text=content.text,
        blocks=content.blocks,
        attachments=content.attachments,
        metadata=read_metadata(call.args) or message.metadata,
    )
    call.workspace.change(changed)
    return {"channel": channel.id, "ts": message.ts, "text": changed.text, "message": seen(call, changed)}


def delete(call: Call) -> Json:
    """Delete one of the app's own messages."""
    channel = call.channel()
    message = call.message(channel)
    if not message.by_bot:
        raise ApiError("cant_delete_message")
    call.workspace.delete(message)
    return {"channel": channel.id, "ts": message.ts}


def get_permalink(call: Call) -> Json:
    """Return an address at which a message can be seen."""
    channel = call.channel()
    message = call.message(channel, "message_ts")
    address = f"{call.workspace.url}/archives/{channel.id}/p{message.ts.replace('.', '')}"
    if message.thread_ts:
        address += f"?thread_ts={message.thread_ts}&cid={channel.id}"
    return {"channel": channel.id, "permalink": address}


def said(call: Call, channel: Channel, content: Content) -> Message:
    """Return a new message by the app."""
    return Message(
        channel=channel.id,
        ts=call.workspace.next_ts(),
        user=call.bot,
        by_bot=True,
        text=content.text,
        blocks=content.blocks,
        attachments=content.attachments,
    )


def thread_root(call: Call, channel: Channel, *, unfit: str = "cannot_reply_to_message") -> str | None:
    """Return the root of the thread that `thread_ts` names, or None for a message that stands alone.

    A reply's time stamp leads to its root. A message that is not there any more opens no thread.

    Args:
        unfit: The method's error code for an ephemeral message.

    Raises:
        ApiError: That one, or `invalid_arguments` for what is no time stamp at all.
    """
    ts = call.args.text("thread_ts")
    if not ts:
        return None
    if not _TS.fullmatch(ts):
        raise invalid_arguments("must be a message timestamp [json-pointer:/thread_ts]")
    if call.workspace.state.whisper(channel.id, ts):
        raise ApiError(unfit)
    root = call.workspace.state.message(channel.id, ts)
    return root.root_ts if root else None


def seen(call: Call, message: Message) -> Json:
    """Return a message as the answer to the call that made it shows it."""
    parent = call.workspace.state.message(message.channel, message.thread_ts) if message.thread_ts else None
    return call.workspace.viewer.api(message, parent=parent, metadata=True)


_WRITE = ("chat:write",)

METHODS = {
    "chat.postMessage": Method(run=post_message, scopes=_WRITE),
    "chat.postEphemeral": Method(run=post_ephemeral, scopes=_WRITE),
    "chat.update": Method(run=update, scopes=_WRITE),
    "chat.delete": Method(run=delete, scopes=_WRITE),
    "chat.getPermalink": Method(run=get_permalink),
}
