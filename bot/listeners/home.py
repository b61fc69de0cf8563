"""The console of one's own memory, on the home tab or in a modal: it is drawn when opened and after each click."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.intake.intake import Intake
from bot.listeners.visits import Visit, visit
from bot.parts import Parts, utc_now
from bot.requests.console import Sight
from bot.requests.letting_go import export_file, forgotten
from bot.requests.obey import was_active
from bot.slack.sending import send_file
from bot.views import console as views
from bot.views.blocks import clip
from memory.records import Kind, Person

_NOTICE = 500
"""Characters of a notice; what was forgotten may be long."""


@dataclass(frozen=True, slots=True)
class Click:
    """Somebody used a button or menu of their console, which shows `sight`."""

    person: Person
    value: str
    sight: Sight
    at: datetime
    parts: Parts


@dataclass(frozen=True, slots=True)
class Done:
    """What is shown after a click: which memories, what was done, and whether that changed anything that is kept."""

    sight: Sight
    notice: str = ""
    changed: bool = True


def register(app: AsyncApp, intake: Intake) -> None:
    """Listen for the home tab and for clicks in a console. Must come before what listens for every event or action."""

    async def is_home(event: dict[str, Any]) -> bool:
        return event.get("tab") == "home"

    async def on_opened(body: dict[str, Any], client: AsyncWebClient) -> None:
        await visit(lambda visiting: visiting.draw(forced=False), body, client, intake)

    async def on_export(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        await ack()
        await visit(_export, body, client, intake)

    app.event("app_home_opened", matchers=[is_home])(on_opened)
    app.action(views.EXPORT)(on_export)
    for action_id, handler in (
        (views.KIND, choose_kind),
        (views.CLEAR, clear_search),
        (re.compile(rf"{views.PAGE}_.*"), turn_page),
        (views.PAUSE, pause),
        (views.RESUME, resume),
        (views.FORGET, forget),
        (views.FORGET_ALL, forget_everything),
    ):
        app.action(action_id)(_listener(handler, intake))


def choose_kind(click: Click) -> Done:
    """Show the memories of one kind, or of all."""
    kind = Kind(click.value) if click.value in set(Kind) else None
    return Done(Sight(kind, click.sight.words), changed=False)


def clear_search(click: Click) -> Done:
    """Show all memories again."""
    return Done(Sight(), changed=False)


def turn_page(click: Click) -> Done:
    """Show another page."""
    page = int(click.value) if click.value.isdecimal() else 0
    return Done(replace(click.sight, page=page), changed=False)


def pause(click: Click) -> Done:
    """Take no more notes."""
    click.parts.book.pause(click.person, at=click.at, actor=click.person.user_id)
    return Done(click.sight)


def resume(click: Click) -> Done:
    """Take notes again."""
    click.parts.book.resume(click.person, at=click.at, actor=click.person.user_id)
    return Done(click.sight, "I'm taking notes again.")


def forget(click: Click) -> Done:
    """Forget one memory; one that is gone already stays so."""
    changes = click.parts.book.forget_ids(click.person, [click.value], at=click.at, actor=click.person.user_id)
    return Done(click.sight, clip(forgotten(changes), _NOTICE))


def forget_everything(click: Click) -> Done:
    """Forget all of a person's memories; the button asked before."""
    gone = click.parts.book.forget_all(click.person, at=click.at, actor=click.person.user_id)
    return Done(Sight(), f"Done. I have forgotten everything about you ({sum(map(was_active, gone)):,}).")


def _listener(handler: Callable[[Click], Done], intake: Intake) -> Callable[..., Awaitable[None]]:
    async def on_click(
        ack: AsyncAck,
        body: dict[str, Any],
        action: dict[str, Any],
        client: AsyncWebClient,
    ) -> None:
        await ack()

        async def act(visiting: Visit) -> None:
            value = action.get("value") or (action.get("selected_option") or {}).get("value") or ""
            sight = visiting.spot.sight if visiting.spot else Sight()
            click = Click(visiting.person, value, sight, utc_now(), intake.parts)
            done = await asyncio.to_thread(handler, click)
            await visiting.draw(sight=done.sight, notice=done.notice, forced=done.changed)

        await visit(act, body, client, intake)

    return on_click


async def _export(visiting: Visit) -> None:
    """Put a file with everything into the person's DM, and say so in the console."""
    answer = await asyncio.to_thread(export_file, visiting.person, now=utc_now(), parts=visiting.parts)
    sent = await send_file(answer, visiting.person.user_id, visiting.client)
    await visiting.draw(notice=sent.text)
