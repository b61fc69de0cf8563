"""chat.startStream, appendStream, stopStream: a message that grows while everybody watches."""

from dataclasses import replace
from typing import Any

from bot.local_slack import blocks as block_kit
from bot.local_slack.content import Content, new_block_id, read_metadata
from bot.local_slack.errors import ApiError
from bot.local_slack.messages import Json, Message
from bot.local_slack.methods.agents import session_status
from bot.local_slack.methods.call import Call, Method
from bot.local_slack.methods.chat import said, thread_root
from bot.local_slack.text import sent_by_app

_TASK_STATUS = {"pending", "in_progress", "complete", "error"}


def start_stream(call: Call) -> Json:
    """Post the beginning of a message into a thread."""
    channel = call.destination()
    call.args.required("thread_ts")
    thread_ts = thread_root(call, channel, unfit="invalid_arguments")
    if channel.type != "im":
        if not call.args.text("recipient_team_id"):
            raise ApiError("missing_recipient_team_id")
        if not call.args.text("recipient_user_id"):
            raise ApiError("missing_recipient_user_id")
        if call.args.text("recipient_user_id") not in call.workspace.state.users:
            raise ApiError("user_not_found")
    blank = said(call, channel, Content(text="", blocks=(), attachments=()))
    message = _grown(replace(blank, thread_ts=thread_ts, is_streaming=True), _chunks(call))
    call.workspace.post(message)
    return {"channel": channel.id, "ts": message.ts}


def append_stream(call: Call) -> Json:
    """Let the message grow."""
    channel = call.channel()
    message = call.message(channel)
    if message.is_stopped:
        raise ApiError("stopped_by_user")
    _streaming(call, message)
    chunks = _chunks(call)
    if not chunks:
        raise ApiError("no_text")
    call.workspace.redraw(_grown(message, chunks))
    return {"channel": channel.id, "ts": message.ts}


def stop_stream(call: Call) -> Json:
    """Finish the message, perhaps with more text and with blocks below it."""
    channel = call.channel()
    message = _streaming(call, call.message(channel))
    session = session_status(call, "session_status")
    blocks = block_kit.check(call.args.structure("blocks", error="invalid_blocks") or [], malformed="invalid_blocks")
    grown = _grown(message, [*_chunks(call), *({"type": "blocks", "blocks": [each]} for each in blocks)])
    finished = replace(grown, is_streaming=False, metadata=read_metadata(call.args) or message.metadata)
    call.workspace.change(finished)
    if session:
        call.workspace.talks.set_session(channel, message.root_ts, session)
    return {}


def end_stream(call: Call) -> None:
    """Let the stream that a call is about die: what stands there stays, and it grows no more."""
    message = call.message(call.channel())
    if message.is_streaming:
        call.workspace.redraw(replace(message, is_streaming=False))


def _streaming(call: Call, message: Message) -> Message:
    if not message.by_bot:
        raise ApiError("message_not_owned_by_app")
    if not message.is_streaming:
        raise ApiError("message_not_in_streaming_state")
    return message


def _chunks(call: Call) -> list[Json]:
    chunks: Any = call.args.structure("chunks", error="invalid_chunks") or []
    if not isinstance(chunks, list) or not all(_is_chunk(chunk) for chunk in chunks):
        raise ApiError("invalid_chunks")
    text = call.args.text("markdown_text")
    together = [*chunks, *([{"type": "markdown_text", "text": text}] if text else [])]
    if sum(len(chunk.get("text", "")) for chunk in together) > block_kit.MARKDOWN_TEXT:
        raise ApiError("msg_blocks_too_long")
    return together


def _is_chunk(chunk: object) -> bool:
    if not isinstance(chunk, dict):
        return False
    match chunk.get("type"):
        case "markdown_text":
            return isinstance(chunk.get("text"), str)
        case "task_update":
            return isinstance(chunk.get("id"), str) and chunk.get("status", "pending") in _TASK_STATUS
        case "plan_update":
            return isinstance(chunk.get("title"), str)
        case "blocks":
            blocks = chunk.get("blocks")
            return isinstance(blocks, list) and all(isinstance(block, dict) for block in blocks)
    return False


def _grown(message: Message, chunks: list[Json]) -> Message:
    """Return the message with the chunks added.

    Text goes on in the last markdown block; a task or plan that is already shown is replaced; blocks come at the end.
    """
    text, blocks = message.text, list(message.blocks)
    for chunk in chunks:
        if chunk["type"] == "markdown_text":
            text += sent_by_app(chunk["text"])
            _append_text(blocks, chunk["text"])
        elif chunk["type"] == "task_update":
            _replace(blocks, "task_card", "task_id", {**_without_type(chunk, "id"), "task_id": chunk["id"]})
        elif chunk["type"] == "plan_update":
            _replace(blocks, "plan", "type", {"title": chunk["title"]})
        else:
            blocks += block_kit.with_ids(block_kit.check(chunk["blocks"]), new_block_id)
    if len(blocks) > block_kit.MESSAGE_BLOCKS:
        raise ApiError("msg_blocks_too_many")
    return replace(message, text=text, blocks=tuple(blocks))


def _append_text(blocks: list[Json], text: str) -> None:
    if blocks and blocks[-1]["type"] == "markdown":
        blocks[-1] = {**blocks[-1], "text": blocks[-1]["text"] + text}
    elif text:
        blocks.append({"type": "markdown", "text": text, "block_id": new_block_id()})


def _replace(blocks: list[Json], kind: str, key: str, content: Json) -> None:
    block = {"type": kind, "block_id": new_block_id(), **content}
    for number, old in enumerate(blocks):
        if old["type"] == kind and old[key] == block[key]:
            blocks[number] = {**old, **content}
            return
    blocks.append(block)


def _without_type(chunk: Json, *more: str) -> Json:
    return {name: value for name, value in chunk.items() if name not in {"type", *more}}


_WRITE = ("chat:write",)

METHODS = {
    "chat.startStream": Method(run=start_stream, scopes=_WRITE),
    "chat.appendStream": Method(run=append_stream, scopes=_WRITE),
    "chat.stopStream": Method(run=stop_stream, scopes=_WRITE),
}
