"""Plays a world: what people do reaches the bot's own listeners, intake and directory; what it shows is judged."""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.audience import Audience, Place, PlaceKind, dm
from bot.intake.intake import Intake
from bot.mcp.earl import search_memory
from bot.mcp.scope import SHARED, Scope
from bot.mcp.tools import history, list_memories
from bot.metrics import Metrics
from bot.parts import Parts
from bot.replies.base import Situation
from bot.settings import Settings
from bot.slack.directory import Directory
from bot.slack.posts import Post
from memory.book import Book
from memory.records import Candidate, CandidateOp, Memory, Person, Source
from tests.properties import worlds
from tests.properties.board import Board
from tests.properties.judge import Judge
from tests.properties.scripted import AnyModel, NotedStore, Scripted
from tests.properties.slack import Button, Json, Shown, Slack, describe
from tests.properties.worlds import Room, Shape, Step, Verb, World, user_id

BOT = "UMEMORYBOT"
START = datetime(2020, 3, 2, 9, 0, tzinfo=UTC)
SILENCE_FROM = 12
"""Steps in a place of this number or above happen while Slack tells nothing, and events are lost."""


class Said:
    """A message that can be pointed at, edited or deleted."""

    def __init__(self, author: str, room: Room, ts: str, text: str, secret: str, shape: Shape) -> None:
        self.author, self.room, self.ts, self.text, self.secret, self.shape = author, room, ts, text, secret, shape


class NoJournal:
    """Keeps keys as the journal does, and nothing on disk."""

    def __init__(self) -> None:
        self._keys: dict[str, None] = {}

    async def take(self, key: str, ts: str, body: Json) -> bool:
        return self.receive(key, ts, body)

    def receive(self, key: str, ts: str, body: Json) -> bool:
        return key not in self._keys and self._keys.setdefault(key) is None

    def keys(self, prefix: str) -> list[str]:
        return sorted(key for key in self._keys if key.startswith(prefix))

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_, **__: None


class NoThreads:
    """Knows who has the bot's ear in a thread, and keeps that nowhere."""

    def __init__(self) -> None:
        self._ears: dict[tuple[str, str], str] = {}

    def named(self, team_id: str, post: Post) -> None:
        self._ears[post.channel_id, post.thread_ts or post.ts] = post.user_id

    def hears(self, team_id: str, post: Post) -> bool:
        return self._ears.get((post.channel_id, str(post.thread_ts))) == post.user_id


class Listening(logging.Handler):
    """Hands every line of the bot's log to the judge."""

    def __init__(self, judge: Judge) -> None:
        super().__init__(logging.DEBUG)
        self._judge = judge

    def emit(self, record: logging.LogRecord) -> None:
        self._judge.logged(record.getMessage())


