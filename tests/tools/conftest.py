"""A desk for each test; the extractor is loaded once."""

from pathlib import Path

import pytest

from bot.settings import Settings
from extractors.pipeline import Extractor
from memory.book import open_book
from tests.tools.binding import NOW, Desk


@pytest.fixture(scope="session")
def extractor() -> Extractor:
    return Extractor()


@pytest.fixture
def desk(tmp_path: Path, extractor: Extractor) -> Desk:
    home = tmp_path / "home"
    return Desk(open_book(home, now=lambda: NOW), extractor, Settings(home=home))
