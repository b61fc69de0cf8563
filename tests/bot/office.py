"""The bot's app on a Slack that checks every call: payloads go in by hand, and what the bot shows is read back."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import aiohttp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.app import build_app
from bot.installing.workspaces import OneWorkspace
from bot.intake.intake import Intake
from bot.intake.journal import Journal
from bot.local_slack.clock import ManualClock
from bot.local_slack.interactions import Origin
from bot.local_slack.interactive import response_url
from bot.local_slack.messages import Message
from bot.local_slack.server import LocalWorkspace
from bot.metrics import Metrics
from bot.parts import Parts, build_parts, utc_now
from bot.preferences import prefer
from bot.settings import load_settings
from bot.slack.directory import Directory
from memory import records
from memory.records import Kind, Person, Source
from tests.local_slack.desk import MANIFEST, PATIENCE

Json = dict[str, Any]

TEAM = "T0LOCAL"
ALEX, DANA = Person(TEAM, "U0ALEX"), Person(TEAM, "U0DANA")


class Wire:
    """Everything the bot tells Slack, and what Slack is made to refuse: an error code by method."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Json, Json]] = []
        self.refused: dict[str, str] = {}
        self._call = AsyncWebClient.api_call

    @contextmanager
    def tapped(self) -> Iterator[None]:
        """Listen to every client; Bolt makes one of its own for each request."""
        wire = self

        async def api_call(client: AsyncWebClient, api_method: str, **request: Any) -> Any:
            if api_method in wire.refused:
                raise SlackApiError("refused", {"ok": False, "error": wire.refused[api_method]})
            answer = await wire._call(client, api_method, **request)
            arguments = request.get("json") or request.get("params") or request.get("data") or {}
            wire.calls.append((api_method, dict(arguments), answer.data))  # type: ignore[arg-type]  # JSON, never bytes
            return answer

        with patch.object(AsyncWebClient, "api_call", api_call):
            yield


