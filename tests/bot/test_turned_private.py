"""Which channels are private survives a restart, reaches every process, and a damaged file stops nobody."""

import json
from pathlib import Path

import pytest

from bot.turned_private import FILE, TurnedPrivate


def test_what_is_noted_holds_for_every_process_and_after_a_restart(tmp_path: Path) -> None:
    bot, other = TurnedPrivate(tmp_path), TurnedPrivate(tmp_path)
    assert other.of("T1") == set()

    bot.note("T1", "C1", private=True)
    bot.note("T1", "C2", private=True)
    bot.note("T2", "C3", private=True)

    assert other.of("T1") == {"C1", "C2"}
    assert other.of("T2") == {"C3"}
    bot.note("T1", "C1", private=False)
    assert other.of("T1") == TurnedPrivate(tmp_path).of("T1") == {"C2"}


def test_what_is_known_is_not_written_again(tmp_path: Path) -> None:
    kept = TurnedPrivate(tmp_path)
    kept.note("T1", "C1", private=False)
    assert not (tmp_path / FILE).exists()

    kept.note("T1", "C1", private=True)
    before = (tmp_path / FILE).stat()
    kept.note("T1", "C1", private=True)

    assert (tmp_path / FILE).stat() == before
    assert before.st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damaged", ["{", "[]", '{"T1": 3}', "null"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, damaged: str, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE).write_text(damaged, encoding="utf-8")
    kept = TurnedPrivate(tmp_path)

    assert kept.of("T1") == set()
    assert "Slack is asked again" in caplog.text
    kept.note("T1", "C1", private=True)

    assert json.loads((tmp_path / FILE).read_text(encoding="utf-8")) == {"T1": ["C1"]}


def test_what_the_disk_refuses_is_known_to_this_process(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = TurnedPrivate(tmp_path / "gone")

    kept.note("T1", "C1", private=True)

    assert kept.of("T1") == {"C1"}
    assert caplog.records
