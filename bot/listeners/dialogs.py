"""Dialogs over memories: opened by buttons, checked when they are sent, with what is wrong shown below its field."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.intake.intake import Intake
from bot.listeners.visits import NOT_DONE, Spot, Visit, read_metadata, visit
from bot.parts import utc_now
from bot.requests.console import Sight, look
from bot.requests.editing import Wish, edit, editable, mark
from bot.slack.mrkdwn import unescape
from bot.slack.posts import team_of
from bot.slack.responding import PatientRespond
from bot.views import console as console_views
from bot.views import modals
from bot.views.messages import RECEIPT_EDIT, receipt, receipt_text, unpack_ids
from memory.errors import MemoryBotError
from memory.records import Change, Operation, Person

_LOG = logging.getLogger(__name__)

NOT_THERE = "That is forgotten or replaced by now, so there is nothing to edit."
NO_HISTORY = "There is no history of that any more."
NOTHING_TYPED = "Type a word to look for."
NOTHING_FOUND = "Nothing fits these words. Try others, or fewer."

Errors = Mapping[str, str]
"""What is wrong with what was sent, by the block id of the field; empty if nothing."""


def register(app: AsyncApp, intake: Intake) -> None:
    """Listen for the buttons that open dialogs and for the dialogs. Must come before what listens for every action."""
    for action_id, opener in (
        (console_views.EDIT, open_edit),
        (RECEIPT_EDIT, open_receipt_edit),
        (console_views.HISTORY, open_history),
        (console_views.SEARCH, open_search),
    ):
        app.action(action_id)(opening(opener, intake))

    async def on_edit(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        changes: list[Change] = []

        def save(person: Person) -> Errors:
            wishes = _wishes(body["view"])
            done = edit(person, wishes, at=utc_now(), parts=intake.parts)
            if isinstance(done, list):
                changes.extend(done)
                return {}
            return {
                modals.edit_field(n): done[each.memory_id] for n, each in enumerate(wishes) if each.memory_id in done
            }

        if await accepted(ack, body, save, first_field=modals.edit_field(0)):
            await visit(_after_edit, body, client, intake)

    async def on_search(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        words = unescape(modals.typed(body["view"], modals.SEARCH_FIELD)).strip()

        def find(person: Person) -> Errors:
            if not words:
                return {modals.SEARCH_FIELD: NOTHING_TYPED}
            seen = look(person, Sight(words=words), now=utc_now(), parts=intake.parts)
            return {} if seen.found else {modals.SEARCH_FIELD: NOTHING_FOUND}

        if await accepted(ack, body, find, first_field=modals.SEARCH_FIELD):
            await visit(lambda visiting: visiting.draw(sight=Sight(words=words)), body, client, intake)

    app.view(modals.EDIT_FORM)(on_edit)
    app.view(modals.SEARCH_FORM)(on_search)


async def open_receipt_edit(visiting: Visit, value: str) -> None:
    """Open the dialog to correct what a receipt speaks of; the receipt is brought up to date afterwards."""
    await open_edit(visiting, value, reply=visiting.body.get("response_url"))


async def open_edit(visiting: Visit, value: str, *, reply: str | None = None) -> None:
    """Open the dialog to correct the memories of a button, if they are the clicker's own and still hold.

    Args:
        reply: The response URL of a receipt that shows these memories and no others.
    """
    memories = await asyncio.to_thread(editable, visiting.person, unpack_ids(value), visiting.parts)
    if not memories:
        await visiting.say(NOT_THERE)
        return
    carried = {"memories": [[memory.id, mark(memory.text)] for memory in memories], "reply": reply}
    view = modals.edit(
        memories,
        now=utc_now(),
        metadata=metadata(visiting.spot, **carried),
        workspace_url=visiting.workspace_url,
    )
    await visiting.open(view)


async def open_history(visiting: Visit, value: str) -> None:
    """Show how a memory came to be what it is."""
    lineages = await asyncio.to_thread(visiting.parts.book.history, visiting.person)
    lineage = next((chain for chain in lineages if any(memory.id == value for memory in chain)), None)
    if lineage is None:
        await visiting.say(NO_HISTORY)
        return
    await visiting.open(modals.history(lineage, now=utc_now()))


async def open_search(visiting: Visit, value: str) -> None:
    """Ask what to look for."""
    words = visiting.spot.sight.words if visiting.spot else ""
    await visiting.open(modals.search(words, metadata=metadata(visiting.spot)))


def opening(opener: Callable[[Visit, str], Awaitable[None]], intake: Intake) -> Callable[..., Awaitable[None]]:
    """Return the listener for a button that opens a dialog."""

    async def on_click(
        ack: AsyncAck,
        body: dict[str, Any],
        action: dict[str, Any],
        client: AsyncWebClient,
    ) -> None:
        await ack()
        await visit(lambda visiting: opener(visiting, action.get("value") or ""), body, client, intake)

    return on_click


async def accepted(
    ack: AsyncAck, body: Mapping[str, Any], verify: Callable[[Person], Errors], *, first_field: str
) -> bool:
    """Close the dialog if what was sent is fine, else show what is wrong below each field; return whether it is."""
    try:
        errors = await asyncio.to_thread(verify, Person(team_of(body), body["user"]["id"]))
    except MemoryBotError as error:
        _LOG.error("A dialog of %s failed: %s", body["user"]["id"], outline(error))
        errors = {first_field: NOT_DONE}
    if errors:
        await ack(response_action="errors", errors=dict(errors))
        return False
    await ack()
    return True


async def _after_edit(visiting: Visit) -> None:
    """Show the new words where the dialog was opened from: the console, or the receipt."""
    await visiting.draw()
    reply = visiting.data.get("reply")
    if not isinstance(reply, str):
        return
    ids = [each.memory_id for each in _wishes(visiting.body["view"])]
    memories = await asyncio.to_thread(editable, visiting.person, ids, visiting.parts)
    changes = [Change(Operation.PATCH, memory) for memory in memories]
    respond = PatientRespond(response_url=reply, client=visiting.client)
    await respond(text=receipt_text(changes), blocks=receipt(changes), replace_original=True)


def _wishes(view: Mapping[str, Any]) -> list[Wish]:
    """Return what an edit dialog asks for; a memory without a field is left alone."""
    carried = read_metadata(view).get("memories") or []
    fields = view["state"]["values"]
    return [
        Wish(str(memory_id), str(before), unescape(modals.typed(view, modals.edit_field(number))))
        for number, (memory_id, before) in enumerate(carried)
        if modals.edit_field(number) in fields
    ]


def metadata(spot: Spot | None, **carried: object) -> str:
    """Return what a dialog carries: what it is about, and the console that it stands over."""
    return json.dumps({**carried, **({"spot": spot.packed()} if spot else {})}, ensure_ascii=False)
