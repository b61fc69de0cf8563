"""The wordings of commands, as data in `patterns/commands.toml`, and what a command is once it is read."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from extractors.matching.late_patterns import LatePattern
from extractors.matching.sieve import Sieve
from extractors.message import CleanText, Message
from extractors.syntax.chatter import PATTERNS
from memory.records import CandidateOp

_FRAGMENT = LatePattern(r"%(\w+)%")


@cache
def wordings() -> Mapping[str, LatePattern]:
    """Return the patterns of the commands by name, their `%fragments%` written out."""
    data = tomllib.loads((PATTERNS / "commands.toml").read_text(encoding="utf-8"))
    fragments: Mapping[str, str] = data.pop("fragments")
    written: dict[str, str] = {}
    for name, pattern in data.items():
        while _FRAGMENT.search(pattern):
            pattern = _FRAGMENT.sub(lambda match: fragments[match[1]], pattern)
        written[name] = pattern.replace("\n", "")
    return {name: LatePattern(pattern, re.IGNORECASE if name == "receipt" else 0) for name, pattern in written.items()}


BEGINNINGS = (
    "forget_all forget_all_of forget_me undo take_back off_record previous previous_told previous_plainly remember "
    "remember_what_follows forget forget_you_have forget_held forget_known forget_from forget_from_it forget_item "
    "forget_you_can forget_as_if forget_can_go forget_please forget_it forget_by_name"
).split()
"""The wordings that begin a command or keep something off the record."""


@cache
def sieve() -> Sieve[str]:
    """Return the names of `BEGINNINGS`, by their wordings."""
    return Sieve(((wordings()[name].written, name) for name in BEGINNINGS), one_by_one=True)


@lru_cache(maxsize=16)
def possible(string: str) -> frozenset[str]:
    """Return the names of the wordings of `BEGINNINGS` that there may be in a sentence, told by its words."""
    return frozenset(sieve().possible(string))


def begins(name: str, string: str) -> re.Match[str] | None:
    """Return how a sentence begins with a wording of `BEGINNINGS`, or None."""
    return wordings()[name].match(string) if name in possible(string) else None


def holds(name: str, string: str) -> re.Match[str] | None:
    """Return where a wording of `BEGINNINGS` stands in a sentence, or None."""
    return wordings()[name].search(string) if name in possible(string) else None


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
    """Return whether the bot is spoken to; where nobody said who it is, by a mention at either end of a sentence."""
    if message.surface == "dm" or message.to_bot or clean.to_bot or _CALLED.search(clean.text):
        return True
    return message.bot_user_id is None and _MENTIONED.search(clean.text) is not None


_CALLED = LatePattern(r"^\W*(?:ro|memory[- ])?bot\s*[,:!]|,\s*(?:ro|memory[- ])?bot\W*$", re.IGNORECASE)
_MENTIONED = LatePattern(
    r"(?:^|[.!?:]\s+|\n\s*|\b(?:can|could|will|would)\s+)<@\w+>|<@\w+>[\s.!?)]*$|,\s*<@\w+>(?=[.!?])", re.IGNORECASE
)
