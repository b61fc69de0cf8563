"""Somebody at their console or at a dialog over it: what they look at, and how it is drawn anew.

A console stands on the home tab or in a modal. What a dialog over it needs to find it again travels in the metadata.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import outline
from bot.intake.intake import Intake
from bot.parts import Parts, utc_now
from bot.requests.console import Sight, look
from bot.slack.dialogs import open_dialog
from bot.slack.posts import team_of
from bot.slack.telling import tell_alone, tell_in_dm
from bot.views import console as views
from bot.views.blocks import View
from memory.errors import MemoryBotError
from memory.records import Person

_LOG = logging.getLogger(__name__)

NOT_DONE = "Something went wrong on my side and nothing was changed. Please try once more."
TOO_LATE = "That took me too long, and Slack did not wait. Please click once more."

_FAILURES = (MemoryBotError, SlackApiError, OSError, TimeoutError)
_SUPERSEDED = frozenset({"hash_conflict", "not_found"})


@dataclass(frozen=True, slots=True)
class Spot:
    """A console: which part of the memory it shows, and where.

    `view_id` is None for the home tab, else the modal's; `hash` names the state that it was in, "" for any.
    """

    sight: Sight = field(default_factory=Sight)
    view_id: str | None = None
    hash: str = ""

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> "Spot":
        """Return the console that a payload's view is."""
        view_id = None if view.get("type", "home") == "home" else str(view.get("id"))
        return cls(Sight.unpacked(view.get("private_metadata") or ""), view_id, view.get("hash") or "")

    def packed(self) -> list[str | None]:
        """Return it for the metadata of a dialog, without the hash: that is out of date when the dialog comes back."""
        return [self.view_id, self.sight.packed()]

    @classmethod
    def unpacked(cls, packed: object) -> "Spot | None":
        """Return what `packed` made, or None for anything else."""
        match packed:
            case [None | str() as view_id, str() as sight]:
                return cls(Sight.unpacked(sight), view_id)
            case _:
                return None


@dataclass(frozen=True, slots=True)
class Visit:
    """One person's click, submission, command or opening of the home tab; `spot` is None where there is no console."""

    person: Person
    parts: Parts
    client: AsyncWebClient
    body: Mapping[str, Any]
    spot: Spot | None
    workspace_url: str

    @property
    def data(self) -> dict[str, Any]:
        """What the dialog it comes from carries; {} for none of ours."""
        return read_metadata(self.body.get("view") or {})

    async def draw(self, *, sight: Sight | None = None, notice: str = "", forced: bool = True) -> None:
        """Show the console as it is now; nothing if there is none.

        Args:
            sight: What to look at instead of what was looked at.
            notice: What was just done, as escaped mrkdwn.
            forced: Whether to replace even what was shown meanwhile: yes where memory was changed, else a newer click
                wins.

        Raises:
            StoreError: If the memory cannot be read.
            SlackApiError: If Slack refuses for another reason than that the console is gone or newer.
        """
        if self.spot is None:
            return
        spot = self.spot if sight is None else replace(self.spot, sight=sight)
        view = await asyncio.to_thread(self.console, spot.sight, modal=spot.view_id is not None, notice=notice)
        checked = {"hash": spot.hash} if spot.hash and not forced else {}
        try:
            if spot.view_id is None:
                await self.client.views_publish(user_id=self.person.user_id, view=view, **checked)
            else:
                await self.client.views_update(view_id=spot.view_id, view=view, **checked)
        except SlackApiError as error:
            if error.response["error"] not in _SUPERSEDED:
                raise
            _LOG.debug("A console was not shown: %s.", error.response["error"])

    async def open(self, view: View) -> None:
        """Open a dialog, above the modal that the click was in if any; say so if Slack waited no longer."""
        in_modal = (self.body.get("view") or {}).get("type") == "modal"
        if not await open_dialog(self.client, view, trigger_id=self.body["trigger_id"], above=in_modal):
            await self.say(TOO_LATE)

    async def say(self, text: str) -> None:
        """Tell the person alone a sentence: in their console, where they clicked a message, or else in their DM."""
        if self.spot is not None:
            await self.draw(notice=text)
            return
        channel = (self.body.get("channel") or {}).get("id") or self.body.get("channel_id")
        if channel is not None:
            thread_ts = (self.body.get("container") or {}).get("thread_ts")
            await tell_alone(self.client, self.person, text, channel=channel, thread_ts=thread_ts)
        else:
            await tell_in_dm(self.client, self.person, text=text)

    def console(self, sight: Sight, *, modal: bool, notice: str = "") -> View:
        """Return the console as it is now, for a modal or the home tab. Raises StoreError if memory cannot be read."""
        now = utc_now()
        console = look(self.person, sight, now=now, parts=self.parts)
        draw = views.my_memories if modal else views.home
        return draw(console, now=now, notice=notice, workspace_url=self.workspace_url)


async def visit(
    act: Callable[[Visit], Awaitable[None]],
    body: Mapping[str, Any],
    client: AsyncWebClient,
    intake: Intake,
) -> None:
    """Do what a payload asks for; whatever goes wrong ends in a kind sentence to the person and a line in the log."""
    try:
        visiting = await _visit(body, client, intake)
    except MemoryBotError as error:
        _LOG.warning("A click was dropped: %s", error)
        return
    try:
        await act(visiting)
    except _FAILURES as error:
        _LOG.error("What %s clicked failed: %s", visiting.person.user_id, outline(error))
        try:
            await visiting.say(NOT_DONE)
        except _FAILURES as another:
            _LOG.error("Nor could %s be told: %s", visiting.person.user_id, outline(another))


def read_metadata(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a dialog of ours carries; {} for anything else."""
    try:
        data = json.loads(view.get("private_metadata") or "{}")
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


async def _visit(body: Mapping[str, Any], client: AsyncWebClient, intake: Intake) -> Visit:
    event = body.get("event") or {}
    user_id = event.get("user") or (body.get("user") or {}).get("id") or body.get("user_id")
    person = Person(team_of(body), str(user_id))
    url = await intake.directory.address(client, str(body.get("team_id") or person.team_id))
    return Visit(person, intake.parts, client, body, _spot(body), url)


def _spot(body: Mapping[str, Any]) -> Spot | None:
    """Return the console of a payload: the one that was clicked or opened, or the one that its dialog is over."""
    if (body.get("event") or {}).get("type") == "app_home_opened":
        return Spot.of(body["event"].get("view") or {})
    view = body.get("view") or {}
    if view.get("callback_id") in {views.HOME, views.MY_MEMORIES}:
        return Spot.of(view)
    return Spot.unpacked(read_metadata(view).get("spot"))