class Game:
    """One world being played."""

    def __init__(self, world: World) -> None:
        self.stage = worlds.stage(world)
        self.clock = START
        self.judge = Judge(self.stage, self._memories)
        self.slack = Slack(self.stage, self.judge.show, lambda: self.clock.timestamp())
        self.extractor = Scripted()
        self.said: list[Said] = []
        self._met: set[str] = set()
        self._answered: list[tuple[str, Room]] = []
        self._threads: list[tuple[str, Room, str]] = []
        self._room: Room = self.stage.rooms[0]
        book = Book(NotedStore(), Path("nowhere"), now=lambda: START + timedelta(days=300))
        settings = Settings(home=Path("nowhere"))
        replies = AnyModel(book, self.extractor, settings, self._model_sees)
        self.parts = Parts(settings, book, self.extractor, replies, bot_user_id=BOT)  # type: ignore[arg-type]
        directory = Directory(self.parts.standing, clock=lambda: self.clock.timestamp())
        self.intake = Intake(self.parts, NoJournal(), directory, Metrics())  # type: ignore[arg-type]
        self.intake.threads = NoThreads()  # type: ignore[assignment]
        self.board = Board()
        self.board.listen(self.intake)

    # -- playing ---------------------------------------------------------------------------------------------------

    async def play(self, steps: Sequence[Step]) -> list[str]:
        """Let everything happen; return the leaks."""
        log, listening = logging.getLogger("bot"), Listening(self.judge)
        log.addHandler(listening)
        try:
            for step in steps:
                await self._take(step)
                if self.judge.leaks:
                    break
        finally:
            log.removeHandler(listening)
        return self.judge.leaks

    async def _take(self, step: Step) -> None:
        name = list(self.stage.workspaces)[step.who]
        rooms = self.stage.rooms_of(name)
        self.clock += timedelta(minutes=5)
        self.judge.begin(step)
        self.slack.silent = step.where >= SILENCE_FROM
        room = rooms[step.where % len(rooms)] if rooms else None
        happening = _HAPPENINGS.get(step.verb)
        if happening is not None:
            await happening(self, step, name, room)
        elif room is not None:
            await _DEEDS[step.verb](self, step, name, room)
        await self.intake.queues.drain()

    # -- what people say -------------------------------------------------------------------------------------------

    async def _say(self, text: str, name: str, room: Room, *, thread_ts: str | None = None, named: bool = True) -> None:
        """Let a person say something to the bot; in a channel by its name, or `named` False where it listens anyway."""
        self.judge.spoken, self._room, self.slack.speaker = text, room, name
        if not self.slack.silent and room.workspace == self.stage.workspaces[name][0]:
            self._met.add(name)
        ts = self._ts()
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
        await self._event(event, room)

    async def tells(self, step: Step, name: str, room: Room) -> None:
        said = self._statement(step, name, room)
        await self._say(said.text, name, room)

    async def notes(self, step: Step, name: str, room: Room) -> None:
        """Put a statement straight into the book, as capture does."""
        said = self._statement(step, name, room)
        self.judge.spoken = said.text
        person = self._person(name, room)
        origin = Place(room.kind, room.channel_id).origin
        source = Source(room.channel_id, said.ts)
        candidate = self.extractor.known[said.text]
        self.parts.book.apply(person, [candidate], source=source, origin=origin, at=self.clock, actor="U")

    async def repeats(self, step: Step, name: str, room: Room) -> None:
        await self._say(self._without_secret(step), name, room)

    async def points(self, step: Step, name: str, room: Room) -> None:
        """Say "remember this", in the thread of somebody's message or about one's own last words."""
        here = [said for said in self.said if said.room is room]
        parent = here[step.form % len(here)] if here and step.named % 2 else None
        if parent is not None:
            self.judge.kept(parent.secret, parent.shape, name, room)
            self.judge.said(parent.secret, parent.shape, name, room)
            self.judge.spoken = parent.text
        self.judge.revives_all()
        await self._say("remember this", name, room, thread_ts=parent.ts if parent else None)

    async def asks(self, step: Step, name: str, room: Room) -> None:
        form = worlds.QUESTIONS[step.form % len(worlds.QUESTIONS)]
        self._answered.append((name, room))
        if "{named}" in form:
            self.judge.asked_about = list(self.stage.workspaces)[step.named]
        words = self._filled(worlds.QUESTIONS, step, room)
        threads = [ts for said_by, said_in, ts in self._threads if (said_by, said_in) == (name, room)]
        if step.named == 3 and threads and not room.is_dm:
            await self._say(words, name, room, thread_ts=threads[-1], named=False)
            return
        self._threads.append((name, room, self._ts()))
        await self._say(words, name, room)

    async def chats(self, step: Step, name: str, room: Room) -> None:
        await self._say(self._filled(worlds.CHATTER, step, room), name, room)

    async def forgets(self, step: Step, name: str, room: Room) -> None:
        await self._say(self._filled(worlds.FORGETTING, step, room), name, room)

    async def forgets_all(self, step: Step, name: str, room: Room) -> None:
        await self._say("forget everything about me", name, room)
        await self.intake.queues.drain()
        self.clock += timedelta(minutes=1)
        await self._say("yes, forget everything" if step.form % 2 else "no", name, room)

    async def undoes(self, step: Step, name: str, room: Room) -> None:
        await self._say(self._filled(worlds.UNDOING, step, room), name, room)

    async def revises(self, step: Step, name: str, room: Room | None) -> None:
        """Edit or delete an earlier message."""
        if not self.said:
            return
        before = self.said[step.form % len(self.said)]
        if before.author not in self.stage.readers(before.room) or not before.room.has_bot:
            return
        old = {"user": user_id(before.author), "ts": before.ts, "text": before.text}
        self.said.remove(before)
        standing = self.slack.messages.pop((before.room.channel_id, before.ts), old)
        about = {"channel": before.room.channel_id, "event_ts": self._ts(), "ts": self._ts(), "previous_message": old}
        if step.verb is Verb.DELETES:
            event = {"type": "message", "subtype": "message_deleted", "deleted_ts": before.ts, **about}
        else:
            new = self._statement(step, before.author, before.room)
            new.ts = before.ts
            event = {"type": "message", "subtype": "message_changed", "message": {**old, "text": new.text}, **about}
            self.slack.messages[before.room.channel_id, before.ts] = {**standing, "text": new.text}
            self.judge.spoken = new.text
        self.slack.speaker, self._room = before.author, before.room
        await self._event(event, before.room)

    # -- commands, buttons, dialogs --------------------------------------------------------------------------------

    async def types(self, step: Step, name: str, room: Room) -> None:
        """Type a slash command, or the same in words."""
        if step.verb is Verb.WONDERS and self._answered:
            name, room = self._answered[step.named % len(self._answered)]
        words = "why" if step.verb is Verb.WONDERS else self._filled(worlds.SLASHES, step, room)
        self.judge.spoken = words
        if words.startswith("settings use"):
            (self.judge.keeps_out.add if words.endswith("off") else self.judge.keeps_out.discard)(name)
        if step.named == 2 and step.verb is Verb.TYPES and room in self.stage.rooms_of(name):
            await self._say(f"!memory {words}", name, room)
            return
        command = {**self._who(name, room), "channel_id": room.channel_id, "text": words, "user_id": user_id(name)}
        what = "why" if words == "why" else "slash"
        respond = self._respond(name, room, what=what)
        client = self._client(room.workspace)
        await self.board.hand(
            "command", "/memory", ack=_ack, command=command, body=command, respond=respond, client=client
        )

    async def clicks(self, step: Step, name: str, room: Room | None) -> None:
        """Click a button that was shown at any time, with its own value or a forged one."""
        if not self.slack.buttons:
            return
        button = self.slack.buttons[-1 - step.form % len(self.slack.buttons)]
        readers = {button.to} if button.alone or button.room is None else self.stage.readers(button.room)
        name = button.to if button.alone or name not in readers else name
        memories = self._memories()
        forged = memories[step.topic % len(memories)].id if memories and step.where % 3 == 0 else button.value
        await self._click(button, forged, name)

    async def _click(self, button: Button, value: str, name: str) -> None:
        room = button.room or self._dm_of(name)
        action = {"action_id": button.action_id, "value": value, "selected_option": {"value": value}}
        body = {**self._who(name, room), "trigger_id": f"trigger:{name}", "actions": [action]}
        if button.view is not None:
            body["view"] = button.view
        else:
            url = f"https://answer/{name}/{room.channel_id}"
            message = {"ts": "1.0", "text": "", "blocks": []}
            body |= {"channel": {"id": room.channel_id}, "container": {}, "response_url": url, "message": message}
        respond = self._respond(name, room, what="button", replaced=None if button.alone else button.room)
        client = self._client(room.workspace)
        await self.board.hand(
            "action", button.action_id, ack=_ack, body=body, action=action, respond=respond, client=client
        )

    async def submits(self, step: Step, name: str, room: Room | None) -> None:
        """Send a dialog that was opened at any time: with other words, the same, or a secret typed into it."""
        if not self.slack.dialogs:
            return
        name, view = self.slack.dialogs[-1 - step.form % len(self.slack.dialogs)]
        room = self._dm_of(name)
        typed = worlds.TOPICS[step.topic]
        if step.named % 2:
            typed = self._statement(step, name, None).text
        self.judge.spoken = typed
        values = {}
        for block in view["blocks"]:
            if block["type"] == "input":
                values[block["block_id"]] = {block["element"]["action_id"]: _filled_in(block["element"], typed)}
        body = {**self._who(name, room), "view": {**view, "state": {"values": values}}, "trigger_id": f"trigger:{name}"}

        async def ack(**given: Any) -> None:
            if given:
                self.slack.show(given, room=None, to=name, alone=True, what="refused dialog")

        client = self._client(room.workspace)
        await self.board.hand("view", view["callback_id"], ack=ack, body=body, view=body["view"], client=client)

    async def looks(self, step: Step, name: str, room: Room) -> None:
        """Open the home tab, the messages tab, or one's memories as a dialog."""
        if step.form % 3 == 2:
            body = {**self._who(name, room), "trigger_id": f"trigger:{name}"}
            await self.board.hand("shortcut", "my_memories", ack=_ack, body=body, client=self._client(room.workspace))
            return
        home = self._dm_of(name)
        tab = ("home", "messages")[step.form % 3]
        opened = {"type": "app_home_opened", "user": user_id(name), "channel": home.channel_id, "tab": tab}
        shown = {"view": self.slack.homes[name]} if name in self.slack.homes else {}
        await self._event({**opened, **shown, "event_ts": self._ts()}, home)

    async def keeps(self, step: Step, name: str, room: Room) -> None:
        """Use a shortcut on a message that one can read: "Remember this", or "Forget what you learnt"."""
        here = [said for said in self.said if said.room is room]
        if not here:
            return
        said = here[step.form % len(here)]
        self.judge.spoken = said.text
        if step.named % 4:
            self.judge.kept(said.secret, said.shape, name, room)
            self.judge.revives(said.secret)
        message = {"user": user_id(said.author), "text": said.text, "ts": said.ts}
        body = {
            **self._who(name, room),
            "channel": {"id": room.channel_id},
            "message": message,
            "action_ts": self._ts(),
            "response_url": f"https://answer/{name}/{room.channel_id}",
        }
        callback = "remember_this" if step.named % 4 else "forget_learnt"
        await self.board.hand("shortcut", callback, ack=_ack, body=body, client=self._client(room.workspace))

    async def reacts(self, step: Step, name: str, room: Room) -> None:
        """React with a brain to somebody's message, or with a cross to one of the bot's."""
        brain = step.named % 2 == 0
        here = [said for said in self.said if said.room is room]
        posted = [ts for channel_id, ts in self.slack.messages if channel_id == room.channel_id]
        if not (here if brain else posted):
            return
        self._room, self.slack.speaker = room, name
        if brain:
            said = here[step.form % len(here)]
            ts = said.ts
            self.judge.spoken = said.text
            self.judge.kept(said.secret, said.shape, name, room)
            self.judge.revives(said.secret)
            message = {"type": "message", "user": user_id(said.author), "ts": ts, "text": said.text}
            self.slack.messages.setdefault((room.channel_id, ts), message)
        else:
            ts = posted[-1 - step.form % len(posted)]
        event = {
            "type": "reaction_added",
            "user": user_id(name),
            "reaction": "brain" if brain else "x",
            "item": {"type": "message", "channel": room.channel_id, "ts": ts},
            "item_user": self.slack.messages[room.channel_id, ts]["user"],
            "event_ts": self._ts(),
        }
        await self._event(event, room)

    async def serves(self, step: Step, name: str, room: Room) -> None:
        """Serve a client over MCP: one person's memory, as in their DM, or what their workspace shares."""
        if name in self.stage.guests and name not in self._met:
            return  # whoever serves them never saw them
        person, home = self.stage.person(name), self.stage.workspaces[name][0]
        if step.form % 2:
            audience, place = dm(person), self._dm_of(name)
        else:
            audience = Audience(Person(person.team_id, SHARED), Place(PlaceKind.PUBLIC, "C0WORKSPACE"))
            place = Room("C0WORKSPACE", PlaceKind.PUBLIC, home, set())
        parts = self.parts
        now = self.clock
        scope = Scope(parts.book, self.extractor, parts.settings, audience, lambda: now, parts.standing)  # type: ignore[arg-type]
        limited = {"limit": 50}
        told = [
            list_memories(scope, {**limited, "kind": ""}),
            search_memory(scope, {**limited, "query": worlds.TOPICS[step.topic]}),
            history(scope, {**limited, "query": ""}),
        ]
        to = name if step.form % 2 else "agents"
        self.judge.show(Shown("\n".join(told), place, to, alone=False, what="mcp"))

    # -- what changes in Slack -------------------------------------------------------------------------------------

    async def moves(self, step: Step, name: str, room: Room | None) -> None:
        """Let a person leave a private room, or join one."""
        if room is None or room.kind is not PlaceKind.PRIVATE:
            room = next(each for each in self.stage.rooms if each.channel_id == "CLEADS")
        if "west" not in self.stage.workspaces[name] and not self.stage.org_wide:
            return
        room.members ^= {name}
        kind = "member_joined_channel" if name in room.members else "member_left_channel"
        await self._tell(step, {"type": kind, "user": user_id(name), "channel": room.channel_id}, room)

    async def turns(self, step: Step, name: str, room: Room | None) -> None:
        """Turn a public channel private, or a private one public; what stands there is read by whoever can read it."""
        turned = [each for each in self.stage.rooms if each.channel_id in {"CGENERAL", "CLEADS"}][step.form % 2]
        private = turned.kind is PlaceKind.PUBLIC
        turned.kind = PlaceKind.PRIVATE if private else PlaceKind.PUBLIC
        turned.members |= {name} if private and name in self.stage.colleagues(turned.workspace) else set()
        subtype = f"channel_convert_to_{'private' if private else 'public'}"
        await self._tell(step, {"type": "message", "subtype": subtype, "channel": turned.channel_id}, turned)

    async def enlists(self, step: Step, name: str, room: Room | None) -> None:
        """Make a colleague a guest, or a guest a colleague. Guests read what they are members of."""
        who = ("omar", "dana")[step.form % 2]
        self.stage.guests ^= {who}
        self._met.discard(who)
        await self._tell(step, {"type": "user_change", "user": describe(who, self.stage)}, self.stage.rooms[0])

    async def shares(self, step: Step, name: str, room: Room | None) -> None:
        """Share a channel with another organisation, or end that."""
        shared = [each for each in self.stage.rooms if not each.is_dm][step.form % 4]
        shared.strangers ^= {worlds.STRANGER}
        kind = "channel_shared" if shared.strangers else "channel_unshared"
        await self._tell(step, {"type": kind, "channel": shared.channel_id}, shared)

    async def archives(self, step: Step, name: str, room: Room | None) -> None:
        closed = [each for each in self.stage.rooms if not each.is_dm][step.form % 4]
        closed.archived = not closed.archived
        kind = "channel_archive" if closed.archived else "channel_unarchive"
        await self._tell(step, {"type": kind, "channel": closed.channel_id}, closed)

    async def expels(self, step: Step, name: str, room: Room | None) -> None:
        """Remove the bot from a private place, or ask it back."""
        place = [each for each in self.stage.rooms if each.kind is PlaceKind.PRIVATE][step.form % 2]
        place.has_bot = not place.has_bot
        kind = "member_joined_channel" if place.has_bot else "group_left"
        await self._tell(step, {"type": kind, "user": BOT, "channel": place.channel_id}, place)

    async def leaves(self, step: Step, name: str, room: Room | None) -> None:
        """Deactivate somebody, or let them back in."""
        who = ("omar", "kim")[step.form % 2]
        self.stage.gone ^= {who}
        await self._tell(step, {"type": "user_change", "user": describe(who, self.stage)}, self.stage.rooms[0])

    async def _tell(self, step: Step, event: Json, room: Room) -> None:
        """Tell the bot of a change; if the event gets lost, it is found out when the bot looks again."""
        for each in self.stage.rooms:
            self.judge.look_again(each)
        if step.where < SILENCE_FROM:
            await self._event({**event, "event_ts": self._ts(), "ts": self._ts()}, room)
            return
        self.clock += timedelta(hours=2)
        self.slack.silent = False
        for workspace in ("west", "east"):
            channels = [each.channel_id for each in self.stage.rooms if each.workspace == workspace]
            team_id = self.stage.installed_in(workspace)
            await self.intake.directory.look_again(self._client(workspace), team_id, channels)

    # -- payloads --------------------------------------------------------------------------------------------------

    def _who(self, name: str, room: Room) -> Json:
        """Return what every payload says of who did something, and in which workspace."""
        workspace = room.workspace
        if self.stage.org_wide:
            team = {"west": "TWEST", "east": "TEAST"}[workspace]
            organisation = {"enterprise_id": "E1", "is_enterprise_install": True, "enterprise": {"id": "E1"}}
            return {"team_id": team, "team": {"id": team}, "user": {"id": user_id(name)}, **organisation}
        team = self.stage.installed_in(workspace)
        return {"team_id": team, "team": {"id": team}, "user": {"id": user_id(name)}}

    async def _event(self, event: Json, room: Room) -> None:
        """Deliver an event. Whether it came through Slack Connect stands in it as often as not."""
        shared = bool(room.strangers) and self.clock.minute % 2 == 0
        authorizations = [{"is_enterprise_install": self.stage.org_wide}]
        who = {key: value for key, value in self._who("alex", room).items() if key != "user"}
        body = {**who, "event": event, "authorizations": authorizations, "is_ext_shared_channel": shared}
        client = self._client(room.workspace)
        context = _Context(team_id=body["team_id"], channel_id=event.get("channel"))
        await self.board.hand(
            "event", event["type"], body=body, event=event, client=client, context=context, ack=_ack, request=_FIRST
        )

    def _respond(self, name: str, room: Room, *, what: str, replaced: Room | None = None) -> Callable[..., Any]:
        """Return what answers a command or click: to the person alone, unless it replaces what everyone reads."""

        async def respond(**given: Any) -> Any:
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
        return self._respond(name, room, what="shortcut")

    def _statement(self, step: Step, name: str, room: Room | None) -> Said:
        """Make up a statement with a secret of its own, and note who can read it."""
        secret = f"zy{len(self.judge.secrets):02d}x".translate(str.maketrans("0123456789", "abcdefghij"))
        shape = worlds.SHAPES[step.form % len(worlds.SHAPES)]
        filled = {"topic": worlds.TOPICS[step.topic], "secret": secret}
        text = shape.text.format(**filled)
        self.extractor.known[text] = Candidate(
            CandidateOp.ADD,
            text,
            shape.kind,
            shape.attribute and shape.attribute.format(**filled),
            shape.value and shape.value.format(**filled),
            confidence=0.95,
        )
        spoken = f"remember that {text}" if step.verb is Verb.REMEMBERS else text
        self.judge.said(secret, shape, name, room)
        said = Said(name, room or self._dm_of(name), self._ts(), spoken, secret, shape)
        if room is not None:
            self.said.append(said)
        return said

    def _without_secret(self, step: Step) -> str:
        """Return words that say less than a secret does, or end what it says, as a command or a statement."""
        topic = worlds.TOPICS[step.topic]
        if step.verb is Verb.RETRACTS:
            text, attribute, value = worlds.RETRACTIONS[step.form % len(worlds.RETRACTIONS)]
            words = "No longer " + text.format(topic=topic)
            candidate = Candidate(
                CandidateOp.RETRACT,
                text.format(topic=topic),
                None,
                attribute and attribute.format(topic=topic),
                value and value.format(topic=topic),
                confidence=0.95,
            )
        else:
            shape = worlds.SHAPES[step.form % len(worlds.SHAPES)]
            words = " ".join(shape.text.format(topic=topic, secret="").rstrip(" ,").split())
            filled = shape.value.format(topic=topic, secret="").strip(" ,") if shape.value else None
            attribute = shape.attribute and shape.attribute.format(topic=topic)
            candidate = Candidate(CandidateOp.ADD, words, shape.kind, attribute, filled or None, confidence=0.95)
        self.extractor.known[words] = candidate
        return f"remember that {words}" if step.named % 2 else words

    def _filled(self, forms: Sequence[str], step: Step, room: Room) -> str:
        named = user_id(list(self.stage.workspaces)[step.named])
        return forms[step.form % len(forms)].format(topic=worlds.TOPICS[step.topic], named=f"<@{named}>")

    # -- what is there ---------------------------------------------------------------------------------------------

    def _model_sees(self, situation: Situation, given: str) -> None:
        self.judge.show(Shown(given, self._room, self.slack.speaker, alone=False, what="prompt"))

    def _memories(self) -> list[Memory]:
        book = self.parts.book
        people = [person for team_id in book.teams() for person in book.people(team_id)]
        return [memory for person in people for memory in book.memories(person, status=None)]

    def _ts(self) -> str:
        return f"{self.clock.timestamp():.6f}"

    def _client(self, workspace: str) -> Any:
        return self.slack.client(workspace)

    def _person(self, name: str, room: Room) -> Person:
        return self.stage.person(name, room.workspace)

    def _dm_of(self, name: str) -> Room:
        return next(room for room in self.stage.rooms if room.is_dm and name in room.members)


