"""The real bot under load, killed again and again: what it acknowledged is kept and answered, and kept once.

    python -m tests.faults.bot_killed [--kills 200] [--seed N]

The workspace lives in this process, the bot in another, connected by Socket Mode. While three people write, the bot is
killed (`kill -9`) at a random moment and started again, on one home. What it had not acknowledged may be lost, as with
Slack; nothing else.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import re
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import aiohttp

from bot.local_slack.delivery import Answer, Envelope, Transport
from bot.local_slack.server import LocalWorkspace
from memory.book import Book, open_book
from memory.records import Person
from tests.e2e.harness import PATIENCE, Talk, environment
from tests.faults.campaign import logs

MANIFEST = Path(__file__).parents[2] / "deploy" / "slack" / "manifest.json"
PEOPLE = ("U0ALEX", "U0DANA", "U0OMAR")
_PROGRAM = (sys.executable, "-c", "from bot.cli import main; main()", "run")
_WORD = re.compile(r"crate\d{6}", re.IGNORECASE)
_MOST_UNDER_WAY = 20
"""Messages that may wait for an acknowledgement, and as many for an answer."""
_LONGEST_LIFE = 40
"""Messages a bot answers at most before it is killed."""


@dataclass
class Found:
    """What a campaign found. `faults` are sentences; there must be none. `twice` counts answers posted once more."""

    kills: int = 0
    sent: int = 0
    acknowledged: int = 0
    twice: int = 0
    faults: list[str] = field(default_factory=list)


class Listening:
    """A transport that notes which messages the app acknowledged, and answered: it hears its own posts."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.acknowledged: set[str] = set()
        self.answered: set[str] = set()
        self._news = asyncio.Event()

    @property
    def is_connected(self) -> bool:
        return self._transport.is_connected

    async def send(self, envelope: Envelope) -> Answer:
        event = envelope.payload.get("event", {})
        if event.get("bot_id"):
            self.answered.add(str(event.get("thread_ts")))
            self._news.set()
        answer = await self._transport.send(envelope)
        if answer.ok and not event.get("bot_id"):
            self.acknowledged.add(str(event.get("ts")))
            self._news.set()
        return answer

    async def until(self, reached: Callable[[], bool]) -> None:
        """Wait for something that comes with an acknowledgement or an answer."""
        async with asyncio.timeout(PATIENCE):
            while not reached():
                self._news.clear()
                await self._news.wait()


