"""The measurement of costs works; its bars are for a quiet machine, see `tests.faults.costs`."""

from pathlib import Path

from tests.faults.costs import appends, load, long_log


def test_costs_can_be_measured(tmp_path: Path) -> None:
    (tmp_path / "appends").mkdir()

    told = appends(tmp_path / "appends", 8)

    assert told.keys() == {"bare write and fsync", "one by one", "in batches"}
    assert all(rate > 0 for rates in told.values() for rate in rates)


def test_a_long_log_is_loaded_whole(tmp_path: Path) -> None:
    long_log(tmp_path / "home", 1000)

    seconds, megabytes, count = load(tmp_path / "home")

    assert count == 1000
    assert seconds > 0
    assert megabytes >= 0
