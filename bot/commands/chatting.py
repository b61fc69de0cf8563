"""`chat`: the same turn as in Slack, in a terminal."""

import asyncio
import re
import sys
import time
from collections.abc import Callable, Sequence

from bot.audience import Place, PlaceKind
from bot.cli import print_line
from bot.commands.opening import person_in
from bot.mrkdwn import escape, unescape
from bot.parts import Parts, build_parts, utc_now
from bot.replies.base import Reply
from bot.settings import load_settings
from bot.slash import memory_command, soul_command
from bot.turn import Incoming, take_turn
from bot.views.messages import receipt_text
from memory.errors import MemoryBotError
from memory.records import Change, Person

_LEAVE = frozenset({"quit", "exit", "/quit", "/exit"})
_PROMPT = "You > "


class TerminalOutlet:
    """Prints what Slack would show."""

    async def reply(self, reply: Reply) -> None:
        """Print the answer."""
        print_line(plain(reply.text))

    async def receipt(self, changes: Sequence[Change]) -> None:
        """Print what was captured."""
        print_line(f"  [{plain(receipt_text(changes))}]")

    async def whisper(self, text: str) -> None:
        """Print a short sentence."""
        print_line(f"  [{plain(text)}]")


def plain(text: str) -> str:
    """Return Slack mrkdwn as plain text: channels by id, emphasis without its marks."""
    text = re.sub(r"<#([A-Z0-9]+)(?:\|([^>]*))?>", lambda m: f"#{m[2] or m[1]}", text)
    return unescape(re.sub(r"(?<!\w)[*_~`]|[*_~`](?!\w)", "", text))


def chat_in_terminal(team: str | None, user: str, name: str | None) -> None:
    """Talk until quit, exit, or the end of the input."""
    parts = build_parts(load_settings())
    person = person_in(parts.book, team, user)
    interactive = sys.stdin.isatty()
    if interactive:
        print_line(f"Memories are kept in {parts.book.home}. Say something; /memory help, /soul, quit.")
    asyncio.run(_talk(parts, person, name, lambda: _next_line(interactive)))


def _next_line(interactive: bool) -> str | None:
    """Return the next line typed, or None at the end."""
    if interactive:
        try:
            return input(_PROMPT)
        except (EOFError, KeyboardInterrupt):
            print_line()
            return None
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None


async def _talk(parts: Parts, person: Person, name: str | None, next_line: Callable[[], str | None]) -> None:
    last = 0.0
    while (line := await asyncio.to_thread(next_line)) is not None:
        text = line.strip()
        if text.lower() in _LEAVE:
            return
        try:
            if text.startswith("/"):
                _slash(text, person, parts)
            elif text:
                last = max(time.time(), last + 1e-6)
                place = Place(PlaceKind.DM, f"D{person.user_id}")
                await take_turn(
                    Incoming(person, place, escape(text), f"{last:.6f}", name=name), parts, TerminalOutlet()
                )
        except MemoryBotError as error:
            print_line(f"  [{error}]")


def _slash(text: str, person: Person, parts: Parts) -> None:
    command, _, words = text.partition(" ")
    if command == parts.settings.soul_command:
        print_line(plain(soul_command(parts).text))
    elif command == parts.settings.memory_command:
        answer = memory_command(words, person=person, now=utc_now(), parts=parts)
        print_line(answer.file[1] if answer.file else plain(answer.text))
    else:
        print_line(f"There is no {command} here; try {parts.settings.memory_command} help or quit.")
