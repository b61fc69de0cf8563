"""The home: whether it is there, ours alone, can be locked and read, and what waits in it to be erased."""

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path

from filelock import FileLock, Timeout

from bot.doctor.findings import Finding, failure, fine, warning
from bot.doctor.mounts import MOUNTS, without_locks
from bot.parts import open_memory
from bot.settings import Settings
from memory.errors import MemoryBotError
from memory.manifest import SCHEMA_VERSION, found_version
from memory.upkeep.departed import departures

LEAST_FREE_BYTES = 100 * 1024 * 1024
LITTLE_FREE_BYTES = 1024 * 1024 * 1024
LOCK_SECONDS = 2
MOST_SKEW = timedelta(minutes=5)
"""How far a clock may be off: Slack's signatures are void after five minutes."""
MOST_TOLD = 3
"""Unreadable lines spelt out in one finding."""


def check_home(settings: Settings, now: datetime) -> list[Finding]:
    """Return how the home stands. One that is not there yet is fine, and is not made."""
    home = settings.home
    return [_ours(home), _space(home), _locks(home), _version(home), *_memories(settings), _clock(home, now)]


def _ours(home: Path) -> Finding:
    existing = _nearest(home)
    if not existing.is_dir():
        return failure("home", f"{existing} is no folder. Move it away, or set MEMORY_BOT_HOME.")
    if not os.access(existing, os.R_OK | os.W_OK | os.X_OK):
        return failure("home", f"{existing} cannot be read and written. Make it yours, or set MEMORY_BOT_HOME.")
    if not home.exists():
        return fine("home", f"{home} will be made at first start")
    link = next((path for path in _below(home) if path.is_symlink()), None)
    if link is not None:
        problem = f"{link} is a symbolic link, which memory-bot does not follow inside its home."
        return failure("home", f"{problem} Put what it points to in its place.")
    exposed = next((path for path in (home, *_below(home)) if path.lstat().st_mode & 0o077), None)
    if exposed is not None:
        return failure("home", f"Others on this machine can read {exposed}. Run: chmod -R go= '{home}'")
    foreign = next((path for path in _below(home) if not os.access(path, os.R_OK | os.W_OK)), None)
    if foreign is not None:
        return failure("home", f"{foreign} cannot be read and written. Make it yours.")
    return fine("home", str(home))


def _space(home: Path) -> Finding:
    free = shutil.disk_usage(_nearest(home)).free
    told = f"{free // 2**20} MiB free"
    if free < LEAST_FREE_BYTES:
        return failure("disk", f"{told}. Free at least 100 MiB.")
    return warning("disk", f"{told}. Free some soon.") if free < LITTLE_FREE_BYTES else fine("disk", told)


def _locks(home: Path) -> Finding:
    if not home.is_dir() or not os.access(home, os.W_OK):
        return fine("locks", "will be checked when the home is there")
    if system := without_locks(_mounts(), home.resolve()):
        problem = f"{home} is on {system}: two machines that share it would write at once."
        return failure("locks", f"{problem} Use a folder on this machine's own disk.")
    path = home / ".doctor.lock"
    try:
        with FileLock(path, timeout=LOCK_SECONDS, mode=0o600):
            pass
    except (OSError, NotImplementedError, Timeout) as error:
        problem = f"Files in {home} cannot be locked ({type(error).__name__}). Use a folder on this machine's own disk."
        return failure("locks", problem)
    path.unlink(missing_ok=True)
    return fine("locks", "files can be locked")


def _mounts() -> str:
    try:
        return MOUNTS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _version(home: Path) -> Finding:
    try:
        program = f"memory-bot {metadata.version('memory-bot')}, schema {SCHEMA_VERSION}"
    except metadata.PackageNotFoundError:
        program = f"memory-bot, not installed, schema {SCHEMA_VERSION}"
    if not home.is_dir():
        return fine("version", program)
    try:
        found = found_version(home)
    except MemoryBotError as error:
        return failure("version", str(error))
    if found < SCHEMA_VERSION:
        told = f"{program}; the home has schema {found}. It is brought up to date, after a backup, at the next start."
        return warning("version", told)
    return fine("version", program)


def _memories(settings: Settings) -> list[Finding]:
    if not settings.home.exists():
        return [fine("memories", "none yet")]
    try:
        with open_memory(settings) as book:
            people = [person for team in book.teams() for person in book.people(team)]
            count = sum(len(book.memories(person)) for person in people)
            problems = book.problems()
        waiting = departures(settings.home)
    except MemoryBotError as error:
        return [failure("memories", str(error))]
    days = settings.memory.uninstalled_days
    left = [warning("departed", f"{each.outlook(days=days)}.") for each in waiting]
    if problems:
        more = f" There are {len(problems) - MOST_TOLD} more." if len(problems) > MOST_TOLD else ""
        return [failure("memories", " ".join(str(problem) for problem in problems[:MOST_TOLD]) + more), *left]
    return [fine("memories", f"{count} active, of {len(people)} {'person' if len(people) == 1 else 'people'}"), *left]


def _clock(home: Path, now: datetime) -> Finding:
    """Times come from Slack's messages, but what expires and what signs goes by this machine's clock."""
    newest = max((path.lstat().st_mtime for path in _below(home)), default=0.0)
    if newest > (now + MOST_SKEW).timestamp():
        then = datetime.fromtimestamp(newest, UTC)
        problem = (
            f"It is {now:%Y-%m-%d %H:%M} UTC here, and files in {home} are of {then:%Y-%m-%d %H:%M}. Set the clock."
        )
        return failure("clock", problem)
    return fine("clock", f"{now:%Y-%m-%d %H:%M} UTC")


def _nearest(path: Path) -> Path:
    """Return the path, or the nearest folder above it that is there."""
    return next(folder for folder in (path, *path.parents) if folder.exists())


def _below(home: Path) -> Iterator[Path]:
    return (Path(folder) / name for folder, folders, names in os.walk(home) for name in (*folders, *names))
