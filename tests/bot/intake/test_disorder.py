"""When messages are held, for those said before them to come first."""

import pytest

from bot.intake import disorder
from bot.intake.disorder import HOLD_SECONDS, LATE_SECONDS, UNREST_SECONDS, Disorder
from memory.records import Person

ALEX, DANA = Person("T1", "UALEX"), Person("T1", "UDANA")


class Arriving:
    """Messages that come in at a time that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.disorder = Disorder(lambda: self.now)

    def hold(self, at: float, ts: float, person: Person = ALEX, *, again: bool = False) -> float:
        self.now = at
        return self.disorder.hold(person, f"{ts:.6f}", again=again)


def test_nothing_is_held_that_comes_in_order_and_in_time() -> None:
    arriving = Arriving()

    assert [arriving.hold(at, at - 0.3) for at in (10.0, 10.4, 11.0, 50.0)] == [0.0] * 4


def test_what_is_delivered_again_is_held() -> None:
    assert Arriving().hold(10.0, 9.9, again=True) == HOLD_SECONDS


def test_what_comes_late_is_held() -> None:
    arriving = Arriving()
    arriving.hold(10.0, 9.8)

    assert arriving.hold(20.0, 20.0 - LATE_SECONDS - 0.3) == HOLD_SECONDS
    assert arriving.hold(30.0, 29.7) == 0.0


def test_clocks_that_are_apart_make_nothing_late() -> None:
    arriving = Arriving()

    assert [arriving.hold(at, at - 500.0) for at in (1000.0, 1010.0)] == [0.0, 0.0]


def test_once_one_was_overtaken_those_after_it_are_held_for_a_while() -> None:
    arriving = Arriving()
    arriving.hold(10.0, 9.9)

    assert arriving.hold(10.1, 9.5) == 0.0
    assert arriving.hold(11.0, 10.9, DANA) == HOLD_SECONDS
    assert arriving.hold(10.1 + UNREST_SECONDS, 9.9 + UNREST_SECONDS) == 0.0


def test_what_two_people_say_has_no_order() -> None:
    arriving = Arriving()
    arriving.hold(10.0, 9.9)

    assert arriving.hold(10.1, 9.5, DANA) == 0.0


def test_only_so_many_people_are_held_in_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disorder, "_MOST_PEOPLE", 1)
    arriving = Arriving()
    arriving.hold(10.0, 9.9)
    arriving.hold(10.1, 10.0, DANA)

    assert arriving.hold(10.2, 9.5) == 0.0
