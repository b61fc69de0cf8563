"""What a world is played on: the bot's own parts around a Slack that keeps the truth, and how payloads reach them."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.intake.intake import Intake
from bot.metrics import Metrics
from bot.parts import Parts
from bot.replies.base import ReplyEngine
from bot.settings import Settings
from bot.slack.directory import Directory
from memory.book import Book
from memory.records import Memory, Person
from tests.properties import worlds
from tests.properties.board import Board
from tests.properties.doubles import NoJournal, NoThreads
from tests.properties.judge import Judge
from tests.properties.repeating import RepeatingModel
from tests.properties.scripted import AnyModel, NotedStore, Scripted
from tests.properties.slack import Json, Shown, Slack
from tests.properties.worlds import Room, Shape, World, user_id

BOT = "UMEMORYBOT"
START = datetime(2020, 3, 2, 9, 0, tzinfo=UTC)
_STOPPED_EACH = 15
"""Minutes; people come by every five, so that one in three answers is stopped."""
_FIRST = SimpleNamespace(headers={})
"""A request that tells of no retry."""


class Said:
    """A message that can be pointed at, edited or deleted."""

    def __init__(self, author: str, room: Room, ts: str, text: str, secret: str, shape: Shape) -> None:
        self.author, self.room, self.ts, self.text, self.secret, self.shape = author, room, ts, text, secret, shape


class Table:
    """One world and all that is on it. `said` are the messages that can be pointed at, edited or deleted.

    `met` are the people who spoke to the bot at home, `answered` who asked something where, `threads` where they did.
    """

    def __init__(self, world: World) -> None:
        self.stage = worlds.stage(world)
        self.clock = START
        self.judge = Judge(self.stage, self.memories)
        self.slack = Slack(self.stage, self.judge.show, lambda: self.clock.timestamp())
        self.extractor = Scripted()
        self.said: list[Said] = []
        self.met: set[str] = set()
        self.answered: list[tuple[str, Room]] = []
        self.threads: list[tuple[str, Room, str]] = []
        self.room: Room = self.stage.rooms[0]
        book = Book(NotedStore(), Path("nowhere"), now=lambda: self.clock)
        settings = Settings(home=Path("nowhere"), model="ollama:parrot" if world.model else None)
        replies: ReplyEngine
        if world.model:
            replies = RepeatingModel(book, self.extractor, settings, self._model_sees, self._stops)
        else:
            replies = AnyModel(book, self.extractor, settings, self._any_model_sees)
        self.parts = Parts(settings, book, self.extractor, replies, bot_user_id=BOT)  # type: ignore[arg-type]
        directory = Directory(self.parts.standing, clock=lambda: self.clock.timestamp())
        self.intake = Intake(self.parts, NoJournal(), directory, Metrics(), sleep=_for_ever)  # type: ignore[arg-type]
        self.intake.threads = NoThreads()  # type: ignore[assignment]
        self.board = Board()
        self.board.listen(self.intake)

    async def say(self, text: str, name: str, room: Room, *, thread_ts: str | None = None, named: bool = True) -> None:
        """Let a person say something to the bot; in a channel by its name, or `named` False where it listens anyway."""
        self.judge.spoken, self.room, self.slack.speaker = text, room, name
        heard = named or room.is_dm
        if heard and not self.slack.silent and room.workspace == self.stage.workspaces[name][0]:
            self.met.add(name)
        ts = self.ts()
        event = {
            "type": "message" if room.is_dm or not named else "app_mention",
            "user": user_id(name),
            "channel": room.channel_id,
            "ts": ts,
            "text": text if room.is_dm or not named else f"<@{BOT}> {text}",
            **({"channel_type": "im"} if room.is_dm else {}),
            **({"thread_ts": thread_ts} if thread_ts else {}),
        }
        self.slack.messages[room.channel_id, ts] = dict(event)
        await self.event(event, room)

    async def event(self, event: Json, room: Room) -> None:
        """Deliver an event. Whether it came through Slack Connect stands in it as often as not."""
        shared = bool(room.strangers) and self.clock.minute % 2 == 0
        authorizations = [{"is_enterprise_install": self.stage.org_wide}]
        who = {key: value for key, value in self.who("alex", room).items() if key != "user"}
        body = {**who, "event": event, "authorizations": authorizations, "is_ext_shared_channel": shared}
        client = self.client(room.workspace)
        context = _Context(team_id=body["team_id"], channel_id=event.get("channel"))
        await self.board.hand(
            "event", event["type"], body=body, event=event, client=client, context=context, ack=unheard, request=_FIRST
        )

    def who(self, name: str, room: Room) -> Json:
        """Return what every payload says of who did something, and in which workspace."""
        workspace = room.workspace
        if self.stage.org_wide:
            team = {"west": "TWEST", "east": "TEAST"}[workspace]
            organisation = {"enterprise_id": "E1", "is_enterprise_install": True, "enterprise": {"id": "E1"}}
            return {"team_id": team, "team": {"id": team}, "user": {"id": user_id(name)}, **organisation}
        team = self.stage.installed_in(workspace)
        return {"team_id": team, "team": {"id": team}, "user": {"id": user_id(name)}}

    def respond(self, name: str, room: Room, *, what: str, replaced: Room | None = None) -> Callable[..., Any]:
        """Return what answers a command or click: to the person alone, unless it replaces what everyone reads."""

        async def respond(**given: Any) -> Any:
            if not self.slack.takes_answer():
                return SimpleNamespace(status_code=404, headers={})
            public = given.get("response_type") == "in_channel" or (replaced and given.get("replace_original"))
            where = (replaced or room) if public else None
            self.slack.show(given, room=where or room, to=name, alone=not public, what=what)
            return SimpleNamespace(status_code=200)

        return respond

    def answer(self, url: str) -> Callable[..., Any]:
        """Return what answers at a response URL, which is good for whoever did what it came with."""
        name, channel_id = url.removeprefix("https://answer/").split("/")
        room = self.stage.room(channel_id)
        assert room is not None
        return self.respond(name, room, what="shortcut")

    def _any_model_sees(self, given: str) -> None:
        self.judge.show(Shown(given, self.room, self.slack.speaker, alone=False, what="prompt"))

    def _model_sees(self, given: str) -> None:
        self.judge.show(Shown(given, self.room, self.slack.speaker, alone=False, what="model"))

    async def _stops(self) -> None:
        """Stop an answer while it is written, now and then."""
        if self.clock.minute % _STOPPED_EACH == 0:
            stopped = {"type": "agent_session_stopped", "channel": self.room.channel_id, "event_ts": self.ts()}
            await self.event(stopped, self.room)

    def memories(self) -> list[Memory]:
        book = self.parts.book
        people = [person for team_id in book.teams() for person in book.people(team_id)]
        return [memory for person in people for memory in book.memories(person, status=None)]

    def ts(self) -> str:
        return f"{self.clock.timestamp():.6f}"

    def client(self, workspace: str) -> Any:
        return self.slack.client(workspace)

    def person(self, name: str, room: Room) -> Person:
        return self.stage.person(name, room.workspace)

    def dm_of(self, name: str) -> Room:
        return next(room for room in self.stage.rooms if room.is_dm and name in room.members)


class _Context(dict[str, Any]):
    """Bolt's context: names by attribute and by key."""

    def __init__(self, **values: Any) -> None:
        super().__init__(values)
        self.__dict__ = self


async def _for_ever(_seconds: float) -> None:
    """Wait for what is only shown where an answer takes a while: nothing takes time in a world, however slow it is."""
    await asyncio.Event().wait()


async def unheard(**_: Any) -> None:
    """Take an acknowledgement."""
