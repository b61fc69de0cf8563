"""Serves only who may be served, and lets go of workspaces that remove the app or make its tokens void."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from slack_bolt.async_app import AsyncApp, AsyncBoltContext
from slack_bolt.response import BoltResponse

from bot.installing.served import LEFT, NOT_HERE, Served
from bot.intake.intake import Intake
from bot.parts import utc_now
from bot.slack.posts import team_of
from memory.upkeep.departed import note_departure

_LOG = logging.getLogger(__name__)

Left = Callable[[str], Awaitable[None]]
"""Called with the id of a workspace that removed the app."""

_LEAVING = frozenset({"app_uninstalled", "tokens_revoked"})


def register(app: AsyncApp, intake: Intake, left: Left) -> None:
    """Look at everything that comes before any other listener does, and hear who leaves."""
    parts = intake.parts

    async def only_served(
        body: dict[str, Any], context: AsyncBoltContext, next: Callable[[], Awaitable[None]]
    ) -> BoltResponse | None:
        if (body.get("event") or {}).get("type") in _LEAVING:
            await next()
            return None
        team_id = team_of(body)
        if context.bot_token:
            parts.served.serve(team_id, context.bot_token, since=utc_now())
        if context.bot_user_id:
            parts.bot_user_ids[team_id] = context.bot_user_id
        if parts.served.trouble_of(team_id) is None:
            await next()
            return None
        answer = {"response_type": "ephemeral", "text": NOT_HERE} if body.get("command") else ""
        return BoltResponse(status=200, body=answer)

    async def leave(body: dict[str, Any]) -> None:
        event = body["event"]
        team_id, told_at = _who_left(body, parts.served), _told_at(body)
        if event["type"] == "tokens_revoked" and not (event.get("tokens") or {}).get("bot"):
            return
        if parts.served.was_good_after(team_id, told_at):
            _LOG.info("Workspace %s has been installed again since it left; nothing to do.", team_id)
            return
        parts.served.stop(team_id, LEFT)
        await left(team_id)
        await asyncio.to_thread(_let_go, intake, team_id)

    async def leave_first(body: dict[str, Any], next: Callable[[], Awaitable[None]]) -> None:
        """Put it down before Slack gets its acknowledgement: it does not tell twice."""
        await leave(body)
        await next()

    async def done() -> None:
        """Nothing is left to do."""

    app.use(only_served)
    for kind in sorted(_LEAVING):
        app.event(kind, middleware=[leave_first])(done)


def _who_left(body: Mapping[str, Any], served: Served) -> str:
    """Return what left: the organisation where that is who has the app, which no authorization tells any more."""
    team_id, enterprise_id = team_of(body), str(body.get("enterprise_id") or "")
    return enterprise_id if not served.knows(team_id) and served.knows(enterprise_id) else team_id


def _told_at(body: Mapping[str, Any]) -> datetime:
    """Return when an event happened, at the latest: Slack tells the second."""
    told = body.get("event_time")
    return utc_now() if told is None else datetime.fromtimestamp(float(told) + 1, UTC)


def _let_go(intake: Intake, team_id: str) -> None:
    """Drop what is unfinished of a workspace, and have its memories wait for it to come back."""
    settings = intake.parts.settings
    is_news = note_departure(settings.home, team_id, utc_now())
    intake.abandon(team_id)
    if is_news:
        days = settings.memory.uninstalled_days
        fate = f"erased after {days} days, unless it comes back" if days else "kept"
        _LOG.warning("Workspace %s removed the app. Its memories are %s.", team_id, fate)
