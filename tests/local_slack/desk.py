"""A running local workspace and what a test does with it: as a person, as the app, and as the clock."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import aiohttp

from bot.local_slack.clock import ManualClock
from bot.local_slack.server import LocalWorkspace

ROOT = Path(__file__).parents[2]
MANIFEST: dict[str, Any] = json.loads((ROOT / "deploy" / "slack" / "manifest.json").read_text(encoding="utf-8"))
SHARED = ROOT.parent / "shared" / "slack"
PATIENCE = 20.0

Json = dict[str, Any]


NOT_IN_THE_COMMON_TABLE = {"unknown_method", "invalid_json", "json_not_object"}
UNLISTED = {"oauth.v2.access": {"code_already_used"}}
"""What Slack answers although its lists do not have it: people report it of codes that were traded before."""
LIKE = {
    "agents.sessions.setStatus": "assistant.threads.setStatus",
    "agents.sessions.rename": "assistant.threads.setTitle",
}
"""Methods that are documented but not recorded, and the recorded ones that are about the same threads."""


class _Every(frozenset[str]):
    """What is compared with when Slack's own lists are not at hand: contains everything."""

    def __contains__(self, code: object) -> bool:
        return True


@lru_cache
def errors_of(method: str) -> frozenset[str]:
    """Return the error codes that Slack lists for a method, or everything where its lists are not at hand."""
    listed = SHARED / "methods" / f"{LIKE.get(method, method)}.json"
    if not SHARED.is_dir():
        return _Every()
    common = json.loads((SHARED / "methods" / "common_errors.json").read_text(encoding="utf-8"))
    own = json.loads(listed.read_text(encoding="utf-8"))["errors"] if listed.exists() else {}
    return frozenset({*common, *own} | NOT_IN_THE_COMMON_TABLE | UNLISTED.get(method, set()))


def manifest(*, without_scopes: tuple[str, ...] = (), with_scopes: tuple[str, ...] = (), **changes: Any) -> Json:
    """Return the bot's manifest with other scopes, or with whole parts such as `settings` replaced."""
    changed: Json = json.loads(json.dumps(MANIFEST)) | changes
    scopes = changed["oauth_config"]["scopes"]
    for kind in scopes:
        scopes[kind] = [scope for scope in scopes[kind] if scope not in without_scopes]
    scopes["bot"] += with_scopes
    return changed


class Desk:
    """One workspace, a session to talk to it, and its clock, which stands still until it is turned."""

    def __init__(self, workspace: LocalWorkspace, session: aiohttp.ClientSession, clock: ManualClock) -> None:
        self.workspace, self.session, self.clock = workspace, session, clock

    @property
    def url(self) -> str:
        return self.workspace.url

    # --- as a person --------------------------------------------------------------------------------------------------

    async def control(self, verb: str, path: str, **body: object) -> tuple[int, Json]:
        async with self.session.request(verb, f"{self.url}/_control/{path}", json=body) as answer:
            return answer.status, await answer.json()

    async def say(self, user: str, text: str, *, channel: str | None = None, **more: Any) -> str:
        """Type a message, into the person's DM if no channel is named, and return its time stamp."""
        where = channel or user.replace("U0", "D0")
        status, answer = await self.control("POST", "messages", user=user, channel=where, text=text, **more)
        assert status == 200, answer
        return str(answer["ts"])

    async def messages(self, channel: str, **query: str) -> list[Json]:
        async with self.session.get(f"{self.url}/_control/messages", params={"channel": channel, **query}) as answer:
            assert answer.status == 200, await answer.text()
            return list((await answer.json())["messages"])

    async def state(self) -> Json:
        async with self.session.get(f"{self.url}/_control/state") as answer:
            return dict(await answer.json())

    # --- as the app ---------------------------------------------------------------------------------------------------

    async def api(self, method: str, *, token: str | None = None, **arguments: object) -> Json:
        """Call a Web API method with a JSON body and return the answer."""
        headers = {"Authorization": f"Bearer {token or self.workspace.bot_token}"}
        address = f"{self.workspace.api_url}{method}"
        async with self.session.post(address, json=arguments, headers=headers) as answer:
            assert answer.status == 200
            said = dict(await answer.json())
        assert said["ok"] or said["error"] in errors_of(method), f"Slack lists no {said['error']} for {method}"
        return said

    async def posted(self, text: str = "hello", **more: Any) -> Json:
        """Let the app post to #general, and return what it is told."""
        answer = await self.api("chat.postMessage", channel="C0GENERAL", text=text, **more)
        assert answer["ok"], answer
        return answer

    @asynccontextmanager
    async def connected(self) -> AsyncIterator["Connection"]:
        """Open a Socket Mode connection as an app does."""
        opened = await self.api("apps.connections.open", token=self.workspace.app_token)
        async with self.session.ws_connect(opened["url"]) as socket:
            connection = Connection(socket)
            assert (await connection.receive())["type"] == "hello"
            yield connection

    # --- waiting ------------------------------------------------------------------------------------------------------

    async def sleeping(self, *seconds: float) -> None:
        """Wait until somebody waits for each of these numbers of seconds on the clock."""
        await until(lambda: all(any(abs(s - left) < 0.001 for left in self.clock.waiting) for s in seconds))


class Connection:
    """The app's end of a Socket Mode connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def receive(self) -> Json:
        """Return the next thing the workspace sends."""
        return dict(await self.socket.receive_json(timeout=PATIENCE))

    async def event(self, *, ack: bool = True) -> Json:
        """Return the next envelope, acknowledged unless told otherwise."""
        envelope = await self.receive()
        if ack:
            await self.ack(envelope)
        return envelope

    async def ack(self, envelope: Json, payload: object = None) -> None:
        body = {"envelope_id": envelope["envelope_id"]}
        await self.socket.send_json(body if payload is None else {**body, "payload": payload})


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something holds, letting everything else run."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  # what is waited for is somebody else's state, not an event of ours
            await asyncio.sleep(0)


@asynccontextmanager
async def desk(raw_manifest: Json = MANIFEST, **options: Any) -> AsyncIterator[Desk]:
    """Run a workspace on a clock that stands still."""
    clock = ManualClock()
    async with (
        LocalWorkspace(raw_manifest, clock=clock, **options) as workspace,
        aiohttp.ClientSession() as session,
    ):
        yield Desk(workspace, session, clock)
