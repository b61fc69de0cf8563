"""Workspaces that let the bot in, and the bot itself."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from extractors.pipeline import Extractor
from tests.bot.installing.running import Running, bot
from tests.bot.many_slacks import Team, many_slacks


@pytest.fixture(scope="session")
def extractor() -> Extractor:
    return Extractor()


@pytest.fixture
def red() -> Team:
    return Team("Red", "T0RED")


@pytest.fixture
def blue() -> Team:
    return Team("Blue", "T0BLUE")


@pytest.fixture
def one() -> Team:
    return Team("Only", "T0ONLY", tokens=["xoxb-only"])


@pytest.fixture
async def running(tmp_path: Path, red: Team, blue: Team, extractor: Extractor) -> AsyncIterator[Running]:
    async with many_slacks(red, blue) as slack, bot(slack, tmp_path, extractor) as started:
        yield started
