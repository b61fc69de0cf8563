"""Messages, files and reactions as values. Pure."""

import re
from dataclasses import dataclass, replace
from typing import Any

Json = dict[str, Any]

EMOJI_NAME = re.compile(r"[a-z0-9_+'-]{1,100}(?:::skin-tone-[2-6])?")
"""What an emoji may be called, without the colons."""

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

    `blocks` are those an app sent; what a person typed gets its `rich_text` block where it is shown. `is_stopped` marks
    one that grew until somebody stopped it. `told` are the further keys of what Slack itself says in a channel, such as
    who invited whom; None for what people and apps say.
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
    is_stopped: bool = False
    told: Json | None = None

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
