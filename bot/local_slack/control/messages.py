"""What people write: messages, files, commands, and what they change or delete of their own."""

import re
import secrets

from aiohttp import web

from bot.local_slack.acting import run_command
from bot.local_slack.cast import Channel, User
from bot.local_slack.control.base import Part, answering, no_message, text_of
from bot.local_slack.errors import RefusedError
from bot.local_slack.manifest import SlashCommand
from bot.local_slack.messages import File, Json, Message
from bot.local_slack.text import MOST_CHARS, names_of, typed
from bot.local_slack.workspace import edited

_COMMAND = re.compile(r"(/[\w-]+)(?:\s+(.*))?", re.DOTALL)


class MessagesPart(Part):
    """`messages`, `files` and `commands`."""

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""
        router.add_post("/_control/messages", answering(self._say))
        router.add_patch("/_control/messages", answering(self._edit))
        router.add_delete("/_control/messages", answering(self._delete))
        router.add_post("/_control/files", answering(self._share))
        router.add_post("/_control/commands", answering(self._command))

    async def _say(self, body: Json) -> Json:
        channel = self.channel(body)
        user = self._writer(body, channel)
        text = _words(body)
        thread_ts = self._thread_of(body, channel)
        command = _COMMAND.fullmatch(text)
        if command:
            registered = self._registered(command.group(1))
            _refuse_in_thread(registered, body)
            await run_command(self.workspace, user, channel, registered, command.group(2) or "")
            return {"ts": self.workspace.next_ts()}
        message = Message(
            channel=channel.id,
            ts=self.workspace.next_ts(),
            user=user.id,
            text=self._typed(text, user),
            thread_ts=thread_ts,
        )
        self.workspace.post(message)
        return {"ts": message.ts}

    async def _edit(self, body: Json) -> Json:
        message, user = self._own(body)
        text = self._typed(_words(body), user)
        if text != message.text:
            self.workspace.change(edited(message, by=user.id, at=self.workspace.next_ts(), text=text))
        return {"ok": True}

    async def _delete(self, body: Json) -> Json:
        message, _ = self._own(body)
        self.workspace.delete(message)
        return {"ok": True}

    async def _share(self, body: Json) -> Json:
        channel = self.channel(body)
        user = self._writer(body, channel)
        name = text_of(body, "filename")
        file = File(
            id="F" + secrets.token_hex(5).upper(),
            name=name,
            title=name,
            user=user.id,
            created=int(self.workspace.clock.now()),
            content=text_of(body, "content", default="").encode(),
        )
        self.workspace.state.files[file.id] = file
        message = Message(
            channel=channel.id,
            ts=self.workspace.next_ts(),
            user=user.id,
            text=self._typed(text_of(body, "text", default=""), user),
            subtype="file_share",
            files=(file,),
            thread_ts=self._thread_of(body, channel),
        )
        self.workspace.post(message)
        return {"ts": message.ts}

    async def _command(self, body: Json) -> Json:
        channel = self.channel(body)
        user = self.member(body, channel)
        command = self._registered(text_of(body, "command"))
        _refuse_in_thread(command, body)
        await run_command(self.workspace, user, channel, command, text_of(body, "text", default=""))
        return {"ok": True}

    def _writer(self, body: Json, channel: Channel) -> User:
        user = self.member(body, channel)
        if channel.is_archived:
            raise RefusedError(f"#{channel.name} is archived; nobody writes there any more. Use another.", status=403)
        if channel.type == "im" and not self.workspace.manifest.takes_messages:
            raise RefusedError(
                "The app takes no messages. In its manifest, under app_home, set messages_tab_enabled to true "
                "and messages_tab_read_only_enabled to false.",
                status=403,
            )
        return user

    def _own(self, body: Json) -> tuple[Message, User]:
        channel = self.channel(body)
        user = self.member(body, channel)
        ts = text_of(body, "ts")
        message = self.workspace.state.message(channel.id, ts)
        if message is None or message.is_gone:
            raise no_message(ts, channel)
        if message.user != user.id:
            raise RefusedError(f"Message {ts} is not {user.display_name}'s. People change only their own.", status=403)
        return message, user

    def _typed(self, text: str, user: User) -> str:
        state = self.workspace.state
        channels = (each for each in state.channels.values() if each.type == "channel" or each.has(user.id))
        return typed(text, names_of(state.users.values(), (each for each in channels if each.type != "im")))

    def _registered(self, name: str) -> SlashCommand:
        command = self.workspace.manifest.command(name)
        if command is None:
            known = ", ".join(each.command for each in self.workspace.manifest.commands) or "no command"
            raise RefusedError(f"{name[:80]} is not a command here; there is {known}. To say it, begin with a space.")
        return command

    def _thread_of(self, body: Json, channel: Channel) -> str | None:
        ts = text_of(body, "thread_ts", default="")
        if not ts:
            return None
        root = self.workspace.state.message(channel.id, ts)
        if root is None:
            raise no_message(ts, channel)
        return root.root_ts


def _words(body: Json) -> str:
    text = text_of(body, "text").strip("\n")
    if not text.strip():
        raise RefusedError("The text is empty. Type something first.")
    if len(text) > MOST_CHARS:
        raise RefusedError(f"The text has {len(text)} characters; Slack takes {MOST_CHARS}. Shorten it.")
    return text


def _refuse_in_thread(command: SlashCommand, body: Json) -> None:
    if body.get("thread_ts"):
        raise RefusedError(f"{command.command} does not work in a thread, as in Slack. Use it in the channel.")
