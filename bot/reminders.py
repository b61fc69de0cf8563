"""Who was told something that is told once a day: that there is more to know in the DM, that no note was taken.

Kept in SQLite, so that a restart tells nobody again: who, about what, and when; never words.
"""

import logging
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory.records import Person

_LOG = logging.getLogger(__name__)

REMIND_AFTER = timedelta(days=1)
"""How long after somebody was told so they are told again."""

FILE = "told.sqlite3"

_MOST_TOLD = 10_000
"""Tellings that are remembered without looking into the file."""
_PATIENCE_SECONDS = 10
"""How long to wait for another process that holds the file."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS told (
    team TEXT, user TEXT, what TEXT, told_at REAL NOT NULL, PRIMARY KEY (team, user, what)
) WITHOUT ROWID
"""


class Reminders:
    """Who was told when, of what. Safe to use from several threads and processes.

    Args:
        home: In whose journal folder it is kept; without one it is known to this process alone.

    The file is a convenience: where it cannot be used, that is logged, and people may be told again after a restart.
    """

    def __init__(self, home: Path | None = None) -> None:
        self._path = home / "journal" / FILE if home is not None else None
        self._lock = threading.Lock()
        self._told: dict[tuple[Person, str], datetime] = {}

    def is_due(self, person: Person, what: str, at: datetime) -> bool:
        """Return whether somebody is to be told now, and note that they are. `what` may name the place it is about."""
        with self._lock:
            told = self._told.get((person, what)) or self._read(person, what)
            if told is not None and abs(at - told) < REMIND_AFTER:
                return False
            self._told.pop((person, what), None)
            self._told[person, what] = at
            if len(self._told) > _MOST_TOLD:
                del self._told[next(iter(self._told))]
            self._write(person, what, at)
        return True

    def _read(self, person: Person, what: str) -> datetime | None:
        rows = self._run(
            "SELECT told_at FROM told WHERE team = ? AND user = ? AND what = ?", (person.team_id, person.user_id, what)
        )
        return datetime.fromtimestamp(rows[0][0], UTC) if rows else None

    def _write(self, person: Person, what: str, at: datetime) -> None:
        self._run("DELETE FROM told WHERE told_at < ?", ((at - REMIND_AFTER).timestamp(),))
        row = (person.team_id, person.user_id, what, at.timestamp())
        self._run("INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?)", row)

    def _run(self, statement: str, values: tuple[object, ...]) -> list[tuple[float]]:
        if self._path is None:
            return []
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._path.touch(mode=0o600)
            with closing(sqlite3.connect(self._path, timeout=_PATIENCE_SECONDS)) as db, db:
                db.execute("PRAGMA synchronous=OFF")  # what a power cut takes is told once more
                db.execute("PRAGMA secure_delete=ON")
                db.execute(_SCHEMA)
                return db.execute(statement, values).fetchall()
        except (OSError, sqlite3.Error) as error:
            _LOG.warning("Who was told what is not kept: %s cannot be used (%s).", self._path, error)
            return []
