"""What a slash command answers: to the person alone, and to whom it touches."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.views.blocks import Block, View


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
