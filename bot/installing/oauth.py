"""Installing into many workspaces: Slack's OAuth, on the same HTTP server as the events, and who may then be served."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urljoin

import aiohttp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncInstallationStoreAuthorize
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.oauth.async_callback_options import AsyncCallbackOptions, AsyncFailureArgs, AsyncSuccessArgs
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackTokenRotationError
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.installing.installations import STATE_SECONDS, Installations, home_of
from bot.installing.manifest import INSTALL_PATH, REDIRECT_PATH, app_manifest, scopes_of
from bot.installing.served import Served
from bot.parts import utc_now
from bot.settings import Settings
from bot.views.pages import failed_page, install_page, installed_page

_LOG = logging.getLogger(__name__)

Welcome = Callable[[Installation], Awaitable[None]]
"""Called when the app was installed somewhere, the first time or anew."""


class Flow(AsyncOAuthFlow):
    """From the page with the button, over Slack's consent, to the page that says it worked, or kindly that it did not.

    An installation is kept before anybody is told; `welcome` is then called with it.
    """

    def __init__(
        self, settings: Settings, installations: Installations, client: AsyncWebClient, welcome: Welcome
    ) -> None:
        assert settings.slack_client_secret is not None
        needed, optional = scopes_of(app_manifest(settings))
        self._name = str(app_manifest(settings)["display_information"]["name"])
        self._welcome = welcome
        options = AsyncOAuthSettings(
            client_id=settings.slack_client_id,
            client_secret=settings.slack_client_secret.get_secret_value(),
            scopes=sorted(needed | optional),
            user_scopes=[],
            redirect_uri=urljoin(settings.public_url or "", REDIRECT_PATH.lstrip("/")),
            install_path=INSTALL_PATH,
            redirect_uri_path=REDIRECT_PATH,
            authorization_url=urljoin(settings.slack_api_url, "../oauth/v2/authorize"),
            callback_options=AsyncCallbackOptions(success=self._succeeded, failure=self._failed),
            installation_store=installations.store,
            state_store=installations.states,
            state_expiration_seconds=STATE_SECONDS,
        )
        super().__init__(client=client, settings=options)

    async def build_install_page_html(self, url: str, request: AsyncBoltRequest) -> str:
        """Return the page with the button that leads to Slack."""
        return install_page(self._name, url)

    async def run_installation(self, code: str) -> Installation | None:
        """Trade the code for a token; None, and a line in the log, if Slack gives none or cannot be reached."""
        try:
            return await super().run_installation(code)
        except (aiohttp.ClientError, OSError, TimeoutError, KeyError, ValueError) as error:
            _LOG.error("An installation failed: %s", outline(error))
            return None

    async def store_installation(self, request: AsyncBoltRequest, installation: Installation) -> None:
        """Keep the installation, and welcome the workspace."""
        await super().store_installation(request, installation)
        _LOG.info("Installed in %s (%s).", home_of(installation), installation.team_name or "the whole organisation")
        await self._welcome(installation)

    async def _succeeded(self, args: AsyncSuccessArgs) -> BoltResponse:
        return self._page(200, installed_page(self._name, args.installation.app_id, args.installation.team_id))

    async def _failed(self, args: AsyncFailureArgs) -> BoltResponse:
        _LOG.warning("An installation was not finished: %s.", args.reason[:60])
        return self._page(args.suggested_status_code, failed_page(self._name, args.reason, INSTALL_PATH))

    def _page(self, status: int, html: str) -> BoltResponse:
        headers: dict[str, str | Sequence[str]] = {
            "Content-Type": "text/html; charset=utf-8",
            "Set-Cookie": self.settings.state_utils.build_set_cookie_for_deletion(),
        }
        return BoltResponse(status=status, headers=headers, body=html)


class Authorize(AsyncInstallationStoreAuthorize):
    """Tells Bolt with whose token to answer. The token is looked up each time, and renewed when it is about to expire;
    who it belongs to is asked of Slack only once.

    The lookups of one workspace are made one after the other, so that no token is renewed twice at once.
    """

    def __init__(
        self, settings: Settings, installations: Installations, client: AsyncWebClient, served: Served
    ) -> None:
        assert settings.slack_client_secret is not None
        super().__init__(
            logger=_LOG,
            installation_store=installations.store,
            client_id=settings.slack_client_id,
            client_secret=settings.slack_client_secret.get_secret_value(),
            bot_only=True,
            cache_enabled=True,
            client=client,
        )
        self._served = served
        self._one_at_a_time: dict[tuple[str | None, str | None], asyncio.Lock] = {}

    async def __call__(
        self,
        *,
        context: AsyncBoltContext,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None,
        actor_enterprise_id: str | None = None,
        actor_team_id: str | None = None,
        actor_user_id: str | None = None,
    ) -> AuthorizeResult | None:
        """Return whose token to use, or None where the app is not installed, or its token is good no more."""
        turn = self._one_at_a_time.setdefault((enterprise_id, team_id), asyncio.Lock())
        async with turn:
            result = await super().__call__(
                context=context, enterprise_id=enterprise_id, team_id=team_id, user_id=user_id
            )
        if result is None:
            await self._tell_why(enterprise_id, team_id, is_org_wide=bool(context.is_enterprise_install))
        return result

    async def renewed(self, bot: Bot) -> Bot:
        """Return an installation with a token that is good for a while, or as it is when it cannot be renewed."""
        assert self.token_rotator is not None
        try:
            fresh = await self.token_rotator.perform_bot_token_rotation(
                bot=bot, minutes_before_expiration=self.token_rotation_expiration_minutes
            )
        except (SlackTokenRotationError, aiohttp.ClientError, OSError, TimeoutError) as error:
            _LOG.warning("The token of %s could not be renewed: %s", home_of(bot), outline(error))
            return bot
        if fresh is None:
            return bot
        await self.installation_store.async_save_bot(fresh)
        return fresh

    async def _tell_why(self, enterprise_id: str | None, team_id: str | None, *, is_org_wide: bool) -> None:
        """Note that a workspace cannot be served whose token is there, and yet is good no more."""
        bot = await self.installation_store.async_find_bot(
            enterprise_id=enterprise_id, team_id=team_id, is_enterprise_install=is_org_wide
        )
        if bot is None:
            team = enterprise_id if is_org_wide else team_id
            _LOG.warning("Workspace %s has not installed the app here, or has removed it.", team)
        else:
            has_expired = bot.bot_token_expires_at is not None and bot.bot_token_expires_at < utc_now().timestamp()
            self._served.stop(home_of(bot), "token_expired" if has_expired else "invalid_auth")
