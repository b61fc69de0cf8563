"""Buttons: each acts for the person who clicks, on that person's own memories only, so a second click does no harm."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond

from bot.errors import outline
from bot.listeners.visits import NOT_DONE
from bot.parts import Parts
from bot.requests.obey import was_active
from bot.requests.receipts import NOTHING_LEFT, take_back
from bot.requests.slash import forgotten, list_page
from bot.requests.slash_answers import SlashAnswer
from bot.slack.posts import team_of
from bot.views.blocks import context
from bot.views.memories import FORGET, PAGE
from bot.views.messages import FORGET_ALL_NO, FORGET_ALL_YES, UNDO, unpack_ids
from memory.errors import MemoryBotError
from memory.records import Person

_LOG = logging.getLogger(__name__)

_Handler = Callable[[Person, str, Parts], SlashAnswer]


def register(app: AsyncApp, parts: Parts) -> None:
    """Listen for every button that the views make, and acknowledge any other."""
    for action_id, handler in (
        (UNDO, undo),
        (FORGET, forget_one),
        (FORGET_ALL_YES, forget_everything),
        (FORGET_ALL_NO, keep_everything),
        (re.compile(rf"{PAGE}_.*"), turn_page),
    ):
        app.action(action_id)(_listener(handler, parts))

    async def ignore(ack: AsyncAck) -> None:
        await ack()

    app.action(re.compile(".*"))(ignore)


def undo(person: Person, value: str, parts: Parts) -> SlashAnswer:
    """Take back what a receipt speaks of; what it had replaced holds again."""
    return _line(take_back(person, unpack_ids(value), at=datetime.now(UTC), parts=parts) or NOTHING_LEFT)


def forget_one(person: Person, value: str, parts: Parts) -> SlashAnswer:
    """Forget one memory of a list."""
    changes = parts.book.forget_ids(person, [value], at=datetime.now(UTC), actor=person.user_id)
    return _line(forgotten(changes))


def forget_everything(person: Person, value: str, parts: Parts) -> SlashAnswer:
    """Forget all of a person's memories, after they were asked."""
    gone = parts.book.forget_all(person, at=datetime.now(UTC), actor=person.user_id)
    return _line(f"Done. I have forgotten everything about you ({sum(map(was_active, gone))}).")


def keep_everything(person: Person, value: str, parts: Parts) -> SlashAnswer:
    """Leave everything as it is."""
    return _line("Good, I have kept everything.")


def turn_page(person: Person, value: str, parts: Parts) -> SlashAnswer:
    """Show another page of a person's memories."""
    return list_page(person, int(value) if value.isdecimal() else 0, now=datetime.now(UTC), parts=parts)


def _line(text: str) -> SlashAnswer:
    return SlashAnswer(text, [context(text)])


def _listener(handler: _Handler, parts: Parts) -> Callable[..., Awaitable[None]]:
    async def on_action(ack: AsyncAck, body: dict[str, Any], action: dict[str, Any], respond: AsyncRespond) -> None:
        await ack()
        try:
            person = Person(team_of(body), body["user"]["id"])
            answer = await asyncio.to_thread(handler, person, action.get("value") or "", parts)
        except MemoryBotError as error:
            _LOG.error("A button of %s failed: %s", body["user"]["id"], outline(error))
            await respond(text=NOT_DONE, response_type="ephemeral", replace_original=False)
            return
        replaces = handler is not forget_one and answer.text != NOTHING_LEFT
        await respond(text=answer.text, blocks=answer.blocks, response_type="ephemeral", replace_original=replaces)

    return on_action
