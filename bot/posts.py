"""What a Slack event is to us: a post to answer, an edit or a deletion to follow, or nothing. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

_SUBTYPES_OF_PEOPLE = frozenset({None, "file_share", "thread_broadcast", "me_message"})


class Act(StrEnum):
    """What somebody did."""

    POSTED = "posted"
    EDITED = "edited"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Post:
    """What a person did with one message: `ts` names it, `done_ts` is when it was done (its own `ts` if posted)."""

    act: Act
    user_id: str
    channel_id: str
    ts: str
    done_ts: str
    text: str = ""
    thread_ts: str | None = None
    channel_type: str | None = None

    @property
    def key(self) -> str:
        """What tells this act from every other in its workspace, however often and as whatever event it arrives."""
        return f"{self.channel_id}/{self.ts}" + ("" if self.act is Act.POSTED else f"/{self.done_ts}")


def read_post(event: Mapping[str, Any], bot_user_id: str | None) -> Post | None:
    """Return what an event is to us, or None for nothing.

    A post counts in our DM, or where it names us. Edits count if the words changed, not when a link was unfolded; they
    and deletions count anywhere, since what the message taught may be ours. Other bots never count, or two would talk
    for ever.
    """
    match event.get("subtype"):
        case "message_changed":
            return _edit(event, bot_user_id)
        case "message_deleted":
            before = event.get("previous_message") or {}
            return _of_person(Act.DELETED, before, event, bot_user_id, str(event.get("deleted_ts") or before.get("ts")))
        case subtype if subtype in _SUBTYPES_OF_PEOPLE:
            return _posted(event, bot_user_id)
        case _:
            return None


def team_of(body: Mapping[str, Any]) -> str:
    """Return the id that people's memories are kept under: the enterprise's if installed org-wide, else the team's."""
    authorizations = body.get("authorizations") or [{}]
    if authorizations[0].get("is_enterprise_install") or body.get("is_enterprise_install") in {True, "true"}:
        enterprise = body.get("enterprise_id") or authorizations[0].get("enterprise_id")
        enterprise = enterprise or (body.get("enterprise") or {}).get("id")
        if enterprise:
            return str(enterprise)
    return str(body.get("team_id") or (body.get("team") or {}).get("id") or "")


def _posted(event: Mapping[str, Any], bot_user_id: str | None) -> Post | None:
    to_us = event.get("type") == "app_mention" or event.get("channel_type") == "im"
    named = bool(bot_user_id) and f"<@{bot_user_id}" in (event.get("text") or "")
    if not to_us and not named:
        return None
    return _of_person(Act.POSTED, event, event, bot_user_id, str(event.get("ts")))


def _edit(event: Mapping[str, Any], bot_user_id: str | None) -> Post | None:
    after, before = event.get("message") or {}, event.get("previous_message") or {}
    if after.get("subtype") == "tombstone":
        return _of_person(Act.DELETED, before, event, bot_user_id, str(before.get("ts")))
    if after.get("text") == before.get("text"):
        return None
    return _of_person(Act.EDITED, after, event, bot_user_id, str(after.get("ts")))


def _of_person(
    act: Act, message: Mapping[str, Any], event: Mapping[str, Any], bot_user_id: str | None, ts: str
) -> Post | None:
    user_id = message.get("user")
    if message.get("bot_id") or not user_id or user_id == bot_user_id:
        return None
    return Post(
        act,
        user_id,
        event["channel"],
        ts,
        ts if act is Act.POSTED else str(event.get("event_ts") or event.get("ts")),
        text=message.get("text") or "",
        thread_ts=message.get("thread_ts"),
        channel_type=event.get("channel_type"),
    )
