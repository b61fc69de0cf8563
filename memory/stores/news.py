"""Whose log other processes changed: read off the audit, so that not everyone's files need to be looked at.

What they erased is closed, where it was kept open: until then it would stay on the disk, without a name.
"""

import json
import threading
from pathlib import Path

from memory.errors import StoreError
from memory.records import Operation
from memory.stores import files
from memory.stores.open_files import KEPT

_ERASURES = frozenset({Operation.FORGET_HARD, Operation.ERASE_PERSON, Operation.ERASE_TEAM})


class News:
    """Follows the end of the audit. Thread-safe. When in doubt, anyone may have changed."""

    def __init__(self, audit: Path) -> None:
        self._audit = audit
        self._mutex = threading.Lock()
        self._mark = (0, 0)
        self._told: set[str] = set()
        self._changed: dict[str, set[str]] = {}

    def of(self, team_id: str) -> set[str] | None:
        """Return the ids of the users whose logs changed since the last call, or None if anyone's may have."""
        with self._mutex:
            self._follow()
            changed = self._changed.pop(team_id, set())
            if team_id in self._told:
                return changed
            self._told.add(team_id)
            return None

    def _follow(self) -> None:
        try:
            status = self._audit.stat()
            now = (status.st_ino, status.st_size)
            if now == self._mark:
                return
            if now[0] == self._mark[0] and now[1] > self._mark[1]:
                data, _ = files.read_file(self._audit, self._mark[1], now[1])
                whole = data[: data.rfind(b"\n") + 1]
                self._take(whole)
                self._mark = (now[0], self._mark[1] + len(whole))
                return
            self._mark = now
        except (OSError, StoreError, ValueError, KeyError, TypeError):
            self._mark = (0, 0)
        KEPT.close_gone()
        self._told.clear()

    def _take(self, lines: bytes) -> None:
        for line in lines.splitlines():
            fields = json.loads(line)
            self._changed.setdefault(fields["team"], set()).add(fields["person"])
            if fields["op"] in _ERASURES:
                KEPT.close_gone()
