"""A tiny Slack with several workspaces, for installing: it trades codes for tokens, and takes posts with each."""

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
from aiohttp import web
from slack_sdk.signature import SignatureVerifier

from bot.installing.manifest import app_manifest, scopes_of
from bot.settings import Settings
from tests.e2e.harness import PATIENCE, free_port

Json = dict[str, Any]

_NUMBERS = itertools.count(1)

CLIENT_ID, CLIENT_SECRET, SIGNING_SECRET = "12.34", "client-secret", "signing-secret"


@dataclass
class Team:
    """A workspace, or an organisation if `enterprise_id` stands without a `team_id`."""

    name: str
    team_id: str | None
    enterprise_id: str | None = None
    bot_user_id: str = ""
    tokens: list[str] = field(default_factory=list)
    expires_in: int | None = None
    refused: str | None = None
    posts: list[Json] = field(default_factory=list)
    news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def posted(self, text: str, *, first: int = 0) -> str:
        """Return the text of the first post from number `first` on that holds a text, now or as soon as it comes."""
        async with asyncio.timeout(PATIENCE), self.news:
            while True:
                for post in self.posts[first:]:
                    if text in f"{post.get('text')}{post.get('blocks')}":
                        return str(post.get("text"))
                await self.news.wait()

    @property
    def is_org_wide(self) -> bool:
        return self.team_id is None

    @property
    def home(self) -> str:
        return str(self.team_id or self.enterprise_id)


class ManySlacks:
    """Serves the Web API for all its teams on one port of this machine."""

    def __init__(self, *teams: Team) -> None:
        self.teams = {team.home: team for team in teams}
        for team in teams:
            team.bot_user_id = team.bot_user_id or f"UBOT{team.home}"
        self.codes: dict[str, Team] = {}
        self.traded: list[Json] = []
        self.exported: Json | None = None
        self.port = free_port()
        app = web.Application()
        app.router.add_post("/api/{method}", self._call)
        self._runner = web.AppRunner(app)

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/"

    async def start(self) -> None:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()

    async def stop(self) -> None:
        await self._runner.cleanup()

    def consent(self, team: Team) -> str:
        """Let somebody in a workspace say yes; return the code that Slack sends them back with."""
        code = f"code-{len(self.codes)}"
        self.codes[code] = team
        return code

    async def _call(self, request: web.Request) -> web.Response:
        raw = await request.read()
        sent: Json = {name: values[0] for name, values in parse_qs(raw.decode()).items()}
        if request.content_type == "application/json":
            sent = json.loads(raw)
        sent = {**dict(request.query), **sent}
        method = request.match_info["method"]
        if method == "oauth.v2.access":
            who = aiohttp.BasicAuth.decode(request.headers["Authorization"])
            return web.json_response(self._trade({**sent, "client_id": who.login, "client_secret": who.password}))
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        team = next((team for team in self.teams.values() if token in team.tokens), None)
        if team is None:
            return web.json_response({"ok": False, "error": "invalid_auth"})
        if team.refused:
            return web.json_response({"ok": False, "error": team.refused})
        async with team.news:
            answer = self._answer(method, sent, team, token)
            team.news.notify_all()
        return web.json_response(answer, headers={"x-oauth-scopes": scopes()})

    def _trade(self, sent: Json) -> Json:
        self.traded.append(sent)
        if sent.get("client_id") != CLIENT_ID or sent.get("client_secret") != CLIENT_SECRET:
            return {"ok": False, "error": "bad_client_secret"}
        if sent.get("grant_type") == "refresh_token":
            team = next((t for t in self.teams.values() if sent["refresh_token"] == f"xoxe-{t.tokens[-1]}"), None)
        else:
            team = self.codes.pop(sent.get("code", ""), None)
        if team is None:
            return {"ok": False, "error": "invalid_code"}
        team.tokens.append(f"xoxb-{team.home}-{len(team.tokens)}")
        rotating = (
            {"expires_in": team.expires_in, "refresh_token": f"xoxe-{team.tokens[-1]}"} if team.expires_in else {}
        )
        return {
            "ok": True,
            "app_id": "A1",
            "authed_user": {"id": "UINSTALLER"},
            "scope": scopes(),
            "token_type": "bot",
            "access_token": team.tokens[-1],
            **rotating,
            "bot_user_id": team.bot_user_id,
            "team": None if team.is_org_wide else {"id": team.team_id, "name": team.name},
            "enterprise": {"id": team.enterprise_id, "name": team.name} if team.enterprise_id else None,
            "is_enterprise_install": team.is_org_wide,
        }

    def _answer(self, method: str, sent: Json, team: Team, token: str) -> Json:
        if method == "auth.test":
            return {
                "ok": True,
                "url": "https://example.slack.com/",
                "team": team.name,
                "team_id": team.home,
                "user": "memory-bot",
                "user_id": team.bot_user_id,
                "bot_id": f"B{team.home}",
                "enterprise_id": team.enterprise_id,
                "is_enterprise_install": team.is_org_wide,
                "app_id": "A1",
            }
        if method == "users.info":
            person = {"id": sent["user"], "team_id": team.home, "name": "alex", "profile": {"display_name": "Alex"}}
            return {"ok": True, "user": person}
        if method in {"chat.postMessage", "chat.postEphemeral"}:
            team.posts.append({**sent, "token": token})
        return {"ok": True, "channel": sent.get("channel", "D1"), "ts": f"{time.time():.6f}", "messages": []}


