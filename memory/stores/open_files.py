"""Keeps the files that are written again and again open in between: opening one costs more than writing to it.

A process keeps a few for all its stores; what was not used for longest is closed first. What a path names may change at
any time, so whoever takes a kept file compares it with what is there now (`Opened.status_at`).
"""

import os
import threading
from pathlib import Path
from typing import Final, NamedTuple

MOST: Final = 64
"""How many files are kept open at most. A log that is written has three, and one is shared by all."""


class Opened(NamedTuple):
    """An open file: its descriptor, and what tells it from every other file for as long as it is open."""

    descriptor: int
    device: int
    inode: int

    def status_at(self, path: str) -> os.stat_result | None:
        """Return the status of this file; None if the path names another one, a symbolic link, or nothing."""
        try:
            status = os.lstat(path)
        except OSError:
            return None
        return status if status.st_ino == self.inode and status.st_dev == self.device else None

    def close(self) -> None:
        """Close it, which lets go of a lock on it."""
        os.close(self.descriptor)


def open_file(path: Path, flags: int, mode: int) -> Opened:
    """Open a file as `os.open` does."""
    descriptor = os.open(path, flags, mode)
    status = os.fstat(descriptor)
    return Opened(descriptor, status.st_dev, status.st_ino)


class OpenFiles:
    """See the module. Safe for threads: a file that was taken is the taker's alone until it is given back."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._mutex = threading.Lock()
        self._kept: dict[str, Opened] = {}

    def take(self, path: str) -> Opened | None:
        """Return the file that is kept for a path, or None."""
        with self._mutex:
            return self._kept.pop(path, None)

    def give(self, path: str, file: Opened) -> None:
        """Keep a file for whoever asks next; one that another thread gave for this path meanwhile goes before it."""
        with self._mutex:
            if self._kept.setdefault(path, file) is not file:
                file.close()
            elif len(self._kept) > self._most:
                self._kept.pop(next(iter(self._kept))).close()

    def close(self, path: str) -> None:
        """Close the file that is kept for a path, if one is."""
        if (file := self.take(path)) is not None:
            file.close()

    def close_gone(self) -> None:
        """Close the files that were removed or replaced, so that the disk lets go of what was erased from them."""
        with self._mutex:
            gone = [path for path, file in self._kept.items() if not os.fstat(file.descriptor).st_nlink]
            for path in gone:
                self._kept.pop(path).close()

    def close_all(self) -> None:
        """Close every kept file."""
        with self._mutex:
            while self._kept:
                self._kept.popitem()[1].close()

    def begin_anew(self) -> None:
        """Close what a forked process got from its parent: a lock on such a file would be the parent's lock too."""
        self._mutex = threading.Lock()
        self.close_all()


KEPT: Final = OpenFiles()
os.register_at_fork(after_in_child=KEPT.begin_anew)
