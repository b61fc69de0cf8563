"""The Events API over HTTP: signed requests to the app's request URL."""

import asyncio
import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import aiohttp

from bot.local_slack.clock import Clock, within
from bot.local_slack.delivery import ACK_SECONDS, Answer, Envelope

PROBE_SECONDS = 0.2
"""How long to wait before asking again whether the request URL answers."""

_MOST_REDIRECTS = 2
"""Redirects that are followed."""

_AGENT = "Slackbot 1.0 (+https://api.slack.com/robots)"


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """Return the value of `X-Slack-Signature` (version v0) for a body sent at a time."""
    base = b"v0:" + timestamp.encode() + b":" + body
    return "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()


def encoded(envelope: Envelope) -> tuple[bytes, str]:
    """Return body and content type of a payload: JSON for events, a form for the rest."""
    if envelope.kind == "events_api":
        return json.dumps(envelope.payload).encode(), "application/json"
    form = {"payload": json.dumps(envelope.payload)} if envelope.kind == "interactive" else envelope.payload
    return urlencode(form).encode(), "application/x-www-form-urlencoded"


class HttpEvents:
    """Posts to one URL. `is_connected` once the URL has answered the challenge, until it cannot be reached."""

    def __init__(
        self, url: str, *, secret: str, token: str, clock: Clock, on_change: Callable[[], None] = lambda: None
    ) -> None:
        self._url, self._secret, self._token, self._clock = url, secret, token, clock
        self._on_change = on_change
        self._connected = asyncio.Event()
        self._lost = asyncio.Event()
        self._session: aiohttp.ClientSession | None = None

    @property
    def is_connected(self) -> bool:
        """Whether the URL has answered the challenge and could be reached since."""
        return self._connected.is_set()

    async def keep_verified(self) -> None:
        """Ask the URL whether it is there until it answers the challenge; start over when it gets lost. Never ends."""
        while True:
            while not await self._verify():
                await self._clock.sleep(PROBE_SECONDS)
            self._lost.clear()
            self._connected.set()
            self._on_change()
            await self._lost.wait()

    async def send(self, envelope: Envelope) -> Answer:
        """Post once and wait for the answer."""
        body, content_type = encoded(envelope)
        headers = {"Content-Type": content_type}
        if envelope.retry_attempt:
            headers["X-Slack-Retry-Num"] = str(envelope.retry_attempt)
            headers["X-Slack-Retry-Reason"] = envelope.retry_reason
        answer = await self._post(body, headers)
        if answer.reason == "connection_failed":
            self._lose()
        return answer

    async def close(self) -> None:
        """Close what is open."""
        if self._session:
            await self._session.close()

    async def _verify(self) -> bool:
        challenge = hashlib.sha256(str(self._clock.now()).encode()).hexdigest()
        body = json.dumps({"token": self._token, "challenge": challenge, "type": "url_verification"}).encode()
        answer = await self._post(body, {"Content-Type": "application/json"})
        said = answer.payload.get("challenge") if isinstance(answer.payload, dict) else answer.payload
        return answer.ok and said == challenge

    def _lose(self) -> None:
        if self._connected.is_set():
            self._connected.clear()
            self._on_change()
            self._lost.set()

    async def _post(self, body: bytes, headers: dict[str, str]) -> Answer:
        timestamp = str(int(self._clock.now()))
        signed = {
            **headers,
            "User-Agent": _AGENT,
            "X-Slack-Request-Timestamp": timestamp,
            "X-Slack-Signature": signature(self._secret, timestamp, body),
        }
        try:
            return await within(self._clock, ACK_SECONDS, self._exchange(body, signed))
        except TimeoutError:
            return Answer(ok=False, reason="http_timeout")
        except aiohttp.TooManyRedirects:
            return Answer(ok=False, reason="too_many_redirects")
        except aiohttp.ClientSSLError:
            return Answer(ok=False, reason="ssl_error")
        except (aiohttp.ClientConnectionError, OSError):
            return Answer(ok=False, reason="connection_failed")
        except aiohttp.ClientError:
            return Answer(ok=False, reason="unknown_error")

    async def _exchange(self, body: bytes, headers: dict[str, str]) -> Answer:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=None))
        async with self._session.post(
            self._url, data=body, headers=headers, max_redirects=_MOST_REDIRECTS + 1
        ) as response:
            text = await response.text()
            if not 200 <= response.status < 300:
                final = response.headers.get("X-Slack-No-Retry") == "1"
                return Answer(ok=False, reason="http_error", final=final)
            return Answer(ok=True, payload=_payload(text, response.content_type))


def _payload(text: str, content_type: str) -> Any:
    if not text:
        return None
    if content_type != "application/json":
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text
