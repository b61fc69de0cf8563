"""The command as a whole: fast to start, clear when it refuses, the same way for every verb."""

import importlib.metadata
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app, main
from tests.bot.commanding import Run

VERBS = (
    "run workspace chat extract list recall history turns audit export remember forget import maintain doctor".split()
)
HEAVY = ("spacy", "numpy", "slack_bolt", "aiohttp", "pydantic", "memory.book", "extractors.pipeline", "rich.table")


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_explains_itself(verb: str) -> None:
    shown = CliRunner().invoke(app, [verb, "--help"])

    assert shown.exit_code == 0
    assert len(shown.stdout.splitlines()) > 3


def test_help_names_every_verb_and_loads_nothing_heavy() -> None:
    program = "import sys; from bot.cli import main; sys.argv = ['memory-bot', '--help']\n"
    program += f"try: main()\nexcept SystemExit: print([m for m in {HEAVY} if m in sys.modules])"

    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

    assert all(re.search(rf"^  {verb} ", shown, re.MULTILINE) for verb in VERBS)
    assert shown.splitlines()[-1] == "[]"


def test_the_version_is_that_of_the_package(memory_bot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "version", {"memory-bot": "1.2.3"}.__getitem__)

    assert memory_bot("--version").out == "memory-bot 1.2.3\n"


def test_a_checkout_that_is_not_installed_says_so(memory_bot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_installed(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", not_installed)

    assert memory_bot("--version").out == "memory-bot, not installed\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["frobnicate"], "No such command 'frobnicate'", id="unknown verb"),
        pytest.param(["list"], "Missing option '--user'", id="nobody named"),
        pytest.param(["list", "--user", "U0ALEX", "--loud"], "No such option: --loud", id="unknown option"),
        pytest.param(["recall", "tea"], "give --user and the words", id="recall for nobody"),
        pytest.param(["recall", "--user", "U0ALEX"], "give --user and the words", id="recall of nothing"),
        pytest.param(["recall", "--user", "U0ALEX", "tea", "--limit", "0"], "'--limit'", id="no limit"),
        pytest.param(["forget", "--user", "U0ALEX"], "give either words, or --id, or --all", id="forget nothing"),
        pytest.param(["forget", "--user", "U0ALEX", "tea", "--all"], "give either words", id="forget two ways"),
        pytest.param(["import"], "Missing option '--jsonl'", id="import nothing"),
    ],
)
def test_a_wrong_call_is_told_and_ends_with_2(memory_bot: Run, arguments: list[str], said: str) -> None:
    ended = memory_bot(*arguments)

    assert ended.code == 2
    assert said in " ".join(ended.err.split())
    assert ended.out == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["list", "--user", "../../x"], "user id '../../x' is not valid", id="a path as user"),
        pytest.param(["list", "--user", "alex"], "user id 'alex' is not valid", id="a name as user"),
        pytest.param(
            ["list", "--user", "U0ALEX", "--team", "../T"], "team id '../T' is not valid", id="a path as team"
        ),
        pytest.param(["audit", "--since", "yesterday"], "--since 'yesterday' cannot be used. Write a time", id="time"),
        pytest.param(["audit", "--operation", "love"], "--operation 'love' cannot be used. Use one of", id="operation"),
    ],
)
def test_a_wrong_value_is_one_sentence_and_ends_with_1(memory_bot: Run, arguments: list[str], said: str) -> None:
    ended = memory_bot(*arguments)

    assert ended.code == 1
    assert said in ended.err
    assert ended.err.count("\n") == 1
    assert ended.out == ""


def test_a_wrong_setting_is_told_before_anything_is_done(
    memory_bot: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_BOT_PORT", "http")

    ended = memory_bot("list", "--user", "U0ALEX")

    assert (ended.code, ended.err) == (1, "MEMORY_BOT_PORT 'http' cannot be used. Give a whole number.\n")
    assert not home.exists()


def test_a_home_that_is_a_file_is_told(memory_bot: Run, home: Path) -> None:
    home.write_text("not a folder")

    ended = memory_bot("list", "--user", "U0ALEX")

    assert ended.code == 1
    assert str(home) in ended.err


def test_a_home_of_a_newer_version_is_left_alone(memory_bot: Run, home: Path) -> None:
    home.mkdir(mode=0o700)
    (home / "manifest.toml").write_text("schema_version = 999\n")

    ended = memory_bot("remember", "--user", "U0ALEX", "tea")

    assert ended.code == 1
    assert "schema version 999" in ended.err


def test_with_several_teams_one_must_be_named(memory_bot: Run, home: Path) -> None:
    memory_bot("remember", "--user", "U0ALEX", "--team", "T0ONE", "tea")
    memory_bot("remember", "--user", "U0ALEX", "--team", "T0TWO", "coffee")

    unnamed = memory_bot("list", "--user", "U0ALEX")
    named = memory_bot("list", "--user", "U0ALEX", "--team", "T0TWO")

    assert unnamed.code == 1
    assert f"--team '(none)' cannot be used. {home} holds T0ONE, T0TWO; name one of them." in unnamed.err
    assert "coffee" in named.out


def test_with_one_team_it_is_that_one(memory_bot: Run) -> None:
    memory_bot("remember", "--user", "U0ALEX", "--team", "T0ONLY", "tea")

    assert "tea" in memory_bot("list", "--user", "U0ALEX").out


def test_a_reader_who_went_away_is_no_error(memory_bot: Run, home: Path) -> None:
    lines = [json.dumps({"user": "U0ALEX", "text": f"Likes biscuit number {number}"}) for number in range(2000)]
    memory_bot("import", "--jsonl", "-", stdin="\n".join(lines))
    command = f"'{sys.executable}' -c 'from bot.cli import main; main()' list --user U0ALEX | head -n 1"

    ended = subprocess.run(command, shell=True, capture_output=True, text=True)

    assert ended.stdout.startswith("learned")
    assert "Traceback" not in ended.stderr


def test_main_runs_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["memory-bot", "--version"])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("memory-bot")
