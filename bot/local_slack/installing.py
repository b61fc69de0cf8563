"""Installing the app by OAuth, version 2: who agreed to what, codes that are good once, tokens that may expire."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.local_slack.cast import Cast
from bot.local_slack.errors import ApiError
from bot.local_slack.socket_mode import new_secret

CODE_SECONDS = 600.0
"""How long an app may take to trade a code."""
TOKEN_SECONDS = 43_200
"""How long a token is good where tokens are rotated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What an app asks for when it is to be installed: scopes, and where to come back to with which state.

    `team_id` is the workspace or organisation that it is let into, "" for the first one.
    """

    redirect_uri: str
    state: str
    scopes: tuple[str, ...]
    team_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A workspace that the app can be installed into; `path` is where its page is, with a slash at the end.

    `on_install` is called when the app has been let in. With `is_whole` it is the whole organisation that this
    workspace belongs to.
    """

    cast: Cast
    bot_token: str
    path: str
    on_install: Callable[[], None]
    is_whole: bool = False

    @property
    def id(self) -> str:
        """The id of the workspace, or of the organisation."""
        return self.cast.organisation.id if self.is_whole and self.cast.organisation else self.cast.team.id

    @property
    def name(self) -> str:
        """What it is called."""
        return self.cast.organisation.name if self.is_whole and self.cast.organisation else self.cast.team.name


@dataclass(slots=True)
class Installing:
    """The workspaces that the app can be installed into, the installations under way, and the tokens given out."""

    client_id: str = field(default_factory=lambda: f"{secrets.randbelow(10**12):012}.{secrets.randbelow(10**12):012}")
    client_secret: str = field(default_factory=new_secret)
    places: dict[str, Place] = field(default_factory=dict)
    _installed: set[str] = field(default_factory=set)
    _wishes: dict[str, Wish] = field(default_factory=dict)
    _codes: dict[str, tuple[Wish, float]] = field(default_factory=dict)
    _used_codes: set[str] = field(default_factory=set)
    _tokens: dict[str, tuple[str, float]] = field(default_factory=dict)
    _refresh: dict[str, Wish] = field(default_factory=dict)

    def open(self, place: Place) -> None:
        """Let the app be installed into one more workspace; in the first one it is already."""
        if not self.places:
            self._installed.add(place.id)
        self.places[place.id] = place

    def place(self, team_id: str) -> Place:
        """Return a workspace or organisation by its id, the first one for ""."""
        return self.places[team_id] if team_id else next(iter(self.places.values()))

    def installed_as(self, cast: Cast) -> str:
        """Return where the app is installed that is in a workspace: its organisation or itself; "" if it is not."""
        ids = [cast.organisation.id] if cast.organisation else []
        return next((each for each in (*ids, cast.team.id) if each in self._installed), "")

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
            ApiError: `invalid_code`, `code_already_used`, or `bad_redirect_uri` if it is another than was asked for.
        """
        if code in self._used_codes:
            raise ApiError("code_already_used")
        wish, until = self._codes.pop(code, (None, 0.0))
        if wish is None or now > until:
            raise ApiError("invalid_code")
        self._used_codes.add(code)
        if redirect_uri != wish.redirect_uri:
            raise ApiError("bad_redirect_uri")
        place = self.place(wish.team_id)
        self._installed.add(place.id)
        place.on_install()
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
        self._tokens[token] = (self.place(wish.team_id).id, now + TOKEN_SECONDS)
        self._refresh[refresh_token] = wish
        return {"access_token": token, "expires_in": TOKEN_SECONDS, "refresh_token": refresh_token}

    def team_of(self, token: str, now: float) -> str | None:
        """Return the workspace or organisation that a bot token is good for; None for a token that was never given.

        Raises:
            ApiError: `token_expired` if it was, and is good no more.
        """
        for team_id, place in self.places.items():
            if token == place.bot_token:
                return team_id
        if token not in self._tokens:
            return None
        team_id, until = self._tokens[token]
        if now > until:
            raise ApiError("token_expired")
        return team_id
