"""The one workspace whose token is set, without installing."""

import time
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import SlackRefusedError
from bot.parts import utc_now
from extractors.pipeline import Extractor
from memory.upkeep.departed import departures, note_departure
from tests.bot.installing.running import single
from tests.bot.many_slacks import Team, many_slacks

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")  # slack_sdk uses it


async def test_one_workspace_is_answered_with_its_token_whatever_bolt_finds_in_the_environment(
    tmp_path: Path, one: Team, extractor: Extractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_CLIENT_ID", "1.2")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "secret")
    async with many_slacks(one) as slack, single(slack, tmp_path, extractor) as started:
        assert await started.answers(one, "hello")
        status, _, _ = await started.browser.open("/slack/install")

    assert status == 404
    assert {post["token"] for post in one.posts} == {"xoxb-only"}


async def test_one_workspace_that_leaves_is_left_alone_and_back_at_the_next_start(
    tmp_path: Path, one: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    async with many_slacks(one) as slack:
        async with single(slack, tmp_path, extractor) as started:
            await started.answers(one, "I live in Porto")
            await started.tell(one, "app_uninstalled", at=time.time() + 2)
            assert await started.answers(one, "hello?") == []
            status, told, _ = await started.browser.open("/readyz")
            assert (status, told) == (503, '{"ok": false, "not_served": {"T0ONLY": "app_uninstalled"}}')
            assert [each.team_id for each in departures(tmp_path)] == ["T0ONLY"]
        assert "Install the app again, set SLACK_BOT_TOKEN to its new token, and restart." in caplog.text

        async with single(slack, tmp_path, extractor) as again:
            assert departures(tmp_path) == []
            assert "Porto" in (await again.answers(one, "where do I live?"))[0]


async def test_a_token_that_is_refused_at_start_is_an_error(tmp_path: Path, one: Team, extractor: Extractor) -> None:
    one.refused = "token_revoked"
    async with many_slacks(one) as slack:
        with pytest.raises(SlackRefusedError, match="SLACK_BOT_TOKEN: token_revoked"):
            async with single(slack, tmp_path, extractor):
                pass


async def test_what_a_workspace_left_is_erased_even_where_its_token_lets_nobody_in_any_more(
    tmp_path: Path, one: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with many_slacks(one) as slack:
        async with single(slack, tmp_path, extractor) as started:
            await started.answers(one, "I live in Porto")
        note_departure(tmp_path, "T0ONLY", utc_now() - timedelta(days=30))
        one.refused = "account_inactive"
        with pytest.raises(SlackRefusedError):
            async with single(slack, tmp_path, extractor):
                pass

    assert not (tmp_path / "teams" / "T0ONLY").exists()
    assert "Upkeep gc: workspace T0ONLY, which removed the app on" in caplog.text


async def test_a_note_of_who_left_that_cannot_be_read_keeps_nobody_from_talking(
    tmp_path: Path, one: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    async with many_slacks(one) as slack:
        async with single(slack, tmp_path, extractor):
            (tmp_path / "departed.json").write_text("{")
        async with single(slack, tmp_path, extractor) as again:
            assert await again.answers(one, "hello")

    assert caplog.text.count("it does not tell who left") == 2
