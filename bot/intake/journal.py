"""Received but unfinished turns, durable before Slack hears that we have them, played to the end after a crash.

One row a message, keyed by team, channel and time stamp. The row keeps the event until the turn is done, then only the
key, so that a second delivery of the same message is recognised for as long as `KEEP_KEYS` says. SQLite overwrites what
is deleted (`secure_delete`) and its log is emptied within a second, so no words linger. One thread writes; what is
asked while it waits for the disk is committed together. Only what Slack is told that we have is waited for: how far a
turn has come is put down without anybody waiting, since whoever plays it again looks whether its answer stands, and
captures nothing twice.
"""

import asyncio
import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from memory.errors import StoreError

KEEP_KEYS = timedelta(days=7)
"""Slack's last retry comes some six minutes after the first try; a workspace that was cut off may take days."""

_LOG = logging.getLogger(__name__)
_PATIENCE_SECONDS = 10
"""How long to wait for another process that holds the file."""
_LATER_SECONDS = 0.1
"""How long what is not urgent may wait for something that is, to share its way to the disk."""
_FOLD_SECONDS = 1.0
"""How long SQLite's write-ahead log may grow until it is folded into the file: it holds what was deleted since, too."""
_SQLITE_HEAD_BYTES = 100
_MOST_FILLED_BYTES = 1 << 30
_SCHEMA = """
CREATE TABLE IF NOT EXISTS turns (
    key TEXT PRIMARY KEY, ts REAL NOT NULL, stage TEXT NOT NULL, body TEXT, received_at TEXT NOT NULL
) WITHOUT ROWID
"""


