"""The console on the home tab: right for any number of memories, within Slack's limits, and only about its owner."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.views import console as views
from memory.records import Kind
from tests.bot.office import DANA, Office, office, words


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        yield opened


async def test_a_newcomer_finds_an_empty_console(slack: Office) -> None:
    home = await slack.open_home()

    assert "I remember nothing about you yet." in words(home)
    assert "Search" not in words(home)


async def test_one_memory_shows_when_and_where_it_was_learned(slack: Office) -> None:
    slack.remember("Prefers tabs <over> spaces", kind=Kind.PREFERENCE)
    slack.remember("Is Dana's", person=DANA)

    shown = words(await slack.open_home())

    assert "*1 memory*: 1 preference" in shown
    assert "Prefers tabs &lt;over&gt; spaces" in shown
    assert f"preference · today in <#C0GENERAL> · <{slack.workspace.url}/archives/C0GENERAL/p1772442900000100|" in shown
    assert "Is Dana's" not in shown


async def test_forgetting_one_from_the_console(slack: Office) -> None:
    tea, _ = slack.remember("Likes tea"), slack.remember("Lives in Porto")
    home = await slack.open_home()

    await slack.click(home, views.FORGET, tea)
    await slack.click(home, views.FORGET, tea)

    assert slack.texts() == ["Lives in Porto"]
    assert "That was forgotten already." in words(slack.home() or {})
