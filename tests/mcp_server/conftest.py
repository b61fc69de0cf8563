"""A book, and clients of the SDK's own connected to servers of it inside the test process."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from mcp import Client

from bot.mcp.scope import Scope, of_person, of_workspace
from bot.mcp.server import build_server
from bot.settings import Settings
from extractors.pipeline import Extractor
from memory.book import Book, open_book
from tests.bot.conftest import home, memory_bot
from tests.tools.binding import ALEX, NOW, Desk

__all__ = ["home", "memory_bot"]

Connect = Callable[[Scope], AbstractAsyncContextManager[Client]]


@pytest.fixture(scope="session")
def extractor() -> Extractor:
    return Extractor()


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return open_book(tmp_path / "home", now=lambda: NOW)


@pytest.fixture
def desk(book: Book, extractor: Extractor) -> Desk:
    return Desk(book, extractor, Settings(home=book.home))


@pytest.fixture
def alex(desk: Desk) -> Scope:
    """Alex's own memory."""
    return of_person(desk.book, desk.extractor, desk.settings, ALEX, now=lambda: NOW, name="alex")


@pytest.fixture
def shared(desk: Desk) -> Scope:
    """What the workspace shares."""
    return of_workspace(desk.book, desk.extractor, desk.settings, "T1", now=lambda: NOW)


@pytest.fixture
def connect() -> Connect:
    @asynccontextmanager
    async def connected(scope: Scope) -> AsyncIterator[Client]:
        async with Client(build_server(scope)) as client:
            yield client

    return connected
