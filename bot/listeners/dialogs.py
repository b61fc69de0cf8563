"""Dialogs over memories: opened by buttons, checked when they are sent, with what is wrong shown below its field."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.intake.intake import Intake
from bot.listeners.visits import NOT_DONE, Spot, Visit, read_metadata, visit
from bot.parts import utc_now
from bot.preferences import check, prefer, preferences_of
from bot.requests.console import Sight, look
from bot.requests.editing import Wish, edit, editable, mark
from bot.slack.mrkdwn import unescape
from bot.slack.posts import team_of
from bot.views import console as console_views
from bot.views import modals
from bot.views.messages import RECEIPT_EDIT, receipt, receipt_text, unpack_ids
from memory.errors import InvalidValueError, MemoryBotError
from memory.records import Change, Operation, Person

_LOG = logging.getLogger(__name__)

NOT_THERE = "That is forgotten or replaced by now, so there is nothing to edit."
NO_HISTORY = "There is no history of that any more."
NOTHING_TYPED = "Type a word to look for."
NOTHING_FOUND = "Nothing fits these words. Try others, or fewer."

_Errors = Mapping[str, str]
"""What is wrong with what was sent, by the block id of the field; empty if nothing."""


def register(app: AsyncApp, intake: Intake) -> None:
    """Listen for the buttons that open dialogs and for the dialogs. Must come before what listens for every action."""
    for action_id, opener in (
        (console_views.EDIT, open_edit),
        (RECEIPT_EDIT, open_receipt_edit),
        (console_views.HISTORY, open_history),
        (console_views.SEARCH, open_search),
        (console_views.SETTINGS, open_settings),
    ):
        app.action(action_id)(_opening(opener, intake))

    async def on_edit(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        changes: list[Change] = []

        def save(person: Person) -> _Errors:
            wishes = _wishes(body["view"])
            done = edit(person, wishes, at=utc_now(), parts=intake.parts)
            if isinstance(done, list):
                changes.extend(done)
                return {}
            return {
                modals.edit_field(n): done[each.memory_id] for n, each in enumerate(wishes) if each.memory_id in done
            }

        if await _accepted(ack, body, save, first_field=modals.edit_field(0)):
            await visit(_after_edit, body, client, intake)

    async def on_search(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        words = unescape(modals.typed(body["view"], modals.SEARCH_FIELD)).strip()

        def find(person: Person) -> _Errors:
            if not words:
                return {modals.SEARCH_FIELD: NOTHING_TYPED}
            seen = look(person, Sight(words=words), now=utc_now(), parts=intake.parts)
            return {} if seen.found else {modals.SEARCH_FIELD: NOTHING_FOUND}

        if await _accepted(ack, body, find, first_field=modals.SEARCH_FIELD):
            await visit(lambda visiting: visiting.draw(sight=Sight(words=words)), body, client, intake)

    async def on_settings(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        wanted = _wanted(body["view"])

        def verify(person: Person) -> _Errors:
            return {name: problem for name, value in wanted.items() if (problem := _problem(name, value))}

        async def keep(visiting: Visit) -> None:
            zone = await _zone(client, visiting.person.user_id) if wanted[modals.QUIET_FIELD] != "off" else None
            await asyncio.to_thread(_keep_settings, visiting, wanted, zone)
            await visiting.draw()

        if await _accepted(ack, body, verify, first_field=modals.RECEIPTS_FIELD):
            await visit(keep, body, client, intake)

    app.view(modals.EDIT_FORM)(on_edit)
    app.view(modals.SEARCH_FORM)(on_search)
    app.view(modals.SETTINGS_FORM)(on_settings)


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
        metadata=_metadata(visiting.spot, **carried),
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
    await visiting.open(modals.search(words, metadata=_metadata(visiting.spot)))


async def open_settings(visiting: Visit, value: str) -> None:
    """Show what a person can choose for themselves, as it is chosen now."""
    preferences = await asyncio.to_thread(preferences_of, visiting.parts.book, visiting.person)
    await visiting.open(modals.settings(preferences, metadata=_metadata(visiting.spot)))


def _opening(opener: Callable[[Visit, str], Awaitable[None]], intake: Intake) -> Callable[..., Awaitable[None]]:
    async def on_click(
        ack: AsyncAck,
        body: dict[str, Any],
        action: dict[str, Any],
        client: AsyncWebClient,
    ) -> None:
        await ack()
        await visit(lambda visiting: opener(visiting, action.get("value") or ""), body, client, intake)

    return on_click


async def _accepted(
    ack: AsyncAck, body: Mapping[str, Any], verify: Callable[[Person], _Errors], *, first_field: str
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
    respond = AsyncRespond(response_url=reply, proxy=visiting.client.proxy, ssl=visiting.client.ssl)
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


def _wanted(view: Mapping[str, Any]) -> dict[str, str]:
    """Return the settings that a dialog asks for, by name."""
    return {
        modals.RECEIPTS_FIELD: "".join(modals.chosen(view, modals.RECEIPTS_FIELD)),
        modals.QUIET_FIELD: modals.typed(view, modals.QUIET_FIELD).strip() or "off",
        modals.CHANNELS_FIELD: "on" if modals.chosen(view, modals.CHANNELS_FIELD) else "off",
    }


def _problem(name: str, value: str) -> str | None:
    try:
        check(name, value)
    except InvalidValueError as error:
        return error.next_step
    return None


def _keep_settings(visiting: Visit, wanted: Mapping[str, str], zone: str | None) -> None:
    person, now = visiting.person, utc_now()
    for name, value in wanted.items():
        prefer(visiting.parts.book, person, name, value, at=now, actor=person.user_id, zone=zone)


async def _zone(client: AsyncWebClient, user_id: str) -> str | None:
    """Return a person's time zone by its IANA name, or None when Slack does not tell."""
    try:
        zone = (await client.users_info(user=user_id))["user"].get("tz")
    except SlackApiError:
        return None
    return str(zone) if zone else None


def _metadata(spot: Spot | None, **carried: object) -> str:
    return json.dumps({**carried, **({"spot": spot.packed()} if spot else {})}, ensure_ascii=False)
