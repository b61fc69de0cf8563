"""The local workspace: a Slack-compatible server on this machine, for one app and the people of its cast."""

import asyncio
import errno
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from aiohttp import web

from bot.local_slack.calls import Calls
from bot.local_slack.cast import CAST, Cast
from bot.local_slack.clock import Clock, SystemClock
from bot.local_slack.control import Control
from bot.local_slack.control.faults import FaultsPart
from bot.local_slack.control.traffic import TrafficPart
from bot.local_slack.delivery import Outbox, Tasks, Transport
from bot.local_slack.errors import PortInUseError
from bot.local_slack.event_faults import UnrulyTransport
from bot.local_slack.faults import Faults
from bot.local_slack.feed import Feed
from bot.local_slack.http_events import HttpEvents
from bot.local_slack.installing import Installing, Place
from bot.local_slack.interactions import Interactions
from bot.local_slack.manifest import read_manifest
from bot.local_slack.oauth_pages import OAuthPages
from bot.local_slack.page_host import PAGE, PageHost, add_headers, only_from_here
from bot.local_slack.responses import Responses
from bot.local_slack.socket_mode import SocketMode, new_secret
from bot.local_slack.state import State
from bot.local_slack.traffic import NotedTransport, Traffic
from bot.local_slack.web_api import WebApi
from bot.local_slack.workspace import Keys, Workspace

_MOST_BYTES = 16 * 1024 * 1024
_SHUTDOWN_SECONDS = 1.0


