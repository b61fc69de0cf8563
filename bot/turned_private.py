"""Channels known to be private, kept across restarts: what was said in one while it was public is closed too.

One small file in the home, read anew by every process when it changes; Slack can tell it again, so a lost one is made
anew from what Slack answers.
"""

import json
import logging
import threading
from pathlib import Path

from memory.errors import StoreError
from memory.stores.files import replace_file

_LOG = logging.getLogger(__name__)

FILE = "private_channels.json"


class TurnedPrivate:
    """The private channels of each workspace, by its id. Safe for threads. Without a home nothing is kept on disk."""

    def __init__(self, home: Path | None = None) -> None:
        self._path = home / FILE if home is not None else None
        self._lock = threading.Lock()
        self._stamp: tuple[int, int] | None = None
        self._known: dict[str, frozenset[str]] = {}

    def of(self, team_id: str) -> frozenset[str]:
        """Return the ids of the channels that are private now; empty for a workspace of which none is known."""
        with self._lock:
            self._read_if_changed()
            return self._known.get(team_id, frozenset())

    def note(self, team_id: str, channel_id: str, *, private: bool) -> None:
        """Note whether a channel is private now. What the disk refuses is logged and still known to this process."""
        with self._lock:
            self._read_if_changed()
            known = self._known.get(team_id, frozenset())
            if (channel_id in known) is private:
                return
            self._known[team_id] = known | {channel_id} if private else known - {channel_id}
            self._write()

    def _read_if_changed(self) -> None:
        if self._path is None:
            return
        try:
            found = self._path.stat()
            stamp = (found.st_mtime_ns, found.st_ino)
            if stamp == self._stamp:
                return
            self._stamp = stamp
            data = json.loads(self._path.read_text(encoding="utf-8"))
            self._known = {str(team): frozenset(map(str, channels)) for team, channels in data.items()}
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, AttributeError) as error:
            _LOG.warning("%s cannot be read (%s); Slack is asked again.", self._path, type(error).__name__)

    def _write(self) -> None:
        if self._path is None:
            return
        data = {team: sorted(channels) for team, channels in sorted(self._known.items())}
        try:
            found = replace_file(self._path, json.dumps(data).encode(), sync=False)
            self._stamp = (found.st_mtime_ns, found.st_ino)
        except StoreError as error:
            _LOG.error("%s", error)
