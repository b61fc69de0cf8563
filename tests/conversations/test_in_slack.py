"""Golden conversations in Slack itself: played through the local workspace and the bot's real listeners.

Each file of `in_slack/` is a talk in one workspace. A step is what one of the people does: what they say, or `edits` or
`deletes` (the words of their earlier message). Keys: `in` (their DM by default, or a channel), `under` (the words of
the message whose thread it is said in), `bot` (what the bot posts for all to read; "" for nothing), `told` (what the
person alone sees), `shown` (the bot's own messages that read differently now), `active` (all that they are remembered
for afterwards), `after` (minutes that pass first), `restart` (the bot is stopped and started first), `becomes` (guest,
or stranger: of another organisation; they are it from now on), `silent` (the methods that Slack answers with an error
of its own from now on).
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import yaml

from bot.intake.intake import Intake
from bot.intake.journal import Journal
from bot.metrics import Metrics
from bot.parts import build_parts, utc_now
from bot.slack.directory import Directory
from memory.records import Person
from tests.bot.office import TEAM, Office, office

FOLDER = Path(__file__).parent / "in_slack"
PEOPLE = {name: Person(TEAM, f"U0{name.upper()}") for name in ("alex", "dana", "omar")}
KEYS = {
    "in",
    "under",
    "edits",
    "deletes",
    "bot",
    "told",
    "shown",
    "active",
    "after",
    "restart",
    "becomes",
    "silent",
    *PEOPLE,
}
BECOMES: dict[str, dict[str, Any]] = {"guest": {"is_restricted": True}, "stranger": {"home": "T0PARTNER"}}

Step = dict[str, Any]


class Talk:
    """A workspace with the bot in it; what happened so far is known by the words that were said."""

    def __init__(self, home: Path, session: aiohttp.ClientSession, stack: AsyncExitStack) -> None:
        self.home, self.session, self.stack = home, session, stack
        self.said: dict[str, tuple[str, str]] = {}
        self.seen: dict[tuple[str, str], str] = {}

    async def start(self) -> None:
        self.office: Office = await self.stack.enter_async_context(office(self.home))
        self.events: list[Step] = []
        self.office.workspace.workspace.outbox.event = self.events.append  # type: ignore[method-assign, assignment]  # by hand

    async def restart_bot(self) -> None:
        """Begin with what is on disk, as after a restart."""
        before = self.office
        await asyncio.to_thread(before.parts.book.close)
        parts = await asyncio.to_thread(build_parts, before.parts.settings)
        parts.bot_user_id = before.parts.bot_user_id
        journal = Journal(self.home / "journal" / "turns.sqlite3", now=utc_now)
        self.stack.callback(journal.close)
        directory = Directory(parts.standing, clock=before.clock.now)
        intake = Intake(parts, journal, directory, Metrics(), sleep=before.clock.sleep)
        self.office = Office(before.workspace, before.wire, before.client, intake)

    async def act(self, step: Step, who: str) -> None:
        """Do what a person does, and let the bot hear of it."""
        user = PEOPLE[who].user_id
        users = self.office.workspace.workspace.state.users
        if "becomes" in step:
            users[user] = replace(users[user], **BECOMES[step["becomes"]])
        before = step.get("edits") or step.get("deletes")
        if before:
            channel, ts = self.said[before]
            body: Step = {"user": user, "channel": channel, "ts": ts}
            method = "PATCH" if "edits" in step else "DELETE"
            body |= {"text": step[who]} if "edits" in step else {}
        else:
            channel = self.said[step["under"]][0] if "under" in step else self._channel(step.get("in"), user)
            thread = {"thread_ts": self.said[step["under"]][1]} if "under" in step else {}
            method, body = "POST", {"user": user, "channel": channel, "text": step[who], **thread}
        url = f"{self.office.workspace.url}/_control/messages"
        async with self.session.request(method, url, json=body) as answer:
            assert answer.status == 200, await answer.text()
            ts = (await answer.json()).get("ts") or body["ts"]
        self.said[step[who]] = (channel, ts)
        while self.events:
            await self.office.send(self.events.pop(0))

    def news(self, user: str) -> tuple[list[str], list[str], list[str]]:
        """Return what the bot posted, told this person alone, and changed, since this was asked last."""
        posted, told, shown = [], [], []
        state = self.office.workspace.workspace.state
        for channel in state.channels:
            messages = [each for each in state.messages(channel) if each.by_bot]
            for message in [*messages, *state.whispers(channel)]:
                known = self.seen.get((channel, message.ts))
                self.seen[channel, message.ts] = message.text
                if known is not None:
                    shown += [message.text] if known != message.text else []
                elif message.ephemeral_to is None:
                    posted.append(message.text)
                elif message.ephemeral_to == user:
                    told.append(message.text)
        return posted, told, shown

    def _channel(self, name: str | None, user: str) -> str:
        if name is None:
            return user.replace("U0", "D0")
        channels = self.office.workspace.workspace.state.channels.values()
        return next(each.id for each in channels if f"#{each.name}" == name)


@pytest.fixture
async def talk(tmp_path: Path) -> AsyncIterator[Talk]:
    async with AsyncExitStack() as stack, aiohttp.ClientSession() as session:
        talk = Talk(tmp_path, session, stack)
        await talk.start()
        yield talk


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
async def test_talk_in_slack(path: Path, talk: Talk) -> None:
    for number, step in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")), 1):
        assert not set(step) - KEYS, f"unknown keys {set(step) - KEYS}"
        who = next(name for name in PEOPLE if name in step)
        if step.get("restart"):
            await talk.restart_bot()
        talk.office.clock.advance(60.0 * step.get("after", 0))
        if "silent" in step:
            talk.office.wire.refused = dict.fromkeys(step["silent"], "fatal_error")

        await talk.act(step, who)

        posted, told, shown = talk.news(PEOPLE[who].user_id)
        where = f"{path.name}, step {number}"
        if "bot" in step:
            assert "\n".join(posted) == step["bot"], where
        assert "\n".join(told) == step.get("told", ""), where
        assert "\n".join(shown) == step.get("shown", ""), where
        if "active" in step:
            assert talk.office.texts(PEOPLE[who]) == step["active"], where


def test_there_are_talks_to_play() -> None:
    assert len(list(FOLDER.glob("*.yaml"))) >= 3
