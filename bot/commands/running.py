"""`run` and `workspace`: the bot with the Slack it is configured for, or with the local workspace when none is."""

import asyncio
import json
import logging
import signal
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from rich.console import Console
from rich.logging import RichHandler

from bot.app import serve
from bot.cli import print_line
from bot.errors import PortInUseError
from bot.local_slack.errors import LocalSlackError
from bot.local_slack.server import LocalWorkspace
from bot.settings import Settings, load_settings

_IN_REPOSITORY = Path(__file__).parents[2] / "deploy" / "slack" / "manifest.json"


def run_bot(*, http: bool) -> None:
    """Run until Ctrl-C. Without Slack tokens a local workspace is started first, and the bot connects to that."""
    settings = load_settings()
    _log_to_terminal()
    asyncio.run(serve(settings, http=http) if settings.has_slack_tokens else _run_locally(settings, http=http))


def run_workspace() -> None:
    """Run only the local workspace until Ctrl-C, and print what another process needs to connect."""
    settings = load_settings()
    _log_to_terminal()
    asyncio.run(_run_workspace(settings))


def manifest() -> dict[str, Any]:
    """Return the bot's Slack manifest, from the package or from the repository it is installed from."""
    packaged = files("bot").joinpath("data/manifest.json")
    text = packaged.read_text("utf-8") if packaged.is_file() else _IN_REPOSITORY.read_text("utf-8")
    return dict(json.loads(text))


async def _run_locally(settings: Settings, *, http: bool) -> None:
    """Start the workspace and point the unmodified bot at it, as it would be pointed at Slack."""
    stop = _stop_on_signals()
    events_port = settings.port + 1 if settings.port < 65535 else settings.port - 1
    async with _workspace(settings, f"http://127.0.0.1:{events_port}/slack/events" if http else None) as workspace:
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


async def _run_workspace(settings: Settings) -> None:
    stop = _stop_on_signals()
    async with _workspace(settings, None) as workspace:
        print_line(f"Local workspace: {workspace.url}")
        print_line(f"SLACK_API_URL={workspace.api_url}")
        print_line(f"SLACK_BOT_TOKEN={workspace.bot_token}")
        print_line(f"SLACK_APP_TOKEN={workspace.app_token}")
        print_line(f"SLACK_SIGNING_SECRET={workspace.signing_secret}", flush=True)
        await stop.wait()


class _workspace:  # noqa: N801 - used like the function it stands for
    """The local workspace as `async with`, with a port in use told in our words."""

    def __init__(self, settings: Settings, request_url: str | None) -> None:
        self._port = settings.port
        self._workspace = LocalWorkspace(manifest(), port=settings.port, request_url=request_url)

    async def __aenter__(self) -> LocalWorkspace:
        try:
            await self._workspace.start()
        except (LocalSlackError, OSError) as error:
            raise PortInUseError(self._port) from error
        return self._workspace

    async def __aexit__(self, *failure: object) -> None:
        await self._workspace.stop()


def _stop_on_signals() -> asyncio.Event:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


def _log_to_terminal() -> None:
    """Show what goes on, warnings of libraries included, on standard error."""
    handler = RichHandler(console=Console(stderr=True), show_path=False, markup=False, rich_tracebacks=False)
    logging.basicConfig(level=logging.WARNING, format="%(message)s", handlers=[handler])
    logging.getLogger("bot").setLevel(logging.INFO)
