"""Checks of an installation: each looks at one thing and says what to do when it is not right."""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from filelock import FileLock, Timeout
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.parts import open_memory
from bot.settings import Settings, config_path, environment
from memory.errors import MemoryBotError

NEEDED_SCOPES = frozenset({"app_mentions:read", "chat:write", "commands", "im:history", "im:write", "users:read"})
LEAST_FREE_BYTES = 100 * 1024 * 1024
LOCK_SECONDS = 2
SLACK_SECONDS = 10
MOST_SKEW = timedelta(minutes=5)
"""How far a clock may be off: Slack's signatures are void after five minutes."""
MOST_TOLD = 3
"""Unreadable lines spelt out in one finding."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: the thing, whether it is right, and a sentence that ends with what to do if it is not."""

    what: str
    ok: bool
    detail: str

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON-ready data."""
        return asdict(self)


def check_everything(load: Callable[[], Settings], *, now: datetime) -> list[Finding]:
    """Return the findings in the order in which problems should be solved. Never raises for what it looks at.

    Args:
        load: Returns the settings, or raises what is wrong with them.
        now: The time by this machine's clock, in UTC.
    """
    try:
        settings = load()
        path = config_path(environment())
    except MemoryBotError as error:
        return [Finding("configuration", False, str(error))]
    read = f"{path} and the environment" if path.exists() else f"the environment; there is no {path}"
    return [
        Finding("configuration", True, f"read from {read}"),
        _home(settings.home),
        _space(settings.home),
        _locks(settings.home),
        _memories(settings),
        _clock(settings.home, now),
        _pipeline(now),
        *_model(settings),
        *_slack(settings, now),
    ]


def _model(settings: Settings) -> list[Finding]:
    """Look whether the model that is set could be asked; nothing is sent, since that may cost something."""
    if settings.model is None:
        return []
    from bot.replies.providers import connect  # its libraries are heavy, and an extra

    try:
        connect(settings)
    except MemoryBotError as error:
        return [Finding("model", False, str(error))]
    return [Finding("model", True, f"{settings.model} writes the replies")]


def _home(home: Path) -> Finding:
    existing = _nearest(home)
    if not existing.is_dir():
        return Finding("home", False, f"{existing} is no folder. Move it away, or set MEMORY_BOT_HOME.")
    if not os.access(existing, os.R_OK | os.W_OK | os.X_OK):
        return Finding("home", False, f"{existing} cannot be read and written. Make it yours, or set MEMORY_BOT_HOME.")
    if not home.exists():
        return Finding("home", True, f"{home} will be made at first start")
    exposed = next((path for path in (home, *_below(home)) if path.lstat().st_mode & 0o077), None)
    if exposed is not None:
        return Finding("home", False, f"Others on this machine can read {exposed}. Run: chmod -R go= '{home}'")
    foreign = next((path for path in _below(home) if not os.access(path, os.R_OK | os.W_OK)), None)
    if foreign is not None:
        return Finding("home", False, f"{foreign} cannot be read and written. Make it yours.")
    return Finding("home", True, str(home))


def _space(home: Path) -> Finding:
    free = shutil.disk_usage(_nearest(home)).free
    enough = free >= LEAST_FREE_BYTES
    return Finding("disk", enough, f"{free // 2**20} MiB free" + ("" if enough else ". Free at least 100 MiB."))


def _locks(home: Path) -> Finding:
    if not home.is_dir() or not os.access(home, os.W_OK):
        return Finding("locks", True, "will be checked when the home is there")
    path = home / ".doctor.lock"
    try:
        with FileLock(path, timeout=LOCK_SECONDS, mode=0o600):
            pass
    except (OSError, NotImplementedError, Timeout) as error:
        problem = f"Files in {home} cannot be locked ({type(error).__name__}). Use a folder on this machine's own disk."
        return Finding("locks", False, problem)
    path.unlink(missing_ok=True)
    return Finding("locks", True, "files can be locked")


def _memories(settings: Settings) -> Finding:
    if not settings.home.exists():
        return Finding("memories", True, "none yet")
    try:
        with open_memory(settings) as book:
            people = [person for team in book.teams() for person in book.people(team)]
            count = sum(len(book.memories(person)) for person in people)
            problems = book.problems()
    except MemoryBotError as error:
        return Finding("memories", False, str(error))
    if problems:
        more = f" There are {len(problems) - MOST_TOLD} more." if len(problems) > MOST_TOLD else ""
        return Finding("memories", False, " ".join(str(problem) for problem in problems[:MOST_TOLD]) + more)
    return Finding("memories", True, f"{count} active, of {len(people)} {'person' if len(people) == 1 else 'people'}")


def _clock(home: Path, now: datetime) -> Finding:
    """Times come from Slack's messages, but what expires and what signs goes by this machine's clock."""
    newest = max((path.lstat().st_mtime for path in _below(home)), default=0.0)
    if newest > (now + MOST_SKEW).timestamp():
        then = datetime.fromtimestamp(newest, UTC)
        problem = (
            f"It is {now:%Y-%m-%d %H:%M} UTC here, and files in {home} are of {then:%Y-%m-%d %H:%M}. Set the clock."
        )
        return Finding("clock", False, problem)
    return Finding("clock", True, f"{now:%Y-%m-%d %H:%M} UTC")


def _pipeline(now: datetime) -> Finding:
    from extractors.message import Message
    from extractors.pipeline import Extractor

    try:
        found = Extractor().extract(Message(text="My name is Alex.", sent_at=now))
    except (OSError, ImportError, ValueError) as error:
        return Finding("capture", False, f"The language pipeline does not load ({error}). Install memory-bot anew.")
    if any(candidate.attribute == "name" for candidate in found):
        return Finding("capture", True, "the language pipeline works")
    return Finding("capture", False, "The language pipeline finds nothing. Install memory-bot anew.")


def _slack(settings: Settings, now: datetime) -> Iterator[Finding]:
    if settings.slack_bot_token is None:
        yield Finding("slack", True, "no tokens, so `memory-bot run` brings a local workspace")
        return
    yield from asyncio.run(_asked(settings, settings.slack_bot_token, now))
    app_token = settings.slack_app_token
    if app_token is None and settings.slack_signing_secret is None:
        problem = "Set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for --http."
        yield Finding("slack transport", False, problem)
    elif app_token is not None and not app_token.get_secret_value().startswith("xapp-"):
        yield Finding("slack transport", False, "SLACK_APP_TOKEN must begin with xapp-. Copy it again.")
    else:
        ways = ["Socket Mode"] * (app_token is not None) + ["--http"] * (settings.slack_signing_secret is not None)
        yield Finding("slack transport", True, f"ready for {' and '.join(ways)}")


async def _asked(settings: Settings, token: SecretStr, now: datetime) -> list[Finding]:
    """Ask Slack who the bot is, and look at what else its answer tells."""
    try:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SLACK_SECONDS)) as session:
            client = AsyncWebClient(token=token.get_secret_value(), base_url=settings.slack_api_url, session=session)
            if urlsplit(settings.slack_api_url).hostname in {"127.0.0.1", "localhost", "::1"}:
                client.proxy = None
            answer = await client.auth_test()
    except SlackApiError as error:
        problem = f"Slack refused SLACK_BOT_TOKEN: {error.response['error']}. Copy it again."
        return [Finding("slack token", False, problem)]
    except (aiohttp.ClientError, OSError, ValueError) as error:
        problem = f"{settings.slack_api_url} cannot be reached ({type(error).__name__}). Check the network."
        return [Finding("slack token", False, problem)]
    connected = Finding("slack token", True, f"connected to {answer.get('team')} as {answer.get('user')}")
    return [connected, _scopes(answer), _skew(answer, now)]


def _scopes(answer: AsyncSlackResponse) -> Finding:
    granted = set(_header(answer, "x-oauth-scopes").replace(" ", "").split(","))
    if missing := sorted(NEEDED_SCOPES - granted):
        problem = f"The app lacks {', '.join(missing)}. Add them from deploy/slack/manifest.json and install it again."
        return Finding("slack scopes", False, problem)
    return Finding("slack scopes", True, "all that are needed")


def _skew(answer: AsyncSlackResponse, now: datetime) -> Finding:
    try:
        theirs = parsedate_to_datetime(_header(answer, "date"))
    except ValueError:
        return Finding("slack clock", True, "not told")
    skew = abs(now - theirs.astimezone(UTC))
    if skew > MOST_SKEW:
        problem = f"This machine's clock is {skew} off Slack's, whose signatures then look expired. Set the clock."
        return Finding("slack clock", False, problem)
    return Finding("slack clock", True, "agrees with this machine's")


def _header(answer: AsyncSlackResponse, name: str) -> str:
    return next((str(value) for key, value in answer.headers.items() if key.lower() == name), "")


def _nearest(path: Path) -> Path:
    """Return the path, or the nearest folder above it that is there."""
    return next(folder for folder in (path, *path.parents) if folder.exists())


def _below(home: Path) -> Iterator[Path]:
    return (Path(folder) / name for folder, folders, names in os.walk(home) for name in (*folders, *names))
