"""The composition root: builds the parts from the settings, connects them to Slack, and runs until asked to stop."""

import asyncio
import gc
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import MissingTokenError
from bot.installing.oauth_settings import require_oauth_settings
from bot.installing.served import Served, TokenWatch
from bot.installing.workspaces import Workspaces, open_workspaces
from bot.intake.disorder import Disorder
from bot.intake.intake import Intake
from bot.intake.journal import Journal
from bot.listeners import (
    actions,
    administering,
    agent,
    choosing,
    commands,
    dialogs,
    events,
    feedback,
    home,
    joining,
    serving,
    shortcuts,
)
from bot.metrics import Metrics
from bot.parts import Parts, build_parts, utc_now
from bot.settings import Settings
from bot.slack.directory import Directory
from bot.slack.http_server import HttpServer
from bot.slack.patience import patient_handlers
from bot.slack.responding import respond_patiently
from bot.slack.sockets import Sockets
from bot.upkeep import schedule
from extractors.asking.questions import understand
from extractors.message import Message
from memory.errors import StoreError

_LOG = logging.getLogger(__name__)

FINISH_SECONDS = 10
"""How long running turns may take to finish when the bot stops; what is left is played after the next start."""


async def serve(
    settings: Settings, *, http: bool = False, port: int | None = None, stop: asyncio.Event | None = None
) -> None:
    """Run the bot until `stop` is set, or SIGINT or SIGTERM arrives; running turns are finished first.

    Args:
        http: Listen for signed HTTP requests instead of opening a Socket Mode connection.
        port: Where to listen for HTTP; the settings' port by default.
        stop: Ends the bot when set; without it the process's signals do.

    Raises:
        MemoryBotError: If it cannot start: a token missing or refused, no network, a port in use, a home not ours.
    """
    _require_tokens(settings, http=http)
    gc.disable()  # of the many objects that are made until it is warm, none is garbage; looking for it takes a second
    metrics = Metrics()
    try:
        parts = await asyncio.to_thread(_build_warm, settings, metrics)
    except BaseException:
        gc.enable()
        raise
    journal = Journal(Path(settings.home) / "journal" / "turns.sqlite3", now=utc_now)
    upkeep = warming = None
    try:
        async with (
            _client(settings, parts.served, http=http) as client,
            open_workspaces(settings, client, parts, http=http) as workspaces,
        ):
            intake = Intake(parts, journal, Directory(parts.standing), metrics, disorder=Disorder())
            app = build_app(workspaces, intake)
            played = intake.play(workspaces.client_of)
            if played:
                _LOG.info("Finishing %d turns that were interrupted.", played)
            upkeep = schedule(parts, journal)
            upkeep.start()
            warming = asyncio.create_task(_warm(parts))
            await _listen(app, settings, intake, http=http, port=port, stop=stop or _stop_on_signals())
    finally:
        gc.enable()
        if upkeep:
            upkeep.shutdown(wait=False)
        await parts.replies.close()
        journal.close()
        if warming:
            await warming
        await asyncio.to_thread(parts.book.close)


def _build_warm(settings: Settings, metrics: Metrics) -> Parts:
    """Return the parts with everything heavy loaded, so that the first person does not wait for it."""
    parts = build_parts(settings, metrics=metrics)
    parts.extractor.extract(Message(text="I live in Porto.", sent_at=utc_now()))
    understand("where do I live?", now=utc_now())
    return parts


async def _warm(parts: Parts) -> None:
    """Make the search index ready beside whatever is going on; a message that comes meanwhile waits for the rest."""
    try:
        await asyncio.to_thread(parts.book.warm)
    except StoreError as error:
        _LOG.warning("The search index is made ready at the first message: %s", error)
    finally:
        gc.freeze()
        gc.enable()


def build_app(workspaces: Workspaces, intake: Intake) -> AsyncApp:
    """Return the Bolt app with all listeners, the same for both transports."""
    app = workspaces.app()
    serving.register(app, intake, workspaces.left)
    app.use(respond_patiently)
    events.register(app, intake)  # what comes most is looked for first
    home.register(app, intake)
    agent.register(app, intake)
    feedback.register(app, intake)
    dialogs.register(app, intake)
    choosing.register(app, intake)
    shortcuts.register(app, intake)
    joining.register(app, intake)
    commands.register(app, intake)
    administering.register(app, intake)
    actions.register(app, intake.parts)
    events.register_rest(app, intake)
    return app


async def _listen(
    app: AsyncApp, settings: Settings, intake: Intake, *, http: bool, port: int | None, stop: asyncio.Event
) -> None:
    if http:
        port = port or settings.port
        async with HttpServer(app, intake.metrics, intake.parts.served, host=settings.host, port=port):
            await stop.wait()
        await _finish(intake)
        return
    assert settings.slack_app_token is not None
    token = settings.slack_app_token.get_secret_value()
    count, silence = settings.socket_connections, settings.socket_silence_seconds
    async with Sockets(app, token, intake.metrics, count=count, silence=silence) as sockets:
        await stop.wait()
        await sockets.stop_taking()
        await _finish(intake)


async def _finish(intake: Intake) -> None:
    try:
        await asyncio.wait_for(intake.queues.close(), FINISH_SECONDS)
    except TimeoutError:
        _LOG.warning("Some turns did not finish in %d s; they are played after the next start.", FINISH_SECONDS)


def _require_tokens(settings: Settings, *, http: bool) -> None:
    if http and settings.installs_by_oauth:
        require_oauth_settings(settings)
        return
    if settings.slack_bot_token is None:
        raise MissingTokenError("SLACK_BOT_TOKEN", "talking to Slack")
    if http and settings.slack_signing_secret is None:
        raise MissingTokenError("SLACK_SIGNING_SECRET", "checking that requests come from Slack")
    if not http and settings.slack_app_token is None:
        raise MissingTokenError("SLACK_APP_TOKEN", "Socket Mode")


@asynccontextmanager
async def _client(settings: Settings, served: Served, *, http: bool) -> AsyncIterator[AsyncWebClient]:
    """Open one HTTP session for all calls, patient with rate limits and server errors, watchful of refused tokens."""
    token = None if http and settings.installs_by_oauth else settings.slack_bot_token
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as session:
        client = AsyncWebClient(
            token=token.get_secret_value() if token else None,
            base_url=settings.slack_api_url,
            session=session,
        )
        if _is_loopback(settings.slack_api_url):
            client.proxy = None  # the SDK reads HTTP_PROXY but knows no NO_PROXY
        client.retry_handlers = [TokenWatch(served), *patient_handlers()]
        yield client


def _is_loopback(url: str) -> bool:
    return urlsplit(url).hostname in {"127.0.0.1", "localhost", "::1"}


def _stop_on_signals() -> asyncio.Event:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


__all__ = ["Parts", "build_app", "build_parts", "serve"]
