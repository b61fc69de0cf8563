"""What a reply engine is given and what it gives back; grounded and model engines share this seam."""

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol, runtime_checkable

from bot.audience import Audience, Place
from memory.records import Candidate, Change, Memory, Person, Query, Recalled


class Offer(StrEnum):
    """Something the person can choose below the reply; the outlet decides how to show it."""

    FORGET_EVERYTHING = "forget_everything"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: `text` is escaped Slack mrkdwn, `used` the memories it says, `offer` a choice below it.

    `by_model` is set when a language model wrote it, `stopped` when the person did not want the rest of it; then the
    text is what was written until then, perhaps nothing.
    """

    text: str
    used: tuple[str, ...] = ()
    offer: Offer | None = None
    by_model: bool = False
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the commands of a message did, before the reply. All empty when it held none."""

    remembered: tuple[Change, ...] = ()
    forgotten: tuple[Change, ...] = ()
    taken_back: tuple[Change, ...] = ()
    not_found: tuple[str, ...] = ()
    refused: bool = False
    nothing_to_undo: bool = False
    nothing_to_remember: bool = False
    asks_to_forget_everything: bool = False
    forgot_everything: int | None = None
    kept_everything: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no command was given."""
        return self == Outcome()


@dataclass(frozen=True, slots=True)
class Situation:
    """All a reply engine may use; it never reaches into the book, so it cannot say more than the place allows.

    `recalled` and `outcome` are filtered for the audience already. `understood` are the statements of this message,
    which are captured only after the reply. `audience` is who reads the answer; `ts` and `thread_ts` are Slack's, of
    the message itself and of the thread it stands in. What the tools of an engine write is added to `written`;
    they write nothing where the bot takes no notes by itself. `name_from` is the memory that tells what the person is
    `called`, if one does. The ids of memories that an engine had before it, and so may tell of, are added to `given`.
    `command` is what the slash command about memory is called here, `soul_command` the one about who the bot is.
    """

    person: Person
    place: Place
    text: str
    query: Query
    now: datetime
    called: str | None = None
    name_from: str | None = None
    recalled: Sequence[Recalled] = ()
    overview: bool = False
    understood: Sequence[Candidate] = ()
    outcome: Outcome = field(default_factory=Outcome)
    off_the_record: bool = False
    paused: bool = False
    sees: Callable[[Memory], bool] = lambda memory: False
    name_of: Callable[[Person], str] = lambda person: "a colleague"
    audience: Audience | None = None
    ts: str = ""
    thread_ts: str | None = None
    written: list[Change] = field(default_factory=list)
    given: set[str] = field(default_factory=set)
    takes_notes: bool = True
    command: str = "/memory"
    soul_command: str = "/soul"


class ReplyEngine(Protocol):
    """Writes the answer to one message."""

    async def reply(self, situation: Situation) -> Reply:
        """Return the answer. Must not raise for any message a person can write."""
        ...

    async def close(self) -> None:
        """Let go of what it holds open."""
        ...


@runtime_checkable
class StreamingReplyEngine(ReplyEngine, Protocol):
    """Writes an answer piece by piece."""

    def stream(self, situation: Situation) -> AsyncGenerator[str | Reply, None]:
        """Yield pieces of Markdown as they are written (`&`, `<` and `>` escaped as in Slack), and the `Reply` last.

        The reply is always there, whole, and what counts: where it is not the pieces put together (a provider broke
        off, and the grounded answer took its place), what was shown until then is to be replaced by it. There may be
        no pieces. To close the generator is to stop the writing. Must not raise for any message a person can write.
        """
        ...
