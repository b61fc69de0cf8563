"""Which workspaces the bot serves: one whose token Slack refuses, or that removed the app, is left alone at once.

Others go on. What happened, and what to do about it, is logged once and told to whoever looks at the bot's health.
"""

import logging
from datetime import datetime

from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState

_LOG = logging.getLogger(__name__)

REFUSALS = frozenset({"token_revoked", "account_inactive", "invalid_auth", "token_expired", "not_authed"})
"""What Slack answers to a token that is good no more. Source: the common errors of Slack's Web API methods."""

LEFT = "app_uninstalled"
"""Why a workspace is served no more that removed the app, or made its tokens void."""

NOT_HERE = "I can't work in this workspace at the moment. Please ask whoever looks after me here to install me again."

_MEANINGS = {
    LEFT: "the app was removed there",
    "token_revoked": "its token was revoked",
    "account_inactive": "the app was removed there, or the workspace was closed",
    "token_expired": "its token has expired and could not be renewed",
}


class Served:
    """What is known of each workspace, by the id that its people's memories are kept under.

    `remedy` says what to do about one that cannot be served.
    """

    def __init__(
        self, remedy: str = "Install the app again, set SLACK_BOT_TOKEN to its new token, and restart."
    ) -> None:
        self.remedy = remedy
        self._tokens: dict[str, str] = {}
        self._since: dict[str, datetime] = {}
        self._troubles: dict[str, str] = {}

    def serve(self, team_id: str, token: str, *, since: datetime) -> None:
        """Note with which token a workspace is served, and since when; a new one ends any trouble with the one before.

        A token that is known already changes nothing.
        """
        if self._tokens.get(team_id) == token:
            return
        self._tokens[team_id], self._since[team_id] = token, since
        if self._troubles.pop(team_id, None):
            _LOG.info("Workspace %s is served again.", team_id)

    def welcome(self, team_id: str) -> None:
        """Forget what is known of a workspace, because the app was installed there anew."""
        self._tokens.pop(team_id, None)
        if self._troubles.pop(team_id, None):
            _LOG.info("Workspace %s is served again.", team_id)

    def refused(self, token: str, error: str) -> None:
        """Note that Slack refused a token; a token that no workspace has any more means nothing."""
        for team_id in [team_id for team_id, known in self._tokens.items() if known == token]:
            self.stop(team_id, error)

    def stop(self, team_id: str, error: str) -> None:
        """Serve a workspace no more, for a reason by Slack's name for it."""
        if team_id in self._troubles:
            return
        self._troubles[team_id] = error
        meaning = _MEANINGS.get(error, "Slack refuses its token")
        _LOG.error("Workspace %s is served no more: %s (%s). %s", team_id, meaning, error, self.remedy)

    def trouble_of(self, team_id: str) -> str | None:
        """Return why a workspace is not served, by Slack's name for it; None for one that is, or may be."""
        return self._troubles.get(team_id)

    def was_good_after(self, team_id: str, at: datetime) -> bool:
        """Return whether the workspace's token is newer than this time, so that what was told then is outdated."""
        since = self._since.get(team_id)
        return since is not None and since > at

    def knows(self, team_id: str) -> bool:
        """Return whether a workspace was met, or an installation there is kept."""
        return team_id in self._tokens

    @property
    def troubles(self) -> dict[str, str]:
        """The workspaces that are not served, and why; empty when all is well."""
        return dict(sorted(self._troubles.items()))

    @property
    def anybody(self) -> bool:
        """Whether there is a workspace to serve, or none was met yet."""
        return not self._troubles or bool(self._tokens.keys() - self._troubles.keys())


class TokenWatch(AsyncRetryHandler):
    """Sees every answer of Slack's and reports refused tokens. It never has anything sent again.

    A retry handler is what Bolt hands on to each of the clients that it makes.
    """

    def __init__(self, served: Served) -> None:
        super().__init__(max_retry_count=0)
        self._served = served

    async def can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        """Return False, having looked at the answer."""
        body = response.body if response is not None and error is None else None
        if body and body.get("ok") is False and body.get("error") in REFUSALS:
            for sent in request.headers.get("Authorization", ()):
                self._served.refused(sent.removeprefix("Bearer "), str(body["error"]))
        return False
