"""Measure what a turn costs, beside a bare Bolt echo bot: `python -m tests.benchmarks.turn`.

Both bots are Bolt apps in this process that get the same messages one after the other; Slack's answers are at hand, so
that neither waits for a network. The overhead is what ours takes longer than the echo. Of ours the turn alone (recall,
reply, extraction, append) is shown as well. Everything is written and synced to a home on disk, and everybody has
memories from before. Prints a Markdown table; `--cpu` measures the time on the processor instead of by the clock, all
threads together; `--write FILE` puts the table between the marks in that file.
"""

import argparse
import asyncio
import gc
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.app import build_app
from bot.audience import Place, PlaceKind
from bot.installing.workspaces import OneWorkspace
from bot.intake.disorder import Disorder
from bot.intake.intake import Intake
from bot.intake.journal import Journal
from bot.metrics import Metrics
from bot.parts import Parts, build_parts, utc_now
from bot.replies.base import Reply
from bot.settings import load_settings
from bot.slack.directory import Directory
from bot.turn import Incoming, take_turn
from memory.records import Change, Person
from tests.benchmarks.peers import written
from tests.load.echo import echo_app
from tests.load.people import dm_of, talk

MARKS = ("<!-- turn: begin -->", "<!-- turn: end -->")
TEAM, BOT = "T0LOCAL", "U0BOT"
PEOPLE = [f"U0P{number:02}" for number in range(10)]
_BARS = {"overhead": (5.0, 20.0)}
_FIRST_TS = 1_772_442_900
_ANSWERS: dict[str, dict[str, Any]] = {
    "auth.test": {"user_id": BOT, "team_id": TEAM, "bot_id": "B0BOT", "url": "https://example.slack.com/"},
    "users.info": {"user": {"team_id": TEAM, "name": "ada"}},
    "conversations.replies": {"messages": []},
}

Message = tuple[str, str, str]
"""Who says what, and its time stamp."""


def messages(count: int, *, first: int = 0) -> list[Message]:
    """Return what people say, in turn."""
    chance = random.Random(first)
    words = {user: talk(random.Random(f"{first} {user}")) for user in PEOPLE}
    users = [chance.choice(PEOPLE) for _ in range(count)]
    return [(user, next(words[user]), f"{_FIRST_TS + first + n}.000100") for n, user in enumerate(users)]


class AnsweringSlack:
    """Answers every call at once, and counts what is posted."""

    def __init__(self) -> None:
        self.posts = 0

    def patched(self) -> Any:
        """Return the context in which every client is answered by it."""
        return patch.object(AsyncWebClient, "api_call", lambda client, method, **request: self._call(client, method))

    async def _call(self, client: AsyncWebClient, method: str) -> AsyncSlackResponse:
        self.posts += method == "chat.postMessage"
        return AsyncSlackResponse(
            client=client,
            http_verb="POST",
            api_url=method,
            req_args={},
            data={"ok": True, "ts": "1.1", **_ANSWERS.get(method, {})},
            headers={},
            status_code=200,
        )


class _Nowhere:
    """An outlet that shows nothing."""

    async def reply(self, reply: Reply) -> None: ...

    async def receipt(self, changes: Sequence[Change]) -> None: ...

    async def whisper(self, text: str) -> None: ...


def through_bolt(app: AsyncApp) -> Callable[[Message], Awaitable[None]]:
    """Return what hands a message to a bot and waits until it has done everything about it."""

    async def take(message: Message) -> None:
        user, text, ts = message
        event = {"type": "message", "channel_type": "im", "channel": dm_of(user), "user": user, "text": text, "ts": ts}
        body = {"type": "event_callback", "team_id": TEAM, "event": event}
        before = asyncio.all_tasks()
        await app.async_dispatch(AsyncBoltRequest(body=body, mode="socket_mode"))
        while tasks := asyncio.all_tasks() - before:
            await asyncio.wait(tasks)

    return take


