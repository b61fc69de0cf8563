"""A bare Bolt bot that repeats what it is told in the thread: what Slack, Bolt and Python cost without any memory.

Run as a program with the tokens in the environment: `python -m tests.load.echo [PORT]`. It listens for HTTP on
the port, or opens a Socket Mode connection without one.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

import aiohttp
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp, AsyncSay
from slack_sdk.web.async_client import AsyncWebClient


def echo_app(client: AsyncWebClient, signing_secret: str) -> AsyncApp:
    """Return the app."""
    app = AsyncApp(client=client, signing_secret=signing_secret)

    async def echo(event: dict[str, Any], say: AsyncSay) -> None:
        is_for_us = event["type"] == "app_mention" or event["channel_type"] == "im"
        if is_for_us and not event.get("bot_id"):
            await say(text=event["text"], thread_ts=event["ts"])

    app.event("message")(echo)
    app.event("app_mention")(echo)
    return app


async def serve(port: int | None) -> None:
    """Echo until the process is ended."""
    async with aiohttp.ClientSession() as session:
        client = AsyncWebClient(
            token=os.environ.pop("SLACK_BOT_TOKEN"), base_url=os.environ["SLACK_API_URL"], session=session
        )
        client.proxy = None
        app = echo_app(client, os.environ["SLACK_SIGNING_SECRET"])
        if port is None:
            handler = AsyncSocketModeHandler(app, os.environ["SLACK_APP_TOKEN"])
            handler.client.proxy = None
            await handler.connect_async()
        else:
            await _listen(app, port)
        stop = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        await stop.wait()


async def _listen(app: AsyncApp, port: int) -> None:
    async def events(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await app.async_dispatch(await to_bolt_request(request)))

    server = web.Application()
    server.router.add_post("/slack/events", events)
    runner = web.AppRunner(server, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()


def main(arguments: Sequence[str]) -> None:
    """Run."""
    asyncio.run(serve(int(arguments[0]) if arguments else None))


if __name__ == "__main__":
    main(sys.argv[1:])
