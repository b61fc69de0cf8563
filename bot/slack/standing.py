"""What Slack told of people and channels that must outlive a restart: who is an outsider, which channels are private.

What was said in a channel while it was public is closed once it is private, and programs that cannot ask Slack, the
command line and the MCP server, must know it too. One small file in the home, read anew by every process when it
changes; Slack can tell it again, so a lost one is made anew.
"""

import json
import logging
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.audience import Audience
from memory.errors import StoreError
from memory.records import Person
from memory.stores.files import replace_file

_LOG = logging.getLogger(__name__)

FILE = "standing.json"
_PRIVATE, _OUTSIDERS = "private", "outsiders"
_Known = dict[tuple[str, str], frozenset[str]]
"""Ids of channels or people by workspace and what they are."""


class Standing:
    """What is known of each workspace, by its id. Safe for threads. Without a home nothing is kept on disk."""

    def __init__(self, home: Path | None = None) -> None:
        self._path = home / FILE if home is not None else None
        self._lock = threading.Lock()
        self._stamp: tuple[int, int] | None = None
        self._known: _Known = {}

    def private_channels(self, team_id: str) -> frozenset[str]:
        """Return the ids of the channels that are private now; empty for a workspace of which none is known."""
        return self._of(team_id, _PRIVATE)

    def is_outsider(self, person: Person) -> bool:
        """Return whether somebody is a guest or of another organisation, as far as they were met."""
        return person.user_id in self._of(person.team_id, _OUTSIDERS)

    def note_channel(self, team_id: str, channel_id: str, *, private: bool) -> None:
        """Note whether a channel is private now. What the disk refuses is logged and still known to this process."""
        self._note(team_id, _PRIVATE, channel_id, is_so=private)

    def note_person(self, person: Person, *, outsider: bool) -> None:
        """Note whether somebody is an outsider now."""
        self._note(person.team_id, _OUTSIDERS, person.user_id, is_so=outsider)

    def known_to(self, audience: Audience) -> Audience:
        """Return an audience with what is known of its reader and its workspace."""
        reader, place = audience.reader, audience.place
        outsiders = place.outsiders or self.is_outsider(reader)
        return replace(
            audience,
            place=replace(place, outsiders=outsiders),
            turned_private=self.private_channels(reader.team_id),
        )

    def _of(self, team_id: str, what: str) -> frozenset[str]:
        with self._lock:
            self._read_if_changed()
            return self._known.get((team_id, what), frozenset())

    def _note(self, team_id: str, what: str, one: str, *, is_so: bool) -> None:
        with self._lock:
            self._read_if_changed()
            known = self._known.get((team_id, what), frozenset())
            if (one in known) is is_so:
                return
            self._known[team_id, what] = known | {one} if is_so else known - {one}
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
            self._known = _unpacked(json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, AttributeError) as error:
            _LOG.warning("%s cannot be read (%s); Slack is asked again.", self._path, type(error).__name__)

    def _write(self) -> None:
        if self._path is None:
            return
        data: dict[str, dict[str, list[str]]] = {}
        for (team_id, what), ids in sorted(self._known.items()):
            data.setdefault(team_id, {})[what] = sorted(ids)
        try:
            found = replace_file(self._path, json.dumps(data).encode(), sync=False)
            self._stamp = (found.st_mtime_ns, found.st_ino)
        except StoreError as error:
            _LOG.error("%s", error)


def _unpacked(data: Any) -> _Known:
    return {
        (str(team_id), what): frozenset(map(str, ids.get(what, ())))
        for team_id, ids in data.items()
        for what in (_PRIVATE, _OUTSIDERS)
    }