class Office:
    """One workspace with the bot in it. Whoever acts is Alex unless somebody else is named."""

    def __init__(self, workspace: LocalWorkspace, wire: Wire, client: AsyncWebClient, intake: Intake) -> None:
        self.workspace, self.wire, self.client, self.intake = workspace, wire, client, intake
        self.app = build_app(OneWorkspace(intake.parts.settings, client), intake)

    @property
    def parts(self) -> Parts:
        return self.intake.parts

    # --- what is remembered -------------------------------------------------------------------------------------------

    def remember(
        self, text: str, *, person: Person = ALEX, kind: Kind = Kind.FACT, ts: str = "1772442900.000100"
    ) -> str:
        change = self.parts.book.remember(
            person,
            text,
            kind=kind,
            origin=records.Origin.PUBLIC,
            source=Source("C0GENERAL", ts),
            at=utc_now(),
            actor=person.user_id,
        )
        return change.memory.id

    def texts(self, person: Person = ALEX) -> list[str]:
        return [memory.text for memory in self.parts.book.memories(person)]

    # --- what people do -----------------------------------------------------------------------------------------------

    async def send(self, payload: Json) -> Json | None:
        """Hand a payload to the bot as over Socket Mode; return what it acknowledges with."""
        before = set(_at_work())
        answer = await self.app.async_dispatch(AsyncBoltRequest(body=payload, mode="socket_mode"))
        assert answer.status == 200, answer.body
        async with asyncio.timeout(PATIENCE):
            while running := set(_at_work()) - before:
                await asyncio.wait(running)
        await self.intake.queues.drain()
        return json_of(answer.body)

    async def command(
        self, text: str, *, user: str = "U0ALEX", channel: str = "C0GENERAL", name: str = "/memory"
    ) -> None:
        """Type a slash command somewhere."""
        await self.send(
            {
                "command": name,
                "text": text,
                "user_id": user,
                "team_id": TEAM,
                "channel_id": channel,
                "api_app_id": "A0MEMORYBOT",
                "trigger_id": self.trigger(user),
                "response_url": response_url(self.workspace.workspace, Origin(user=user, channel=channel)),
            }
        )

    async def event(self, **event: Any) -> None:
        await self.send({"type": "event_callback", "team_id": TEAM, "api_app_id": "A0MEMORYBOT", "event": event})

    async def open_home(self, user: str = "U0ALEX") -> Json:
        """Open the home tab, and return what is shown there."""
        seen = {"view": shown} if (shown := self.home(user)) else {}
        await self.event(type="app_home_opened", user=user, channel="D0ALEX", tab="home", event_ts="1.2", **seen)
        home = self.home(user)
        assert home is not None
        return home

    async def click(
        self, view: Json, action_id: str, value: str = "", *, user: str = "U0ALEX", late: bool = False
    ) -> None:
        """Use a button or menu of a view."""
        element = find(view, action_id, value)
        if element["type"] == "static_select":
            chosen = next(each for each in element["options"] if each["value"] == value)
            element = {"type": "static_select", "action_id": action_id, "selected_option": chosen}
        trigger = self.trigger(user)
        if late:
            self.clock.advance(10.0)
        await self.send(
            {
                **self._interaction("block_actions", user, trigger),
                "container": {"type": "view", "view_id": view["id"]},
                "view": view,
                "actions": [{**element, "block_id": "b", "action_ts": "1.3"}],
            }
        )

    async def click_message(self, message: Json, action_id: str, *, user: str = "U0ALEX") -> None:
        """Use a button of a message of the bot."""
        await self.use(message, find(message, action_id), user=user)

    async def use(self, message: Json, element: Json, *, user: str = "U0ALEX") -> None:
        """Do something with an element of a message of the bot, given as the payload shows it."""
        workspace = self.workspace.workspace
        channel, ts = message["channel"], message["ts"]
        whispered = workspace.state.whisper(channel, ts) is not None
        origin = Origin(user=user, channel=channel, message_ts=ts, is_ephemeral=whispered)
        container = {"type": "message", "message_ts": ts, "channel_id": channel}
        container |= {"thread_ts": message["thread_ts"]} if message.get("thread_ts") else {}
        await self.send(
            {
                **self._interaction("block_actions", user, self.trigger(user)),
                "container": container,
                "channel": {"id": message["channel"], "name": "somewhere"},
                "message": message,
                "response_url": response_url(workspace, origin),
                "actions": [{**element, "block_id": "b", "action_ts": f"{self.clock.now():.6f}"}],
            }
        )

    async def global_shortcut(self, callback_id: str, user: str = "U0ALEX") -> None:
        """Use a shortcut that belongs to no message."""
        payload = self._interaction("shortcut", user, self.trigger(user))
        await self.send({**payload, "callback_id": callback_id, "action_ts": "1.3"})

    async def submit(self, view: Json, user: str = "U0ALEX", **fields: Json) -> Json | None:
        """Send a dialog with these fields; return the errors that are shown, or None if it closes."""
        payload = self._interaction("view_submission", user, self.trigger(user))
        answer = await self.send({**payload, "view": {**view, "state": {"values": fields}}, "response_urls": []})
        if not answer:
            return None
        assert answer["response_action"] == "errors"
        blocks = {block["block_id"] for block in view["blocks"]}
        assert set(answer["errors"]) <= blocks, "an error for a field that is not there"
        return dict(answer["errors"])

    async def say(self, user: str, text: str, *, channel: str | None = None, thread_ts: str | None = None) -> Json:
        """Post a message of a person and return it as an event shows it; the bot is not told."""
        workspace = self.workspace.workspace
        message = Message(
            channel=channel or user.replace("U0", "D0"),
            ts=workspace.next_ts(),
            user=user,
            text=text,
            thread_ts=thread_ts,
        )
        workspace.post(message)
        shown = {"type": "message", "user": user, "text": text, "ts": message.ts, "channel": message.channel}
        return shown | ({"thread_ts": thread_ts} if thread_ts else {})

    async def shortcut(
        self, callback_id: str, message: Json, *, user: str = "U0ALEX", answerable: bool = True, at: str | None = None
    ) -> None:
        """Use a shortcut in the menu of a message; it can be answered at its address unless that is out of date."""
        workspace = self.workspace.workspace
        url = response_url(workspace, Origin(user=user, channel="C0GENERAL"))
        await self.send(
            {
                **self._interaction("message_action", user, self.trigger(user)),
                "callback_id": callback_id,
                "message_ts": message["ts"],
                "message": message,
                "channel": {"id": message["channel"], "name": "somewhere"},
                "response_url": url if answerable else f"{workspace.url}/response/none",
                "action_ts": at or workspace.next_ts(),
            }
        )

    async def react(self, message: Json, emoji: str, *, user: str = "U0ALEX") -> None:
        """Put an emoji under a message."""
        await self.event(
            type="reaction_added",
            user=user,
            reaction=emoji,
            item={"type": "message", "channel": message["channel"], "ts": message["ts"]},
            item_user=message.get("user"),
            event_ts=self.workspace.workspace.next_ts(),
        )

    def choose(self, name: str, value: str) -> None:
        """Make a choice in Alex's settings."""
        prefer(self.parts.book, ALEX, name, value, at=utc_now(), actor="U0ALEX")

    def trigger(self, user: str) -> str:
        return self.workspace.workspace.interactions.trigger(user, self.clock.now())

    # --- what they see ------------------------------------------------------------------------------------------------

    @property
    def clock(self) -> ManualClock:
        clock = self.workspace.workspace.clock
        assert isinstance(clock, ManualClock)
        return clock

    def home(self, user: str = "U0ALEX") -> Json | None:
        """Return what a person's home tab shows, or None before it was drawn."""
        published = [a["view"] for m, sent, a in self.wire.calls if m == "views.publish" and sent["user_id"] == user]
        return published[-1] if published else None

    def dialog(self) -> Json:
        """Return the dialog that was opened or redrawn last."""
        methods = {"views.open", "views.push", "views.update"}
        return dict([answer["view"] for method, _, answer in self.wire.calls if method in methods][-1])

    def sent(self, method: str) -> list[Json]:
        """Return what was sent to a method."""
        return [arguments for name, arguments, _ in self.wire.calls if name == method]

    def whispers(self, user: str = "U0ALEX") -> list[Json]:
        """Return what one person alone sees in channels, oldest first."""
        state = self.workspace.workspace.state
        seen = [each for name in state.channels for each in state.whispers(name) if each.ephemeral_to == user]
        shown = ("channel", "ts", "thread_ts", "text")
        return [
            {**{name: getattr(each, name) for name in shown}, "blocks": each.blocks or []}
            for each in sorted(seen, key=lambda message: message.ts)
        ]

    def told(self, user: str = "U0ALEX") -> str:
        """Return what a person alone was told last in a channel."""
        return str(self.whispers(user)[-1]["text"])

    def replies_to(self, channel: str, ts: str) -> list[str]:
        """Return the time stamps of what stands in the thread of a message, oldest first."""
        return [each.ts for each in self.workspace.workspace.state.replies(channel, ts)]

    async def read(self, channel: str, ts: str) -> Json:
        """Return a message as the app reads it."""
        answer = await self.client.conversations_replies(channel=channel, ts=ts)
        return next({**each, "channel": channel} for each in answer["messages"] if each["ts"] == ts)

    async def last_post(self, channel: str) -> Json:
        """Return the last message of a channel, as the app reads it."""
        return await self.read(channel, self.workspace.workspace.state.messages(channel)[-1].ts)

    def _interaction(self, kind: str, user: str, trigger_id: str) -> Json:
        return {
            "type": kind,
            "team": {"id": TEAM, "domain": "local"},
            "user": {"id": user, "name": user.lower(), "team_id": TEAM},
            "api_app_id": "A0MEMORYBOT",
            "token": "t",
            "trigger_id": trigger_id,
            "enterprise": None,
            "is_enterprise_install": False,
        }


