"""One extractor for all tests of the extractors: its pipeline is loaded once."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from memory.records import Candidate

SENT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)  # a Monday

Read = Callable[..., list[Candidate]]


@pytest.fixture(scope="session")
def extractor() -> Extractor:
    return Extractor()


@pytest.fixture(scope="session")
def read(extractor: Extractor) -> Read:
    """What a message sent on Monday 2 March 2026 gives."""

    def reading(text: str, *, surface: str = "dm", parent: str | None = None) -> list[Candidate]:
        message = Message(text=text, sent_at=SENT, surface=surface, parent=parent, bot_user_id="U00")
        return extractor.extract(message)

    return reading