class _Context(dict[str, Any]):
    """Bolt's context: names by attribute and by key."""

    def __init__(self, **values: Any) -> None:
        super().__init__(values)
        self.__dict__ = self


_FIRST = SimpleNamespace(headers={})
"""A request that tells of no retry."""


async def _ack(**_: Any) -> None:
    return


def _filled_in(element: Json, typed: str) -> Json:
    """Return what is chosen or typed in an input."""
    options = element.get("options") or []
    if not options:
        return {"type": element["type"], "value": typed}
    return {"type": element["type"], "selected_option": options[-1], "selected_options": options[:1]}


_DEEDS: dict[Verb, Callable[..., Any]] = {
    Verb.NOTED: Game.notes,
    Verb.TELLS: Game.tells,
    Verb.REMEMBERS: Game.tells,
    Verb.REPEATS: Game.repeats,
    Verb.RETRACTS: Game.repeats,
    Verb.POINTS: Game.points,
    Verb.ASKS: Game.asks,
    Verb.CHATS: Game.chats,
    Verb.FORGETS: Game.forgets,
    Verb.FORGETS_ALL: Game.forgets_all,
    Verb.UNDOES: Game.undoes,
    Verb.TYPES: Game.types,
    Verb.WONDERS: Game.types,
    Verb.KEEPS: Game.keeps,
    Verb.REACTS: Game.reacts,
    Verb.LOOKS: Game.looks,
    Verb.SERVES: Game.serves,
}
"""What somebody does somewhere."""

_HAPPENINGS: dict[Verb, Callable[..., Any]] = {
    Verb.EDITS: Game.revises,
    Verb.DELETES: Game.revises,
    Verb.CLICKS: Game.clicks,
    Verb.SUBMITS: Game.submits,
    Verb.MOVES: Game.moves,
    Verb.TURNS: Game.turns,
    Verb.ENLISTS: Game.enlists,
    Verb.SHARES: Game.shares,
    Verb.ARCHIVES: Game.archives,
    Verb.EXPELS: Game.expels,
    Verb.LEAVES: Game.leaves,
}
"""What happens wherever the person is."""
