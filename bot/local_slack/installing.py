"""Installing the app by OAuth, version 2: who agreed to what, codes that are good once, tokens that may expire."""

import secrets
from dataclasses import dataclass, field
from typing import Any

from bot.local_slack.errors import ApiError
from bot.local_slack.socket_mode import new_secret

CODE_SECONDS = 600.0
"""How long an app may take to trade a code."""
TOKEN_SECONDS = 43_200
"""How long a token is good where tokens are rotated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What an app asks for when it is to be installed: scopes, and where to come back to with which state."""

    redirect_uri: str
    state: str
    scopes: tuple[str, ...]


@dataclass(slots=True)
class Installing:
    """The installations under way, and the tokens given out that are not the app's first."""

    client_id: str = field(default_factory=lambda: f"{secrets.randbelow(10**12):012}.{secrets.randbelow(10**12):012}")
    client_secret: str = field(default_factory=new_secret)
    _wishes: dict[str, Wish] = field(default_factory=dict)
    _codes: dict[str, tuple[Wish, float]] = field(default_factory=dict)
    _tokens: dict[str, float] = field(default_factory=dict)
    _refresh: dict[str, Wish] = field(default_factory=dict)

    def ask(self, wish: Wish) -> str:
        """Keep what an app asks for until somebody decides; return the ticket of the decision."""
        ticket = new_secret()
        self._wishes[ticket] = wish
        return ticket

    def decide(self, ticket: str) -> Wish | None:
        """Return what was asked for, once; None for a ticket that was used or never given."""
        return self._wishes.pop(ticket, None)

    def agree(self, wish: Wish, now: float) -> str:
        """Return the code with which the app gets its token."""
        code = new_secret("local-code-")
        self._codes[code] = (wish, now + CODE_SECONDS)
        return code

    def check_client(self, client_id: str, client_secret: str) -> None:
        """Let only the app itself go on.

        Raises:
            ApiError: `invalid_client_id` or `bad_client_secret`.
        """
        if client_id != self.client_id:
            raise ApiError("invalid_client_id")
        if not secrets.compare_digest(client_secret.encode(), self.client_secret.encode()):
            raise ApiError("bad_client_secret")

    def trade(self, code: str, redirect_uri: str, now: float) -> Wish:
        """Return what was agreed to, for a code that has not been traded yet.

        Raises:
            ApiError: `invalid_code`, or `bad_redirect_uri` if it is another than was asked for.
        """
        wish, until = self._codes.pop(code, (None, 0.0))
        if wish is None or now > until:
            raise ApiError("invalid_code")
        if redirect_uri != wish.redirect_uri:
            raise ApiError("bad_redirect_uri")
        return wish

    def renew(self, refresh_token: str) -> Wish:
        """Return what was agreed to, for a refresh token that has not been used yet.

        Raises:
            ApiError: `invalid_refresh_token`.
        """
        wish = self._refresh.pop(refresh_token, None)
        if wish is None:
            raise ApiError("invalid_refresh_token")
        return wish

    def expiring(self, wish: Wish, now: float) -> dict[str, Any]:
        """Return a new token that expires, and what renews it, as Slack words it."""
        token, refresh_token = new_secret("xoxe.xoxb-local-"), new_secret("xoxe-local-")
        self._tokens[token], self._refresh[refresh_token] = now + TOKEN_SECONDS, wish
        return {"access_token": token, "expires_in": TOKEN_SECONDS, "refresh_token": refresh_token}

    def gave(self, token: str, now: float) -> bool:
        """Return whether a token was given out here.

        Raises:
            ApiError: `token_expired` if it was, and is good no more.
        """
        until = self._tokens.get(token)
        if until is not None and now > until:
            raise ApiError("token_expired")
        return until is not None
