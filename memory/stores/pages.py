"""Keeps the generated pages of a person (`memory.views`) on the disk in step with what holds."""

import hashlib
import logging
import time
from collections.abc import Collection
from pathlib import Path
from typing import Final

from memory import views
from memory.errors import StoreError
from memory.records import Memory
from memory.stores import files

EAGER: Final = 8
"""Up to this many memories the pages are written after each change; beyond it, at most ten times a second and in at
most a hundredth of the time."""
_SHARE: Final = 100
_PAUSE: Final = 0.1
"""Seconds between two times at least: each time also makes the store list the folder anew for a while."""
_log = logging.getLogger(__name__)


class Pages:
    """The pages in one person's folder. `due` tells that a change was put off."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.due = False
        self._folder, self._home = folder, home
        self._written: dict[str, bytes] = {}
        self._told = False
        self._cost = 0.0
        self._at = -float("inf")

    def changed(self, memories: Collection[Memory], *, at_once: bool = False) -> None:
        """Write the pages now, or put it off if there are more than a few memories and it was done a moment ago.

        With `at_once` it is not put off.

        The log is written by then: a disk that refuses the pages is warned of, once until it takes them, and they stay
        due.
        """
        self.due = True
        if at_once or len(memories) <= EAGER or self.may_be_written:
            try:
                self.write(memories)
            except StoreError as error:
                if not self._told:
                    _log.warning("the pages are out of date: %s", error)
                self._told = True

    @property
    def may_be_written(self) -> bool:
        """Whether writing them again would be neither too soon nor take too large a share of the time."""
        return time.monotonic() - self._at >= max(_PAUSE, _SHARE * self._cost)

    def write(self, memories: Collection[Memory], *, compare: bool = False) -> int:
        """Write the pages that changed, or with `compare` those that differ from what is there; return how many."""
        started = time.monotonic()
        try:
            written = self._write_changed(memories, compare=compare)
        finally:
            self._at = time.monotonic()
            self._cost = self._at - started
        self.due = self._told = False
        return written

    def _write_changed(self, memories: Collection[Memory], *, compare: bool) -> int:
        if compare:
            self._written.clear()
        pages = {name: text.encode("utf-8", "replace") for name, text in views.render(memories).items()}
        digests = {name: hashlib.blake2b(data).digest() for name, data in pages.items()}
        written = 0
        for name, data in pages.items():
            path = self._folder / name
            if self._written.get(name) == digests[name] and path.exists():
                continue
            if path.is_file() and not path.is_symlink() and files.read_file(path)[0] == data:
                continue
            files.make_folder(path.parent, self._home)
            files.replace_file(path, data, sync=False)
            written += 1
        for name in self._written.keys() - pages.keys():
            files.remove_file(self._folder / name)
        self._written = digests
        return written
