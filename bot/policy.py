"""Where and of whom the bot takes notes, as the admins of a workspace chose. The decision is pure; the file is small.

By default it takes notes of what is said to it: in DMs, and where it is mentioned. A channel can be closed to notes, a
list of channels can be the only ones that are open, and in a channel that was opened as a whole it also notes what
nobody says to it. Guests and people of other organisations are noted only when they ask for it, unless that is allowed.
"""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from bot.audience import Place, PlaceKind
from memory.errors import StoreError
from memory.records import Kind
from memory.stores.files import read_file, replace_file
from memory.stores.locks import FileLocked

FILE = "policy.json"


class Notes(StrEnum):
    """What may be noted of a message: all it states, only what it asks to remember, or nothing at all."""

    ALL = "all"
    ASKED = "asked"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Policy:
    """What the admins of one workspace chose. Channels are named by id.

    `denied` are closed; if `allowed` names any, every other channel is closed too; `listening` are open as a whole.
    `outsiders` tells whether guests and people of other organisations are noted like everyone. `retention` overrides
    the days that memories of a kind are kept, 0 is for ever.
    """

    denied: frozenset[str] = frozenset()
    allowed: frozenset[str] = frozenset()
    listening: frozenset[str] = frozenset()
    outsiders: bool = False
    retention: Mapping[Kind, int] = field(default_factory=dict)

    def is_closed(self, channel_id: str) -> bool:
        """Return whether nothing that is said in a channel may be noted."""
        only = self.allowed | self.listening
        return channel_id in self.denied or (bool(self.allowed) and channel_id not in only)

    def notes(self, place: Place, *, outsider: bool, overheard: bool = False) -> Notes:
        """Return what may be noted of a message, by where it was said and who said it.

        Args:
            outsider: Its author is a guest or of another organisation.
            overheard: It was not said to the bot.
        """
        in_dm = place.kind is PlaceKind.DM
        if not in_dm and self.is_closed(place.channel_id):
            return Notes.NOTHING
        if overheard and (in_dm or place.channel_id not in self.listening):
            return Notes.NOTHING
        if outsider and not self.outsiders:
            return Notes.NOTHING if overheard else Notes.ASKED
        return Notes.ALL

    def with_channel(self, channel_id: str, choice: str) -> "Policy":
        """Return the policy with a channel denied, allowed, listened to as a whole, or as it is by default."""
        rest = {
            name: getattr(self, name) - {channel_id} | ({channel_id} if choice == verb else frozenset())
            for verb, name in (("deny", "denied"), ("allow", "allowed"), ("listen", "listening"))
        }
        return replace(self, **rest)


class Policies:
    """The policies of every workspace, in one file of the home, read anew when it changes. Safe for threads.

    A home of None keeps them in memory alone.
    """

    def __init__(self, home: Path | None = None) -> None:
        self._path = home / FILE if home is not None else None
        self._lock = threading.Lock()
        self._stamp: tuple[int, int, int] | None = None
        self._known: dict[str, Policy] = {}

    def of(self, team_id: str) -> Policy:
        """Return the policy of a workspace; the default one where nothing was chosen.

        Raises:
            StoreError: If the file cannot be read: what was closed must not open by accident.
        """
        with self._lock:
            self._read_if_changed()
            return self._known.get(team_id, Policy())

    def change(self, team_id: str, to: Callable[[Policy], Policy]) -> Policy:
        """Change the policy of a workspace durably and return it.

        Raises:
            StoreError: If it could not be saved; nothing is changed then.
        """
        with self._lock:
            if self._path is None:
                self._known[team_id] = to(self._known.get(team_id, Policy()))
                return self._known[team_id]
            with FileLocked(self._path.with_name(f".{FILE}.lock")):
                self._read_if_changed()
                known = {**self._known, team_id: to(self._known.get(team_id, Policy()))}
                data = {team: _packed(policy) for team, policy in sorted(known.items())}
                found = replace_file(self._path, json.dumps(data, indent=1).encode(), sync=True)
                self._known, self._stamp = known, (found.st_mtime_ns, found.st_size, found.st_ino)
            return self._known[team_id]

    def _read_if_changed(self) -> None:
        if self._path is None or not self._path.exists():
            return
        found = self._path.stat()
        stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
        if stamp == self._stamp:
            return
        try:
            data = json.loads(read_file(self._path)[0])
            self._known = {str(team_id): _unpacked(chosen) for team_id, chosen in data.items()}
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            step = "Correct it, or remove it and have an admin choose again."
            raise StoreError(self._path, "it is not the policy of workspaces in JSON", step) from error
        self._stamp = stamp


def retention_by_team(policies: Policies) -> Callable[[str], Mapping[Kind, int]]:
    """Return a function that gives the days that admins chose for each kind, by workspace."""
    return lambda team_id: policies.of(team_id).retention


def _packed(policy: Policy) -> dict[str, Any]:
    return {
        "denied": sorted(policy.denied),
        "allowed": sorted(policy.allowed),
        "listening": sorted(policy.listening),
        "outsiders": policy.outsiders,
        "retention": {kind.value: days for kind, days in policy.retention.items()},
    }


def _unpacked(chosen: Mapping[str, Any]) -> Policy:
    return Policy(
        denied=frozenset(map(str, chosen.get("denied", ()))),
        allowed=frozenset(map(str, chosen.get("allowed", ()))),
        listening=frozenset(map(str, chosen.get("listening", ()))),
        outsiders=bool(chosen.get("outsiders", False)),
        retention={Kind(kind): int(days) for kind, days in chosen.get("retention", {}).items()},
    )
