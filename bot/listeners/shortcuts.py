"""Shortcuts: to remember or forget by the menu of a message, and "My memories", which lists have a button for too."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.intake.intake import Intake
from bot.listeners.visits import Visit, visit
from bot.requests.console import Sight
from bot.slack.posts import Act, shortcut_event
from bot.views.memories import OPEN_CONSOLE

REMEMBER_THIS = "remember_this"
FORGET_LEARNT = "forget_learnt"
MY_MEMORIES = "my_memories"
"""The callback ids in the manifest."""


def register(app: AsyncApp, intake: Intake) -> None:
    """Listen for the shortcuts; those on a message are journalled before Slack hears that we have them."""
    app.shortcut(REMEMBER_THIS)(_on_message(Act.REMEMBER, intake))
    app.shortcut(FORGET_LEARNT)(_on_message(Act.FORGET, intake))

    async def on_mine(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        await ack()
        await visit(open_console, body, client, intake)

    app.shortcut(MY_MEMORIES)(on_mine)
    app.action(OPEN_CONSOLE)(on_mine)


async def open_console(visiting: Visit) -> None:
    """Open the console of one's own memory as a modal."""
    view = await asyncio.to_thread(visiting.console, Sight(), modal=True)
    await visiting.open(view)


def _on_message(act: Act, intake: Intake) -> Callable[..., Awaitable[None]]:
    async def on_shortcut(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        asked = shortcut_event(body, act)
        key = await intake.keep(asked)
        await ack()
        if key is not None:
            intake.start(key, asked, client)

    return on_shortcut
