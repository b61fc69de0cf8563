"""What every call by the app goes through: it is noted, and may go wrong on demand."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.local_slack.clock import Clock
from bot.local_slack.faults import Cut, Fault, Faults, RateLimited, Refused, ServerError, Slow
from bot.local_slack.traffic import Traffic, Way

RESPONSE_URL = "response_url"
"""What answers at a response URL are called, beside the methods."""

_STRIKING = (RateLimited, ServerError, Refused, Cut)

Answering = Callable[[], Awaitable[web.Response]]


class Calls:
    """The way in for calls."""

    def __init__(self, faults: Faults, traffic: Traffic, clock: Clock) -> None:
        self.faults, self._traffic, self._clock = faults, traffic, clock

    async def answer(self, request: web.Request, name: str, sent: Any, answering: Answering) -> web.Response:
        """Return the answer to a call, or what a fault makes of it.

        Args:
            name: The method, or `RESPONSE_URL`.
            sent: The arguments, as they are to be noted.
            answering: Carries the call out.
        """
        way: Way = "response" if name == RESPONSE_URL else "call"
        entry = self._traffic.begin(way, name, sent)
        slow = self.faults.strike(Slow, name)
        if slow:
            await self._clock.sleep(slow.seconds)
        fault: Fault | None = self.faults.strike(_STRIKING, name)
        response = await _troubled(fault, answering)
        if isinstance(fault, Cut):
            self._traffic.end(entry, "cut after it" if fault.after else "cut before it")
            if request.transport is not None:
                request.transport.abort()
        else:
            self._traffic.end(entry, *_told(response))
        return response


async def _troubled(fault: Fault | None, answering: Answering) -> web.Response:
    """Return the answer to a call that a fault strikes."""
    match fault:
        case RateLimited(retry_after=seconds):
            said = {"ok": False, "error": "ratelimited"}
            return web.json_response(said, status=429, headers={"Retry-After": str(seconds)})
        case Refused(error=code):
            return web.json_response({"ok": False, "error": code})
        case ServerError(status=status, after=after):
            if after:
                await answering()
            return web.Response(text="<html>It is not you, it is us.</html>", content_type="text/html", status=status)
        case Cut(after=False):
            return web.Response()
    return await answering()


def _told(response: web.Response) -> tuple[str, Any]:
    """Return outcome and body of an answer, as they are noted."""
    text = response.text or ""
    body = json.loads(text) if response.content_type == "application/json" else text
    if isinstance(body, dict) and not body.get("ok", True):
        return str(body["error"]), body
    return "ok" if response.status == web.HTTPOk.status_code else str(response.status), body
