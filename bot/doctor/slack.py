"""Slack: the tokens, what they allow, how its clock goes, and every workspace that installed the app."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import aiohttp
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth.installation_store import Bot
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.doctor.findings import Finding, Level, failure, fine, warning
from bot.doctor.home import MOST_SKEW
from bot.doctor.manifest import check_manifest_in_slack
from bot.installing.manifest import app_manifest, scopes_of
from bot.installing.oauth_settings import install_url, require_oauth_settings
from bot.settings import Settings
from memory.errors import MemoryBotError

SLACK_SECONDS = 10
MOST_AT_ONCE = 8
"""Workspaces that are asked about at the same time."""
SOME_SKEW = timedelta(minutes=1)

_WITHOUT = {
    "channels:history": "words in a channel are not followed when they are edited or deleted",
    "channels:read": "outsiders are taken to read along in every channel",
    "files:write": "exports cannot be sent",
    "groups:history": "words in a private channel are not followed when they are edited or deleted",
    "groups:read": "outsiders are taken to read along in every private channel",
    "mpim:history": "words in a group message are not followed when they are edited or deleted",
    "mpim:read": "outsiders are taken to read along in every group message",
    "reactions:read": "reactions ask for nothing",
    "reactions:write": "the bot cannot answer by a reaction",
}
"""What goes without each scope that is optional."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What Slack says of a token: its answer, or why there is none."""

    answer: AsyncSlackResponse | None = None
    refused: str | None = None
    unreachable: str | None = None


async def check_slack(settings: Settings, now: datetime) -> list[Finding]:
    """Return how everything stands that Slack knows; nothing is asked where no Slack is set."""
    if not settings.has_slack_tokens and not settings.installs_by_oauth:
        return [fine("slack", "no tokens, so `memory-bot run` brings a local workspace")]
    async with _client(settings) as client:
        findings: list[Finding] = []
        if settings.slack_bot_token is not None:
            findings += await _bot_token(settings, client, settings.slack_bot_token, now)
        if settings.installs_by_oauth:
            findings += await _installations(settings, client)
        return [*findings, *await _transport(settings, client)]


@asynccontextmanager
async def _client(settings: Settings) -> AsyncIterator[AsyncWebClient]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SLACK_SECONDS)) as session:
        client = AsyncWebClient(base_url=settings.slack_api_url, session=session)
        if urlsplit(settings.slack_api_url).hostname in {"127.0.0.1", "localhost", "::1"}:
            client.proxy = None
        yield client


async def _ask(client: AsyncWebClient, token: str) -> _Asked:
    """Ask Slack whose token it is."""
    try:
        return _Asked(answer=await client.auth_test(token=token))
    except SlackApiError as error:
        return _Asked(refused=str(error.response["error"]))
    except (aiohttp.ClientError, OSError, ValueError, TimeoutError) as error:
        return _Asked(unreachable=type(error).__name__)


async def _bot_token(settings: Settings, client: AsyncWebClient, token: SecretStr, now: datetime) -> list[Finding]:
    """Ask Slack who the bot is, and look at what else its answer tells."""
    asked = await _ask(client, token.get_secret_value())
    if asked.refused:
        told = f"Slack refused SLACK_BOT_TOKEN: {asked.refused}. Install the app again and copy its new token."
        return [failure("slack token", told)]
    if asked.answer is None:
        told = f"{settings.slack_api_url} cannot be reached ({asked.unreachable}). Check the network."
        return [failure("slack token", told)]
    answer = asked.answer
    return [
        fine("slack token", f"connected to {answer.get('team')} as {answer.get('user')}"),
        _scopes(settings, answer, "slack scopes"),
        _skew(answer, now),
        *await check_manifest_in_slack(settings, client, await _app_id(client, token, answer)),
    ]


async def _app_id(client: AsyncWebClient, token: SecretStr, answer: AsyncSlackResponse) -> str | None:
    """Return the id of the app that a token belongs to, or None if Slack does not tell."""
    if answer.get("app_id") or not answer.get("bot_id"):
        return answer.get("app_id")
    try:
        shown = await client.bots_info(bot=answer["bot_id"], token=token.get_secret_value())
    except (SlackApiError, aiohttp.ClientError, OSError, TimeoutError):
        return None
    return (shown.get("bot") or {}).get("app_id")


