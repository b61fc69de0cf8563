"""What a slash command is asked, and what it answers: to the person alone, and to whom it touches."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from bot.parts import Parts
from bot.views.blocks import Block, View
from memory.records import Person


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the command about one's memory: who, with which words after the verb, when and where.

    `admin` tells whether Slack counts them among the admins of the workspace, None if it does not tell; `zone` is
    their time zone by its IANA name, if that is known.
    """

    person: Person
    words: str
    now: datetime
    parts: Parts
    channel_id: str = ""
    admin: bool | None = False
    zone: str | None = None

    @property
    def command(self) -> str:
        """What the command is called here."""
        return self.parts.settings.memory_command

    def usage(self, form: str) -> "SlashAnswer":
        """Return the hint on how a verb is used."""
        return SlashAnswer(f"Say what: `{self.command} {form}`.")


@dataclass(frozen=True, slots=True)
class Notice:
    """What somebody else is told of it: `to` is the id of a person or a channel.

    Where it cannot be told, `undo` takes back what was done.
    """

    to: str
    text: str
    undo: Callable[[], object] | None = None


@dataclass(frozen=True, slots=True)
class SlashAnswer:
    """What only the person who typed the command sees. `file` is (name, content) for what is too long to show.

    `view` is a dialog to open, `notices` are what others are told.
    """

    text: str
    blocks: list[Block] = field(default_factory=list)
    file: tuple[str, str] | None = None
    view: View | None = None
    notices: tuple[Notice, ...] = ()
