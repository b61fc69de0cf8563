"""`response_url`: the app answers what somebody did, up to five times within half an hour."""

import json
from dataclasses import replace
from typing import Any

from aiohttp import web

from bot.local_slack.arguments import Arguments
from bot.local_slack.calls import RESPONSE_URL, Calls
from bot.local_slack.content import read_content
from bot.local_slack.errors import ApiError
from bot.local_slack.interactions import Origin
from bot.local_slack.messages import Json, Message
from bot.local_slack.workspace import Workspace, edited

_NOT_THERE = {"invalid_url", "expired_url", "used_url", "message_not_found"}


class Responses:
    """Serves the response URLs of one workspace."""

    def __init__(self, workspace: Workspace, calls: Calls) -> None:
        self._workspace, self._calls = workspace, calls

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve `/response/…`."""
        router.add_post("/response/{token}", self.handle)

    async def handle(self, request: web.Request) -> web.Response:
        """Do what the app asks, and answer `ok` or an error, unless a fault strikes it."""
        body = _read(await request.text())
        return await self._calls.answer(request, RESPONSE_URL, body, lambda: self._answer(request, body))

    async def _answer(self, request: web.Request, body: Any) -> web.Response:
        try:
            if not isinstance(body, dict):
                raise ApiError("invalid_payload")
            workspace = self._workspace
            origin = workspace.interactions.use_response(request.match_info["token"], workspace.clock.now())
            respond(workspace, origin, body)
        except ApiError as error:
            status = 404 if error.code in _NOT_THERE else 400
            return web.json_response({"ok": False, "error": error.code, **error.details}, status=status)
        return web.Response(text="ok")


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def respond(workspace: Workspace, origin: Origin, body: Json) -> None:
    """Post, replace or delete, as the body of a response says; without a word of it, only for the person themselves.

    Raises:
        ApiError: If the content is not what Slack takes, or the original message is gone.
    """
    args = Arguments(body)
    original = _original(workspace, origin)
    if args.flag("delete_original"):
        _delete(workspace, _there(original))
        return
    content = read_content(args)
    channel = workspace.state.channels[origin.channel]
    said: dict[str, Any] = {"text": content.text, "blocks": content.blocks, "attachments": content.attachments}
    if args.flag("replace_original") and origin.message_ts:
        _replace(workspace, _there(original), said)
        return
    message = Message(
        channel=channel.id,
        ts=workspace.next_ts(),
        user=workspace.cast.bot_user_id,
        by_bot=True,
        thread_ts=args.text("thread_ts") or None,
        **said,
    )
    if args.text("response_type") == "in_channel":
        workspace.post(message)
    else:
        workspace.whisper(replace(message, ephemeral_to=origin.user, thread_ts=message.thread_ts or origin.thread_ts))


def _original(workspace: Workspace, origin: Origin) -> Message | None:
    if origin.message_ts is None:
        return None
    find = workspace.state.whisper if origin.is_ephemeral else workspace.state.message
    return find(origin.channel, origin.message_ts)


def _there(original: Message | None) -> Message:
    if original is None or original.is_gone:
        raise ApiError("message_not_found")
    return original


def _delete(workspace: Workspace, original: Message) -> None:
    if original.ephemeral_to:
        workspace.unwhisper(original)
    else:
        workspace.delete(original)


def _replace(workspace: Workspace, original: Message, said: dict[str, Any]) -> None:
    if original.ephemeral_to:
        workspace.whisper(replace(original, **said))
    else:
        workspace.change(edited(original, by=original.user, at=workspace.next_ts(), **said))