def _scopes(settings: Settings, answer: AsyncSlackResponse, what: str) -> Finding:
    """Compare what was granted with what the manifest asks for."""
    granted = frozenset(_header(answer, "x-oauth-scopes").replace(" ", "").split(","))
    needed, optional = (scopes - granted for scopes in scopes_of(app_manifest(settings)))
    step = "Add them on the app's page, OAuth & Permissions, and install it again."
    if needed:
        return failure(what, f"The app lacks {', '.join(sorted(needed))}. {step}")
    if optional:
        lost = "; ".join(f"without {each} {_WITHOUT.get(each, 'some things do not work')}" for each in sorted(optional))
        return warning(what, f"{lost[0].upper()}{lost[1:]}. {step}")
    return fine(what, "all that are needed")


def _skew(answer: AsyncSlackResponse, now: datetime) -> Finding:
    try:
        theirs = parsedate_to_datetime(_header(answer, "date"))
    except ValueError:
        return fine("slack clock", "not told")
    skew = abs(now - theirs.astimezone(UTC))
    seconds = int(skew.total_seconds())
    if skew > MOST_SKEW:
        told = f"This machine's clock is {seconds} s off Slack's, whose signatures then look expired. Set the clock."
        return failure("slack clock", told)
    if skew > SOME_SKEW:
        return warning("slack clock", f"This machine's clock is {seconds} s off Slack's. Set the clock.")
    return fine("slack clock", "agrees with this machine's")


async def _installations(settings: Settings, client: AsyncWebClient) -> list[Finding]:
    """Ask Slack about the token of each workspace that installed the app."""
    from sqlalchemy.exc import SQLAlchemyError  # takes a while to load

    from bot.installing.installations import FILE, Installations, home_of

    try:
        require_oauth_settings(settings)
        if settings.installations_url is None and not (settings.home / FILE).exists():
            return [fine("installations", f"none yet; installing begins at {install_url(settings)}")]
        async with Installations(settings) as installations:
            bots = await installations.all()
    except MemoryBotError as error:
        level = Level.WARN if settings.has_slack_tokens else Level.FAIL  # the one workspace can be served anyway
        return [Finding("installations", level, str(error))]
    except SQLAlchemyError as error:
        return [failure("installations", f"They cannot be read ({type(error).__name__}). Check the database.")]
    at_once = asyncio.Semaphore(MOST_AT_ONCE)

    async def ask(bot: Bot) -> Finding:
        async with at_once:
            asked = await _ask(client, str(bot.bot_token))
            return _installation(settings, f"installation {home_of(bot)}", bot, asked)

    found = await asyncio.gather(*(ask(bot) for bot in bots))
    good = sum(each.ok for each in found)
    return [fine("installations", f"{good} of {len(found)} can be served"), *found]


def _installation(settings: Settings, what: str, bot: Bot, asked: _Asked) -> Finding:
    if asked.refused == "token_expired" and bot.bot_refresh_token:
        return warning(what, "its token has expired; it is renewed as soon as the bot hears from there")
    if asked.refused:
        told = f"Slack refused its token: {asked.refused}. Install it there again, at {install_url(settings)}."
        return failure(what, told)
    if asked.answer is None:
        told = f"{settings.slack_api_url} cannot be reached ({asked.unreachable}). Check the network."
        return failure(what, told)
    scopes = _scopes(settings, asked.answer, what)
    return scopes if scopes.detail != "all that are needed" else fine(what, f"connected to {asked.answer.get('team')}")


async def _transport(settings: Settings, client: AsyncWebClient) -> list[Finding]:
    """Look how events reach the bot: by a socket, which is asked for here, or by signed requests."""
    app_token, signed = settings.slack_app_token, settings.slack_signing_secret is not None
    if app_token is None and not signed:
        told = "Set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for --http."
        return [failure("slack transport", told)]
    ways = ["--http"] * signed
    if app_token is not None:
        if not app_token.get_secret_value().startswith("xapp-"):
            return [failure("slack transport", "SLACK_APP_TOKEN must begin with xapp-. Copy it again.")]
        try:
            await client.apps_connections_open(app_token=app_token.get_secret_value())
        except SlackApiError as error:
            told = f"Slack refused SLACK_APP_TOKEN: {error.response['error']}. Make one with connections:write."
            return [failure("slack transport", told)]
        except (aiohttp.ClientError, OSError, ValueError, TimeoutError) as error:
            told = f"{settings.slack_api_url} cannot be reached ({type(error).__name__}). Check the network."
            return [failure("slack transport", told)]
        ways.insert(0, "Socket Mode")
    return [fine("slack transport", f"ready for {' and '.join(ways)}")]


def _header(answer: AsyncSlackResponse, name: str) -> str:
    return next((str(value) for key, value in answer.headers.items() if key.lower() == name), "")
