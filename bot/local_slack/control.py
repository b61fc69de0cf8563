"""`/_control/…`: what people do at the page, and what tests do in their place."""

import json
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.local_slack.acting import click, run_command
from bot.local_slack.cast import Channel, User
from bot.local_slack.errors import RefusedError
from bot.local_slack.manifest import SlashCommand
from bot.local_slack.messages import File, Json, Message
from bot.local_slack.text import MOST_CHARS, names_of, typed
from bot.local_slack.workspace import Workspace, edited

_COMMAND = re.compile(r"(/[\w-]+)(?:\s+(.*))?", re.DOTALL)
_Handler = Callable[[Json], Awaitable[Json]]


class Control:
    """The control API of one workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve `/_control/…`."""
        router.add_get("/_control/state", self._get_state)
        router.add_get("/_control/messages", self._get_messages)
        router.add_get("/_control/ws", self._watch)
        router.add_post("/_control/messages", _answering(self._say))
        router.add_patch("/_control/messages", _answering(self._edit))
        router.add_delete("/_control/messages", _answering(self._delete))
        router.add_post("/_control/commands", _answering(self._command))
        router.add_post("/_control/actions", _answering(self._act))
        router.add_post("/_control/files", _answering(self._share))

    # --- reading ------------------------------------------------------------------------------------------------------

    async def _get_state(self, request: web.Request) -> web.Response:
        workspace = self._workspace
        team, state = workspace.cast.team, workspace.state
        return web.json_response(
            {
                "team": {"id": team.id, "name": team.name, "domain": team.domain},
                "users": [_user(user) for user in state.users.values()],
                "channels": [_channel(channel) for channel in state.channels.values()],
                "commands": [
                    {"command": each.command, "description": each.description, "usage_hint": each.usage_hint}
                    for each in workspace.manifest.commands
                ],
                "bot_connected": workspace.outbox.transport.is_connected,
            }
        )

    async def _get_messages(self, request: web.Request) -> web.Response:
        try:
            channel = self._channel(dict(request.query))
            reader = self._member(dict(request.query), channel) if "user" in request.query else None
        except RefusedError as error:
            return _refusal(error)
        state, viewer = self._workspace.state, self._workspace.viewer
        whispers = [each for each in state.whispers(channel.id) if reader is None or each.ephemeral_to == reader.id]
        every = sorted([*state.messages(channel.id), *whispers], key=lambda message: message.ts)
        shown = [viewer.page(message, thread=self._thread(message)) for message in every]
        return web.json_response({"messages": shown})

    async def _watch(self, request: web.Request) -> web.StreamResponse:
        try:
            user = self._user(dict(request.query)).id if "user" in request.query else None
        except RefusedError as error:
            return _refusal(error)
        return await self._workspace.feed.serve(request, user)

    # --- doing --------------------------------------------------------------------------------------------------------

    async def _say(self, body: Json) -> Json:
        channel = self._channel(body)
        user = self._writer(body, channel)
        text = self._words(body)
        thread_ts = self._thread_of(body, channel)
        command = _COMMAND.fullmatch(text)
        if command:
            registered = self._registered(command.group(1))
            self._refuse_in_thread(registered, body)
            await run_command(self._workspace, user, channel, registered, command.group(2) or "")
            return {"ts": self._workspace.next_ts()}
        message = Message(
            channel=channel.id,
            ts=self._workspace.next_ts(),
            user=user.id,
            text=self._typed(text, user),
            thread_ts=thread_ts,
        )
        self._workspace.post(message)
        return {"ts": message.ts}

    async def _edit(self, body: Json) -> Json:
        message, user = self._own(body)
        text = self._typed(self._words(body), user)
        if text != message.text:
            self._workspace.change(edited(message, by=user.id, at=self._workspace.next_ts(), text=text))
        return {"ok": True}

    async def _delete(self, body: Json) -> Json:
        message, _ = self._own(body)
        self._workspace.delete(message)
        return {"ok": True}

    async def _command(self, body: Json) -> Json:
        channel = self._channel(body)
        user = self._member(body, channel)
        command = self._registered(_text(body, "command"))
        self._refuse_in_thread(command, body)
        await run_command(self._workspace, user, channel, command, _text(body, "text", default=""))
        return {"ok": True}

    async def _act(self, body: Json) -> Json:
        channel = self._channel(body)
        user = self._member(body, channel)
        ts = _text(body, "message_ts")
        state = self._workspace.state
        message = state.whisper(channel.id, ts) or state.message(channel.id, ts)
        if message is None or message.ephemeral_to not in {None, user.id}:
            raise _no_message(ts, channel)
        await click(self._workspace, user, message, _text(body, "block_id"), _text(body, "action_id"), body)
        return {"ok": True}

    async def _share(self, body: Json) -> Json:
        channel = self._channel(body)
        user = self._writer(body, channel)
        name = _text(body, "filename")
        file = File(
            id="F" + secrets.token_hex(5).upper(),
            name=name,
            title=name,
            user=user.id,
            created=int(self._workspace.clock.now()),
            content=_text(body, "content", default="").encode(),
        )
        self._workspace.state.files[file.id] = file
        message = Message(
            channel=channel.id,
            ts=self._workspace.next_ts(),
            user=user.id,
            text=self._typed(_text(body, "text", default=""), user),
            subtype="file_share",
            files=(file,),
            thread_ts=self._thread_of(body, channel),
        )
        self._workspace.post(message)
        return {"ts": message.ts}

    # --- who, where, what ---------------------------------------------------------------------------------------------

    def _user(self, body: Json) -> User:
        wanted = _text(body, "user")
        user = self._workspace.state.users.get(wanted)
        if user is None or user.is_bot:
            people = ", ".join(each.id for each in self._workspace.state.users.values() if not each.is_bot)
            raise RefusedError(f"There is no person {wanted[:80]!r}. Use one of {people}.", status=404)
        return user

    def _channel(self, body: Json) -> Channel:
        wanted = _text(body, "channel")
        channel = self._workspace.state.channels.get(wanted)
        if channel is None:
            known = ", ".join(self._workspace.state.channels)
            raise RefusedError(f"There is no channel {wanted[:80]!r}. Use one of {known}.", status=404)
        return channel

    def _member(self, body: Json, channel: Channel) -> User:
        user = self._user(body)
        if not channel.has(user.id):
            theirs = ", ".join(each.id for each in self._workspace.state.channels_of(user.id))
            raise RefusedError(f"{user.display_name} is not in {channel.id}. They are in {theirs}.", status=403)
        return user

    def _writer(self, body: Json, channel: Channel) -> User:
        user = self._member(body, channel)
        if channel.type == "im" and not self._workspace.manifest.takes_messages:
            raise RefusedError(
                "The app takes no messages. In its manifest, under app_home, set messages_tab_enabled to true "
                "and messages_tab_read_only_enabled to false.",
                status=403,
            )
        return user

    def _own(self, body: Json) -> tuple[Message, User]:
        channel = self._channel(body)
        user = self._member(body, channel)
        ts = _text(body, "ts")
        message = self._workspace.state.message(channel.id, ts)
        if message is None or message.is_gone:
            raise _no_message(ts, channel)
        if message.user != user.id:
            raise RefusedError(f"Message {ts} is not {user.display_name}'s. People change only their own.", status=403)
        return message, user

    def _words(self, body: Json) -> str:
        text = _text(body, "text").strip("\n")
        if not text.strip():
            raise RefusedError("The text is empty. Type something first.")
        if len(text) > MOST_CHARS:
            raise RefusedError(f"The text has {len(text)} characters; Slack takes {MOST_CHARS}. Shorten it.")
        return text

    def _typed(self, text: str, user: User) -> str:
        state = self._workspace.state
        channels = (each for each in state.channels.values() if each.type == "channel" or each.has(user.id))
        return typed(text, names_of(state.users.values(), (each for each in channels if each.type != "im")))

    def _registered(self, name: str) -> SlashCommand:
        command = self._workspace.manifest.command(name)
        if command is None:
            known = ", ".join(each.command for each in self._workspace.manifest.commands) or "no command"
            raise RefusedError(f"{name[:80]} is not a command here; there is {known}. To say it, begin with a space.")
        return command

    def _refuse_in_thread(self, command: SlashCommand, body: Json) -> None:
        if body.get("thread_ts"):
            raise RefusedError(f"{command.command} does not work in a thread, as in Slack. Use it in the channel.")

    def _thread_of(self, body: Json, channel: Channel) -> str | None:
        ts = _text(body, "thread_ts", default="")
        if not ts:
            return None
        root = self._workspace.state.message(channel.id, ts)
        if root is None:
            raise _no_message(ts, channel)
        return root.root_ts

    def _thread(self, message: Message) -> Any:
        return None if message.ephemeral_to else self._workspace.state.thread(message.channel, message.ts)


