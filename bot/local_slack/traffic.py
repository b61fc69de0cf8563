"""The last of all that went between the workspace and the app: calls, payloads and answers at response URLs."""

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.local_slack.clock import Clock
from bot.local_slack.delivery import Answer, Envelope, Transport
from bot.local_slack.feed import Feed
from bot.local_slack.messages import Json

MOST_ENTRIES = 500
"""How many are kept; older ones go."""

HIDDEN = "(hidden)"
"""What stands where a secret was."""

_SECRETS = frozenset({"token", "access_token", "refresh_token", "client_secret", "code"})

Way = Literal["call", "event", "command", "interaction", "response"]
_WAYS: dict[str, Way] = {"events_api": "event", "slash_commands": "command", "interactive": "interaction"}


@dataclass(slots=True, eq=False, kw_only=True)
class Entry:
    """One exchange: `sent` is what whoever began it said, `answer` what came back.

    `at` is in seconds since the epoch. `ms` is how many milliseconds it took, None while it is under way. `outcome` is
    one word: `ok`, or what went wrong. `attempt` counts the deliveries of an event from 0; `reason` is why there is
    another one.
    """

    id: int
    at: float
    way: Way
    name: str
    sent: Any
    attempt: int = 0
    reason: str = ""
    answer: Any = None
    outcome: str = ""
    ms: float | None = None
    begun: float = field(default=0.0, repr=False)

    def as_json(self) -> Json:
        """Return it as the control API shows it, without secrets."""
        return {
            "id": self.id,
            "at": self.at,
            "way": self.way,
            "name": self.name,
            "attempt": self.attempt,
            "reason": self.reason,
            "outcome": self.outcome,
            "ms": self.ms,
            "sent": without_secrets(self.sent),
            "answer": without_secrets(self.answer),
        }


class Traffic:
    """The last entries, oldest first, and the pages that watch them.

    Args:
        timer: Tells seconds that only go forward, to measure how long things take.
    """

    def __init__(self, clock: Clock, *, timer: Callable[[], float] = time.perf_counter) -> None:
        self._clock, self._timer = clock, timer
        self._entries: deque[Entry] = deque(maxlen=MOST_ENTRIES)
        self._count = 0
        self.feed = Feed()

    def begin(self, way: Way, name: str, sent: Any, *, attempt: int = 0, reason: str = "") -> Entry:
        """Note that something is on its way."""
        self._count += 1
        entry = Entry(
            id=self._count,
            at=self._clock.now(),
            way=way,
            name=name,
            sent=sent,
            attempt=attempt,
            reason=reason,
            begun=self._timer(),
        )
        self._entries.append(entry)
        self._tell(entry)
        return entry

    def end(self, entry: Entry, outcome: str, answer: Any = None) -> None:
        """Note what became of it."""
        entry.outcome, entry.answer = outcome, answer
        entry.ms = round((self._timer() - entry.begun) * 1000, 1)
        self._tell(entry)

    def newest(self, *, text: str = "", most: int = MOST_ENTRIES) -> list[Json]:
        """Return the newest entries first, at most so many, of those that hold a text in any of their parts."""
        wanted = text.casefold()
        shown = (entry.as_json() for entry in reversed(self._entries))
        found = (each for each in shown if not wanted or wanted in json.dumps(each, ensure_ascii=False).casefold())
        return [each for _, each in zip(range(most), found, strict=False)]

    def clear(self) -> None:
        """Forget all of it."""
        self._entries.clear()

    def _tell(self, entry: Entry) -> None:
        if self.feed.is_watched:
            self.feed.push({"type": "traffic", "entry": entry.as_json()})


class NotedTransport:
    """A transport that notes what goes through it."""

    def __init__(self, transport: Transport, traffic: Traffic) -> None:
        self._transport, self._traffic = transport, traffic

    @property
    def is_connected(self) -> bool:
        """Whether the app could be reached now."""
        return self._transport.is_connected

    async def send(self, envelope: Envelope) -> Answer:
        """Deliver once, and note it."""
        entry = self._traffic.begin(
            _WAYS[envelope.kind],
            name_of(envelope),
            envelope.payload,
            attempt=envelope.retry_attempt,
            reason=envelope.retry_reason,
        )
        outcome = "cancelled"
        payload: Any = None
        try:
            answer = await self._transport.send(envelope)
            outcome, payload = ("ok" if answer.ok else answer.reason), answer.payload
        finally:
            self._traffic.end(entry, outcome, payload)
        return answer


def name_of(envelope: Envelope) -> str:
    """Return what a payload is called: the type of an event or an interaction, or the command."""
    payload = envelope.payload
    if envelope.kind == "events_api":
        return str(payload["event"]["type"])
    return str(payload["command"] if envelope.kind == "slash_commands" else payload["type"])


def home_of(envelope: Envelope) -> str:
    """Return the id of the workspace that a payload comes from, or of its organisation where the whole of it has the
    app."""
    payload = envelope.payload
    if envelope.kind == "interactive":
        return str((payload["enterprise"] if payload.get("is_enterprise_install") else payload["team"])["id"])
    told = payload["authorizations"][0] if envelope.kind == "events_api" else payload
    return str(payload["enterprise_id"] if told["is_enterprise_install"] in {True, "true"} else payload["team_id"])


def without_secrets(value: Any) -> Any:
    """Return a JSON value with everything hidden that lets somebody act as the app."""
    if isinstance(value, dict):
        return {
            name: HIDDEN if name in _SECRETS and isinstance(each, str) and each else without_secrets(each)
            for name, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [without_secrets(each) for each in value]
    return value
