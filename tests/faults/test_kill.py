"""The short form of the campaign: a few real kills, a few processes at once. See `tests.faults.campaign`."""

import random
from pathlib import Path

import pytest

from memory.book import open_book
from memory.records import Person
from tests.faults.campaign import check, kill_again_and_again, logs, write_at_once
from tests.memory.making import day, note

SOMEONE = Person("T1", "U1")


def test_what_was_acknowledged_survives_kills(tmp_path: Path) -> None:
    outcome = kill_again_and_again(tmp_path / "home", 4, random.Random(7))

    assert outcome.faults == []
    assert outcome.kills == 4
    assert outcome.acknowledged >= 4


@pytest.mark.parametrize("people", [1, 3])
def test_processes_that_write_at_once_do_not_disturb_each_other(tmp_path: Path, people: int) -> None:
    assert write_at_once(tmp_path / "home", 3, 25, people) == []


def test_the_check_finds_what_is_wrong(tmp_path: Path) -> None:
    with open_book(tmp_path / "home", now=lambda: day(31)) as book:
        kept = note(book, 1, "Writer 0 entry 0000001 of word1", person=SOMEONE)
        path = logs(book.home)[0]
        path.write_text(path.read_text() * 2 + "- **99 UTC** | broken\n")
        note(book, 2, "Something else", person=SOMEONE)

        faults = check(book, [1, 2])

    assert kept.text.startswith("Writer 0")
    assert any("entry 2 is lost" in fault for fault in faults)
    assert any("nobody wrote" in fault for fault in faults)
    assert any("two beginnings" in fault for fault in faults)
    assert any("broken" not in fault and "line" in fault for fault in faults)