def _at_work() -> Iterator[asyncio.Task[Any]]:
    """Return the tasks that end by themselves: not ourselves, nor the server's end of a connection kept open."""
    for task in asyncio.all_tasks():
        if task is not asyncio.current_task() and "RequestHandler" not in str(task.get_coro()):
            yield task


def json_of(body: str | None) -> Json | None:
    return json.loads(body) if body else None


def find(view: Json, action_id: str, value: str = "") -> Json:
    """Return a button or menu of a view; of several alike, the one with this value."""
    elements = [element for block in view["blocks"] for element in block.get("elements", ())]
    alike = [each for each in elements if each.get("action_id") == action_id]
    return next(each for each in alike if value in {"", each.get("value")} or each["type"] != "button")


def words(view: Json) -> str:
    """Return everything a view says, one block a line."""
    lines = []
    for block in view["blocks"]:
        texts = [block.get("text"), block.get("label"), *block.get("elements", ())]
        lines.append(" ".join(_text(each) for each in texts if each))
    return "\n".join(line for line in lines if line)


def _text(part: Json) -> str:
    inner = part.get("text", "")
    return str(inner.get("text", "")) if isinstance(inner, dict) else str(inner)


@asynccontextmanager
async def office(home: Path, **knobs: object) -> AsyncIterator[Office]:
    """Run a workspace with the bot's app in it, on a clock that stands still. `knobs` are settings that are changed."""
    settings = load_settings({"MEMORY_BOT_HOME": str(home), "MEMORY_BOT_CONFIG": str(home / "none.toml")})
    settings = settings.model_copy(update=knobs)
    journal = Journal(home / "journal" / "turns.sqlite3", now=utc_now)
    async with LocalWorkspace(MANIFEST, clock=ManualClock()) as workspace, aiohttp.ClientSession() as session:
        client = AsyncWebClient(token=workspace.bot_token, base_url=workspace.api_url, session=session)
        client.proxy = None
        parts = await asyncio.to_thread(build_parts, settings)
        parts.bot_user_id = "U0MEMORYBOT"
        clock = workspace.workspace.clock
        intake = Intake(parts, journal, Directory(parts.standing, clock=clock.now), Metrics(), sleep=clock.sleep)
        wire = Wire()
        with wire.tapped():
            yield Office(workspace, wire, client, intake)
    journal.close()