def turn_alone(parts: Parts) -> Callable[[Message], Awaitable[None]]:
    """Return what takes the turn of a message, and nothing around it."""

    async def take(message: Message) -> None:
        user, text, ts = message
        place = Place(PlaceKind.DM, dm_of(user))
        await take_turn(Incoming(Person(TEAM, user), place, text, ts, name="Ada"), parts, _Nowhere())

    return take


async def timed(
    take: Callable[[Message], Awaitable[None]], said: Sequence[Message], clock: Callable[[], float]
) -> list[float]:
    """Return the milliseconds of each message, in order of length."""
    took = []
    for message in said:
        begun = clock()
        await take(message)
        took.append((clock() - begun) * 1000)
    return sorted(took)


async def measure(home: Path, count: int, clock: Callable[[], float], *, warm_up: int = 100) -> dict[str, list[float]]:
    """Return the milliseconds of each message by what took them, after some that warm up."""
    environ = {"MEMORY_BOT_HOME": str(home), "MEMORY_BOT_CONFIG": str(home / "none.toml")}
    settings = load_settings({**environ, "SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "s"})
    journal = Journal(home / "journal" / "turns.sqlite3", now=utc_now)
    parts = build_parts(settings)
    slack = AnsweringSlack()
    with slack.patched():
        client = AsyncWebClient(token="xoxb-1")
        intake = Intake(parts, journal, Directory(), Metrics(), disorder=Disorder())
        ways = {
            "echo": through_bolt(echo_app(client, "s")),
            "ours": through_bolt(build_app(await OneWorkspace.known(settings, client, parts), intake)),
            "turn": turn_alone(parts),
        }
        found = {}
        for number, (name, take) in enumerate(ways.items()):
            first = 10 * number * (count + warm_up)
            await timed(take, messages(warm_up, first=first), clock)
            gc.freeze()  # as the bot does once it is warm
            found[name] = await timed(take, messages(count, first=first + warm_up), clock)
    gc.unfreeze()
    if slack.posts < 2 * count:
        raise RuntimeError(f"only {slack.posts} posts for {2 * count} messages: something is broken")
    journal.close()
    parts.book.close()
    return found


def table(found: dict[str, list[float]], *, cpu: bool = False) -> list[str]:
    """Return a Markdown table with the median and the 99th percentile of each, and the overhead beside its bars.

    Args:
        cpu: Whether time on the processor was measured.
    """
    rows = {name: (values[len(values) // 2], values[int(len(values) * 0.99)]) for name, values in found.items()}
    echo, ours = rows["echo"], rows["ours"]
    shown = {
        "bare Bolt echo bot": echo,
        "memory-bot, everything": ours,
        "memory-bot, the turn alone": rows["turn"],
        "overhead": (ours[0] - echo[0], ours[1] - echo[1]),
    }
    bars = _BARS["overhead"]
    return [
        f"| a message{', on the processor' if cpu else ''} | p50 | p99 |",
        "|---|---:|---:|",
        *(f"| {name} | {median:.1f} ms | {p99:.1f} ms |" for name, (median, p99) in shown.items()),
        f"| bar for the overhead | {bars[0]:.0f} ms | {bars[1]:.0f} ms |",
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=500)
    parser.add_argument("--cpu", action="store_true", help="processor time instead of time by the clock")
    parser.add_argument("--write", type=Path, help="the document that holds the table")
    options = parser.parse_args(arguments)
    clock = time.process_time if options.cpu else time.perf_counter
    with tempfile.TemporaryDirectory(prefix="turn-") as home, suppress(KeyboardInterrupt):
        lines = table(asyncio.run(measure(Path(home), options.messages, clock)), cpu=options.cpu)
        sys.stdout.write("\n".join(lines) + "\n")
        if options.write:
            options.write.write_text(written(options.write.read_text("utf-8"), ["", *lines, ""], MARKS), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
