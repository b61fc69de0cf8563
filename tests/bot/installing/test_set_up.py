"""What installing needs to be set, and the database that holds the tokens."""

import asyncio
import threading
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.errors import InstallationsError, MissingTokenError, SlackUnreachableError
from bot.installing.installations import Installations
from bot.installing.oauth_settings import install_url, require_oauth_settings
from extractors.pipeline import Extractor
from tests.bot.installing.running import PATIENCE, bot, settings, single
from tests.bot.many_slacks import Team, many_slacks

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")  # slack_sdk uses it


@pytest.mark.parametrize(
    ("knob", "variable"),
    [
        ("slack_client_id", "SLACK_CLIENT_ID"),
        ("slack_client_secret", "SLACK_CLIENT_SECRET"),
        ("public_url", "MEMORY_BOT_PUBLIC_URL"),
        ("slack_signing_secret", "SLACK_SIGNING_SECRET"),
    ],
)
def test_what_is_not_set_is_named(tmp_path: Path, knob: str, variable: str) -> None:
    with pytest.raises(MissingTokenError, match=f"{variable} is not set, and installing into many workspaces needs it"):
        require_oauth_settings(settings(tmp_path, **{knob: None}))


def test_the_address_of_installing_follows_the_public_one(tmp_path: Path) -> None:
    chosen = settings(tmp_path, public_url="https://example.com/bots/memory")

    require_oauth_settings(chosen)
    assert install_url(chosen) == "https://example.com/bots/memory/slack/install"


async def test_the_tokens_may_lie_in_another_database(tmp_path: Path, red: Team, extractor: Extractor) -> None:
    other = f"sqlite+aiosqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    home = tmp_path / "home"
    async with many_slacks(red) as slack, bot(slack, home, extractor, installations_url=other) as started:
        await started.browser.install(red)

        assert await started.answers(red, "hello")
    assert (tmp_path / "elsewhere.sqlite3").exists()
    assert not (home / "installations.sqlite3").exists()


async def test_a_bot_token_is_not_used_where_workspaces_install_the_app(
    tmp_path: Path, red: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    async with many_slacks(red) as slack, bot(slack, tmp_path, extractor, slack_bot_token="xoxb-old"):
        pass

    assert "SLACK_BOT_TOKEN is not used, since SLACK_CLIENT_ID is set" in caplog.text


async def test_a_slack_that_cannot_be_asked_about_its_token_is_an_error(
    tmp_path: Path, one: Team, extractor: Extractor
) -> None:
    async with many_slacks(one) as slack:
        await slack.stop()
        with pytest.raises(SlackUnreachableError, match="ClientConnectorError"):
            async with single(slack, tmp_path, extractor):
                pass


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", "no address of a database"),
        ("sqlite:///x.sqlite3", "its driver is not installed, or is none for asyncio"),
        ("postgresql+nosuch://u:secret@h/d", "its driver is not installed, or is none for asyncio"),
        ("sqlite+aiosqlite:////nowhere/at/all.sqlite3", "OperationalError"),
    ],
)
async def test_a_database_that_cannot_be_used_is_told_without_its_password(
    tmp_path: Path, address: str, said: str
) -> None:
    chosen = settings(tmp_path).model_copy(update={"installations_url": SecretStr(address)})

    with pytest.raises(InstallationsError) as told:
        async with Installations(chosen):
            pass

    async with asyncio.timeout(PATIENCE):
        while any("_connection_worker" in thread.name for thread in threading.enumerate()):  # noqa: ASYNC110 - no event tells it
            await asyncio.sleep(0)  # the driver's thread says goodbye to this loop
    assert said in str(told.value)
    assert "secret" not in str(told.value)
