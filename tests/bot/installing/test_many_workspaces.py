"""Several workspaces at once: each, or a whole organisation, has a memory and a token of its own."""

import time
from pathlib import Path

import pytest

from bot.intake.journal import Journal
from bot.parts import utc_now
from extractors.pipeline import Extractor
from memory.upkeep.departed import departures
from tests.bot.installing.running import Running, bot, settled
from tests.bot.many_slacks import Team, many_slacks

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")  # slack_sdk uses it


async def test_each_workspace_has_its_own_memory_and_token(running: Running, red: Team, blue: Team) -> None:
    await running.browser.install(red)
    await running.browser.install(blue)

    await running.answers(red, "I live in Porto")
    await running.answers(blue, "I live in Oslo")

    assert "Porto" in (await running.answers(red, "where do I live?"))[0]
    assert "Oslo" in (await running.answers(blue, "where do I live?"))[0]
    assert (running.texts("T0RED"), running.texts("T0BLUE")) == (["Lives in Porto"], ["Lives in Oslo"])
    assert {post["token"] for post in red.posts} == {"xoxb-T0RED-0"}
    assert {post["token"] for post in blue.posts} == {"xoxb-T0BLUE-0"}
    assert "Oslo" not in str(red.posts)
    assert "Porto" not in str(blue.posts)


async def test_the_bot_is_mentioned_by_another_id_in_each_workspace(running: Running, red: Team, blue: Team) -> None:
    await running.browser.install(red)
    await running.browser.install(blue)

    await running.answers(red, f"<@{red.bot_user_id}> remember that the key is under the mat")
    await running.answers(blue, f"<@{blue.bot_user_id}> I live in Oslo")

    assert running.parts.bot_user_ids == {"T0RED": red.bot_user_id, "T0BLUE": blue.bot_user_id}
    assert running.texts("T0RED") == ["Key is under the mat"]
    assert running.texts("T0BLUE") == ["Lives in Oslo"]


async def test_a_workspace_that_has_not_installed_the_app_gets_nothing(
    running: Running, red: Team, blue: Team, caplog: pytest.LogCaptureFixture
) -> None:
    await running.browser.install(red)

    assert await running.answers(blue, "I live in Oslo") == []
    assert running.texts("T0BLUE") == []
    assert "Workspace T0BLUE has not installed the app here, or has removed it." in caplog.text
    _, told = await running.browser.send({"command": "/memory", "text": "list", "team_id": "T0BLUE", "user_id": "U1"})
    assert "Please ask whoever looks after me here to install me again." in told


async def test_installations_outlast_a_restart(tmp_path: Path, red: Team, extractor: Extractor) -> None:
    async with many_slacks(red) as slack:
        async with bot(slack, tmp_path, extractor) as before:
            await before.browser.install(red)
            await before.answers(red, "I live in Porto")

        async with bot(slack, tmp_path, extractor) as after:
            assert after.parts.bot_in("T0RED") == red.bot_user_id
            assert "Porto" in (await after.answers(red, "where do I live?"))[0]
    assert (tmp_path / "installations.sqlite3").stat().st_mode & 0o077 == 0


async def test_what_a_crash_interrupted_is_answered_with_the_token_of_its_workspace(
    tmp_path: Path, red: Team, blue: Team, extractor: Extractor
) -> None:
    async with many_slacks(red, blue) as slack:
        async with bot(slack, tmp_path, extractor) as before:
            await before.browser.install(red)
        journal = Journal(tmp_path / "journal" / "turns.sqlite3", now=utc_now)
        ts = f"{time.time():.6f}"
        event = {"type": "message", "channel_type": "im", "channel": "D1", "user": "UALEX", "text": "hello", "ts": ts}
        for team_id in ("T0RED", "T0BLUE"):
            journal.receive(f"{team_id}/D1/{ts}", ts, {"team_id": team_id, "event": event})
        journal.close()

        async with bot(slack, tmp_path, extractor) as after:
            await after.intake.queues.drain()
            waiting = after.intake.journal.waiting()

    assert [post["token"] for post in red.posts] == ["xoxb-T0RED-0"]
    assert (blue.posts, waiting) == ([], [])


async def test_an_organisation_that_installs_it_for_all_has_one_memory(tmp_path: Path, extractor: Extractor) -> None:
    org = Team("Whole Org", None, "E0ORG")
    async with many_slacks(org) as slack, bot(slack, tmp_path, extractor, slack_org_deploy=True) as started:
        status, page = await started.browser.install(org)
        await started.answers(org, "I live in Porto", team_id="T0ONE")

        assert (status, 'href="slack://open"' in page) == (200, True)
        assert "Porto" in (await started.answers(org, "where do I live?", team_id="T0TWO"))[0]
        assert started.texts("E0ORG") == ["Lives in Porto"]
        assert started.parts.book.teams() == ["E0ORG"]

        await started.browser.send(
            {
                "type": "event_callback",
                "team_id": "T0ONE",
                "enterprise_id": "E0ORG",
                "event": {"type": "app_uninstalled"},
            }
        )
        await settled()
        assert [each.team_id for each in departures(tmp_path)] == ["E0ORG"]


async def test_a_workspace_of_an_organisation_may_install_it_alone(tmp_path: Path, extractor: Extractor) -> None:
    team = Team("One of many", "T0ONE", "E0ORG")
    async with many_slacks(team) as slack, bot(slack, tmp_path, extractor) as started:
        await started.browser.install(team)
        await started.answers(team, "I live in Porto")

        assert started.texts("T0ONE") == ["Lives in Porto"]
