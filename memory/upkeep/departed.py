"""Workspaces that removed the app: their memories wait some days for them to come back, and are then erased.

One small file in the home tells who left, and when; every process reads it anew.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from memory.errors import InvalidIdError, StoreError
from memory.records import Person
from memory.stores import files
from memory.stores.locks import FileLocked

FILE: Final = "departed.json"
_LOCK: Final = ".departed.lock"


@dataclass(frozen=True, slots=True)
class Departure:
    """That a workspace removed the app, or made its tokens void, and when."""

    team_id: str
    at: datetime

    def is_due(self, now: datetime, *, days: int) -> bool:
        """Return whether its memories have waited long enough; never with 0 days."""
        return days > 0 and now >= self.at + timedelta(days=days)

    def outlook(self, *, days: int) -> str:
        """Return in one sentence what becomes of its memories."""
        left = f"workspace {self.team_id} removed the app on {self.at:%Y-%m-%d}; its memories"
        if days == 0:
            return f"{left} are kept"
        return f"{left} are erased from {self.at + timedelta(days=days):%Y-%m-%d} on, unless it comes back"


def departures(home: Path) -> list[Departure]:
    """Return the workspaces that left and whose memories are still there, by id; [] if none.

    Raises:
        StoreError: If the file cannot be read.
    """
    return [Departure(team_id, at) for team_id, at in sorted(_read(home).items())]


def note_departure(home: Path, team_id: str, at: datetime) -> bool:
    """Note that a workspace left. Return False, and keep the first time, if that is known already.

    Raises:
        InvalidIdError: If the id is none of a workspace's.
        StoreError: If the file cannot be read or written.
    """
    Person(team_id, "U0")
    with _changing(home) as known:
        if team_id in known:
            return False
        known[team_id] = at.astimezone(UTC)
        return True


def note_return(home: Path, team_id: str) -> bool:
    """Note that a workspace is back, or that its memories are gone. Return whether it had left.

    Raises:
        StoreError: If the file cannot be read or written.
    """
    if team_id not in _read(home):
        return False
    with _changing(home) as known:
        return known.pop(team_id, None) is not None


@contextmanager
def _changing(home: Path) -> Iterator[dict[str, datetime]]:
    with FileLocked(home / _LOCK):
        known = _read(home)
        before = dict(known)
        yield known
        if known != before:
            data = {team_id: at.isoformat() for team_id, at in sorted(known.items())}
            files.replace_file(home / FILE, json.dumps(data, indent=0).encode() + b"\n", sync=True)


def _read(home: Path) -> dict[str, datetime]:
    path = home / FILE
    if not path.exists():
        return {}
    try:
        data = json.loads(files.read_file(path)[0])
        known = {Person(team_id, "U0").team_id: datetime.fromisoformat(at) for team_id, at in data.items()}
        if any(at.tzinfo is None for at in known.values()):
            raise ValueError("a time has no zone")
    except (ValueError, AttributeError, TypeError, InvalidIdError) as error:
        raise StoreError(path, f"it does not tell who left ({error})", "Correct it or remove it.") from error
    return known
