"""The README's examples are run as they stand: each `$` line in a shell, its output compared; `…` is anything."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from bot.cli import app

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def examples(text: str) -> list[list[tuple[str, str]]]:
    """Return the console blocks as lists of (command, output)."""
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [
        [
            (part.partition("\n")[0], part.partition("\n")[2])
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
        ]
        for block in blocks
    ]


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[dict[str, str]]:
    """An environment in which `memory-bot` is this checkout's, with a home and a working directory of its own."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "memory-bot"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c 'from bot.cli import main; main()' \"$@\"\n")
    program.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SLACK_", "MEMORY_BOT_"))}
    yield {
        **kept,
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "MEMORY_BOT_HOME": str(tmp_path / "home"),
        "MEMORY_BOT_CONFIG": str(tmp_path / "config.toml"),
    }


def test_the_examples_print_what_the_readme_says(tmp_path: Path, shell: dict[str, str]) -> None:
    for block in examples(README.read_text(encoding="utf-8")):
        for command, expected in block:
            ran = subprocess.run(command, shell=True, cwd=tmp_path, env=shell, capture_output=True, text=True)

            pattern = ".*".join(re.escape(part) for part in expected.split("…"))
            assert re.fullmatch(pattern, ran.stdout), f"$ {command}\n{ran.stdout}{ran.stderr}\nexpected:\n{expected}"
            assert (ran.returncode, ran.stderr) == (0, "")


def test_there_are_examples_to_run() -> None:
    assert sum(len(block) for block in examples(README.read_text(encoding="utf-8"))) >= 10


def test_the_readme_lists_every_verb() -> None:
    listed = re.findall(r"^\| `([a-z]+)` \| [^|]*\|$", README.read_text(encoding="utf-8"), re.MULTILINE)

    program = get_command(app)
    assert isinstance(program, TyperGroup)
    assert sorted(listed) == sorted(program.commands)


def test_every_file_the_readme_points_to_is_there() -> None:
    links = re.findall(r"\]\(((?!https?:)[^)#]+)\)", README.read_text(encoding="utf-8"))

    assert [link for link in links if not (ROOT / link).exists()] == []
