"""The program that scores authors whom nothing learned from."""

from pathlib import Path

import pytest

from extractors.training.messages import load
from tests.extractors import held_out

LINES = """== Mon 2026-03-02 09:15 {name}

dm: I live in Porto
+ profile location | Lives in [Porto]

channel: the build is red
"""


def written(folder: Path, file: str, name: str) -> Path:
    path = folder / file
    path.write_text(LINES.format(name=name), encoding="utf-8")
    return path


def test_only_authors_who_are_held_out_are_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [
        written(tmp_path, "j-01.txt", "Ada"),
        written(tmp_path, "j-02.txt", "Bea"),
        written(tmp_path, "a-01.txt", "Ada"),
    ]

    assert [len(held_out.unseen(load(path))) for path in paths] == [2, 0, 0]
    held_out.main(paths)

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("j-01: 2 messages, precision ")
    assert lines[1] == lines[0].replace("j-01:", "together:")
    assert lines[2].strip().startswith("profile: ")


def test_where_nobody_is_held_out_nothing_is_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held_out.main([written(tmp_path, "a-01.txt", "Ada")])

    assert capsys.readouterr().out.startswith("together: 0 messages, precision 0.000")
