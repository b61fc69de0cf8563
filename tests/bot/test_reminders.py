"""What people are told once a day."""

import logging
from datetime import timedelta
from pathlib import Path

import pytest

from bot.reminders import FILE, Reminders
from memory.book import open_book
from tests.bot.making import ALEX, DANA
from tests.bot.making import APRIL_9 as NOW

HOURS_23, A_DAY = timedelta(hours=23), timedelta(days=1)


@pytest.fixture(params=["in a home", "without one"])
def reminders(request: pytest.FixtureRequest, tmp_path: Path) -> Reminders:
    return Reminders(tmp_path if request.param == "in a home" else None)


def test_a_reminder_comes_once_a_day_in_each_conversation(reminders: Reminders) -> None:
    assert reminders.is_due(ALEX, "C1", NOW)
    assert not reminders.is_due(ALEX, "C1", NOW + HOURS_23)
    assert reminders.is_due(ALEX, "C2", NOW)
    assert reminders.is_due(DANA, "C1", NOW)
    assert reminders.is_due(ALEX, "C1", NOW + A_DAY)


def test_a_restart_tells_nobody_again(tmp_path: Path) -> None:
    assert Reminders(tmp_path).is_due(ALEX, "C1", NOW)

    after = Reminders(tmp_path)

    assert not after.is_due(ALEX, "C1", NOW + HOURS_23)
    assert after.is_due(DANA, "C1", NOW + HOURS_23)
    assert after.is_due(ALEX, "C1", NOW + A_DAY)


def test_who_is_erased_is_named_no_more(tmp_path: Path) -> None:
    with open_book(tmp_path / "home") as book:
        reminders = Reminders(book.home)
        for person in (ALEX, DANA):
            reminders.is_due(person, "C1", NOW)

        book.erase_person(ALEX, at=NOW, actor="UADMIN")

        kept = (book.home / "journal" / FILE).read_bytes()
        assert DANA.user_id.encode() in kept
        assert ALEX.user_id.encode() not in kept
        assert not reminders.is_due(DANA, "C1", NOW + HOURS_23)


def test_two_processes_tell_it_once(tmp_path: Path) -> None:
    one, other = Reminders(tmp_path), Reminders(tmp_path)

    assert [each.is_due(ALEX, "C1", NOW) for each in (one, other, one)] == [True, False, False]


def test_what_is_out_of_date_is_let_go(tmp_path: Path) -> None:
    reminders = Reminders(tmp_path)
    for number in range(100):
        reminders.is_due(ALEX, f"C{number}", NOW)

    reminders.is_due(ALEX, "CX", NOW + A_DAY + timedelta(seconds=1))

    assert len(reminders._run("SELECT told_at FROM told", ())) == 1


def test_what_this_process_knows_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.reminders._MOST_TOLD", 2)
    reminders = Reminders()
    for channel_id in ("C1", "C2", "C3"):
        reminders.is_due(ALEX, channel_id, NOW)

    assert reminders.is_due(ALEX, "C1", NOW)
    assert not reminders.is_due(ALEX, "C3", NOW)


def test_where_the_file_cannot_be_used_that_is_logged_and_it_is_told_once_until_a_restart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / FILE).write_bytes(b"no database" * 1000)
    reminders = Reminders(tmp_path)

    with caplog.at_level(logging.WARNING):
        due = [reminders.is_due(ALEX, "C1", NOW) for _ in range(2)]

    assert due == [True, False]
    assert f"{FILE} cannot be used" in caplog.text


def test_only_its_owner_may_read_the_file(tmp_path: Path) -> None:
    Reminders(tmp_path).is_due(ALEX, "C1", NOW)

    assert (tmp_path / "journal" / FILE).stat().st_mode & 0o777 == 0o600
