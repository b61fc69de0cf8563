"""The dialog of what a person chooses for themselves, over their console or over the answer to `/memory settings`."""

import asyncio
from collections.abc import Mapping
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.intake.intake import Intake
from bot.listeners.dialogs import Errors, accepted, metadata, opening
from bot.listeners.visits import Visit, visit
from bot.parts import utc_now
from bot.preferences import check, prefer, preferences_of
from bot.requests.choosing import shown
from bot.requests.slash_answers import Call
from bot.slack.responding import PatientRespond
from bot.views import choices, modals
from bot.views import console as console_views
from memory.errors import InvalidValueError
from memory.records import Person


def register(app: AsyncApp, intake: Intake) -> None:
    """Listen for the buttons that open it and for the dialog. Must come before what listens for every action."""
    app.action(console_views.SETTINGS)(opening(open_settings, intake))
    app.action(choices.SET_HOURS)(opening(open_settings, intake))

    async def on_settings(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        wanted = _wanted(body["view"])

        def verify(person: Person) -> Errors:
            return {name: problem for name, value in wanted.items() if (problem := _problem(name, value))}

        async def keep(visiting: Visit) -> None:
            person = visiting.person
            profile = await intake.directory.profile(client, person.team_id, person.user_id)
            await asyncio.to_thread(_keep, visiting, wanted, profile.zone)
            await visiting.draw()
            await _redraw(visiting)

        if await accepted(ack, body, verify, first_field=modals.RECEIPTS_FIELD):
            await visit(keep, body, client, intake)

    app.view(modals.SETTINGS_FORM)(on_settings)


async def open_settings(visiting: Visit, value: str) -> None:
    """Show what a person can choose for themselves, as it is chosen now."""
    preferences = await asyncio.to_thread(preferences_of, visiting.parts.book, visiting.person)
    settings = visiting.parts.settings
    view = modals.settings(
        preferences,
        is_overheard=preferences.is_overheard(opt_in=settings.whole_channels_opt_in),
        emoji=settings.remember_emoji,
        metadata=metadata(
            visiting.spot,
            reply=visiting.body.get("response_url"),
            channel=(visiting.body.get("channel") or {}).get("id", ""),
        ),
    )
    await visiting.open(view)


async def _redraw(visiting: Visit) -> None:
    """Show the settings as they are now in the answer that the dialog was opened from, if it was."""
    reply = visiting.data.get("reply")
    if not isinstance(reply, str):
        return
    call = Call(visiting.person, "", utc_now(), visiting.parts, str(visiting.data.get("channel")))
    answer = await asyncio.to_thread(shown, call, changed=True)
    respond = PatientRespond(response_url=reply, client=visiting.client)
    await respond(text=answer.text, blocks=answer.blocks, replace_original=True)


def _wanted(view: Mapping[str, Any]) -> dict[str, str]:
    """Return the settings that a dialog asks for, by name."""
    return {
        modals.RECEIPTS_FIELD: "".join(modals.chosen(view, modals.RECEIPTS_FIELD)),
        modals.QUIET_FIELD: modals.typed(view, modals.QUIET_FIELD).strip() or "off",
        modals.CHANNELS_FIELD: "on" if modals.chosen(view, modals.CHANNELS_FIELD) else "off",
        modals.WHOLE_FIELD: "on" if modals.chosen(view, modals.WHOLE_FIELD) else "off",
    }


def _problem(name: str, value: str) -> str | None:
    try:
        check(name, value)
    except InvalidValueError as error:
        return error.next_step
    return None


def _keep(visiting: Visit, wanted: Mapping[str, str], zone: str | None) -> None:
    person, now = visiting.person, utc_now()
    for name, value in wanted.items():
        prefer(visiting.parts.book, person, name, value, at=now, actor=person.user_id, zone=zone)
