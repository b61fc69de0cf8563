"""How each reader sees a message: the Web API, events, the page. Pure."""

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.local_slack.cast import Cast, Channel, User
from bot.local_slack.messages import File, Json, Message, Thread
from bot.local_slack.text import rich_text

PREVIEW_CHARS = 2_000
"""How much of a text file is shown below its name."""

_PRETTY = {
    "text": "Plain Text",
    "markdown": "Markdown",
    "json": "JSON",
    "csv": "CSV",
    "python": "Python",
    "yaml": "YAML",
    "binary": "Binary",
}


def bot_profile(cast: Cast, app_name: str) -> Json:
    """Return who a bot's message is from."""
    return {
        "id": cast.bot_id,
        "deleted": False,
        "name": app_name or cast.bot.real_name,
        "updated": cast.created,
        "app_id": cast.app_id,
        "icons": bot_icons(),
        "team_id": cast.team.id,
    }


def bot_icons() -> Json:
    """Return addresses of the picture that Slack shows for apps without one."""
    return {f"image_{size}": f"https://a.slack-edge.com/80588/img/plugins/app/bot_{size}.png" for size in (36, 48, 72)}


@dataclass(frozen=True, slots=True)
class Viewer:
    """Turns messages into JSON for one workspace at one address; `users` tells of which team an author is."""

    cast: Cast
    app_name: str
    url: str
    users: Mapping[str, User] = field(default_factory=dict)

    def api(
        self, message: Message, *, thread: Thread | None = None, parent: Message | None = None, metadata: bool = False
    ) -> Json:
        """Return a message as the Web API returns it.

        Args:
            thread: The replies below it, if it is a root with replies.
            parent: The root above it, if it is a reply.
            metadata: Whether the caller asked for its metadata.
        """
        if message.is_gone:
            return self._gone(message, thread)
        view: Json = {"type": "message", "user": message.user, "ts": message.ts, "text": message.text}
        view["team"] = self._team_of(message.user)
        if message.subtype:
            view["subtype"] = message.subtype
        if message.by_bot:
            view["bot_id"] = self.cast.bot_id
            view["app_id"] = self.cast.app_id
            view["bot_profile"] = bot_profile(self.cast, self.app_name)
        elif message.told is not None:
            view |= message.told
        else:
            view["client_msg_id"] = client_msg_id(message)
        blocks = self._blocks(message)
        if blocks:
            view["blocks"] = blocks
        if message.attachments:
            view["attachments"] = list(message.attachments)
        if message.files:
            view["files"] = [self.file(file) for file in message.files]
            view["upload"] = False
        if message.edited_ts:
            view["edited"] = {"user": message.edited_by, "ts": message.edited_ts}
        if metadata and message.metadata:
            view["metadata"] = message.metadata
        if message.reactions:
            view["reactions"] = [
                {"name": reaction.name, "users": list(reaction.users), "count": len(reaction.users)}
                for reaction in message.reactions
            ]
        return view | _thread_keys(message, thread, parent)

    def event(self, message: Message, channel: Channel, parent: Message | None) -> Json:
        """Return the `message` event for a new message."""
        view = self.api(message, parent=parent, metadata=True)
        return view | {"channel": channel.id, "event_ts": message.ts, "channel_type": channel.type}

    def page(self, message: Message, *, thread: Thread | None = None) -> Json:
        """Return a message as the page and the control API show it."""
        view: Json = {"ts": message.ts, "user": message.user, "text": message.text}
        if message.subtype:
            view["subtype"] = message.subtype
        if message.blocks:
            view["blocks"] = list(message.blocks)
        if message.attachments:
            view["attachments"] = list(message.attachments)
        if message.ephemeral_to:
            view["ephemeral_to"] = message.ephemeral_to
        if message.edited_ts:
            view["edited"] = {"user": message.edited_by, "ts": message.edited_ts}
        if message.files:
            view["files"] = [self.file(file) for file in message.files]
        if message.reactions:
            view["reactions"] = [{"name": each.name, "users": list(each.users)} for each in message.reactions]
        if message.is_streaming:
            view["streaming"] = True
        return view | _thread_keys(message, thread, None)

    def file(self, file: File) -> Json:
        """Return a file as Slack describes it."""
        address = f"{self.url}/files/{file.id}"
        view: Json = {
            "id": file.id,
            "created": file.created,
            "timestamp": file.created,
            "name": file.name,
            "title": file.title,
            "mimetype": mimetypes.guess_type(file.name)[0] or "application/octet-stream",
            "filetype": file.filetype,
            "pretty_type": _PRETTY[file.filetype],
            "user": file.user,
            "user_team": self.cast.team.id,
            "editable": False,
            "size": len(file.content),
            "mode": "hosted" if file.text is None else "snippet",
            "is_external": False,
            "external_type": "",
            "is_public": False,
            "public_url_shared": False,
            "display_as_bot": False,
            "username": "",
            "url_private": address,
            "url_private_download": f"{address}?download=1",
            "permalink": address,
            "has_rich_preview": False,
            "file_access": "visible",
        }
        if file.text:
            view["preview"] = file.text[:PREVIEW_CHARS]
            view["preview_is_truncated"] = len(file.text) > PREVIEW_CHARS
            view["lines"] = len(file.text.splitlines())
        return view

    def _blocks(self, message: Message) -> list[Json]:
        if message.blocks or message.by_bot or message.told is not None or not message.text:
            return list(message.blocks)
        return [rich_text(message.text, block_id=f"r{message.ts[-5:]}")]

    def _team_of(self, user_id: str) -> str:
        author = self.users.get(user_id)
        return (author and author.home) or self.cast.team.id

    def _gone(self, message: Message, thread: Thread | None) -> Json:
        view = {
            "type": "message",
            "subtype": "tombstone",
            "user": message.user,
            "text": message.text,
            "hidden": True,
            "ts": message.ts,
        }
        return view | _thread_keys(message, thread, None)


def client_msg_id(message: Message) -> str:
    """Return the id that a person's client gave the message: a UUID, the same each time."""
    digits = f"{message.ts.replace('.', ''):0>32}"[-32:]
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _thread_keys(message: Message, thread: Thread | None, parent: Message | None) -> Json:
    if message.thread_ts:
        keys: Json = {"thread_ts": message.thread_ts}
        return keys | ({"parent_user_id": parent.user} if parent else {})
    if thread:
        return {
            "thread_ts": message.ts,
            "reply_count": thread.reply_count,
            "reply_users_count": len(thread.reply_users),
            "reply_users": list(thread.reply_users),
            "latest_reply": thread.latest_reply,
        }
    return {}
