"""`run` and `workspace`: the bot with the Slack it is configured for, or with the local workspace when none is."""

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pydantic import SecretStr
from rich.console import Console
from rich.logging import RichHandler

from bot.app import serve
from bot.commands.output import print_line
from bot.errors import MissingTokenError, PortInUseError
from bot.installing.manifest import app_manifest
from bot.local_slack.cast import Cast
from bot.local_slack.errors import LocalSlackError
from bot.local_slack.globe import EAST, WEST
from bot.local_slack.north import NORTH
from bot.local_slack.server import LocalWorkspace
from bot.settings import SLACK_ITSELF, Settings, load_settings
from memory.errors import MemoryBotError

_HIGHEST_PORT = 65535
_PORTS_TRIED = 20
_PATIENCE_SECONDS = 60.0
"""How long the workspace keeps what is written before the bot is there; loading its pipeline takes a moment."""
_TIME_FORMAT = "%Y-%m-%d %H:%M:%S"


def run_bot(*, http: bool) -> None:
    """Run until Ctrl-C. Without Slack tokens a local workspace is started first, and the bot connects to that.

    Raises:
        MemoryBotError: If the bot cannot start.
    """
    settings = load_settings()
    has_slack = settings.has_slack_tokens or (http and settings.installs_by_oauth)
    if not has_slack:
        _refuse_half_a_slack(settings)
    _log_to_terminal()
    asyncio.run(_connected(settings, http=http) if has_slack else _local(settings, http=http))


def run_workspace(request_url: str | None) -> None:
    """Run only the local workspace until Ctrl-C, and print what another process needs to connect.

    Raises:
        MemoryBotError: If it cannot start.
    """
    settings = load_settings()
    _log_to_terminal()
    asyncio.run(_workspace_alone(settings, request_url))


class LocalWorkspaceError(MemoryBotError):
    """The local workspace cannot start; it says why in its own words."""


def _refuse_half_a_slack(settings: Settings) -> None:
    """A forgotten bot token must not end in a local workspace while the others point at a real one."""
    if settings.installs_by_oauth:
        raise MissingTokenError("SLACK_BOT_TOKEN", "Socket Mode (installing into many workspaces takes `run --http`)")
    others = (settings.slack_app_token, settings.slack_signing_secret)
    if any(others) or settings.slack_api_url != SLACK_ITSELF:
        raise MissingTokenError("SLACK_BOT_TOKEN", "the Slack that the other SLACK_ settings speak of")


async def _connected(settings: Settings, *, http: bool) -> None:
    print_line(f"Memories are kept in {settings.home}. Press Ctrl-C to stop.", flush=True)
    await serve(settings, http=http, stop=_stop_on_signals())


async def _local(settings: Settings, *, http: bool) -> None:
    """Start the workspace and point the unmodified bot at it, as it would be pointed at Slack."""
    stop = _stop_on_signals()
    events_port = _free_port_near(settings.port) if http else None
    async with _workspace(settings, _events_url(settings.host, events_port)) as workspace:
        print_line(f"Local workspace: {workspace.url}")
        print_line(f"Memories are kept in {settings.home}. Press Ctrl-C to stop.", flush=True)
        connected = settings.model_copy(
            update={
                "slack_api_url": workspace.api_url,
                "slack_bot_token": SecretStr(workspace.bot_token),
                "slack_app_token": SecretStr(workspace.app_token),
                "slack_signing_secret": SecretStr(workspace.signing_secret),
            }
        )
        await serve(connected, http=http, port=events_port, stop=stop)


async def _workspace_alone(settings: Settings, request_url: str | None) -> None:
    stop = _stop_on_signals()
    async with _workspace(settings, request_url) as workspace:
        print_line(f"Local workspace: {workspace.url}. To connect a bot, set:")
        print_line(f"SLACK_API_URL={workspace.api_url}")
        print_line(f"SLACK_BOT_TOKEN={workspace.bot_token}")
        print_line(f"SLACK_APP_TOKEN={workspace.app_token}")
        print_line(f"SLACK_SIGNING_SECRET={workspace.signing_secret}", flush=True)
        if settings.public_url is not None:  # only then is there an address to come back to from installing
            print_line(f"SLACK_CLIENT_ID={workspace.installing.client_id}")
            print_line(f"SLACK_CLIENT_SECRET={workspace.installing.client_secret}", flush=True)
            for neighbour in workspace.neighbours:
                print_line(f"It can also be installed into {neighbour.cast.team.name}: {neighbour.url}/", flush=True)
        await stop.wait()


@asynccontextmanager
async def _workspace(settings: Settings, request_url: str | None) -> AsyncIterator[LocalWorkspace]:
    """Keep the local workspace running for the body. Raises LocalWorkspaceError if it cannot start."""
    workspace = LocalWorkspace(
        app_manifest(settings, public_url=settings.public_url),
        neighbours=_neighbours(settings),
        port=settings.port,
        request_url=request_url,
        patience=_PATIENCE_SECONDS,
    )
    try:
        await workspace.start()
    except LocalSlackError as error:
        raise LocalWorkspaceError(str(error)) from error
    try:
        yield workspace
    finally:
        await workspace.stop()


def _neighbours(settings: Settings) -> list[Cast]:
    """Return the further workspaces: only where installing has an address to come back to can the app get there."""
    if settings.public_url is None:
        return []
    return [NORTH, EAST, WEST] if settings.slack_org_deploy else [NORTH]


def _events_url(host: str, port: int | None) -> str | None:
    return f"http://{host}:{port}/slack/events" if port else None


def _free_port_near(port: int) -> int:
    """Return a free port beside the workspace's: the next ones up, or down at the end of the range."""
    step = 1 if port + _PORTS_TRIED <= _HIGHEST_PORT else -1
    for distance in range(1, _PORTS_TRIED + 1):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port + step * distance))
            except OSError:
                continue
            return port + step * distance
    raise PortInUseError(port + step)


def _stop_on_signals() -> asyncio.Event:
    """Return an event that the first SIGINT or SIGTERM sets; a second one ends the program at once."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def ask_to_stop() -> None:
        stop.set()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ask_to_stop)
    return stop


def _log_to_terminal() -> None:
    """Show what goes on, warnings of libraries included, on standard error: in colours or as plain lines."""
    handler: logging.Handler
    if sys.stderr.isatty():
        handler = RichHandler(console=Console(stderr=True), show_path=False, log_time_format=_TIME_FORMAT)
        handler.setFormatter(logging.Formatter("%(message)s"))
    else:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-8s %(message)s", _TIME_FORMAT))
    handler.addFilter(_is_news)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("bot").setLevel(logging.INFO)


def _is_news(record: logging.LogRecord) -> bool:
    """Bolt says in its own terms where the app is not installed; `bot.installing.oauth` says it in ours."""
    return "the AuthorizeResult" not in record.getMessage()