def _text(body: Json, name: str, *, default: str | None = None) -> str:
    value = body.get(name)
    if value is None and default is not None:
        return default
    if value is None:
        raise RefusedError(f"{name!r} is missing. Send it as a string.")
    if not isinstance(value, str):
        raise RefusedError(f"{name!r} is {str(value)[:80]!r}. Send it as a string.")
    return value


def _no_message(ts: str, channel: Channel) -> RefusedError:
    return RefusedError(f"There is no message {ts[:80]!r} in {channel.id}. Read the channel again.", status=404)


def _user(user: User) -> Json:
    return {
        "id": user.id,
        "name": user.display_name,
        "real_name": user.real_name,
        "is_bot": user.is_bot,
        "is_admin": user.is_admin,
    }


def _channel(channel: Channel) -> Json:
    return {
        "id": channel.id,
        "name": channel.name,
        "is_im": channel.type == "im",
        "is_private": channel.is_private,
        "members": list(channel.members),
        "purpose": channel.purpose,
    }


def _answering(handler: _Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return a request handler that reads a JSON object and turns refusals into answers."""

    async def handle(request: web.Request) -> web.Response:
        try:
            return web.json_response(await handler(await _body(request)))
        except RefusedError as error:
            return _refusal(error)

    return handle


async def _body(request: web.Request) -> Json:
    try:
        body: Any = json.loads(await request.text())
    except (ValueError, LookupError) as error:
        raise RefusedError("The body is not JSON in UTF-8. Send a JSON object.") from error
    except web.HTTPRequestEntityTooLarge as error:
        raise RefusedError("The body is too large. Send less than 16 MB.", status=413) from error
    if not isinstance(body, dict):
        raise RefusedError("The body is JSON, but no object. Send a JSON object.")
    return body


def _refusal(error: RefusedError) -> web.Response:
    return web.json_response({"error": error.sentence}, status=error.status)
