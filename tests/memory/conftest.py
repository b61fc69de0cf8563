"""Books to test with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.book import Book, BookSettings
from tests.memory.stores import STORES, markdown_book


@pytest.fixture(autouse=True)
def swift_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk: what a crash of the machine leaves is the business of `tests/faults`."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)


@pytest.fixture(params=sorted(STORES))
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Book]:
    """An empty book, on each store in turn."""
    with STORES[request.param](tmp_path / "home", BookSettings()) as opened:
        yield opened


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder that is not there yet."""
    return tmp_path / "home"


@pytest.fixture
def on_disk(home: Path) -> Iterator[Book]:
    """An empty book on a folder."""
    with markdown_book(home, BookSettings()) as opened:
        yield opened
