"""The short form of what a turn costs: it runs, both bots answer, and the table is right; no time is asserted."""

import time
from pathlib import Path

import pytest

from tests.benchmarks.turn import MARKS, main, measure, table


async def test_both_bots_are_measured(tmp_path: Path) -> None:
    found = await measure(tmp_path, 5, time.perf_counter, warm_up=2)

    assert {name: len(values) for name, values in found.items()} == {"echo": 5, "ours": 5, "turn": 5}
    assert all(took > 0 for values in found.values() for took in values)


def test_the_overhead_is_what_ours_takes_longer() -> None:
    lines = table({"echo": [1.0, 2.0, 4.0], "ours": [3.0, 5.0, 9.0], "turn": [2.0, 3.0, 6.0]})

    assert "| bare Bolt echo bot | 2.0 ms | 4.0 ms |" in lines
    assert "| overhead | 3.0 ms | 5.0 ms |" in lines
    assert lines[0] == "| a message | p50 | p99 |"


def test_the_table_tells_which_time_it_is() -> None:
    lines = table({name: [1.0, 2.0] for name in ("echo", "ours", "turn")}, cpu=True)

    assert lines[0] == "| a message, on the processor | p50 | p99 |"


def test_the_table_is_put_between_its_marks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "load.md"
    page.write_text(f"before\n{MARKS[0]}\nold\n{MARKS[1]}\nafter\n")

    assert main(["--messages", "2", "--write", str(page)]) == 0

    assert "| overhead |" in capsys.readouterr().out
    assert "| overhead |" in page.read_text()
    assert "old" not in page.read_text()
