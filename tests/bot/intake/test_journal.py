"""The journal keeps what was received until it is done, once."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from bot.intake.journal import _INSERT, KEEP_KEYS, Journal
from memory.errors import StoreError


class Clock:
    def __init__(self) -> None:
        self.time = datetime(2026, 3, 2, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def journal(tmp_path: Path, clock: Clock) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal" / "turns.sqlite3", now=clock)
    yield journal
    journal.close()


def test_a_second_delivery_is_known(journal: Journal) -> None:
    assert journal.receive("T1/C1/1.0", "1.0", {"event": {"text": "hi"}})
    assert not journal.receive("T1/C1/1.0", "1.0", {"event": {"text": "hi"}})


async def test_what_is_taken_is_kept_in_the_order_in_which_it_came(journal: Journal) -> None:
    keys = [f"T1/C1/{number:03}" for number in range(50)]

    taken: list[str] = []

    async def take(key: str) -> None:
        assert await journal.take(key, "1.0", {})
        taken.append(key)

    await asyncio.gather(*map(take, keys))

    assert taken == keys == journal.keys("T1/C1/")


def test_what_is_asked_together_stands_or_falls_by_itself(journal: Journal) -> None:
    with journal._lock:  # the disk is busy
        first = journal._ask("DELETE FROM turns WHERE key = ?", ("nobody",))
        asked = [journal._ask(_INSERT, (f"k{n}", float(n), "received", "{}", "")) for n in range(3)]
        broken = journal._ask("INSERT INTO turns VALUES (1)", ())
        last = journal._ask(_INSERT, ("k9", 9.0, "received", "{}", ""))

    assert first.result() == 0
    assert [each.result() for each in asked] == [1, 1, 1]
    assert last.result() == 1
    with pytest.raises(StoreError):
        broken.result()
    assert journal.keys("k") == ["k0", "k1", "k2", "k9"]


def test_what_nobody_waits_for_any_more_is_not_written(journal: Journal) -> None:
    with journal._lock:
        busy = journal._ask("DELETE FROM turns WHERE key = ?", ("nobody",))
        while not busy.running():
            pass
        given_up = journal._ask(_INSERT, ("k1", 1.0, "received", "{}", ""))
        assert given_up.cancel()

    assert journal.receive("k2", "2.0", {})
    assert journal.keys("k") == ["k2"]


def test_how_far_a_turn_has_come_is_on_the_disk_soon_though_nobody_waits(tmp_path: Path, journal: Journal) -> None:
    journal.receive("k1", "1.0", {})
    journal.finish("k1")

    with closing(sqlite3.connect(tmp_path / "journal" / "turns.sqlite3")) as other:
        while other.execute("SELECT stage FROM turns").fetchone() != ("done",):
            pass


def test_what_is_not_urgent_is_carried_out_with_what_is(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.intake.journal._LATER_SECONDS", 3600)
    together = Mock(wraps=journal._together)
    monkeypatch.setattr(journal, "_together", together)

    journal.finish("k1")
    journal.note("k2", "2.0")
    journal.receive("k3", "3.0", {})

    assert [len(call.args[0]) for call in together.call_args_list] == [3]


def test_what_cannot_be_put_down_is_logged(journal: Journal, caplog: pytest.LogCaptureFixture) -> None:
    journal._db.execute("DROP TABLE turns")

    journal.replied("k1")
    journal._settle()

    assert "How far a turn has come is not noted" in caplog.text
    assert "Free some disk space" in caplog.text


def test_closing_writes_first_what_was_asked(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "turns.sqlite3"
    journal = Journal(path, now=clock)
    with journal._lock:
        asked = [journal._ask(_INSERT, (f"k{n}", float(n), "received", "{}", "")) for n in range(20)]
        closing_it = threading.Thread(target=journal.close)
        closing_it.start()
    closing_it.join()

    assert [each.result() for each in asked] == [1] * 20
    with pytest.raises(StoreError, match="it is closed"):
        journal.finish("k1")


def test_what_is_not_done_waits_in_message_order_across_a_restart(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "turns.sqlite3"
    before = Journal(path, now=clock)
    for ts in ("10.5", "2.5", "7.0"):
        before.receive(f"T1/C1/{ts}", ts, {"ts": ts})
    before.replied("T1/C1/7.0")
    before.finish("T1/C1/2.5")
    before.close()

    after = Journal(path, now=clock)

    assert [(w.body["ts"], w.replied) for w in after.waiting()] == [("7.0", True), ("10.5", False)]
    assert not after.receive("T1/C1/2.5", "2.5", {})
    after.close()


def on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


@pytest.mark.parametrize("seconds", [0.0, 0.01])
def test_no_words_of_a_finished_turn_stay_on_the_disk(
    tmp_path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr("bot.intake.journal._FOLD_SECONDS", seconds)
    journal.receive("T1/C1/1.0", "1.0", {"text": "zebrafinch " * 2000})
    journal.finish("T1/C1/1.0")
    assert journal.waiting() == []

    while b"zebrafinch" in on_disk(tmp_path / "journal"):
        pass


def test_words_go_however_much_is_written(tmp_path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.intake.journal._FOLD_SECONDS", 0.0)
    monkeypatch.setattr("bot.intake.journal._LATER_SECONDS", 0.0)
    journal.receive("T1/C1/1.0", "1.0", {"text": "zebrafinch " * 2000})
    journal.finish("T1/C1/1.0")

    number = 0
    while number < 3 or b"zebrafinch" in on_disk(tmp_path / "journal"):
        number += 1
        journal.receive(f"T1/C1/2.{number}", "2.0", {})


def test_words_go_once_nobody_reads_what_was(tmp_path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.intake.journal._FOLD_SECONDS", 0.0)
    journal.receive("T1/C1/1.0", "1.0", {"text": "zebrafinch " * 2000})
    with closing(sqlite3.connect(tmp_path / "journal" / "turns.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN")
        assert len(other.execute("SELECT body FROM turns").fetchall()) == 1
        journal.finish("T1/C1/1.0")
        assert journal.waiting() == []
        assert b"zebrafinch" in on_disk(tmp_path / "journal")

    while b"zebrafinch" in on_disk(tmp_path / "journal"):
        pass


def test_old_keys_are_dropped_and_unfinished_turns_are_not(journal: Journal, clock: Clock) -> None:
    journal.receive("done", "1.0", {})
    journal.receive("open", "2.0", {})
    journal.finish("done")
    clock.time += KEEP_KEYS + timedelta(seconds=1)

    assert journal.trim() == 1
    assert [waiting.key for waiting in journal.waiting()] == ["open"]


def test_the_file_is_for_its_owner_alone(tmp_path: Path, journal: Journal) -> None:
    journal.receive("T1/C1/1.0", "1.0", {})

    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "journal").iterdir()} == {0o600}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StoreError, match="journal cannot be written"):
        Journal(tmp_path / "file" / "turns.sqlite3", now=clock)


def test_a_failing_write_is_an_error_of_ours(journal: Journal) -> None:
    journal._db.execute("DROP TABLE turns")

    with pytest.raises(StoreError, match="Free some disk space"):
        journal.receive("k", "1.0", {})


@pytest.mark.parametrize("share", [0.001, 0.7])
def test_a_journal_that_was_cut_off_is_made_anew_with_what_is_left(tmp_path: Path, clock: Clock, share: float) -> None:
    path = tmp_path / "turns.sqlite3"
    before = Journal(path, now=clock)
    for number in range(200):
        before.receive(f"T1/C1/{number:03d}.0", f"{number}.0", {"event": {"text": "x" * 500}})
    before.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])

    after = Journal(path, now=clock)
    left = len(after.waiting())
    assert left < 200
    assert left > 0 or share < 0.1
    assert after.receive("T1/C1/900.0", "900.0", {})
    assert len(after.waiting()) == left + 1
    after.close()


def test_a_journal_that_is_no_database_is_made_anew(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "turns.sqlite3"
    path.write_bytes(b"not a database at all" * 100)

    journal = Journal(path, now=clock)

    assert journal.waiting() == []
    assert journal.receive("T1/C1/1.0", "1.0", {})
    journal.close()


def test_a_journal_that_another_holds_is_not_taken_for_damaged(tmp_path: Path, clock: Clock, monkeypatch: Any) -> None:
    path = tmp_path / "turns.sqlite3"
    Journal(path, now=clock).close()
    monkeypatch.setattr("bot.intake.journal._PATIENCE_SECONDS", 0)

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=DELETE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="locked"):
            Journal(path, now=clock)

    assert path.exists()


def test_what_cannot_be_written_while_another_writes_is_told(tmp_path: Path, clock: Clock, monkeypatch: Any) -> None:
    path = tmp_path / "turns.sqlite3"
    monkeypatch.setattr("bot.intake.journal._PATIENCE_SECONDS", 0)
    journal = Journal(path, now=clock)

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked"):
            journal.receive("T1/C1/1.0", "1.0", {})

    assert journal.receive("T1/C1/1.0", "1.0", {})
    journal.close()
