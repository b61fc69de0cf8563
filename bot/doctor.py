"""Checks of an installation: each looks at one thing and says what to do when it is not right."""

import asyncio
import os
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import aiohttp
from filelock import FileLock, Timeout
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.parts import open_memory
from bot.settings import Settings
from memory.errors import MemoryBotError

NEEDED_SCOPES = frozenset({"app_mentions:read", "chat:write", "commands", "im:history", "im:write", "users:read"})
LEAST_FREE_BYTES = 100 * 1024 * 1024
LOCK_SECONDS = 2
SLACK_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: the thing, whether it is right, and a sentence that ends with what to do if it is not."""

    what: str
    ok: bool
    detail: str

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON-ready data."""
        return asdict(self)


def check_everything(load: Callable[[], Settings]) -> list[Finding]:
    """Return the findings in the order in which problems should be solved. Never raises for what it looks at."""
    try:
        settings = load()
    except MemoryBotError as error:
        return [Finding("configuration", False, str(error))]
    findings = [Finding("configuration", True, "all settings can be read")]
    findings += [_home(settings.home), _space(settings.home), _locks(settings.home), _memories(settings), _pipeline()]
    return [*findings, *_slack(settings)]


def _home(home: Path) -> Finding:
    existing = next(folder for folder in (home, *home.parents) if folder.exists())
    if not existing.is_dir():
        return Finding("home", False, f"{existing} is no folder. Move it away, or set MEMORY_BOT_HOME.")
    if not os.access(existing, os.W_OK | os.X_OK):
        return Finding("home", False, f"{existing} cannot be written. Change its owner, or set MEMORY_BOT_HOME.")
    if home.exists() and home.stat().st_mode & 0o077:
        return Finding("home", False, f"Others on this machine can read {home}. Run: chmod -R go= {home}")
    return Finding("home", True, f"{home}" if home.exists() else f"{home} will be made at first start")


def _space(home: Path) -> Finding:
    free = shutil.disk_usage(next(folder for folder in (home, *home.parents) if folder.exists())).free
    enough = free >= LEAST_FREE_BYTES
    return Finding("disk", enough, f"{free // 2**20} MiB free" + ("" if enough else ". Free at least 100 MiB."))


def _locks(home: Path) -> Finding:
    if not home.is_dir() or not os.access(home, os.W_OK):
        return Finding("locks", True, "will be checked when the home is there")
    path = home / ".doctor.lock"
    try:
        with FileLock(path, timeout=LOCK_SECONDS):
            pass
    except (OSError, Timeout) as error:
        problem = f"Files in {home} cannot be locked ({type(error).__name__}). Use a folder on this machine's own disk."
        return Finding("locks", False, problem)
    path.unlink(missing_ok=True)
    return Finding("locks", True, "files can be locked")


def _memories(settings: Settings) -> Finding:
    if not settings.home.exists():
        return Finding("memories", True, "none yet")
    try:
        book = open_memory(settings)
        people = [person for team in book.teams() for person in book.people(team)]
        count = sum(len(book.memories(person)) for person in people)
        problems = book.problems()
    except MemoryBotError as error:
        return Finding("memories", False, str(error))
    if problems:
        return Finding("memories", False, " ".join(str(problem) for problem in problems[:3]))
    return Finding("memories", True, f"{count} active memories of {len(people)} people")


def _pipeline() -> Finding:
    from bot.parts import utc_now
    from extractors.message import Message
    from extractors.pipeline import Extractor

    found = Extractor().extract(Message(text="My name is Alex.", sent_at=utc_now()))
    if any(candidate.attribute == "name" for candidate in found):
        return Finding("capture", True, "the language pipeline works")
    return Finding("capture", False, "the language pipeline finds nothing. Install memory-bot anew.")


def _slack(settings: Settings) -> list[Finding]:
    if settings.slack_bot_token is None:
        return [Finding("slack", True, "no tokens: `run` brings a local workspace")]
    findings = [asyncio.run(_bot_token(settings, settings.slack_bot_token))]
    if settings.slack_app_token is None and settings.slack_signing_secret is None:
        problem = "Set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for --http."
        findings.append(Finding("slack transport", False, problem))
    elif settings.slack_app_token is not None and not settings.slack_app_token.get_secret_value().startswith("xapp-"):
        findings.append(Finding("slack transport", False, "SLACK_APP_TOKEN must begin with xapp-. Copy it again."))
    else:
        findings.append(Finding("slack transport", True, "configured"))
    return findings


async def _bot_token(settings: Settings, token: SecretStr) -> Finding:
    try:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SLACK_SECONDS)) as session:
            client = AsyncWebClient(token=token.get_secret_value(), base_url=settings.slack_api_url, session=session)
            client.proxy = None if "127.0.0.1" in settings.slack_api_url else client.proxy
            answer = await client.auth_test()
    except SlackApiError as error:
        return Finding(
            "slack token", False, f"Slack refused SLACK_BOT_TOKEN: {error.response['error']}. Copy it again."
        )
    except (aiohttp.ClientError, OSError, ValueError) as error:
        problem = f"{settings.slack_api_url} cannot be reached ({type(error).__name__}). Check the network."
        return Finding("slack token", False, problem)
    granted = set(str(answer.headers.get("x-oauth-scopes", "")).replace(" ", "").split(","))
    if missing := sorted(NEEDED_SCOPES - granted):
        problem = f"The app lacks {', '.join(missing)}. Add them from deploy/slack/manifest.json and install it again."
        return Finding("slack scopes", False, problem)
    return Finding("slack token", True, f"connected to {answer['team']} as {answer['user']}")
