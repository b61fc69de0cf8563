"""What a person chooses holds for them alone, durably, and damage falls back to the defaults."""

from datetime import UTC, datetime, time
from pathlib import Path

import pytest

from bot.preferences import NAMES, Preferences, QuietHours, Receipts, prefer, preferences_of
from memory.book import Book, open_book
from memory.errors import InvalidValueError
from tests.bot.making import ALEX, DANA, MARCH_2


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return open_book(tmp_path, now=lambda: MARCH_2)


def choose(book: Book, name: str, value: str, zone: str | None = None) -> Preferences:
    return prefer(book, ALEX, name, value, at=MARCH_2, actor=ALEX.user_id, zone=zone)


def test_nothing_chosen_gives_the_defaults(book: Book) -> None:
    assert preferences_of(book, ALEX) == Preferences(Receipts.INLINE, None, use_in_channels=True)


def test_choices_are_kept_for_their_owner_alone(book: Book, tmp_path: Path) -> None:
    choose(book, "receipts", "Reaction")
    choose(book, "use_in_channels", "off")
    chosen = choose(book, "quiet_hours", "22-7:30 Asia/Dubai")

    assert chosen == Preferences(Receipts.REACTION, QuietHours(time(22), time(7, 30), "Asia/Dubai"), False)
    assert preferences_of(open_book(tmp_path, now=lambda: MARCH_2), ALEX) == chosen
    assert preferences_of(book, DANA) == Preferences()


@pytest.mark.parametrize(
    ("said", "opt_in", "overheard"),
    [(None, False, True), (None, True, False), ("on", True, True), ("off", False, False), ("Yes", True, True)],
)
def test_who_is_noted_in_channels_open_as_a_whole(book: Book, said: str | None, opt_in: bool, overheard: bool) -> None:
    chosen = choose(book, "whole_channels", said) if said else preferences_of(book, ALEX)

    assert chosen.is_overheard(opt_in=opt_in) is overheard
    assert preferences_of(book, ALEX) == chosen


def test_choices_do_not_pause_and_a_pause_does_not_choose(book: Book) -> None:
    choose(book, "receipts", "off")
    book.pause(ALEX, at=MARCH_2, actor="UALEX")
    book.resume(ALEX, at=MARCH_2, actor="UALEX")

    assert preferences_of(book, ALEX).receipts is Receipts.OFF
    assert not book.is_paused(ALEX)
    assert book.export(ALEX)["settings"] == {"receipts": "off"}
    assert [line.note for line in book.audit(person=ALEX)] == ["setting receipts", "paused", "resumed"]


def test_quiet_hours_take_the_zone_of_the_person(book: Book) -> None:
    assert str(choose(book, "quiet_hours", "22:00 to 07:00", "Asia/Dubai").quiet_hours) == "22:00-07:00 Asia/Dubai"
    assert str(choose(book, "quiet_hours", "22:00-07:00 Asia/Tokyo", "Asia/Dubai").quiet_hours)[-10:] == "Asia/Tokyo"
    assert choose(book, "quiet_hours", "off", "Asia/Dubai").quiet_hours is None
    assert choose(book, "quiet_hours", "9-9").quiet_hours is None


@pytest.mark.parametrize(
    ("hours", "at", "quiet"),
    [
        pytest.param(QuietHours(time(22), time(7)), "23:30", True, id="before midnight"),
        pytest.param(QuietHours(time(22), time(7)), "06:59", True, id="after midnight"),
        pytest.param(QuietHours(time(22), time(7)), "07:00", False, id="the end is over"),
        pytest.param(QuietHours(time(12), time(13)), "12:00", True, id="at noon"),
        pytest.param(QuietHours(time(12), time(13)), "11:59", False, id="before noon"),
        pytest.param(QuietHours(time(22), time(7), "Asia/Dubai"), "18:30", True, id="in another zone"),
    ],
)
def test_no_receipts_in_quiet_hours(hours: QuietHours, at: str, quiet: bool) -> None:
    now = datetime.fromisoformat(f"2026-03-02T{at}").replace(tzinfo=UTC)

    assert Preferences(quiet_hours=hours).receipts_at(now) is (Receipts.OFF if quiet else Receipts.INLINE)


@pytest.mark.parametrize(
    ("name", "value", "advice"),
    [
        ("receipts", "loud", "inline, reaction or off"),
        ("quiet_hours", "tonight", "22:00-07:00, or off"),
        ("quiet_hours", "25:00-07:00", "22:00-07:00, or off"),
        ("quiet_hours", "22:00-07:00 Middle/Earth", "22:00-07:00, or off"),
        ("quiet_hours", "22:00-07:00 ../etc", "22:00-07:00, or off"),
        ("use_in_channels", "perhaps", "on or off"),
        ("colour", "blue", ", ".join(NAMES)),
    ],
)
def test_what_cannot_be_chosen_says_what_can(book: Book, name: str, value: str, advice: str) -> None:
    with pytest.raises(InvalidValueError, match=advice):
        choose(book, name, value)
    assert book.choices(ALEX) == {}


def test_a_choice_that_cannot_be_read_counts_as_not_made(book: Book) -> None:
    book.choose(ALEX, "receipts", "loud", at=MARCH_2, actor="hand")
    book.choose(ALEX, "use_in_channels", "off", at=MARCH_2, actor="hand")

    assert preferences_of(book, ALEX) == Preferences(use_in_channels=False)