def scopes() -> str:
    """Return all the scopes that the app asks for."""
    needed, optional = scopes_of(app_manifest(Settings.model_validate({"home": "/nowhere"})))
    return ",".join(sorted(needed | optional))


class Browser:
    """Somebody who installs the app, and the Slack that sends the bot what happens: signed requests over HTTP."""

    def __init__(self, bot_url: str, slack: ManySlacks, session: aiohttp.ClientSession) -> None:
        self.bot_url, self.slack, self._session = bot_url, slack, session

    async def open(self, path: str, *, cookie: str = "", **query: str) -> tuple[int, str, str]:
        """Return status, page and cookie."""
        headers = {"Cookie": cookie} if cookie else {}
        async with self._session.get(f"{self.bot_url}{path}", params=query, headers=headers) as answer:
            set_cookie = answer.headers.get("Set-Cookie", "").partition(";")[0]
            return answer.status, await answer.text(), set_cookie

    async def listening(self) -> None:
        """Wait until the bot takes requests."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    await self.open("/healthz")
                    return
                await asyncio.sleep(0)

    async def begin(self) -> tuple[str, str]:
        """Open the page where installing begins; return the state and the cookie."""
        _, page, cookie = await self.open("/slack/install")
        link = page.split('<a class="button" href="')[1].split('"')[0].replace("&amp;", "&")
        return parse_qs(urlsplit(link).query)["state"][0], cookie

    async def install(self, team: Team) -> tuple[int, str]:
        """Install the app in a workspace; return the status and the page at the end."""
        state, cookie = await self.begin()
        code = self.slack.consent(team)
        status, page, _ = await self.open("/slack/oauth_redirect", cookie=cookie, code=code, state=state)
        return status, page

    async def send(self, body: Json) -> tuple[int, str]:
        """Send an event as Slack does."""
        raw = json.dumps(body)
        now = str(int(time.time()))
        signature = SignatureVerifier(SIGNING_SECRET).generate_signature(timestamp=now, body=raw)
        headers = {"X-Slack-Signature": str(signature), "X-Slack-Request-Timestamp": now}
        headers["Content-Type"] = "application/json"
        async with self._session.post(f"{self.bot_url}/slack/events", data=raw, headers=headers) as answer:
            return answer.status, await answer.text()

    async def event(self, team: Team, event: Json, *, team_id: str | None = None, at: float | None = None) -> None:
        """Send an event of a workspace; of an organisation, one of its workspaces."""
        authorization = {
            "enterprise_id": team.enterprise_id,
            "team_id": team_id or team.team_id,
            "user_id": team.bot_user_id,
            "is_bot": True,
            "is_enterprise_install": team.is_org_wide,
        }
        body = {
            "type": "event_callback",
            "team_id": team_id or team.team_id,
            "enterprise_id": team.enterprise_id,
            "api_app_id": "A1",
            "event_id": f"Ev{next(_NUMBERS)}",
            "event_time": int(time.time() if at is None else at),
            "authorizations": [authorization],
            "event": event,
        }
        status, answer = await self.send(body)
        assert status == 200, answer

    async def say(self, team: Team, text: str, *, team_id: str | None = None, user: str = "UALEX") -> str:
        """Let somebody write to the bot in a direct message; return the time stamp."""
        ts = f"{int(time.time())}.{next(_NUMBERS):06d}"
        message = {"type": "message", "channel_type": "im", "channel": "D1", "user": user, "text": text, "ts": ts}
        await self.event(team, {**message, "event_ts": ts}, team_id=team_id)
        return ts


@asynccontextmanager
async def many_slacks(*teams: Team) -> AsyncIterator[ManySlacks]:
    slack = ManySlacks(*teams)
    await slack.start()
    try:
        yield slack
    finally:
        await slack.stop()
