"""files.getUploadURLExternal and completeUploadExternal: the app shares a file, in the three steps of the SDK."""

import secrets
from dataclasses import replace
from typing import Any

from bot.local_slack.cast import Channel
from bot.local_slack.content import Content
from bot.local_slack.errors import ApiError, invalid_arguments
from bot.local_slack.messages import File, Json
from bot.local_slack.methods.call import Call, Method
from bot.local_slack.methods.chat import said, thread_root
from bot.local_slack.text import sent_by_app

MOST_BYTES = 8 * 1024 * 1024
"""Larger files are refused here; Slack itself takes 1 GB."""

_CLOSED = {"is_archived", "messages_tab_disabled"}


def get_upload_url(call: Call) -> Json:
    """Return where to put the content of a file, and its id."""
    name, length = call.args.required("filename"), call.args.text("length")
    if not length.isdecimal() or int(length) < 1:
        raise invalid_arguments("must be a whole number above 0 [json-pointer:/length]")
    if int(length) > MOST_BYTES:
        raise ApiError("file_upload_size_restricted")
    file = File(
        id="F" + secrets.token_hex(5).upper(),
        name=name,
        title=name,
        user=call.bot,
        created=int(call.workspace.clock.now()),
    )
    call.workspace.state.files[file.id] = file
    return {"upload_url": f"{call.workspace.url}/upload/{file.id}", "file_id": file.id}


def complete_upload(call: Call) -> Json:
    """Share files that have been put there; without a channel they stay private."""
    files = [_titled(call, entry) for entry in _entries(call)]
    for file in files:
        call.workspace.state.files[file.id] = file
    if call.args.text("channel_id"):
        channel = _destination(call)
        content = Content(text=sent_by_app(call.args.text("initial_comment")), blocks=(), attachments=())
        message = replace(
            said(call, channel, content),
            subtype="file_share",
            files=tuple(files),
            thread_ts=thread_root(call, channel, unfit="invalid_arguments"),
        )
        call.workspace.post(message)
    return {"files": [call.workspace.viewer.file(file) for file in files]}


def _destination(call: Call) -> Channel:
    try:
        return call.destination("channel_id")
    except ApiError as error:
        raise ApiError("posting_to_channel_denied" if error.code in _CLOSED else error.code, error.details) from error


def _entries(call: Call) -> list[Json]:
    entries: Any = call.args.structure("files", error="invalid_arguments")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise invalid_arguments("must be an array of objects with an id [json-pointer:/files]")
    return entries


def _titled(call: Call, entry: Json) -> File:
    file = call.workspace.state.files.get(str(entry.get("id")))
    if file is None or not file.content:
        raise ApiError("file_not_found")
    return replace(file, title=str(entry.get("title") or file.name))


METHODS = {
    "files.getUploadURLExternal": Method(run=get_upload_url, scopes=("files:write",)),
    "files.completeUploadExternal": Method(run=complete_upload, scopes=("files:write",)),
}
