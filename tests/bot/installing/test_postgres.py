"""The tokens in PostgreSQL: every statement can be said in its dialect, and a real server takes them, if one is here.

The server is Debian's `postgresql`, the driver asyncpg, which the bot does not install by itself; where either is not
there the tests with a server are skipped.
"""

import importlib.util
import os
import pwd
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
from pydantic import SecretStr
from slack_sdk.oauth.installation_store import Installation
from sqlalchemy import event
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Engine

from bot.errors import InstallationsError
from bot.installing.installations import Installations
from extractors.pipeline import Extractor
from tests.bot.installing.running import bot, settings
from tests.bot.many_slacks import Team, many_slacks
from tests.e2e.harness import free_port

PROGRAMS = ("initdb", "pg_ctl")
MISSING = [
    *(program for program in PROGRAMS if shutil.which(program) is None),
    *(["the driver asyncpg"] if importlib.util.find_spec("asyncpg") is None else []),
]
needs_server = pytest.mark.skipif(bool(MISSING), reason=f"not here: {', '.join(MISSING)}")

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")  # slack_sdk uses it

NOW = datetime.now(UTC)


def installation(team_id: str | None, enterprise_id: str | None = None, *, token: str = "xoxb-1") -> Installation:
    return Installation(
        app_id="A1",
        user_id="U1",
        team_id=team_id,
        team_name="Red",
        enterprise_id=enterprise_id,
        is_enterprise_install=team_id is None,
        bot_id="B1",
        bot_user_id="UBOT",
        bot_token=token,
        bot_scopes=["chat:write", "commands"],
        bot_refresh_token="xoxe-1",
        bot_token_expires_at=NOW + timedelta(hours=12),
    )


async def use(kept: Installations) -> None:
    """Do everything that the bot does with the store: install, look up, renew, come back, leave."""
    await kept.store.async_save(installation("T0RED"))
    await kept.store.async_save(installation(None, "E0GLOBE", token="xoxb-2"))
    red = await kept.store.async_find_bot(enterprise_id=None, team_id="T0RED")
    assert red is not None
    assert (red.bot_token, red.bot_scopes) == ("xoxb-1", ["chat:write", "commands"])
    assert red.bot_token_expires_at == int((NOW + timedelta(hours=12)).timestamp())
    whole = await kept.store.async_find_bot(enterprise_id="E0GLOBE", team_id="T0EAST", is_enterprise_install=True)
    assert whole is not None
    assert whole.bot_token == "xoxb-2"
    red.bot_token, red.installed_at = "xoxb-renewed", red.installed_at + 1
    await kept.store.async_save_bot(red)
    found = await kept.store.async_find_installation(enterprise_id=None, team_id="T0RED")
    assert found is not None
    assert {str(each.bot_token) for each in await kept.all()} == {"xoxb-renewed", "xoxb-2"}

    state = await kept.states.async_issue()
    assert await kept.states.async_consume(state)
    assert not await kept.states.async_consume(state)
    await kept._drop_old_states()

    await kept.remove("T0RED")
    assert [str(each.bot_token) for each in await kept.all()] == ["xoxb-2"]
    await kept.remove("E0GLOBE")
    assert await kept.all() == []


async def test_every_statement_can_be_said_in_its_dialect(tmp_path: Path) -> None:
    said: list[Any] = []

    def note(connection: Any, statement: Any, *_: Any) -> None:
        said.append(statement)

    event.listen(Engine, "before_execute", note)
    try:
        async with Installations(settings(tmp_path)) as kept:
            await use(kept)
    finally:
        event.remove(Engine, "before_execute", note)

    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy has no types for it
    compiled = [str(each.compile(dialect=dialect)) for each in said if hasattr(each, "compile")]
    beginnings = {text.split()[0] for text in compiled}
    assert beginnings == {"CREATE", "INSERT", "SELECT", "DELETE"}
    assert not [text for text in compiled if "DATETIME" in text or "AUTOINCREMENT" in text]


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The address of a server of our own, on this machine alone."""
    port = free_port()
    # PostgreSQL refuses to run as root, and its account cannot enter the folders of pytest.
    as_who: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        if os.geteuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(name, account.pw_uid, account.pw_gid)
            as_who = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        data = f"{name}/data"
        made = {"cwd": name, "check": True, "capture_output": True, "timeout": 120, **as_who}
        run(["initdb", "--pgdata", data, "--username", "bot", "--auth", "trust", "--no-sync"], **made)
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={name} -c fsync=off"
        log = f"{name}/log"
        run(["pg_ctl", "start", "--wait", "--pgdata", data, "--log", log, "--options", options], **made)
        try:
            yield f"postgresql+asyncpg://bot:secret@127.0.0.1:{port}/postgres"
        finally:
            run(["pg_ctl", "stop", "--wait", "--pgdata", data, "--mode", "immediate"], **made)


@asynccontextmanager
async def opened(home: Path, address: str) -> AsyncIterator[Installations]:
    chosen = settings(home).model_copy(update={"installations_url": SecretStr(address)})
    async with Installations(chosen) as kept:
        yield kept


@needs_server
async def test_a_server_keeps_the_tokens(tmp_path: Path, database: str) -> None:
    async with opened(tmp_path, database) as kept:
        await use(kept)
    async with opened(tmp_path, database) as again:
        assert await again.all() == []
    assert list(tmp_path.iterdir()) == [], "nothing lies in the home"


@needs_server
async def test_the_bot_works_with_the_tokens_of_a_server(
    tmp_path: Path, database: str, red: Team, extractor: Extractor
) -> None:
    async with many_slacks(red) as slack:
        async with bot(slack, tmp_path, extractor, installations_url=database) as started:
            await started.browser.install(red)
            assert await started.answers(red, "I live in Porto") == ["Good to know.", "Noted: lives in Porto"]
        async with bot(slack, tmp_path, extractor, installations_url=database) as started:
            assert "Porto" in (await started.answers(red, "where do I live?"))[0]
            await started.tell(red, "app_uninstalled", at=datetime.now(UTC).timestamp() + 2)
            assert await started.answers(red, "hello") == []


@needs_server
async def test_a_server_that_is_not_there_is_told_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(InstallationsError) as told:
        async with opened(tmp_path, f"postgresql+asyncpg://bot:secret@127.0.0.1:{free_port()}/postgres"):
            pass

    assert "secret" not in str(told.value)