class Campaign:
    """One home, one workspace, many lives of the bot."""

    def __init__(self, home: Path, workspace: LocalWorkspace, talk: Talk, chance: random.Random) -> None:
        self._home, self._workspace, self._talk, self._chance = home, workspace, talk, chance
        self._sent: dict[str, str] = {}
        self._numbers = itertools.count()
        self._listening = Listening(workspace.workspace.outbox.transport)
        workspace.workspace.outbox.transport = self._listening

    async def run(self, kills: int) -> Found:
        """Kill the bot `kills` times, then let it finish, and look at what it kept and answered."""
        found = Found()
        for _ in range(kills):
            async with self._bot() as process, asyncio.TaskGroup() as tasks:
                await self._talk.connected()
                talking = tasks.create_task(self._talk_on())
                wanted = len(self._listening.answered) + self._chance.randint(1, _LONGEST_LIFE)
                await self._listening.until(partial(self._has_answered, wanted))
                process.kill()
                await process.wait()
                talking.cancel()
            found.kills += 1
        async with self._bot() as process:
            await self._talk.connected()
            await self._listening.until(lambda: not self._unanswered())
            process.send_signal(signal.SIGINT)
            async with asyncio.timeout(PATIENCE):
                await process.wait()
        return await self._checked(found)

    @asynccontextmanager
    async def _bot(self) -> AsyncIterator[asyncio.subprocess.Process]:
        tokens = {
            "SLACK_API_URL": self._workspace.api_url,
            "SLACK_BOT_TOKEN": self._workspace.bot_token,
            "SLACK_APP_TOKEN": self._workspace.app_token,
        }
        with (self._home.parent / "bot.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *_PROGRAM, env=environment(self._home, **tokens), stdout=log, stderr=log
            )
            try:
                yield process
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()

    async def _talk_on(self) -> None:
        """Write until cancelled: half is asked to be remembered, half is captured after the reply."""
        heard = self._listening
        before = len(heard.acknowledged)
        for sent, number in enumerate(self._numbers):
            await heard.until(partial(self._has_room, before + sent))
            word = f"crate{number:06d}"
            text = f"remember that {word} is green" if number % 2 else f"I'm working on a project called {word}."
            ts = await self._talk.say(PEOPLE[number % len(PEOPLE)], text)
            self._sent[ts] = word

    def _has_answered(self, wanted: int) -> bool:
        return len(self._listening.answered) >= wanted

    def _has_room(self, sent: int) -> bool:
        waiting = sent - len(self._listening.acknowledged)
        return waiting < _MOST_UNDER_WAY and len(self._unanswered()) < _MOST_UNDER_WAY

    def _unanswered(self) -> set[str]:
        """Return the messages that were acknowledged and have no answer yet."""
        return (self._listening.acknowledged & self._sent.keys()) - self._listening.answered

    async def _checked(self, found: Found) -> Found:
        acknowledged = {ts: self._sent[ts] for ts in self._listening.acknowledged if ts in self._sent}
        found.sent, found.acknowledged = len(self._sent), len(acknowledged)
        with open_book(self._home) as book:
            kept = words_kept(book)
            found.faults += [str(problem) for problem in book.problems()]
            found.faults += [
                f"{line.target}: taken for an edit by hand" for line in book.audit() if line.actor == "hand"
            ]
        found.faults += [f"{word} was acknowledged and is lost" for word in acknowledged.values() if word not in kept]
        found.faults += [f"{word} is kept {count} times" for word, count in kept.items() if count > 1]
        found.faults += [
            f"{path} has two beginnings" for path in logs(self._home) if path.read_text().count("# Memories for") != 1
        ]
        answers = await self._answers()
        found.faults += [
            f"{word} was acknowledged and not answered" for ts, word in acknowledged.items() if not answers[ts]
        ]
        found.twice = sum(count - 1 for count in answers.values() if count > 1)
        if found.twice > found.kills:
            found.faults.append(f"{found.twice} answers were posted again in {found.kills} lives")
        return found

    async def _answers(self) -> Counter[str]:
        """Return how many answers each message got; receipts, which hold buttons, are none."""
        answers: Counter[str] = Counter()
        for user in PEOPLE:
            told = await self._talk.get("/_control/messages", channel=user.replace("U0", "D0"))
            answers.update(
                message["thread_ts"]
                for message in told["messages"]
                if message["user"] not in PEOPLE and message.get("thread_ts") and "Noted:" not in message["text"]
            )
        return answers


def words_kept(book: Book) -> Counter[str]:
    """Return in how many memories each message's word stands."""
    kept: Counter[str] = Counter()
    for user in PEOPLE:
        for memory in book.memories(Person("T0LOCAL", user), status=None):
            kept.update({word.lower() for word in _WORD.findall(memory.text)})
    return kept


async def campaign(folder: Path, kills: int, chance: random.Random) -> Found:
    """Run a campaign in an empty folder and return what was found."""
    home = folder / "home"
    home.mkdir(mode=0o700)
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    async with LocalWorkspace(manifest) as workspace, aiohttp.ClientSession() as session:
        talk = Talk(workspace.url, session)
        return await Campaign(home, workspace, talk, chance).run(kills)


@contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True)
        yield kept
        return
    with tempfile.TemporaryDirectory(prefix="killed-") as folder:
        yield Path(folder)


def main() -> int:
    """Run the long form and print what happened; the exit code is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--folder", type=Path, default=None, help="keep the home here instead of throwing it away")
    options = parser.parse_args()
    with _folder(options.folder) as folder, contextlib.suppress(KeyboardInterrupt):
        found = asyncio.run(campaign(folder, options.kills, random.Random(options.seed)))
        told = (
            f"{found.kills} kills of the bot, {found.sent} messages sent, {found.acknowledged} acknowledged, "
            f"{found.twice} answers posted again, {len(found.faults)} faults"
        )
        sys.stdout.write("\n".join([told, *found.faults[:50]]) + "\n")
        return 1 if found.faults else 0
    return 130


if __name__ == "__main__":
    sys.exit(main())
