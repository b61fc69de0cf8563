"""A home of its own for each test of the command line, and a way to run its verbs."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from tests.bot.commanding import Ran, Run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that is not there yet, and an environment that names it and nothing else of ours."""
    for name in ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_API_URL", "MEMORY_BOT_PORT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MEMORY_BOT_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("MEMORY_BOT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def memory_bot(home: Path) -> Run:
    """Run one verb: `memory_bot("list", "--user", "U0ALEX", stdin="")`."""

    def run_verb(*arguments: str, stdin: str | bytes = "") -> Ran:
        result = CliRunner().invoke(app, arguments, input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    return run_verb
