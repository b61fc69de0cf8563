"""Which channels are private survives a restart, reaches every process, and a damaged file stops nobody."""

import json
from pathlib import Path

import pytest

from bot.audience import Audience, Place, PlaceKind, dm
from bot.slack.standing import FILE, Standing
from memory.records import Person


def test_what_is_noted_holds_for_every_process_and_after_a_restart(tmp_path: Path) -> None:
    bot, other = Standing(tmp_path), Standing(tmp_path)
    assert other.private_channels("T1") == set()

    bot.note_channel("T1", "C1", private=True)
    bot.note_channel("T1", "C2", private=True)
    bot.note_channel("T2", "C3", private=True)

    assert other.private_channels("T1") == {"C1", "C2"}
    assert other.private_channels("T2") == {"C3"}
    bot.note_channel("T1", "C1", private=False)
    assert other.private_channels("T1") == Standing(tmp_path).private_channels("T1") == {"C2"}


def test_what_is_known_is_not_written_again(tmp_path: Path) -> None:
    kept = Standing(tmp_path)
    kept.note_channel("T1", "C1", private=False)
    assert not (tmp_path / FILE).exists()

    kept.note_channel("T1", "C1", private=True)
    before = (tmp_path / FILE).stat()
    kept.note_channel("T1", "C1", private=True)

    assert (tmp_path / FILE).stat() == before
    assert before.st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damaged", ["{", "[]", '{"T1": 3}', "null"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, damaged: str, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE).write_text(damaged, encoding="utf-8")
    kept = Standing(tmp_path)

    assert kept.private_channels("T1") == set()
    assert "Slack is asked again" in caplog.text
    kept.note_channel("T1", "C1", private=True)

    assert json.loads((tmp_path / FILE).read_text(encoding="utf-8")) == {"T1": {"private": ["C1"]}}


def test_a_guest_is_known_to_programs_that_cannot_ask_slack(tmp_path: Path) -> None:
    guest, colleague = Person("T1", "U1"), Person("T1", "U2")
    Standing(tmp_path).note_person(guest, outsider=True)
    Standing(tmp_path).note_channel("T1", "C1", private=True)
    other = Standing(tmp_path)

    assert other.known_to(dm(guest)) == Audience(
        guest, Place(PlaceKind.DM, "DU1", outsiders=True), turned_private=frozenset({"C1"})
    )
    assert not other.known_to(dm(colleague)).place.outsiders
    assert not other.is_outsider(Person("T2", "U1"))


def test_what_the_disk_refuses_is_known_to_this_process(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = Standing(tmp_path / "gone")

    kept.note_channel("T1", "C1", private=True)

    assert kept.private_channels("T1") == {"C1"}
    assert caplog.records
