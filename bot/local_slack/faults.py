"""What is made to go wrong on demand: the faults that there are, and those that are switched on now.

What each of them does is where it strikes: calls.py, event_faults.py, socket_mode.py and web_api.py.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeVar

STREAM_METHODS = ("chat.appendStream", "chat.stopStream")

Reason = Literal["warning", "refresh_requested", "too_many_websockets", "link_disabled"]
"""Why Slack sends a Socket Mode connection away."""

LASTING: tuple[Reason, ...] = ("too_many_websockets", "link_disabled")
"""The reasons for which a new connection is not even greeted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something that goes wrong. `kind` is what the control API calls it."""

    kind: ClassVar[str]

    def concerns(self, name: str) -> bool:
        """Return whether it may strike what has this name."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class OfCalls(Fault):
    """It strikes calls of a Web API `method`, or answers at a `response_url`; any of them where none is named."""

    method: str = ""

    def concerns(self, name: str) -> bool:
        """Return whether it strikes calls of a method."""
        return self.method in {"", name}


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimited(OfCalls):
    """The call is answered with 429, and may be tried again after so many seconds."""

    kind = "ratelimited"
    retry_after: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerError(OfCalls):
    """The call is answered with a status from 500 on, and no JSON; `after` it was carried out, or not at all."""

    kind = "server_error"
    status: int = 500
    after: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused(OfCalls):
    """The call is not carried out, but answered with one of Slack's error codes."""

    kind = "error"
    error: str = "internal_error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slow(OfCalls):
    """The call is looked at only after so many seconds."""

    kind = "slow"
    seconds: float = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut(OfCalls):
    """The connection breaks without an answer; `after` the call was carried out, or before."""

    kind = "cut"
    after: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadStream(OfCalls):
    """The message stops growing: the stream that is called is at its end before the call is looked at."""

    kind = "dead_stream"

    def concerns(self, name: str) -> bool:
        """Return whether the call goes to a stream."""
        return name in STREAM_METHODS and self.method in {"", name}


@dataclass(frozen=True, slots=True, kw_only=True)
class OfEvents(Fault):
    """It strikes events of one type on their way to the app; any of them where none is named."""

    event: str = ""

    def concerns(self, name: str) -> bool:
        """Return whether it strikes events of a type."""
        return self.event in {"", name}


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubled(OfEvents):
    """The event comes twice at once."""

    kind = "duplicate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtaken(OfEvents):
    """The event comes after the one that follows it, or after so many seconds if none does."""

    kind = "reorder"
    seconds: float = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Late(OfEvents):
    """The event comes so many seconds late."""

    kind = "late"
    seconds: float = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped(OfEvents):
    """The event never comes."""

    kind = "drop"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSockets(Fault):
    """It strikes connections of Socket Mode: those that are open, then those that are opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disconnected(OfSockets):
    """The connection is told to go, for one of Slack's reasons."""

    kind = "disconnect"
    reason: Reason = "refresh_requested"


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken(OfSockets):
    """The connection breaks without a word."""

    kind = "socket_cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class Silent(OfSockets):
    """The connection stays open, but nothing comes through it any more, not even a ping, and nothing said is heard."""

    kind = "silence"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfTokens(Fault):
    """The app's tokens of a `team` are good no more until it is switched off; the app is told so, and nothing else."""

    error: ClassVar[str]
    team: str = ""

    def concerns(self, name: str) -> bool:
        """Return whether it is about a team."""
        return self.team == name


@dataclass(frozen=True, slots=True, kw_only=True)
class Revoked(OfTokens):
    """The bot token was revoked."""

    kind = "tokens_revoked"
    error = "token_revoked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Uninstalled(OfTokens):
    """The app was removed from the workspace."""

    kind = "app_uninstalled"
    error = "account_inactive"


KINDS: dict[str, type[Fault]] = {
    each.kind: each
    for each in (
        *(RateLimited, ServerError, Refused, Slow, Cut, DeadStream),
        *(Doubled, Overtaken, Late, Dropped),
        *(Disconnected, Broken, Silent),
        *(Revoked, Uninstalled),
    )
}
"""All faults by their kind."""

F = TypeVar("F", bound=Fault)


@dataclass(slots=True, eq=False, kw_only=True)
class Active:
    """A fault that is switched on. `left` is how often it strikes still, None until it is switched off."""

    id: str
    fault: Fault
    left: int | None = None
    chance: float = 1.0
    struck: int = 0


@dataclass(slots=True)
class Faults:
    """Those that are switched on, oldest first; `happened` counts by kind how often any has struck."""

    dice: random.Random = field(default_factory=random.Random)
    happened: Counter[str] = field(default_factory=Counter)
    _active: dict[str, Active] = field(default_factory=dict)
    _count: int = 0

    @property
    def active(self) -> list[Active]:
        """Return what is switched on, oldest first."""
        return list(self._active.values())

    def add(self, fault: Fault, *, times: int | None = None, chance: float = 1.0) -> str:
        """Switch a fault on and return its id.

        Args:
            times: How often it strikes, from 1; until it is switched off by default.
            chance: How likely it strikes each time that it could, above 0.0 and up to 1.0.
        """
        self._count += 1
        active = Active(id=f"F{self._count}", fault=fault, left=times, chance=chance)
        self._active[active.id] = active
        return active.id

    def remove(self, fault_id: str) -> bool:
        """Switch a fault off; return whether it was on."""
        return self._active.pop(fault_id, None) is not None

    def clear(self) -> None:
        """Switch all of them off."""
        self._active.clear()

    def strike(self, sort: type[F] | tuple[type[F], ...], name: str = "") -> F | None:
        """Return the oldest fault of a sort that strikes what has this name now, and count it; None if none does."""
        for active in self.active:
            fault = active.fault
            if isinstance(fault, sort) and fault.concerns(name) and self._happens(active):
                return fault
        return None

    def _happens(self, active: Active) -> bool:
        if active.chance < 1.0 and self.dice.random() >= active.chance:
            return False
        active.struck += 1
        self.happened[active.fault.kind] += 1
        if active.left is not None:
            active.left -= 1
            if not active.left:
                del self._active[active.id]
        return True
