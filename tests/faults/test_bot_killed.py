"""The short form of killing the running bot. See `tests.faults.bot_killed`."""

import random
from pathlib import Path

import pytest

from memory.book import open_book
from memory.records import Person
from tests.faults.bot_killed import campaign, words_kept
from tests.memory.making import note

pytestmark = pytest.mark.e2e


async def test_a_killed_bot_keeps_and_answers_what_it_acknowledged(tmp_path: Path) -> None:
    found = await campaign(tmp_path, 2, random.Random(11))

    assert found.faults == []
    assert found.kills == 2
    assert found.acknowledged > 0


def test_words_are_counted_in_every_memory(tmp_path: Path) -> None:
    with open_book(tmp_path / "home") as book:
        alex = Person("T0LOCAL", "U0ALEX")
        note(book, 1, "Crate000001 is green", person=alex)
        note(book, 2, "Works on a project called crate000001", person=alex)

        assert words_kept(book) == {"crate000001": 2}
