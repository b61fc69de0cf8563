"""Messages as values, and how each reader sees them: the Web API, events, the page. Pure."""

import mimetypes
from dataclasses import dataclass, replace
from typing import Any

from bot.local_slack.cast import Cast, Channel
from bot.local_slack.text import rich_text

Json = dict[str, Any]

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
_SUFFIXES = {"txt": "text", "log": "text", "md": "markdown", "json": "json", "csv": "csv", "py": "python"}
_SUFFIXES |= {"yaml": "yaml", "yml": "yaml"}


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file that was shared; `created` is in seconds since the epoch."""

    id: str
    name: str
    title: str
    user: str
    created: int
    content: bytes = b""

    @property
    def text(self) -> str | None:
        """Return its text, or None if it is not text."""
        try:
            return self.content.decode()
        except UnicodeDecodeError:
            return None

    @property
    def filetype(self) -> str:
        """Return Slack's name for the kind of file."""
        known = _SUFFIXES.get(self.name.rpartition(".")[2].lower())
        return known or ("binary" if self.text is None else "text")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """An emoji under a message and who put it there, first one first."""

    name: str
    users: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message. An ephemeral one has `ephemeral_to`; a reply has the `thread_ts` of its root; a root has none.

    `blocks` are those an app sent; what a person typed gets its `rich_text` block where it is shown.
    """

    channel: str
    ts: str
    user: str
    text: str
    by_bot: bool = False
    blocks: tuple[Json, ...] = ()
    attachments: tuple[Json, ...] = ()
    thread_ts: str | None = None
    subtype: str | None = None
    edited_by: str | None = None
    edited_ts: str | None = None
    files: tuple[File, ...] = ()
    metadata: Json | None = None
    reactions: tuple[Reaction, ...] = ()
    ephemeral_to: str | None = None
    is_streaming: bool = False

    @property
    def root_ts(self) -> str:
        """Return the time stamp of the thread it stands in or would open."""
        return self.thread_ts or self.ts

    @property
    def is_gone(self) -> bool:
        """Return whether it is only the marker of a deleted thread root."""
        return self.subtype == "tombstone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """The replies below a root, as Slack sums them up."""

    reply_count: int
    reply_users: tuple[str, ...]
    latest_reply: str


def tombstone(message: Message) -> Message:
    """Return what stays of a deleted message that has replies."""
    bare = Message(channel=message.channel, ts=message.ts, user="USLACKBOT", text="This message was deleted.")
    return replace(bare, subtype="tombstone")


def with_reaction(message: Message, name: str, user: str) -> Message:
    """Return the message with one more reaction."""
    if not any(reaction.name == name for reaction in message.reactions):
        return replace(message, reactions=(*message.reactions, Reaction(name=name, users=(user,))))
    return replace(
        message,
        reactions=tuple(
            replace(reaction, users=(*reaction.users, user)) if reaction.name == name else reaction
            for reaction in message.reactions
        ),
    )


def without_reaction(message: Message, name: str, user: str) -> Message:
    """Return the message without one reaction."""
    fewer = (
        replace(reaction, users=tuple(other for other in reaction.users if other != user))
        if reaction.name == name
        else reaction
        for reaction in message.reactions
    )
    return replace(message, reactions=tuple(reaction for reaction in fewer if reaction.users))


def has_reacted(message: Message, name: str, user: str) -> bool:
    """Return whether somebody has put this emoji under the message."""
    return any(reaction.name == name and user in reaction.users for reaction in message.reactions)


# --- as the Web API and events show them ------------------------------------------------------------------------------


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
    """Turns messages into JSON for one workspace at one address."""

    cast: Cast
    app_name: str
    url: str

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
        view["team"] = self.cast.team.id
        if message.subtype:
            view["subtype"] = message.subtype
        if message.by_bot:
            view["bot_id"] = self.cast.bot_id
            view["app_id"] = self.cast.app_id
            view["bot_profile"] = bot_profile(self.cast, self.app_name)
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
        view.pop("reactions", None)
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
        if message.blocks or message.by_bot or not message.text:
            return list(message.blocks)
        return [rich_text(message.text, block_id=f"r{message.ts[-5:]}")]

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