class LocalWorkspace:
    """One workspace. Use as `async with`, or call `start` and `stop`.

    Args:
        manifest: The app's manifest: its scopes, events and commands are what the app gets.
        port: Where to listen; 0 for any free port.
        request_url: Where signed events, commands and interactions go; without it they go through Socket Mode.
        bot_token, app_token, signing_secret: Random for each run by default.
        clock: What tells the time and waits; tests give one that they turn.
        cast: People and channels at the start.
        neighbours: Further workspaces that the app can be installed into, each with a page of its own.
        page: The folder of the page.
        patience: Seconds for which what is for the app is kept until it is connected for the first time.

    Raises:
        ManifestError: At once, if the manifest cannot be used.
        PortInUseError: On `start`.
    """

    def __init__(
        self,
        manifest: Mapping[str, object],
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        request_url: str | None = None,
        bot_token: str | None = None,
        app_token: str | None = None,
        signing_secret: str | None = None,
        clock: Clock | None = None,
        cast: Cast = CAST,
        neighbours: Sequence[Cast] = (),
        page: Path = PAGE,
        patience: float = 0.0,
    ) -> None:
        self._manifest, self._casts, self._page = read_manifest(manifest), (cast, *neighbours), page
        self._host, self._port, self._request_url = host, port, request_url
        self._clock, self._patience = clock or SystemClock(), patience
        self._keys = Keys(
            bot_token=bot_token or new_secret("xoxb-local-"),
            app_token=app_token or new_secret(f"xapp-1-{cast.app_id}-local-"),
            signing_secret=signing_secret or new_secret(),
            verification_token=new_secret(),
        )
        self.installing = Installing()
        self._tasks = Tasks()
        self.faults, self.traffic = Faults(), Traffic(self._clock)
        self._socket_mode = SocketMode(
            self._clock, app_id=cast.app_id, faults=self.faults, on_change=self._connection_changed
        )
        self._http: HttpEvents | None = None
        self._runner: web.AppRunner | None = None
        self._workspaces: list[Workspace] = []

    @property
    def workspace(self) -> Workspace:
        """Return what is inside; once it is started."""
        assert self._workspaces, "start the workspace first"
        return self._workspaces[0]

    @property
    def neighbours(self) -> list[Workspace]:
        """Return the further workspaces; once it is started."""
        return self._workspaces[1:]

    @property
    def url(self) -> str:
        """Return where the workspace is served, without a slash at the end; once it is started."""
        return self.workspace.url

    @property
    def api_url(self) -> str:
        """Return what an app takes as the base of the Web API."""
        return f"{self.url}/api/"

    @property
    def bot_token(self) -> str:
        """Return the bot token of the app."""
        return self._keys.bot_token

    @property
    def app_token(self) -> str:
        """Return the app-level token, for Socket Mode."""
        return self._keys.app_token

    @property
    def signing_secret(self) -> str:
        """Return the secret that requests to the app are signed with."""
        return self._keys.signing_secret

    async def start(self) -> None:
        """Listen.

        Raises:
            PortInUseError: If the port is taken or not ours to take.
        """
        listening = _listen(self._host, self._port)
        self._build(_address(self._host, listening.getsockname()[1]))
        workspace = self.workspace
        app = web.Application(client_max_size=_MOST_BYTES, middlewares=[only_from_here(self._host)])
        app.on_response_prepare.append(add_headers)
        app.on_shutdown.append(self._let_go)
        calls = Calls(self.faults, self.traffic, self._clock)
        WebApi(workspace, calls, others=self.neighbours).add_to(app.router)
        OAuthPages(workspace).add_to(app.router)
        self._add_own(workspace, calls, app.router)
        for neighbour in self.neighbours:
            app.add_subapp(urlsplit(neighbour.url).path, self._serve_neighbour(neighbour, calls))
        app.router.add_get("/socket", self._socket_mode.handle)
        PageHost(self._page).add_to(app.router)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()
        if self._http:
            self._tasks.start(self._http.keep_verified())

    async def stop(self) -> None:
        """Let everybody go and stop listening; stopping twice is fine."""
        if self._runner:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.stop()

    def _serve_neighbour(self, workspace: Workspace, calls: Calls) -> web.Application:
        """Return what is served below the path of a further workspace; all else is shared with the first."""
        app = web.Application(client_max_size=_MOST_BYTES)
        WebApi(workspace, calls).add_to(app.router)
        self._add_own(workspace, calls, app.router)
        PageHost(self._page).add_to(app.router)
        return app

    def _add_own(self, workspace: Workspace, calls: Calls, router: web.UrlDispatcher) -> None:
        """Serve what each workspace has of its own; faults and traffic are those of all."""
        Responses(workspace, calls).add_to(router)
        Control(workspace).add_to(router)
        FaultsPart(workspace, self.faults, self._socket_mode).add_to(router)
        TrafficPart(workspace, self.traffic).add_to(router)

    def _build(self, url: str) -> None:
        if self._request_url:
            self._http = HttpEvents(
                self._request_url,
                secret=self._keys.signing_secret,
                token=self._keys.verification_token,
                clock=self._clock,
                on_change=self._connection_changed,
            )
        noted = NotedTransport(self._http or self._socket_mode, self.traffic)
        transport = UnrulyTransport(noted, self.faults, self._clock)
        for cast in self._casts:
            is_first = not self._workspaces
            keys = self._keys if is_first else replace(self._keys, bot_token=new_secret("xoxb-local-"))
            path = "" if is_first else f"/teams/{cast.team.id}"
            workspace = self._workspace_of(cast, keys, url + path, transport)
            self._workspaces.append(workspace)
            self.installing.open(
                Place(
                    cast=cast,
                    bot_token=keys.bot_token,
                    path=f"{path}/",
                    on_install=workspace.connection_changed,
                )
            )
        if self._manifest.is_org_ready:
            self._open_organisations()

    def _open_organisations(self) -> None:
        """Let the app be installed into the whole of each organisation, beside each of its workspaces."""
        for place in list(self.installing.places.values()):
            whole = place.cast.organisation
            if whole is not None and whole.id not in self.installing.places:
                token, changed = new_secret("xoxb-local-"), self._connection_changed
                self.installing.open(replace(place, bot_token=token, on_install=changed, is_whole=True))

    def _workspace_of(self, cast: Cast, keys: Keys, url: str, transport: Transport) -> Workspace:
        return Workspace(
            cast=cast,
            manifest=self._manifest,
            keys=keys,
            clock=self._clock,
            url=url,
            state=State.of(cast),
            feed=Feed(),
            outbox=Outbox(transport, self._clock, self._tasks, patience=self._patience),
            tasks=self._tasks,
            interactions=Interactions(),
            installing=self.installing,
            new_ticket=self._socket_mode.ticket,
        )

    def _connection_changed(self) -> None:
        for workspace in self._workspaces:
            workspace.connection_changed()

    async def _let_go(self, app: web.Application) -> None:
        await self._tasks.stop()
        for workspace in self._workspaces:
            await workspace.feed.close()
        await self.traffic.feed.close()
        await self._socket_mode.close()
        if self._http:
            await self._http.close()


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        raise PortInUseError(port, "it is in use" if taken else str(error)) from error
    listening.setblocking(False)
    return listening


async def serve_forever(
    manifest: Mapping[str, object], port: int, *, ready: Callable[[LocalWorkspace], None] | None = None, **options: Any
) -> None:
    """Serve a workspace until cancelled.

    Args:
        ready: Called once it listens, for instance to print its address.
        options: As for `LocalWorkspace`.

    Raises:
        PortInUseError: If the port is taken.
    """
    async with LocalWorkspace(manifest, port=port, **options) as workspace:
        if ready:
            ready(workspace)
        await asyncio.Event().wait()
