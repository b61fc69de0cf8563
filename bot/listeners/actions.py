"""Buttons of messages: each acts for the person who clicks, on what is theirs only, so a second click does no harm."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond

from bot.errors import outline
from bot.listeners.visits import NOT_DONE
from bot.parts import Parts, utc_now
from bot.requests import leafing
from bot.requests.choosing import choose
from bot.requests.letting_go import forgotten
from bot.requests.obey import was_active
from bot.requests.receipts import NOTHING_LEFT, take_back
from bot.requests.slash_answers import Call, SlashAnswer
from bot.slack.posts import team_of
from bot.views import choices
from bot.views.blocks import clip, context
from bot.views.leafing import PAGE, Leaf, unpacked
from bot.views.memories import FORGET
from bot.views.messages import FORGET_ALL_NO, FORGET_ALL_YES, UNDO, unpack_ids
from memory.errors import MemoryBotError
from memory.records import Person

_LOG = logging.getLogger(__name__)

NOT_YOURS = "That is somebody else's. `{command}` shows you your own."

LONG_AGO = "I asked that a while ago, so I have kept everything. `{command} forget all` asks anew."

QUESTION_HOLDS = timedelta(hours=1)
"""For how long the question whether to forget everything can be answered by its buttons."""

_NOTICE = 500
"""Characters of what was just forgotten, above the page that is left."""


@dataclass(frozen=True, slots=True)
class Clicked:
    """What a click comes to: an answer to the person alone, in place of the message or below it."""

    answer: SlashAnswer
    replaces: bool = True


_Handler = Callable[[Call, str], Clicked]


def register(app: AsyncApp, parts: Parts) -> None:
    """Listen for every button that the views make, and acknowledge any other."""
    for action_id, handler in (
        (UNDO, undo),
        (FORGET, forget_one),
        (FORGET_ALL_YES, forget_everything),
        (FORGET_ALL_NO, keep_everything),
        (re.compile(rf"{PAGE}_.*"), turn_page),
        (re.compile(rf"{choices.CHOOSE}_.*"), change_settings),
    ):
        app.action(action_id)(_listener(handler, parts))

    async def ignore(ack: AsyncAck) -> None:
        await ack()

    app.action(re.compile(".*"))(ignore)


def undo(call: Call, value: str) -> Clicked:
    """Take back what a receipt speaks of; what it had replaced holds again."""
    taken_back = take_back(call.person, unpack_ids(value), at=call.now, parts=call.parts)
    return _line(taken_back) if taken_back else _line(NOTHING_LEFT, replaces=False)


def forget_one(call: Call, value: str) -> Clicked:
    """Forget one memory of a page, and show what is left of the page."""
    leaf, memory_id = unpacked(value) or (None, value)
    if leaf is not None and leaf.owner != call.person.user_id:
        return _not_yours(call)
    changes = call.parts.book.forget_ids(call.person, [memory_id], at=call.now, actor=call.person.user_id)
    told = forgotten(changes)
    if leaf is None:
        return _line(told, replaces=False)
    left = leafing.show(leaf, call)
    notice = context(clip(told, _NOTICE))
    return Clicked(SlashAnswer(f"{told}\n{left.text}", [notice, *(left.blocks or [context(left.text)])]))


def forget_everything(call: Call, value: str) -> Clicked:
    """Forget all of a person's memories, after they were asked."""
    gone = call.parts.book.forget_all(call.person, at=call.now, actor=call.person.user_id)
    return _line(f"Done. I have forgotten everything about you ({sum(map(was_active, gone))}).")


def keep_everything(call: Call, value: str) -> Clicked:
    """Leave everything as it is."""
    return _line("Good, I have kept everything.")


def turn_page(call: Call, value: str) -> Clicked:
    """Show another page of an answer; of a button that cannot be read, the first page of the list."""
    leaf, _ = unpacked(value) or (Leaf(call.person.user_id, "list"), "")
    if leaf.owner != call.person.user_id:
        return _not_yours(call)
    return Clicked(leafing.show(leaf, call))


def change_settings(call: Call, value: str) -> Clicked:
    """Choose what a button of the settings says, and show them as they are then."""
    owner, name, chosen = choices.unpacked(value) or ("", "", "")
    if owner != call.person.user_id:
        return _not_yours(call)
    return Clicked(choose(call, name, chosen))


def _is_late(body: Mapping[str, Any], action: Mapping[str, Any]) -> bool:
    """Return whether a button was used long after its message was posted, both by Slack's clock."""
    posted, used = (body.get("container") or {}).get("message_ts"), action.get("action_ts")
    if not posted or not used:
        return False
    return float(used) - float(posted) > QUESTION_HOLDS.total_seconds()


def _not_yours(call: Call) -> Clicked:
    return _line(NOT_YOURS.format(command=call.command), replaces=False)


def _line(text: str, *, replaces: bool = True) -> Clicked:
    return Clicked(SlashAnswer(text, [context(text)]), replaces)


def _listener(handler: _Handler, parts: Parts) -> Callable[..., Awaitable[None]]:
    async def on_action(ack: AsyncAck, body: dict[str, Any], action: dict[str, Any], respond: AsyncRespond) -> None:
        await ack()
        channel_id = (body.get("channel") or {}).get("id", "")
        # Without it, what is said below an answer in a thread would stand outside of it.
        thread_ts = (body.get("container") or {}).get("thread_ts")
        try:
            person = Person(team_of(body), body["user"]["id"])
            call = Call(person, "", utc_now(), parts, channel_id)
            if handler is forget_everything and _is_late(body, action):
                clicked = _line(LONG_AGO.format(command=call.command))
            else:
                clicked = await asyncio.to_thread(handler, call, action.get("value") or "")
        except MemoryBotError as error:
            _LOG.error("A button of %s failed: %s", body["user"]["id"], outline(error))
            await respond(text=NOT_DONE, response_type="ephemeral", replace_original=False, thread_ts=thread_ts)
            return
        answer = clicked.answer
        await respond(
            text=answer.text,
            blocks=answer.blocks or [context(answer.text)],
            response_type="ephemeral",
            replace_original=clicked.replaces,
            thread_ts=thread_ts,
        )

    return on_action
