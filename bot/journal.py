"""Received but unfinished turns, durable before Slack hears that we have them, played to the end after a crash.

One row a message, keyed by team, channel and time stamp. The row keeps the event until the turn is done, then only the
key, so that a second delivery of the same message is recognised for as long as `KEEP_KEYS` says. SQLite overwrites what
is deleted (`secure_delete`), so no words linger in the file.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from memory.errors import StoreError

KEEP_KEYS = timedelta(days=7)
"""Slack's last retry comes some six minutes after the first try; a workspace that was cut off may take days."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS turns (
    key TEXT PRIMARY KEY, ts REAL NOT NULL, stage TEXT NOT NULL, body TEXT, received_at TEXT NOT NULL
) WITHOUT ROWID
"""


class Stage(StrEnum):
    """How far a turn has come."""

    RECEIVED = "received"
    REPLIED = "replied"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A turn that was received and not finished. `replied` tells that only its capture is left."""

    key: str
    body: dict[str, Any]
    replied: bool


class Journal:
    """A small durable queue in one SQLite file. Safe to use from several threads and processes.

    Raises:
        StoreError: If the file cannot be made or written; nothing that was there is lost.
    """

    def __init__(self, path: Path, *, now: Callable[[], datetime]) -> None:
        self._path, self._now, self._lock = path, now, threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
            path.chmod(0o600)
            for pragma in ("secure_delete=ON", "journal_mode=TRUNCATE", "synchronous=FULL"):
                self._db.execute(f"PRAGMA {pragma}")
            self._db.execute(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise self._failure(error) from error

    def receive(self, key: str, ts: str, body: Mapping[str, Any]) -> bool:
        """Keep an event durably. Return False when it is known already: a retry, or the other event of one post."""
        row = (key, float(ts), Stage.RECEIVED, json.dumps(body, ensure_ascii=False), self._now().isoformat())
        return self._run("INSERT OR IGNORE INTO turns VALUES (?, ?, ?, ?, ?)", row) == 1

    def replied(self, key: str) -> None:
        """Note that the answer was posted, so that a crash from here on does not post it again."""
        self._run("UPDATE turns SET stage = ? WHERE key = ?", (Stage.REPLIED, key))

    def finish(self, key: str) -> None:
        """Note that a turn is done and drop its words; the key stays."""
        self._run("UPDATE turns SET stage = ?, body = NULL WHERE key = ?", (Stage.DONE, key))

    def waiting(self) -> list[Waiting]:
        """Return the unfinished turns in message order; an empty list when all is done."""
        with self._lock:
            rows = self._db.execute(
                "SELECT key, body, stage FROM turns WHERE stage != ? ORDER BY ts", (Stage.DONE,)
            ).fetchall()
        return [Waiting(key, json.loads(body), stage == Stage.REPLIED) for key, body, stage in rows]

    def trim(self) -> int:
        """Drop the keys of turns done longer than `KEEP_KEYS` ago; return how many."""
        before = (self._now() - KEEP_KEYS).isoformat()
        return self._run("DELETE FROM turns WHERE stage = ? AND received_at < ?", (Stage.DONE, before))

    def close(self) -> None:
        """Close the file. The journal cannot be used afterwards."""
        with self._lock:
            self._db.close()

    def _run(self, statement: str, values: tuple[object, ...]) -> int:
        try:
            with self._lock:
                return self._db.execute(statement, values).rowcount
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def _failure(self, error: Exception) -> StoreError:
        return StoreError(
            self._path,
            f"the journal cannot be written ({error})",
            "Free some disk space or make the folder writable.",
        )
