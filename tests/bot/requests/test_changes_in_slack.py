"""What Slack's events tell of people and channels changes at once what the bot says there."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from memory.records import Kind
from tests.bot.office import DANA, TEAM, Office, office

ASKED = "<@U0MEMORYBOT> when is the launch of tundra?"
TOLD, SILENT = "Launch of tundra is on 2026-05-19", "I don't know that, or nothing that may be said here."
OMAR_A_GUEST = {"id": "U0OMAR", "team_id": TEAM, "name": "omar", "is_restricted": True}


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as running:
        running.remember("Launch of tundra is on 2026-05-19", person=DANA, kind=Kind.EVENT)
        yield running


async def asked(slack: Office, channel: str) -> str:
    """Ask in a channel, and return the answer."""
    said = await slack.say("U0ALEX", ASKED, channel=channel)
    await slack.event(**said | {"type": "app_mention"})
    return str((await slack.last_post(channel))["text"])


async def test_who_becomes_a_guest_reads_no_more_than_guests_may(slack: Office) -> None:
    assert (await asked(slack, "C0PROJECTS")).startswith(TOLD)

    await slack.event(type="user_change", user=OMAR_A_GUEST, event_ts="1.2")
    assert await asked(slack, "C0PROJECTS") == SILENT

    await slack.event(type="user_change", user={**OMAR_A_GUEST, "is_restricted": False}, event_ts="1.3")
    assert (await asked(slack, "C0PROJECTS")).startswith(TOLD)


@pytest.mark.parametrize("channel", ["C0PROJECTS", "D0ALEX"])
async def test_what_was_said_in_public_is_closed_once_its_channel_is_private(slack: Office, channel: str) -> None:
    converted: dict[str, Any] = {"type": "message", "subtype": "channel_convert_to_private", "user": "U0DANA"}

    await slack.event(**converted, channel="C0GENERAL", channel_type="group", text="made this private", ts="1.2")

    assert slack.parts.standing.private_channels(TEAM) == {"C0GENERAL"}
    if channel == "C0PROJECTS":
        assert await asked(slack, channel) == SILENT
    else:
        said = await slack.say("U0ALEX", "when is the launch of tundra?")
        await slack.event(**said | {"channel_type": "im"})
        assert "2026-05-19" not in (await slack.last_post(channel))["text"]
