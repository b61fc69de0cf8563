"""The workspaces and organisations that installed the app by OAuth, each with a token of its own."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.web.async_client import AsyncWebClient

from bot.installing.installations import Installations, home_of
from bot.installing.oauth import Authorize, Flow
from bot.installing.oauth_settings import install_url
from bot.installing.served import NOT_HERE
from bot.installing.workspaces import hidden_from_bolt, welcome_back
from bot.parts import Parts
from bot.settings import Settings
from bot.slack.posts import team_of

_LOG = logging.getLogger(__name__)


@asynccontextmanager
async def open_installations(
    settings: Settings, client: AsyncWebClient, parts: Parts
) -> AsyncIterator["ManyWorkspaces"]:
    """Know where the app is installed for as long as the body runs. `parts` learns who the bot is there.

    Raises:
        InstallationsError: If the database of installations cannot be used.
    """
    parts.served.remedy = f"Somebody there can install it again at {install_url(settings)}."
    async with Installations(settings) as installations:
        workspaces = ManyWorkspaces(settings, client, parts, installations)
        await workspaces.recall()
        yield workspaces


class ManyWorkspaces:
    """See `bot.installing.workspaces.Workspaces`."""

    def __init__(self, settings: Settings, client: AsyncWebClient, parts: Parts, installations: Installations) -> None:
        self._settings, self._client, self._parts, self._installations = settings, client, parts, installations
        self._authorize = Authorize(settings, installations, client, parts.served)
        self._bots: dict[str, Bot] = {}

    async def recall(self) -> None:
        """Learn where the app is installed, with tokens that are good for a while."""
        for kept in await self._installations.all():
            bot = self._bots[home_of(kept)] = await self._authorize.renewed(kept)
            self._meet(home_of(bot), bot.bot_user_id)
            installed_at = datetime.fromtimestamp(bot.installed_at, UTC)
            self._parts.served.serve(home_of(bot), str(bot.bot_token), since=installed_at)
        _LOG.info(
            "Installed in %d workspaces. More can install it at %s.", len(self._bots), install_url(self._settings)
        )

    def app(self) -> AsyncApp:
        settings, installations = self._settings, self._installations
        assert settings.slack_signing_secret is not None
        with hidden_from_bolt():
            return AsyncApp(
                client=self._client,
                signing_secret=settings.slack_signing_secret.get_secret_value(),
                authorize=self._authorize,  # type: ignore[arg-type]  # Bolt takes one of its own too, but does not say so
                installation_store=installations.store,
                user_facing_authorize_error_message=NOT_HERE,
                oauth_flow=Flow(settings, installations, self._client, self._welcome),
            )

    def client_of(self, body: Mapping[str, Any]) -> AsyncWebClient | None:
        bot = self._bots.get(team_of(body))
        if bot is None:
            return None
        ours = self._client
        return AsyncWebClient(
            token=bot.bot_token,
            base_url=ours.base_url,
            session=ours.session,
            proxy=ours.proxy,
            team_id=body.get("team_id"),
            retry_handlers=list(ours.retry_handlers),
        )

    async def left(self, team_id: str) -> None:
        self._bots.pop(team_id, None)
        await self._installations.remove(team_id)

    async def _welcome(self, installation: Installation) -> None:
        team_id = home_of(installation)
        self._parts.served.welcome(team_id)
        self._meet(team_id, installation.bot_user_id)
        await asyncio.to_thread(welcome_back, self._settings.home, team_id)

    def _meet(self, team_id: str, bot_user_id: str | None) -> None:
        if bot_user_id:
            self._parts.bot_user_ids[team_id] = bot_user_id
