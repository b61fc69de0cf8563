"""`chat`: the same turn as in Slack, in a terminal."""

import asyncio
import contextlib
import re
import sys
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import dataclass

from bot.audience import Place, PlaceKind
from bot.commands.opening import LOCAL_TEAM, team_in
from bot.commands.output import print_line
from bot.parts import Parts, build_parts, utc_now
from bot.replies.base import Reply
from bot.requests.slash import memory_command, soul_command
from bot.requests.slash_answers import SlashAnswer
from bot.settings import load_settings
from bot.slack.mrkdwn import escape, unescape
from bot.turn import Incoming, take_turn
from bot.views.messages import FORGET_ALL_YES, receipt_text
from memory.errors import InvalidValueError, MemoryBotError
from memory.records import Change, Person

LOCAL_USER = "U0ALEX"
"""Who talks when nobody is named: Alex of the local workspace, so that its page and the terminal share a memory."""

_LEAVE = frozenset({"quit", "exit", "/quit", "/exit"})
_PROMPT = "You > "


class TerminalOutlet:
    """Prints what Slack would show."""

    async def reply(self, reply: Reply) -> None:
        """Print the answer."""
        print_line(plain(reply.text), flush=True)

    async def stream(self, pieces: AsyncGenerator[str | Reply, None]) -> Reply:
        """Print the answer as it is written; one that replaces what was printed follows it."""
        shown = False
        async for piece in pieces:
            if isinstance(piece, str):
                print_line(unescape(piece), end="", flush=True)
                shown = True
                continue
            if shown:
                print_line(flush=True)
            if not (shown and piece.by_model):
                await self.reply(piece)
            return piece
        raise AssertionError("a stream ends with its reply")

    async def receipt(self, changes: Sequence[Change]) -> None:
        """Print what was captured."""
        _aside(receipt_text(changes))

    async def whisper(self, text: str) -> None:
        """Print a short sentence."""
        _aside(text)


@dataclass(slots=True)
class Conversation:
    """A person at a terminal, as a DM with the bot."""

    parts: Parts
    person: Person
    name: str | None = None
    _last: float = 0.0

    async def say(self, text: str) -> None:
        """Take one line as Slack would: a message, or a slash command. What fails ends in one sentence."""
        try:
            if text.startswith("/"):
                self._slash(text)
            else:
                await take_turn(self._incoming(text), self.parts, TerminalOutlet())
        except MemoryBotError as error:
            _aside(escape(str(error)))

    def _incoming(self, text: str) -> Incoming:
        self._last = max(time.time(), self._last + 1e-6)
        return Incoming(self.person, self._place, escape(text), f"{self._last:.6f}", name=self.name)

    @property
    def _place(self) -> Place:
        return Place(PlaceKind.DM, f"D{self.person.user_id[1:]}")

    def _slash(self, text: str) -> None:
        command, _, words = text.partition(" ")
        settings = self.parts.settings
        if command == settings.soul_command:
            print_line(plain(soul_command(self.parts).text), flush=True)
        elif command == settings.memory_command:
            now, place = utc_now(), self._place.channel_id
            self._show(memory_command(words, person=self.person, now=now, parts=self.parts, channel_id=place))
        else:
            names = f"{settings.memory_command} help, {settings.soul_command} and quit"
            _aside(f"There is no {escape(command)} here; there are {names}.")

    def _show(self, answer: SlashAnswer) -> None:
        print_line(answer.file[1] if answer.file else plain(answer.text), flush=True)
        if FORGET_ALL_YES in str(answer.blocks):  # buttons in Slack; here the next line is the answer
            self.parts.confirmations.ask(self._incoming(""))
            _aside("Type yes or no.")


def chat_in_terminal(team: str | None, user: str | None, name: str | None) -> None:
    """Talk until quit, exit, Ctrl-C or the end of the input."""
    parts = build_parts(load_settings())
    with parts.book as book, contextlib.suppress(KeyboardInterrupt), asyncio.Runner() as runner:
        conversation = Conversation(parts, _who(team_in(book, team), user), name)
        interactive = sys.stdin.isatty()
        if interactive:
            names = f"{parts.settings.memory_command} help, {parts.settings.soul_command}, quit"
            _aside(f"Memories are kept in {escape(str(book.home))}. Say something, or: {names}.")
        for line in _lines_typed() if interactive else sys.stdin:
            text = line.strip()
            if text.lower() in _LEAVE:
                break
            if text:
                runner.run(conversation.say(text))
        runner.run(parts.replies.close())


def plain(text: str) -> str:
    """Return Slack mrkdwn as plain text: links by their labels, emphasis without its marks."""
    text = re.sub(r"<#([A-Z0-9]+)(?:\|([^>]*))?>", lambda m: f"#{m[2] or m[1]}", text)
    text = re.sub(r"<@([A-Z0-9]+)(?:\|([^>]*))?>", lambda m: f"@{m[2] or m[1]}", text)
    text = re.sub(r"<(https?:[^|>]+)(?:\|([^>]*))?>", lambda m: f"{m[2]} ({m[1]})" if m[2] else m[1], text)
    return unescape(re.sub(r"(?<![\w*_~`])([*_~`])(?=\S)(.+?)(?<=\S)\1(?![\w*_~`])", r"\2", text))


def _who(team_id: str, user: str | None) -> Person:
    if user is None and team_id != LOCAL_TEAM:
        raise InvalidValueError("--user", "(none)", f"Name yourself by your Slack id in {team_id}, such as U024BE7LH.")
    return Person(team_id, user or LOCAL_USER)


def _lines_typed() -> Iterator[str]:
    """Yield what is typed, with line editing, until the end of the input or Ctrl-C."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives input() its history and editing
    while True:
        try:
            yield input(_PROMPT)
        except (EOFError, KeyboardInterrupt):
            print_line()
            return


def _aside(text: str) -> None:
    print_line(f"  [{plain(text)}]", flush=True)
