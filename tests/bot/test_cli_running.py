"""run and workspace: which Slack the bot gets, what is printed, how it ends."""

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.commands import running
from bot.errors import PortInUseError
from bot.settings import Settings
from tests.bot.commanding import Run
from tests.e2e.harness import free_port

Served = list[tuple[Settings, dict[str, Any]]]


@pytest.fixture
def port(home: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """A port that is free, and configured."""
    port = free_port()
    monkeypatch.setenv("MEMORY_BOT_PORT", str(port))
    return port


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    """What the bot was started with; it ends at once."""
    calls: Served = []

    async def serve(settings: Settings, **options: Any) -> None:
        calls.append((settings, options))

    monkeypatch.setattr(running, "serve", serve)
    monkeypatch.setattr(running, "_log_to_terminal", lambda: None)
    return calls


@pytest.fixture
def taken(port: int) -> Iterator[int]:
    """A configured port that something listens on already."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        yield port


def test_without_tokens_the_bot_gets_a_workspace_of_its_own(
    memory_bot: Run, home: Path, port: int, served: Served
) -> None:
    ended = memory_bot("run")

    settings, options = served[0]
    assert ended.out == (
        f"Local workspace: http://127.0.0.1:{port}\nMemories are kept in {home}. Press Ctrl-C to stop.\n"
    )
    assert settings.slack_api_url == f"http://127.0.0.1:{port}/api/"
    assert settings.slack_bot_token is not None
    assert settings.slack_bot_token.get_secret_value().startswith("xoxb-")
    assert (options["http"], options["port"]) == (False, None)


def test_with_http_the_bot_listens_beside_the_workspace(memory_bot: Run, port: int, served: Served) -> None:
    memory_bot("run", "--http")

    _, options = served[0]
    assert options["http"] is True
    assert port < options["port"] <= port + 20


def test_with_tokens_the_bot_gets_the_slack_they_are_for(
    memory_bot: Run, home: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1")

    ended = memory_bot("run", "--http")

    assert ended.out == f"Memories are kept in {home}. Press Ctrl-C to stop.\n"
    assert served[0][0].slack_api_url == "https://slack.com/api/"
    assert served[0][1]["http"] is True


@pytest.mark.parametrize(
    "variable", ["SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_API_URL"], ids=["app token", "secret", "address"]
)
def test_half_a_slack_is_refused(
    memory_bot: Run, served: Served, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "https://slack.example/api/")

    ended = memory_bot("run")

    assert ended.code == 1
    assert ended.err.startswith("SLACK_BOT_TOKEN is not set, and the Slack that the other SLACK_ settings speak of")
    assert served == []


@pytest.mark.parametrize("verb", ["run", "workspace"])
def test_a_port_in_use_is_told(memory_bot: Run, taken: int, served: Served, verb: str) -> None:
    ended = memory_bot(verb)

    assert ended.code == 1
    assert f"port {taken}" in ended.err
    assert "MEMORY_BOT_PORT" in ended.err
    assert ended.err.count("\n") == 1
    assert served == []


def stopped() -> asyncio.Event:
    """Return that it was asked to stop already."""
    stop = asyncio.Event()
    stop.set()
    return stop


def test_the_workspace_alone_prints_what_connects_a_bot(
    memory_bot: Run, port: int, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_stop_on_signals", stopped)

    lines = memory_bot("workspace").out.splitlines()

    assert lines[0] == f"Local workspace: http://127.0.0.1:{port}. To connect a bot, set:"
    assert [line.partition("=")[0] for line in lines[1:]] == [
        "SLACK_API_URL",
        "SLACK_BOT_TOKEN",
        "SLACK_APP_TOKEN",
        "SLACK_SIGNING_SECRET",
    ]
    assert lines[1] == f"SLACK_API_URL=http://127.0.0.1:{port}/api/"


def test_the_workspace_alone_prints_what_installs_a_bot_where_that_can_come_back(
    memory_bot: Run, port: int, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_stop_on_signals", stopped)
    monkeypatch.setenv("MEMORY_BOT_PUBLIC_URL", "http://127.0.0.1:9")

    *names, neighbour = [line.partition("=")[0] for line in memory_bot("workspace").out.splitlines()]

    assert names[-2:] == ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET"]
    assert neighbour == f"It can also be installed into North workspace: http://127.0.0.1:{port}/teams/T0NORTH/"


def test_an_organisation_is_there_where_a_whole_one_may_install_a_bot(
    memory_bot: Run, port: int, served: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(running, "_stop_on_signals", stopped)
    monkeypatch.setenv("MEMORY_BOT_PUBLIC_URL", "http://127.0.0.1:9")
    (tmp_path / "config.toml").write_text("slack_org_deploy = true\n", encoding="utf-8")

    told = [line for line in memory_bot("workspace").out.splitlines() if "installed into" in line]

    names = [line.partition(" into ")[2].partition(":")[0] for line in told]
    assert names == ["North workspace", "East workspace", "West workspace"]


@pytest.mark.parametrize("variable", ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET"])
def test_installing_by_oauth_takes_http(
    memory_bot: Run, port: int, served: Served, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "x")

    by_socket, over_http = memory_bot("run"), memory_bot("run", "--http")

    assert "installing into many workspaces takes `run --http`" in by_socket.err
    assert (over_http.code, len(served)) == (0, 1)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_the_first_signal_asks_and_the_second_would_end_at_once(number: signal.Signals) -> None:
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        stop = running._stop_on_signals()
        os.kill(os.getpid(), number)
        async with asyncio.timeout(10):
            await stop.wait()

        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def test_a_taken_neighbour_is_passed_over(port: int) -> None:
    with socket.socket() as neighbour:
        neighbour.bind(("127.0.0.1", port + 1))
        neighbour.listen()

        assert running._free_port_near(port) > port + 1


def test_at_the_end_of_the_range_the_neighbours_are_below() -> None:
    assert running._free_port_near(65535) < 65535


def test_no_free_neighbour_is_told(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_PORTS_TRIED", 1)

    with pytest.raises(PortInUseError, match=str(taken)):
        running._free_port_near(taken - 1)


@pytest.mark.parametrize("watched", [True, False], ids=["terminal", "file"])
def test_the_log_shows_what_the_bot_does_and_only_warnings_of_others(
    watched: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: watched)
    root, ours = logging.getLogger(), logging.getLogger("bot")
    level, handlers, our_level = root.level, root.handlers[:], ours.level
    try:
        root.handlers.clear()
        running._log_to_terminal()

        logging.getLogger("bot.app").info("Connected.")
        logging.getLogger("slack_bolt.AsyncApp").info("Bolt is running.")
        logging.getLogger("slack_bolt.AsyncApp").error("Not installed: the AuthorizeResult was not found.")
        logging.getLogger("slack_bolt.AsyncApp").warning("Unhandled request.")
    finally:
        root.setLevel(level)
        root.handlers[:] = handlers
        ours.setLevel(our_level)

    shown = capsys.readouterr().err.splitlines()
    assert len(shown) == 2
    assert ("INFO" in shown[0], "Connected." in shown[0]) == (True, True)
    assert ("WARNING" in shown[1], "Unhandled request." in shown[1]) == (True, True)
    assert ("\x1b[" in shown[0]) is watched