_INSERT = "INSERT OR IGNORE INTO turns VALUES (?, ?, ?, ?, ?)"


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

    A damaged file is replaced by a new one that holds what could still be read.

    Raises:
        StoreError: If the file cannot be made or written; nothing that was there is lost.
    """

    def __init__(self, path: Path, *, now: Callable[[], datetime]) -> None:
        self._path, self._now, self._lock = path, now, threading.Lock()
        self._asked: SimpleQueue[_Write | None] = SimpleQueue()
        self._fold_at: float | None = None
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            saved = _salvage(path)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=_PATIENCE_SECONDS)
            path.chmod(0o600)
            for pragma in ("secure_delete=ON", "journal_mode=WAL", "synchronous=FULL"):
                self._db.execute(f"PRAGMA {pragma}")
            self._db.execute(_SCHEMA)
            if saved:
                self._db.executemany(_INSERT, saved)
        except (OSError, sqlite3.Error) as error:
            raise self._failure(error) from error
        self._writer.start()

    def receive(self, key: str, ts: str, body: Mapping[str, Any]) -> bool:
        """Keep an event durably. Return False when it is known already: a retry, or the other event of one post."""
        return self._run(_INSERT, self._row(key, ts, body)) == 1

    async def take(self, key: str, ts: str, body: Mapping[str, Any]) -> bool:
        """As `receive`, without a thread of the caller's: first come, first kept, however busy other threads are."""
        return await asyncio.wrap_future(self._ask(_INSERT, self._row(key, ts, body))) == 1

    def replied(self, key: str) -> None:
        """Have it noted soon that the answer was posted, so that whoever plays the turn again need not look for it."""
        self._put_down("UPDATE turns SET stage = ? WHERE key = ?", (Stage.REPLIED, key))

    def has_replied(self, key: str) -> bool:
        """Return whether a turn's answer was posted."""
        self._settle()
        with self._lock:
            row = self._db.execute("SELECT stage FROM turns WHERE key = ?", (key,)).fetchone()
        return row is not None and row[0] != Stage.RECEIVED

    def finish(self, key: str) -> None:
        """Have it noted soon that a turn is done, and its words dropped; the key stays."""
        self._put_down("UPDATE turns SET stage = ?, body = NULL WHERE key = ?", (Stage.DONE, key))

    def waiting(self) -> list[Waiting]:
        """Return the unfinished turns in message order; an empty list when all is done."""
        self._settle()
        with self._lock:
            rows = self._db.execute(
                "SELECT key, body, stage FROM turns WHERE stage != ? ORDER BY ts", (Stage.DONE,)
            ).fetchall()
        return [Waiting(key, json.loads(body), stage == Stage.REPLIED) for key, body, stage in rows]

    def note(self, key: str, ts: str) -> None:
        """Have a key without a turn kept soon, for as long as `KEEP_KEYS` says, to be found again by `keys`."""
        row = (key, float(ts), Stage.DONE, None, self._now().isoformat())
        self._put_down("INSERT OR REPLACE INTO turns VALUES (?, ?, ?, ?, ?)", row)

    def keys(self, prefix: str) -> list[str]:
        """Return the keys that begin so and are not trimmed yet, in order; [] if there are none."""
        self._settle()
        with self._lock:
            rows = self._db.execute(
                "SELECT key FROM turns WHERE key >= ? AND key < ? ORDER BY key", (prefix, f"{prefix}\U0010ffff")
            ).fetchall()
        return [key for (key,) in rows]

    def trim(self) -> int:
        """Drop the keys of turns done longer than `KEEP_KEYS` ago; return how many."""
        before = (self._now() - KEEP_KEYS).isoformat()
        return self._run("DELETE FROM turns WHERE stage = ? AND received_at < ?", (Stage.DONE, before))

    def close(self) -> None:
        """Close the file, once everything asked is written. The journal cannot be used afterwards."""
        self._asked.put(None)
        self._writer.join()
        with self._lock:
            self._db.close()

    def _row(self, key: str, ts: str, body: Mapping[str, Any]) -> tuple[object, ...]:
        return (key, float(ts), Stage.RECEIVED, json.dumps(body, ensure_ascii=False), self._now().isoformat())

    def _run(self, statement: str, values: tuple[object, ...]) -> int:
        return self._ask(statement, values).result()

    def _put_down(self, statement: str, values: tuple[object, ...]) -> None:
        """Have a statement carried out soon, without waiting for it; a failure is logged, and the turn played again."""
        self._ask(statement, values, urgent=False).add_done_callback(_log_failure)

    def _settle(self) -> None:
        """Return once everything is carried out that was put down before."""
        self._run("SELECT 1", ())

    def _ask(self, statement: str, values: tuple[object, ...], *, urgent: bool = True) -> Future[int]:
        """Have a statement carried out durably, soon if it is not urgent; the result is how many rows it touched."""
        write = _Write(statement, values, urgent=urgent)
        if not self._writer.is_alive():
            raise self._failure(RuntimeError("it is closed"))
        self._asked.put(write)
        return write.touched

    def _write(self) -> None:
        """Carry out what is asked, in that order; what is asked while one commit is under way shares the next."""
        while batch := self._batch():
            batch = [write for write in batch if write.touched.set_running_or_notify_cancel()]
            with self._lock:
                if not self._together(batch, last=len(batch) == 1) and len(batch) > 1:
                    for write in batch:
                        self._together([write], last=True)
            if self._fold_at is None:
                self._fold_at = time.monotonic() + _FOLD_SECONDS
            elif self._fold_at <= time.monotonic():
                self._fold()

    def _batch(self) -> list["_Write"]:
        """Return what was asked, once some of it is urgent or has waited long enough; [] at the end."""
        batch: list[_Write] = []
        until = self._fold_at
        while True:
            try:
                write = self._asked.get(timeout=None if until is None else max(0.0, until - time.monotonic()))
            except Empty:
                if batch:
                    return batch
                self._fold()
                until = self._fold_at
                continue
            if write is None:
                if batch:
                    self._asked.put(None)  # to be closed, after these
                return batch
            if not batch:
                until = time.monotonic() + _LATER_SECONDS
            if write.urgent:
                until = 0.0
            batch.append(write)

    def _fold(self) -> None:
        """Write what the log holds to the file, and empty it; while another process reads, that has to wait."""
        self._fold_at = time.monotonic() + _FOLD_SECONDS
        with self._lock, suppress(sqlite3.Error):
            self._db.execute("PRAGMA busy_timeout=0")
            (is_busy, _, _) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._fold_at = self._fold_at if is_busy else None
            self._db.execute(f"PRAGMA busy_timeout={1000 * _PATIENCE_SECONDS}")

    def _together(self, batch: Sequence["_Write"], *, last: bool = False) -> bool:
        """Carry out writes in one transaction and return whether that went well; only the `last` try is told as bad."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            touched = [self._db.execute(write.statement, write.values).rowcount for write in batch]
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            if last:
                batch[0].touched.set_exception(self._failure(error))
            return False
        for write, count in zip(batch, touched, strict=True):
            write.touched.set_result(count)
        return True

    def _failure(self, error: Exception) -> StoreError:
        return StoreError(
            self._path,
            f"the journal cannot be written ({error})",
            "Free some disk space or make the folder writable.",
        )


@dataclass(frozen=True, slots=True)
class _Write:
    """A statement that waits for being carried out."""

    statement: str
    values: tuple[object, ...]
    urgent: bool
    touched: Future[int] = field(default_factory=Future)


def _log_failure(touched: Future[int]) -> None:
    if error := touched.exception():
        _LOG.error("How far a turn has come is not noted: %s", error)


def _salvage(path: Path) -> list[tuple[object, ...]]:
    """Remove a journal that is damaged and return the rows that can be read of it; [] of one that is whole or new."""
    if _is_whole(path):
        return []
    _fill_up(path)
    rows: list[tuple[object, ...]] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as db, suppress(sqlite3.DatabaseError):
        for row in db.execute("SELECT key, ts, stage, body, received_at FROM turns ORDER BY key"):
            if _is_turn(row):
                rows.append(row)
    path.unlink()
    for beside in ("-journal", "-wal", "-shm"):
        path.with_name(f"{path.name}{beside}").unlink(missing_ok=True)
    _LOG.warning("The journal was damaged; a new one was made with the %d turns that could be read.", len(rows))
    return rows


def _is_turn(row: tuple[object, ...]) -> bool:
    """Return whether a row is what was written: half of it may come from a page that was lost."""
    _, _, stage, body, _ = row
    try:
        return stage == Stage.DONE or (stage in set(Stage) and isinstance(json.loads(str(body)), dict))
    except ValueError:
        return False


def _is_whole(path: Path) -> bool:
    with closing(sqlite3.connect(path, isolation_level=None, timeout=_PATIENCE_SECONDS)) as db:
        try:
            return bool(db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
        except sqlite3.OperationalError:
            raise  # busy, or not to be read: nothing tells that it is damaged
        except sqlite3.DatabaseError:
            return False


def _fill_up(path: Path) -> None:
    """Give a file that was cut off the length its header tells of: SQLite reads nothing of a shorter one."""
    with path.open("r+b") as file:
        head = file.read(_SQLITE_HEAD_BYTES)
        page, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
        if len(head) == _SQLITE_HEAD_BYTES and page * pages < _MOST_FILLED_BYTES:
            file.truncate(max(path.stat().st_size, page * pages))
