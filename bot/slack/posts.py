"""What a Slack event is to us: a post to answer, an edit or a deletion to follow, or nothing. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

_SUBTYPES_OF_PEOPLE = frozenset({None, "file_share", "thread_broadcast", "me_message"})


class Act(StrEnum):
    """What somebody did: to a message of their own, or by a reaction or shortcut to any that they can read."""

    POSTED = "posted"
    EDITED = "edited"
    DELETED = "deleted"
    REMEMBER = "remember"
    UNDO = "undo"
    FORGET = "forget"


GESTURES = frozenset({Act.REMEMBER, Act.UNDO, Act.FORGET})
"""What is done by a reaction or a shortcut."""

USUAL_REACTIONS = {"brain": Act.REMEMBER, "x": Act.UNDO}
"""What a reaction asks for, by the name of its emoji."""


@dataclass(frozen=True, slots=True)
class Post:
    """What a person did with one message: `ts` names it, `done_ts` is when it was done (its own `ts` if posted).

    Of a gesture, `author_id` tells whose message it is, and `response_url` where a shortcut is answered; the `text` of
    a message that was reacted to is not known. `aside` tells that a message of a channel does not name us,
    `overheard` that it is not for us at all, in a channel whose people let us listen.
    """

    act: Act
    user_id: str
    channel_id: str
    ts: str
    done_ts: str
    text: str = ""
    thread_ts: str | None = None
    channel_type: str | None = None
    author_id: str | None = None
    author_name: str | None = None
    response_url: str | None = None
    aside: bool = False
    overheard: bool = False

    @property
    def key(self) -> str:
        """What tells this act from every other in its workspace, however often and as whatever event it arrives."""
        if self.act in GESTURES:
            return f"{self.channel_id}/{self.ts}/{self.done_ts}/{self.act}/{self.user_id}"
        return f"{self.channel_id}/{self.ts}" + ("" if self.act is Act.POSTED else f"/{self.done_ts}")


def read_post(
    event: Mapping[str, Any], bot_user_id: str | None, reactions: Mapping[str, Act] = USUAL_REACTIONS
) -> Post | None:
    """Return what an event is to us, or None for nothing.

    A post counts in our DM, or where it names us. Edits count if the words changed, not when a link was unfolded; they
    and deletions count anywhere, since what the message taught may be ours. Other bots never count, or two would talk
    for ever. So does a reaction that asks for something by one of these `reactions`, and a shortcut.
    """
    match event.get("type"):
        case "reaction_added":
            return _reacted(event, bot_user_id, reactions)
        case "message_action":
            return _asked_by_shortcut(event)
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


def read_aside(event: Mapping[str, Any], bot_user_id: str | None) -> Post | None:
    """Return a person's reply in a thread of a channel, whoever it is for, or None for anything else.

    `read_post` passes those over that do not name us; `bot.intake.threads` knows whether one is for us.
    """
    in_thread = event.get("thread_ts") not in {None, event.get("ts")}
    if event.get("type") != "message" or event.get("subtype") not in _SUBTYPES_OF_PEOPLE or not in_thread:
        return None
    post = _of_person(Act.POSTED, event, event, bot_user_id, str(event.get("ts")))
    return replace(post, aside=True) if post else None


def read_overheard(event: Mapping[str, Any], bot_user_id: str | None) -> Post | None:
    """Return what a person said in a channel to nobody in particular, or None for anything else."""
    if event.get("type") != "message" or event.get("subtype") not in _SUBTYPES_OF_PEOPLE:
        return None
    post = _of_person(Act.POSTED, event, event, bot_user_id, str(event.get("ts")))
    return replace(post, overheard=True) if post else None


def shortcut_event(payload: Mapping[str, Any], act: Act) -> dict[str, Any]:
    """Return a message shortcut as the body of an event that `read_post` reads, with no more of it than is needed."""
    message, enterprise = payload["message"], (payload.get("enterprise") or {}).get("id")
    kept = ("user", "text", "ts", "thread_ts", "bot_id", "username")
    event = {
        "type": "message_action",
        "act": act,
        "user": payload["user"]["id"],
        "channel": payload["channel"]["id"],
        "message": {name: message[name] for name in kept if message.get(name)},
        "event_ts": payload.get("action_ts") or message["ts"],
        "response_url": payload.get("response_url"),
    }
    installed = {"is_enterprise_install": payload.get("is_enterprise_install"), "enterprise_id": enterprise}
    return {"team_id": (payload.get("team") or {}).get("id"), "authorizations": [installed], "event": event}


def team_of(body: Mapping[str, Any]) -> str:
    """Return the id that people's memories are kept under: the enterprise's if installed org-wide, else the team's."""
    authorizations = body.get("authorizations") or [{}]
    if authorizations[0].get("is_enterprise_install") or body.get("is_enterprise_install") in {True, "true"}:
        enterprise = body.get("enterprise_id") or authorizations[0].get("enterprise_id")
        enterprise = enterprise or (body.get("enterprise") or {}).get("id")
        if enterprise:
            return str(enterprise)
    return str(body.get("team_id") or (body.get("team") or {}).get("id") or "")


def _reacted(event: Mapping[str, Any], bot_user_id: str | None, reactions: Mapping[str, Act]) -> Post | None:
    emoji, _, _tone = str(event.get("reaction")).partition("::")
    item, act = event.get("item") or {}, reactions.get(emoji)
    if act is None or item.get("type") != "message" or event.get("user") in {None, bot_user_id}:
        return None
    return Post(
        act,
        str(event["user"]),
        str(item["channel"]),
        str(item["ts"]),
        str(event["event_ts"]),
        author_id=event.get("item_user"),
    )


def _asked_by_shortcut(event: Mapping[str, Any]) -> Post:
    message = event["message"]
    return Post(
        Act(event["act"]),
        str(event["user"]),
        str(event["channel"]),
        str(message["ts"]),
        str(event["event_ts"]),
        text=message.get("text") or "",
        thread_ts=message.get("thread_ts"),
        author_id=message.get("user"),
        author_name=message.get("username"),
        response_url=event.get("response_url"),
    )


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
