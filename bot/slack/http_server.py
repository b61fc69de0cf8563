"""The HTTP side: `/slack/events` for signed requests, the pages of installing, and what whoever runs the bot reads."""

import json
from typing import Self

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncApp

from bot.errors import PortInUseError
from bot.installing.served import Served
from bot.metrics import Metrics

MOST_BYTES = 1024 * 1024
"""A request of Slack's is far smaller; anything larger is refused before it is read."""


class HttpServer:
    """Serves until closed. Use as `async with`.

    Raises:
        PortInUseError: On entering, if something else listens there.
    """

    def __init__(self, app: AsyncApp, metrics: Metrics, served: Served, *, host: str, port: int) -> None:
        self._app, self._metrics, self._served, self._host, self._port = app, metrics, served, host, port
        server = web.Application(client_max_size=MOST_BYTES)
        server.router.add_post("/slack/events", self._events)
        if app.oauth_flow is not None:
            server.router.add_get(app.oauth_flow.install_path, self._install)
            server.router.add_get(app.oauth_flow.redirect_uri_path, self._come_back)
        server.router.add_get("/healthz", self._health)
        server.router.add_get("/readyz", self._readiness)
        server.router.add_get("/metrics", self._numbers)
        self._runner = web.AppRunner(server, access_log=None)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise PortInUseError(self._port) from error
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self._runner.cleanup()

    async def _events(self, request: web.Request) -> web.Response:
        try:
            answer = await self._app.async_dispatch(await to_bolt_request(request))
        except (json.JSONDecodeError, UnicodeDecodeError):
            return web.json_response({"error": "the body is not JSON in UTF-8: send what Slack sends"}, status=400)
        return await to_aiohttp_response(answer)

    async def _install(self, request: web.Request) -> web.Response:
        assert self._app.oauth_flow is not None
        return await to_aiohttp_response(await self._app.oauth_flow.handle_installation(await to_bolt_request(request)))

    async def _come_back(self, request: web.Request) -> web.Response:
        assert self._app.oauth_flow is not None
        return await to_aiohttp_response(await self._app.oauth_flow.handle_callback(await to_bolt_request(request)))

    async def _health(self, request: web.Request) -> web.Response:
        return web.json_response({"ok": True})

    async def _readiness(self, request: web.Request) -> web.Response:
        """Tell which workspaces are not served, and why; ready is the bot as long as there is anybody to serve."""
        ready = self._served.anybody
        told = {"ok": ready, "not_served": self._served.troubles}
        return web.json_response(told, status=200 if ready else 503)

    async def _numbers(self, request: web.Request) -> web.Response:
        return web.Response(body=self._metrics.page(), content_type="text/plain")
