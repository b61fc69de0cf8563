"""Where the app is installed: each workspace's token, in a database, SQLite in the home by default.

The tokens stand there in clear, in a file that only its owner can read, like those in `.env`: a key to encrypt them
would have to lie beside them. In another database, guard the account that the bot uses.
"""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import sqlalchemy
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.sqlalchemy import (
    AsyncSQLAlchemyInstallationStore,
    SQLAlchemyInstallationStore,
)
from slack_sdk.oauth.state_store.sqlalchemy import AsyncSQLAlchemyOAuthStateStore
from sqlalchemy.exc import ArgumentError, InvalidRequestError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.errors import InstallationsError
from bot.settings import Settings
from memory.stores.files import disk_errors, make_folder

FILE = "installations.sqlite3"
STATE_SECONDS = 600
"""How long somebody may take from the page where installing begins to Slack's consent."""


class Installations:
    """The installations of one app, with the states of those under way. Use as `async with`.

    Raises:
        InstallationsError: On entering, if the database cannot be opened or written.
    """

    def __init__(self, settings: Settings) -> None:
        assert settings.slack_client_id is not None
        self._where, self._engine = _engine(settings)
        self.store = AsyncSQLAlchemyInstallationStore(client_id=settings.slack_client_id, engine=self._engine)
        self.states = AsyncSQLAlchemyOAuthStateStore(expiration_seconds=STATE_SECONDS, engine=self._engine)

    async def __aenter__(self) -> Self:
        try:
            await self.store.create_tables()
            await self.states.create_tables()
            await self._drop_old_states()
        except (SQLAlchemyError, OSError) as error:
            await self._engine.dispose()
            raise InstallationsError(self._where, type(error).__name__) from error
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self._engine.dispose()

    async def _drop_old_states(self) -> None:
        """Remove the states of those who began to install it and never came back."""
        states = self.states.oauth_states
        async with self._engine.begin() as connection:
            await connection.execute(states.delete().where(states.c.expire_at < datetime.now(UTC).replace(tzinfo=None)))

    async def all(self) -> list[Bot]:
        """Return the latest installation in each workspace or organisation, with its present token; [] if none."""
        bots = self.store.bots
        query = bots.select().where(bots.c.client_id == self.store.client_id).order_by(bots.c.installed_at)
        latest: dict[str, Bot] = {}
        async with self._engine.connect() as connection:
            for row in (await connection.execute(query)).mappings():
                bot = SQLAlchemyInstallationStore.build_bot_entity(row)
                latest[home_of(bot)] = bot
        return list(latest.values())

    async def remove(self, team_id: str) -> None:
        """Remove what is kept of a workspace, or of an organisation that has the app org-wide, by `home_of`."""
        for bot in await self.all():
            if home_of(bot) == team_id:
                await self.store.async_delete_all(enterprise_id=bot.enterprise_id, team_id=bot.team_id)


def home_of(installed: Bot | Installation) -> str:
    """Return the id that people's memories are kept under: the organisation's if it is org-wide, else the team's."""
    is_org_wide = installed.is_enterprise_install or installed.team_id is None
    return str(installed.enterprise_id if is_org_wide else installed.team_id)


def _engine(settings: Settings) -> tuple[str, AsyncEngine]:
    """Return where the installations are, without a password, and the engine for it."""
    if settings.installations_url is None:
        path = settings.home / FILE
        _make_private(path, settings.home)
        return str(path), create_async_engine(f"sqlite+aiosqlite:///{path}")
    address = settings.installations_url.get_secret_value()
    try:
        where = sqlalchemy.make_url(address).render_as_string(hide_password=True)
    except ArgumentError as error:
        raise InstallationsError("(an address that cannot be read)", "no address of a database") from error
    try:
        return where, create_async_engine(address)
    except (ImportError, InvalidRequestError, ArgumentError) as error:
        problem = "its driver is not installed, or is none for asyncio"
        raise InstallationsError(where, problem) from error


def _make_private(path: Path, home: Path) -> None:
    """Make the file, readable by its owner only, before anything is written to it."""
    make_folder(path.parent, home)
    with disk_errors(path):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
        path.chmod(0o600)
