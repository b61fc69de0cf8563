"""What a client sends again by itself: never what would do something twice, and never for too long."""

import aiohttp
import pytest
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState

from bot.slack.patience import LONGEST_WAIT, patient_handlers, retry_after


async def sent_again(
    method: str,
    *,
    status: int = 200,
    told: str | None = None,
    after: str | None = None,
    error: Exception | None = None,
    tries: int = 0,
) -> bool:
    request = HttpRequest(method="POST", url=f"https://slack.example/api/{method}", headers={})
    response = None
    if error is None:
        body = {"ok": False, "error": told} if told else {"ok": True}
        response = HttpResponse(status_code=status, headers={"Retry-After": after} if after else {}, body=body)
    state = RetryState(current_attempt=tries)
    asked = [
        await handler.can_retry_async(state=state, request=request, response=response, error=error)
        for handler in patient_handlers()
    ]
    return any(asked)


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_trouble_of_slacks_own_is_asked_about_again_unless_that_adds_something(status: int) -> None:
    assert await sent_again("users.info", status=status)
    assert await sent_again("chat.update", status=status, tries=1)
    assert not await sent_again("users.info", status=status, tries=2)
    assert not await sent_again("chat.postMessage", status=status)
    assert not await sent_again("chat.appendStream", status=status)


@pytest.mark.parametrize("told", ["internal_error", "fatal_error", "service_unavailable", "request_timeout"])
async def test_so_is_an_answer_that_tells_of_trouble(told: str) -> None:
    assert await sent_again("users.info", told=told)
    assert not await sent_again("users.info", told=told, tries=2)
    assert not await sent_again("chat.postMessage", told=told)
    assert not await sent_again("users.info", told="user_not_found")


@pytest.mark.parametrize(
    "error", [aiohttp.ServerDisconnectedError(), aiohttp.ClientOSError()], ids=["disconnected", "reset"]
)
async def test_a_broken_connection_is_tried_again_unless_that_adds_something(error: Exception) -> None:
    assert await sent_again("conversations.info", error=error)
    assert not await sent_again("chat.startStream", error=error)
    assert not await sent_again("conversations.info", error=error, tries=2)


async def test_a_rate_limit_is_kept_to_within_bounds() -> None:
    assert await sent_again("users.info", status=429, after="3")
    assert await sent_again("users.info", status=429)
    assert await sent_again("chat.update", status=429, after=str(LONGEST_WAIT))
    assert not await sent_again("users.info", status=429, after=str(LONGEST_WAIT + 1))
    assert not await sent_again("users.info", status=429, after="1", tries=3)
    assert not await sent_again("chat.postMessage", status=429, after="1")
    assert not await sent_again("chat.postEphemeral", status=429, after="1")


async def test_all_being_well_nothing_is_sent_again() -> None:
    assert not await sent_again("users.info")
    assert not await sent_again("users.info", error=ValueError())


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": ["0"]}, 1.0),
        ({"Retry-After": "soon"}, None),
        ({}, None),
    ],
)
def test_headers_tell_how_long_to_wait(headers: dict[str, object], seconds: float | None) -> None:
    assert retry_after(headers) == seconds
