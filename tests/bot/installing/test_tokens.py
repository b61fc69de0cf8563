"""Tokens that expire are renewed, and one that is refused stops its workspace only."""

import asyncio
from pathlib import Path

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.installing.installations import Installations
from extractors.pipeline import Extractor
from tests.bot.installing.running import Running, bot, message, settings, settled
from tests.bot.many_slacks import Team, many_slacks

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")  # slack_sdk uses it


async def test_a_token_about_to_expire_is_renewed_once(tmp_path: Path, extractor: Extractor) -> None:
    team = Team("Red", "T0RED", expires_in=600)
    async with many_slacks(team) as slack, bot(slack, tmp_path, extractor) as started:
        await started.browser.install(team)
        team.expires_in = 43_200

        await asyncio.gather(*(started.browser.say(team, f"hello {n}", user=f"U{n}") for n in range(5)))
        await settled()
        await started.intake.queues.drain()

        assert [sent.get("grant_type") for sent in slack.traded] == [None, "refresh_token"]
        assert {post["token"] for post in team.posts} == {"xoxb-T0RED-1"}
        assert len(team.posts) == 5


async def test_a_token_that_cannot_be_renewed_stops_its_workspace_only(
    tmp_path: Path, blue: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    team = Team("Red", "T0RED", expires_in=-60)
    async with many_slacks(team, blue) as slack, bot(slack, tmp_path, extractor) as started:
        await started.browser.install(team)
        await started.browser.install(blue)
        team.tokens.append("xoxb-somebody-else-renewed-it")

        assert await started.answers(team, "hello") == []
        assert await started.answers(blue, "hello")
        assert started.parts.served.troubles == {"T0RED": "token_expired"}
        assert f"install it again at {started.browser.bot_url}/slack/install." in caplog.text


async def test_a_token_that_expired_while_the_bot_was_off_is_renewed_before_old_turns_are_answered(
    tmp_path: Path, extractor: Extractor
) -> None:
    team = Team("Red", "T0RED", expires_in=600)
    async with many_slacks(team) as slack:
        async with bot(slack, tmp_path, extractor) as before:
            await before.browser.install(team)
            await before.intake.keep({"team_id": "T0RED", "event": message("hello")})
        team.expires_in = 43_200
        async with bot(slack, tmp_path, extractor) as after:
            await after.intake.queues.drain()

            assert {post["token"] for post in team.posts} == {"xoxb-T0RED-1"}
            await after.answers(team, "hello")
            assert [sent.get("grant_type") for sent in slack.traded] == [None, "refresh_token"]


async def test_a_token_that_cannot_be_renewed_at_start_is_logged(
    tmp_path: Path, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    team = Team("Red", "T0RED", expires_in=600)
    async with many_slacks(team) as slack:
        async with bot(slack, tmp_path, extractor) as before:
            await before.browser.install(team)
        team.tokens.append("xoxb-somebody-else-renewed-it")
        async with bot(slack, tmp_path, extractor):
            pass

    assert "The token of T0RED could not be renewed: SlackTokenRotationError" in caplog.text


async def test_states_of_those_who_never_came_back_are_dropped(
    tmp_path: Path, red: Team, extractor: Extractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.installing.installations.STATE_SECONDS", -1)
    async with many_slacks(red) as slack, bot(slack, tmp_path, extractor) as started:
        await started.browser.begin()

    async with Installations(settings(tmp_path)) as installations, installations.states.engine.connect() as connection:
        assert (await connection.execute(installations.states.oauth_states.select())).all() == []


@pytest.mark.parametrize("error", ["token_revoked", "account_inactive", "invalid_auth"])
async def test_a_refused_token_stops_its_workspace_until_it_is_installed_again(
    running: Running, red: Team, blue: Team, error: str, caplog: pytest.LogCaptureFixture
) -> None:
    for team in (red, blue):
        await running.browser.install(team)
        await running.answers(team, "I live in Porto")
    red.refused = error
    await running.answers(red, "what do you know about me?")

    caplog.clear()
    assert await running.answers(red, "hello?") == []
    assert (await running.browser.open("/readyz"))[:2] == (200, f'{{"ok": true, "not_served": {{"T0RED": "{error}"}}}}')
    assert await running.answers(blue, "where do I live?")
    assert running.parts.served.troubles == {"T0RED": error}
    assert caplog.text == ""

    red.refused = None
    await running.browser.install(red)
    assert "Porto" in (await running.answers(red, "where do I live?"))[0]
    assert running.parts.served.troubles == {}


async def test_a_token_that_was_refused_before_the_start_is_noticed(
    tmp_path: Path, red: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    async with many_slacks(red) as slack:
        async with bot(slack, tmp_path, extractor) as before:
            await before.browser.install(red)
        red.refused = "account_inactive"
        async with bot(slack, tmp_path, extractor) as after:
            await after.answers(red, "hello")

            assert after.parts.served.troubles == {"T0RED": "account_inactive"}
    told = (
        "Workspace T0RED is served no more: the app was removed there, or the workspace was closed (account_inactive)."
    )
    assert told in caplog.text


async def test_who_asks_by_command_where_nobody_is_served_is_told(running: Running, red: Team) -> None:
    await running.browser.install(red)
    await running.answers(red, "hello")
    running.parts.served.stop("T0RED", "token_revoked")

    _, answer = await running.browser.send({"command": "/memory", "text": "list", "team_id": "T0RED", "user_id": "U1"})

    assert "Please ask whoever looks after me here to install me again." in answer


async def test_a_turn_that_is_waiting_when_its_workspace_stops_is_kept(running: Running, red: Team) -> None:
    await running.browser.install(red)
    await running.answers(red, "hello")
    body = {"team_id": "T0RED", "event": message("I live in Porto")}
    key = await running.intake.keep(body)
    running.parts.served.stop("T0RED", "token_revoked")

    client = running.workspaces.client_of(body)
    assert (key is not None, client) == (True, None)
    running.intake.start(str(key), body, AsyncWebClient())
    await running.intake.queues.drain()

    assert [turn.key for turn in running.intake.journal.waiting()] == [key]
    assert running.texts("T0RED") == []
