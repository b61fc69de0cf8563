"""Triggers and response URLs: what an app may do because somebody has just done something. Values and their rules."""

import secrets
from dataclasses import dataclass, field

from bot.local_slack.errors import ApiError

TRIGGER_SECONDS = 3.0
"""How long a trigger opens a view, once."""

RESPONSE_SECONDS = 1800.0
"""How long a response URL takes posts."""

MOST_RESPONSES = 5
"""Posts that a response URL takes."""

_REMEMBERED_SECONDS = 3600.0
"""How long after its end a trigger or URL is still known, so that its use gets the right error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where an interaction came from: who, where, and the message they used, if any."""

    user: str
    channel: str
    thread_ts: str | None = None
    message_ts: str | None = None
    is_ephemeral: bool = False


@dataclass(slots=True)
class _Trigger:
    user: str
    expires: float
    used: bool = False


@dataclass(slots=True)
class _ResponseUrl:
    origin: Origin
    expires: float
    left: int = MOST_RESPONSES


@dataclass(slots=True)
class Interactions:
    """The triggers and response URLs given out so far."""

    _triggers: dict[str, _Trigger] = field(default_factory=dict)
    _urls: dict[str, _ResponseUrl] = field(default_factory=dict)

    def trigger(self, user: str, now: float) -> str:
        """Return a new trigger id for what somebody did now."""
        _forget_old(self._triggers, now)
        trigger_id = f"{int(now * 1000)}.{secrets.randbelow(10**10):010d}.{secrets.token_hex(16)}"
        self._triggers[trigger_id] = _Trigger(user, now + TRIGGER_SECONDS)
        return trigger_id

    def use_trigger(self, trigger_id: str, now: float) -> str:
        """Return whose trigger it is, and let it not be used again.

        Raises:
            ApiError: `invalid_trigger_id`, `exchanged_trigger_id` or `expired_trigger_id`.
        """
        trigger = self._triggers.get(trigger_id)
        if trigger is None:
            raise ApiError("invalid_trigger_id")
        if trigger.used:
            raise ApiError("exchanged_trigger_id")
        if trigger.expires < now:
            raise ApiError("expired_trigger_id")
        trigger.used = True
        return trigger.user

    def response_token(self, origin: Origin, now: float) -> str:
        """Return the secret part of a new response URL."""
        _forget_old(self._urls, now)
        token = secrets.token_urlsafe(24)
        self._urls[token] = _ResponseUrl(origin, now + RESPONSE_SECONDS)
        return token

    def use_response(self, token: str, now: float) -> Origin:
        """Return where a response URL belongs, and count one post.

        Raises:
            ApiError: `invalid_url` if there is none, `expired_url` after 30 minutes, `used_url` after five posts.
        """
        url = self._urls.get(token)
        if url is None:
            raise ApiError("invalid_url")
        if url.expires < now:
            raise ApiError("expired_url")
        if url.left == 0:
            raise ApiError("used_url")
        url.left -= 1
        return url.origin


def _forget_old(given_out: dict[str, _Trigger] | dict[str, _ResponseUrl], now: float) -> None:
    """Drop what ended long ago; entries stand in the order in which they end."""
    while given_out:
        oldest = next(iter(given_out))
        if given_out[oldest].expires + _REMEMBERED_SECONDS >= now:
            return
        del given_out[oldest]
