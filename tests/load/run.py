"""Many people talking to a bot at once, over its real protocol: what was answered, how often, in what order, when."""

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from bot.installing.manifest import app_manifest
from bot.local_slack.delivery import Answer, Envelope, Transport
from bot.local_slack.messages import Json
from bot.local_slack.server import LocalWorkspace
from bot.settings import load_settings
from tests.e2e.harness import PATIENCE, Talk, free_port
from tests.load.people import cast_of, dm_of, talk
from tests.load.process import ECHO, OURS, Running, started
from tests.load.storm import Impatient, Storm

RECEIPT = "Noted: "
"""How a receipt begins, which is no answer."""


@dataclass(frozen=True, slots=True)
class Load:
    """How much is said: `rate` messages a second by `people` people for `seconds`, a tenth of them in a channel."""

    people: int = 50
    rate: float = 20.0
    seconds: float = 120.0
    seed: int = 1

    @property
    def messages(self) -> int:
        """Return how many messages that is."""
        return round(self.rate * self.seconds)


@dataclass(slots=True)
class Seen:
    """What became of the messages, by time stamp. Times are in seconds of the driver's clock, `memory` in MB."""

    sent: dict[str, tuple[str, float]] = field(default_factory=dict)
    answers: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    order: list[str] = field(default_factory=list)
    acknowledging: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    processor: float = 0.0
    lasted: float = 0.0
    exit_code: int | None = None

    def faults(self, *, in_order: bool = True) -> list[str]:
        """Return what must not be, as sentences; [] when every message was answered once, and in order if need be."""
        counts = {ts: len(self.answers.get(ts, ())) for ts in self.sent}
        faults = [f"{ts} was answered {count} times" for ts, count in counts.items() if count != 1]
        by_person: dict[str, list[str]] = defaultdict(list)
        for ts in self.order:
            if ts in self.sent:
                by_person[self.sent[ts][0]].append(ts)
        swapped = [user for user, tss in by_person.items() if in_order and tss != sorted(tss, key=float)]
        faults += [f"{user} was answered out of order" for user in swapped]
        if self.exit_code:
            faults.append(f"the bot ended with {self.exit_code}")
        return faults

    def answering(self) -> list[float]:
        """Return the seconds from each message to its answer."""
        return [times[0] - self.sent[ts][1] for ts, times in self.answers.items() if ts in self.sent]


class Listening:
    """A transport that notes what the app acknowledges and answers: it hears its own posts.

    An app that is slow to acknowledge hears of its post again: that is one answer all the same.
    """

    def __init__(self, transport: Transport, seen: Seen) -> None:
        self._transport, self._seen = transport, seen
        self.news = asyncio.Event()
        self._heard: set[str] = set()

    @property
    def is_connected(self) -> bool:
        return self._transport.is_connected

    async def send(self, envelope: Envelope) -> Answer:
        event, begun = envelope.payload.get("event", {}), time.perf_counter()
        if self._is_answer(event) and event["ts"] not in self._heard:
            self._heard.add(event["ts"])
            thread = str(event.get("thread_ts"))
            self._seen.answers[thread].append(begun)
            self._seen.order.append(thread)
            self.news.set()
        answer = await self._transport.send(envelope)
        if answer.ok and not event.get("bot_id"):
            self._seen.acknowledging.append(time.perf_counter() - begun)
        return answer

    @staticmethod
    def _is_answer(event: Json) -> bool:
        by_bot = event.get("type") == "message" and event.get("bot_id")
        return bool(by_bot) and not event.get("text", "").startswith(RECEIPT)


async def run(
    program: Sequence[str], load: Load, folder: Path, *, http: bool = False, storm: Storm | None = None
) -> Seen:
    """Start a bot, let people talk to it, wait for the last answer, stop it, and return what was seen.

    Args:
        http: Over signed HTTP instead of Socket Mode.
        storm: What goes wrong meanwhile; nothing by default.
    """
    home, port = folder / "home", free_port() if http else None
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if storm:
        (home / "config.toml").write_text("socket_silence_seconds = 1\n", "utf-8")
    manifest = app_manifest(load_settings({"MEMORY_BOT_HOME": str(home), "MEMORY_BOT_CONFIG": str(folder / "none")}))
    url = f"http://127.0.0.1:{port}/slack/events" if port else None
    seen = Seen()
    async with (
        LocalWorkspace(manifest, cast=cast_of(load.people), request_url=url) as workspace,
        aiohttp.ClientSession() as session,
        started(program, workspace, home, port=port) as bot,
    ):
        outbox = workspace.workspace.outbox
        outbox.transport = heard = Listening(Impatient(outbox.transport) if storm else outbox.transport, seen)
        person = Talk(workspace.url, session)
        await person.connected()
        async with storm.over(workspace, person, http=http) if storm else nullcontext():
            await _talk(person, load, seen, bot)
            async with asyncio.timeout(PATIENCE):
                while seen.sent.keys() - seen.answers.keys():
                    heard.news.clear()
                    await heard.news.wait()
            seen.memory.append(bot.rss())
            seen.exit_code = await bot.stop()
    return seen


async def _talk(person: Talk, load: Load, seen: Seen, bot: Running) -> None:
    """Say everything at its time, in rounds in which everybody speaks once, and look at the bot ten times."""
    chance = random.Random(load.seed)
    speakers = _speakers(load, chance)
    words = {user: talk(random.Random(f"{load.seed} {user}")) for user in people(load)}
    begun, used = time.perf_counter(), bot.seconds()
    async with asyncio.TaskGroup() as tasks:
        for number in range(load.messages):
            await asyncio.sleep(max(0.0, begun + number / load.rate - time.perf_counter()))
            if number % max(1, load.messages // 10) == 0:
                seen.memory.append(bot.rss())
            user = next(speakers)
            channel, text = dm_of(user), next(words[user])
            if chance.random() < 0.1:
                channel, text = "C0GENERAL", f"@memory-bot {text}"
            tasks.create_task(_say(person, user, channel, text, seen))
    seen.lasted, seen.processor = time.perf_counter() - begun, bot.seconds() - used


async def _say(person: Talk, user: str, channel: str, text: str, seen: Seen) -> None:
    begun = time.perf_counter()
    seen.sent[await person.say(user, text, channel=channel)] = (user, begun)


def people(load: Load) -> list[str]:
    """Return the ids of who talks."""
    return [user.id for user in cast_of(load.people).users if not user.is_bot]


def _speakers(load: Load, chance: random.Random) -> Iterator[str]:
    while True:
        everybody = people(load)
        chance.shuffle(everybody)
        yield from everybody


__all__ = ["ECHO", "OURS", "Listening", "Load", "Seen", "run"]
