"""Tells the other processes on a home whose log changed, so that they need not look at everyone's files.

One line a change, in a file for each workspace. Disposable: without it every log is looked at.
"""

import threading
from pathlib import Path
from typing import Final

from memory.errors import StoreError
from memory.records import Person
from memory.stores import files

FOLDER: Final = "index/changes"
MAX_BYTES: Final = 1_000_000
"""Size at which the file is begun anew; who reads it then looks at every log once."""


class Changes:
    """Writes and follows the files. Thread-safe."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._mutex = threading.Lock()
        self._seen: dict[str, tuple[int, int]] = {}

    def note(self, person: Person) -> None:
        """Tell that a person's log changed. What goes wrong here is made up for by looking."""
        path = self._path(person.team_id)
        line = f"{person.user_id}\n".encode()
        try:
            try:
                status = files.append(path, line, sync=False)
            except StoreError:
                files.make_folder(path.parent, self._home)
                status = files.append(path, line, sync=False)
            if status.st_size > MAX_BYTES:
                files.replace_file(path, line, sync=False)
        except StoreError:
            return

    def news(self, team_id: str) -> set[str] | None:
        """Return the ids of the users whose logs changed since the last call, or None if anyone's may have."""
        path = self._path(team_id)
        with self._mutex:
            before = self._seen.get(team_id)
            try:
                status = path.stat()
            except OSError:
                self._seen.pop(team_id, None)
                return None
            now = (status.st_ino, status.st_size)
            self._seen[team_id] = now
            if before == now:
                return set()
            if before is None or before[0] != now[0] or before[1] > now[1]:
                return None
            try:
                return set(files.read_file(path, before[1], now[1])[0].decode("ascii", "replace").split())
            except StoreError:
                return None

    def _path(self, team_id: str) -> Path:
        return self._home / FOLDER / team_id
