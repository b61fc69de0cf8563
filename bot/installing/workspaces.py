"""The workspaces that the bot works in: the one whose token is set, or as many as install it by OAuth."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Protocol

import aiohttp
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import SlackRefusedError, SlackUnreachableError
from bot.installing.served import NOT_HERE
from bot.parts import Parts, utc_now
from bot.settings import Settings
from memory.errors import MemoryBotError
from memory.upkeep.departed import note_return
from memory.upkeep.gc import purge_departed
from memory.upkeep.summary import Summary

_LOG = logging.getLogger(__name__)


class Workspaces(Protocol):
    """Where the bot works, and with whose token."""

    def app(self) -> AsyncApp:
        """Return a Bolt app, without listeners, that answers each of them with its own token."""
        ...

    def client_of(self, body: Mapping[str, Any]) -> AsyncWebClient | None:
        """Return a client for an event that was kept; None where the app is not installed any more."""
        ...

    async def left(self, team_id: str) -> None:
        """Keep no token of a workspace that removed the app."""
        ...


@asynccontextmanager
async def open_workspaces(
    settings: Settings, client: AsyncWebClient, parts: Parts, *, http: bool
) -> AsyncIterator[Workspaces]:
    """Know where the bot works for as long as the body runs. `parts` learns who the bot is there.

    What a workspace left whose time is over is erased first, since a bot that nobody lets in gets no further.

    Raises:
        InstallationsError: If the database of installations cannot be used.
        SlackRefusedError: If the one token is refused.
        SlackUnreachableError: If Slack cannot be asked about it.
    """
    await asyncio.to_thread(_erase_departed, parts)
    if not (http and settings.installs_by_oauth):
        yield await OneWorkspace.known(settings, client, parts)
        return
    from bot.installing.many_workspaces import open_installations  # its libraries take a while to load

    if settings.has_slack_tokens:
        _LOG.warning(
            "SLACK_BOT_TOKEN is not used, since SLACK_CLIENT_ID is set: each workspace has a token of its own."
        )
    async with open_installations(settings, client, parts) as workspaces:
        yield workspaces


def _erase_departed(parts: Parts) -> None:
    summary = Summary("gc")
    try:
        purge_departed(parts.book, utc_now(), summary)
    except MemoryBotError as error:
        _LOG.error("Upkeep failed: %s", error)
    for told in summary.told if summary.counts else ():
        _LOG.info("Upkeep gc: %s.", told)


def welcome_back(home: Path, team_id: str) -> None:
    """Keep what a workspace taught that had left. Where it cannot be read who left, nothing is erased either."""
    try:
        if note_return(home, team_id):
            _LOG.info("Workspace %s is back; what it taught is kept.", team_id)
    except MemoryBotError as error:
        _LOG.error("%s", error)


class OneWorkspace:
    """The workspace, or organisation, whose token is set."""

    def __init__(self, settings: Settings, client: AsyncWebClient) -> None:
        self._settings, self._client = settings, client

    @classmethod
    async def known(cls, settings: Settings, client: AsyncWebClient, parts: Parts) -> "OneWorkspace":
        """Ask Slack who the bot is there, which shows that the token is good."""
        try:
            answer = await client.auth_test()
            parts.bot_user_id = str(answer["user_id"])
        except SlackApiError as error:
            raise SlackRefusedError("SLACK_BOT_TOKEN", error.response["error"]) from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise SlackUnreachableError(client.base_url, type(error).__name__) from error
        org_wide = answer.get("is_enterprise_install")
        team_id = str(answer.get("enterprise_id") if org_wide else answer.get("team_id"))
        parts.served.serve(team_id, str(client.token), since=utc_now())
        await asyncio.to_thread(welcome_back, settings.home, team_id)
        return cls(settings, client)

    def app(self) -> AsyncApp:
        secret = self._settings.slack_signing_secret
        with hidden_from_bolt():
            return AsyncApp(
                client=self._client,
                signing_secret=secret.get_secret_value() if secret else None,
                user_facing_authorize_error_message=NOT_HERE,
            )

    def client_of(self, body: Mapping[str, Any]) -> AsyncWebClient | None:
        return self._client

    async def left(self, team_id: str) -> None:
        pass  # its token stands in the environment, and Slack refuses it from now on


@contextmanager
def hidden_from_bolt() -> Iterator[None]:
    """Hide Slack's variables while a Bolt app is made, which else reads them by itself and turns on OAuth.

    Everything that it may know is handed to it.
    """
    hidden = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("SLACK_")}
    try:
        yield
    finally:
        os.environ.update(hidden)
