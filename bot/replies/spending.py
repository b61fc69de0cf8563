"""How many tokens the model took today, on disk so that a restart does not forget it."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Lock

from memory.stores import files

KEEP_DAYS = 31
"""Files of days further back are removed when a new day begins."""


class DayBudget:
    """Counts tokens by UTC day in `usage/YYYY-MM-DD.jsonl`, one line a reply.

    Several threads and processes may share the home.

    Args:
        home: Where the folder `usage` is.
        limit: Most tokens a day; 0 is without end.
    """

    def __init__(self, home: Path, limit: int) -> None:
        self._home, self._limit = home, limit
        self._day: date | None = None
        self._read_to = 0
        self._total = 0
        self._lock = Lock()

    def spent(self, at: datetime) -> int:
        """Return the tokens of the day of `at` so far."""
        with self._lock:
            return self._read(at)

    def _read(self, at: datetime) -> int:
        day = at.astimezone(UTC).date()
        if day != self._day:
            self._day, self._read_to, self._total = day, 0, 0
        path = self._path(day)
        if not path.exists():
            return self._total
        news, _ = files.read_file(path, self._read_to)
        whole = news[: news.rfind(b"\n") + 1]
        self._read_to += len(whole)
        self._total += sum(_tokens(line) for line in whole.splitlines())
        return self._total

    def is_spent(self, at: datetime) -> bool:
        """Return whether the day of `at` has nothing left."""
        return self._limit > 0 and self.spent(at) >= self._limit

    def add(self, at: datetime, *, read: int, written: int) -> None:
        """Note what a reply took, in tokens. Raises StoreError if the disk refuses."""
        path = self._path(at.astimezone(UTC).date())
        if not path.exists():
            files.make_folder(path.parent, self._home)
            self._tidy(at.astimezone(UTC).date())
        line = {"at": at.astimezone(UTC).isoformat(timespec="seconds"), "read": read, "written": written}
        files.append_shared(path, json.dumps(line).encode() + b"\n")

    def _path(self, day: date) -> Path:
        return self._home / "usage" / f"{day}.jsonl"

    def _tidy(self, today: date) -> None:
        for path in (self._home / "usage").glob("????-??-??.jsonl"):
            if (today - date.fromisoformat(path.stem)).days > KEEP_DAYS:
                files.remove_file(path)


def _tokens(line: bytes) -> int:
    """Return the tokens of one line; 0 for a line that cannot be read."""
    try:
        fields = json.loads(line)
        return int(fields["read"]) + int(fields["written"])
    except (ValueError, KeyError, TypeError):
        return 0
