"""The wordings of commands, as data in `patterns/commands.toml`, and what a command is once it is read."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from extractors.chatter import PATTERNS
from extractors.message import CleanText, Message
from memory.records import CandidateOp

_FRAGMENT = re.compile(r"%(\w+)%")


@cache
def wordings() -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of the commands by name, their `%fragments%` written out."""
    data = tomllib.loads((PATTERNS / "commands.toml").read_text(encoding="utf-8"))
    fragments: Mapping[str, str] = data.pop("fragments")
    written: dict[str, str] = {}
    for name, pattern in data.items():
        while _FRAGMENT.search(pattern):
            pattern = _FRAGMENT.sub(lambda match: fragments[match[1]], pattern)
        written[name] = pattern.replace("\n", "")
    return {name: re.compile(pattern, re.IGNORECASE if name == "receipt" else 0) for name, pattern in written.items()}


@dataclass(frozen=True, slots=True)
class Command:
    """One command found. `start` and `end` are the range of the clean text it takes up; `body` of what it is about."""

    op: CandidateOp
    start: int
    end: int
    body: tuple[int, int] | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands of one message, and the ranges of its clean text that are off the record."""

    found: tuple[Command, ...] = ()
    off_record: tuple[tuple[int, int], ...] = ()

    @property
    def taken(self) -> list[tuple[int, int]]:
        """The ranges in which nothing is read as a statement."""
        return [*self.off_record, *((command.start, command.end) for command in self.found)]


def is_receipt(message: Message) -> bool:
    """Return whether the message answers the bot's word that it noted something."""
    return bool(message.parent and wordings()["receipt"].match(message.parent))


def is_to_bot(message: Message, clean: CleanText) -> bool:
    """Return whether the bot is spoken to; where nobody said who it is, by a mention at either end of the message."""
    if message.surface == "dm" or message.to_bot or clean.to_bot or _CALLED.search(clean.text):
        return True
    return message.bot_user_id is None and _MENTIONED.search(clean.text) is not None


_CALLED = re.compile(r"^\W*(?:ro|memory[- ])?bot\s*[,:!]|,\s*(?:ro|memory[- ])?bot\W*$", re.IGNORECASE)
_MENTIONED = re.compile(r"^<@\w+>|<@\w+>[\s.!?)]*$")
