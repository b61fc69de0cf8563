"""A workspace that removes the app is left alone, and keeps its memories if it comes back in time."""

import time
from pathlib import Path
from typing import Any

import pytest

from bot.installing.installations import Installations
from extractors.pipeline import Extractor
from memory.upkeep.departed import departures
from tests.bot.installing.running import Running, bot, message, settled
from tests.bot.many_slacks import Team, many_slacks

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")  # slack_sdk uses it


LEAVING = [
    pytest.param("app_uninstalled", {}, id="uninstalled"),
    pytest.param("tokens_revoked", {"tokens": {"oauth": [], "bot": ["UBOTT0RED"]}}, id="tokens revoked"),
]


@pytest.mark.parametrize(("kind", "event"), LEAVING)
async def test_who_leaves_is_left_alone_and_waits_to_be_erased(
    running: Running, red: Team, blue: Team, tmp_path: Path, kind: str, event: dict[str, Any]
) -> None:
    for team in (red, blue):
        await running.browser.install(team)
        await running.answers(team, "I live in Porto")
    await running.intake.keep({"team_id": "T0RED", "event": message("never answered")})

    await running.tell(red, kind, **event, at=time.time() + 2)

    assert await running.answers(red, "hello?") == []
    assert await running.answers(blue, "where do I live?")
    assert [each.team_id for each in departures(tmp_path)] == ["T0RED"]
    assert running.intake.journal.waiting() == []
    assert running.texts("T0RED") == ["Lives in Porto"]
    async with Installations(running.parts.settings) as installations:
        assert [bot.team_id for bot in await installations.all()] == ["T0BLUE"]
    await running.tell(red, kind, **event, at=time.time() + 2)
    assert len(departures(tmp_path)) == 1


async def test_who_installs_it_again_in_time_keeps_everything(running: Running, red: Team, tmp_path: Path) -> None:
    await running.browser.install(red)
    await running.answers(red, "I live in Porto")
    await running.tell(red, "app_uninstalled", at=time.time() + 2)

    await running.browser.install(red)

    assert departures(tmp_path) == []
    assert "Porto" in (await running.answers(red, "where do I live?"))[0]


async def test_news_of_leaving_that_comes_after_the_return_is_passed_over(
    running: Running, red: Team, tmp_path: Path
) -> None:
    await running.browser.install(red)
    await running.answers(red, "I live in Porto")

    await running.tell(red, "app_uninstalled", at=time.time() - 300)

    assert departures(tmp_path) == []
    assert await running.answers(red, "where do I live?")


async def test_a_person_who_takes_back_their_own_consent_is_no_departure(
    running: Running, red: Team, tmp_path: Path
) -> None:
    await running.browser.install(red)

    await running.tell(red, "tokens_revoked", tokens={"oauth": ["UALEX"]}, at=time.time() + 2)

    assert departures(tmp_path) == []
    assert await running.answers(red, "hello")


async def test_memories_that_nobody_comes_back_for_are_kept_where_no_days_are_set(
    tmp_path: Path, red: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    memory = {"memory": {"uninstalled_days": 0}}
    async with many_slacks(red) as slack, bot(slack, tmp_path, extractor, **memory) as started:
        await started.browser.install(red)
        await started.browser.send({"type": "event_callback", "team_id": "T0RED", "event": {"type": "app_uninstalled"}})
        await settled()

    assert "Workspace T0RED removed the app. Its memories are kept." in caplog.text
