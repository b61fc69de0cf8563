"""What is sent to Slack again by itself, and how long that may take: nothing that would do something twice."""

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
)
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState

LONGEST_WAIT = 30
"""Seconds that Slack may ask to wait before a call gives up and says so."""

PASSING = frozenset(
    {"ratelimited", "rate_limited", "internal_error", "fatal_error", "service_unavailable", "request_timeout"}
)
"""Errors that go away by themselves. Source: the common errors of Slack's Web API methods."""

BROKEN = (aiohttp.ClientError, OSError, TimeoutError)
"""How a connection fails."""

_POSTING = frozenset({"chat.postMessage", "chat.postEphemeral"})
_OPENING = frozenset({"views.open", "views.push"})
_ADDING = _POSTING | _OPENING | {"chat.startStream", "chat.appendStream"}
"""Methods that add something each time, or do it once; what became of a call whose answer was lost nobody knows."""

_OK, _LOWEST_SERVER_ERROR = 200, 500


def patient_handlers() -> list[AsyncRetryHandler]:
    """Return the handlers that make a client patient with rate limits, server errors and broken connections.

    `chat.postMessage` is left to `bot.slack.posting`, which knows the channel, and what to do about a lost answer; what
    one person alone is told, to `bot.slack.telling`, and dialogs to `bot.slack.dialogs`.
    """
    return [_RateLimits(max_retry_count=3), _ServerErrors(max_retry_count=2), _Connections(max_retry_count=2)]


def retry_after(headers: object) -> float | None:
    """Return the seconds that an answer's headers ask to wait, at least one; None if they do not say."""
    found = next((value for name, value in dict(headers).items() if name.lower() == "retry-after"), None)  # type: ignore[call-overload]
    told = found[0] if isinstance(found, list) else found
    return max(1.0, float(told)) if told is not None and str(told).isdigit() else None


def passing_trouble(error: Exception) -> str | None:
    """Return what keeps a call from being made now, in a word; None for a reason that stays."""
    if not isinstance(error, SlackApiError):
        return "connection"
    code = str(error.response.get("error"))
    if code in PASSING:
        return code
    return "server" if getattr(error.response, "status_code", _OK) >= _LOWEST_SERVER_ERROR else None


def asked_to_wait(error: Exception) -> float | None:
    """Return the seconds that a refusal asks to wait; None if it does not say."""
    return retry_after(getattr(error.response, "headers", {})) if isinstance(error, SlackApiError) else None


def _method(request: HttpRequest) -> str:
    return request.url.rpartition("/")[2]


def _is_trouble(response: HttpResponse) -> bool:
    told = response.body.get("error") if isinstance(response.body, dict) else None
    return response.status_code >= _LOWEST_SERVER_ERROR or (response.status_code == _OK and told in PASSING)


class _RateLimits(AsyncRateLimitErrorRetryHandler):
    """Waits as long as Slack asks to, unless that is too long."""

    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if _method(request) in _POSTING or response is None:
            return False
        short = (retry_after(response.headers) or 1.0) <= LONGEST_WAIT
        return short and await super()._can_retry_async(state=state, request=request, response=response, error=error)


class _ServerErrors(AsyncRetryHandler):
    """Asks again when Slack has trouble of its own, whether its status says so or only the answer does."""

    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        return response is not None and _is_trouble(response) and _method(request) not in _ADDING


class _Connections(AsyncConnectionErrorRetryHandler):
    """Asks again when the connection broke."""

    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        again = await super()._can_retry_async(state=state, request=request, response=response, error=error)
        return again and _method(request) not in _ADDING
