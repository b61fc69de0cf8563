"""doctor: what each check finds, and what it says to do."""

import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import filelock
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

import extractors.pipeline
from bot import doctor
from bot.doctor import NEEDED_SCOPES, Finding, check_everything
from bot.settings import Settings, load_settings
from memory.records import Person
from tests.bot.commanding import MARCH_2, Run, remember

SKEW = timedelta(minutes=6)


def found(findings: list[Finding], what: str) -> Finding:
    return next(finding for finding in findings if finding.what == what)


def check(**variables: str) -> list[Finding]:
    environ = {**os.environ, **variables}
    return check_everything(lambda: load_settings(environ), now=datetime.now(UTC))


def test_a_fresh_machine_is_fine_and_stays_untouched(memory_bot: Run, home: Path) -> None:
    ended = memory_bot("doctor")

    assert ended.code == 0
    assert ended.out.splitlines()[0].startswith("ok       configuration: read from the environment; there is no ")
    assert f"ok       home: {home} will be made at first start" in ended.out
    assert "ok       slack: no tokens, so `memory-bot run` brings a local workspace" in ended.out
    assert not home.exists()


def test_a_home_in_use_is_fine(memory_bot: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[memory]\n")
    remember(home, "Drinks tea")

    findings = {finding["what"]: finding for finding in memory_bot("doctor", "--json").json}

    assert all(finding["ok"] for finding in findings.values()), findings
    assert findings["memories"]["detail"] == "1 active, of 1 person"
    assert findings["configuration"]["detail"] == f"read from {tmp_path / 'config.toml'} and the environment"
    assert findings["locks"]["detail"] == "files can be locked"
    assert not (home / ".doctor.lock").exists()


def test_wrong_settings_end_the_examination(memory_bot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_BOT_PORT", "http")

    ended = memory_bot("doctor")

    assert (ended.code, ended.out) == (
        1,
        "problem  configuration: MEMORY_BOT_PORT 'http' cannot be used. Give a whole number.\n",
    )


def test_a_model_is_looked_at_where_one_is_set(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)

    assert not any(finding.what == "model" for finding in check())
    assert found(check(MEMORY_BOT_MODEL="ollama:tiny"), "model").detail == "ollama:tiny writes the replies"
    missing = found(check(MEMORY_BOT_MODEL="anthropic:large"), "model")
    assert not missing.ok
    assert missing.detail.startswith("ANTHROPIC_API_KEY is not set")


def test_a_file_in_the_place_of_the_home(home: Path) -> None:
    home.write_text("")

    findings = check()

    assert found(findings, "home").detail == f"{home} is no folder. Move it away, or set MEMORY_BOT_HOME."
    assert not found(findings, "memories").ok


def test_a_home_that_others_can_read(home: Path) -> None:
    remember(home, "Drinks tea")
    log = next(home.rglob("2026-03-02.md"))
    log.chmod(0o644)

    home_finding = found(check(), "home")

    assert not home_finding.ok
    assert home_finding.detail == f"Others on this machine can read {log}. Run: chmod -R go= '{home}'"


def refuse(refused: Callable[[Path], bool]) -> Callable[..., bool]:
    return lambda path, mode: not refused(Path(path))


def test_a_home_that_is_not_ours(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Access is refused by hand, since tests may run as a user whom nothing is refused."""
    remember(home, "Drinks tea")
    monkeypatch.setattr(os, "access", refuse(lambda path: path == home))

    findings = check()

    assert (
        found(findings, "home").detail == f"{home} cannot be read and written. Make it yours, or set MEMORY_BOT_HOME."
    )
    assert found(findings, "locks").detail == "will be checked when the home is there"


def test_a_file_of_the_home_that_is_not_ours(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(home, "Drinks tea")
    log = next(home.rglob("2026-03-02.md"))
    monkeypatch.setattr(os, "access", refuse(lambda path: path == log))

    assert found(check(), "home") == Finding("home", False, f"{log} cannot be read and written. Make it yours.")


def test_a_full_disk(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=5 * 2**20))

    assert found(check(), "disk") == Finding("disk", False, "5 MiB free. Free at least 100 MiB.")


def test_a_disk_without_locks(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(home, "Drinks tea")

    class NoLock:
        def __init__(self, *_: object, **__: object) -> None: ...

        def __enter__(self) -> None:
            raise filelock.Timeout("lock")

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(doctor, "FileLock", NoLock)

    assert found(check(), "locks").detail == (
        f"Files in {home} cannot be locked (Timeout). Use a folder on this machine's own disk."
    )


def test_broken_lines_are_named_and_counted(home: Path) -> None:
    remember(home, "Drinks tea")
    log = next(home.rglob("2026-03-02.md"))
    broken = "- **25:99 UTC** | `@alex` | broken <!-- memory {} -->\n"
    log.write_text(log.read_text(encoding="utf-8") + broken * 5, encoding="utf-8")

    memories = found(check(), "memories")

    assert not memories.ok
    assert f"{log}, line 4" in memories.detail
    assert memories.detail.endswith("There are 2 more.")


def test_a_home_of_a_newer_version(home: Path) -> None:
    home.mkdir(mode=0o700)
    (home / "manifest.toml").write_text("schema_version = 999\n")

    assert "schema version 999" in found(check(), "memories").detail


def test_several_people_are_counted(home: Path) -> None:
    remember(home, "Drinks tea")
    remember(home, "Drinks tea", person=Person("T0LOCAL", "U0DANA"))

    assert found(check(), "memories").detail == "2 active, of 2 people"


def test_a_clock_that_runs_behind_the_files(home: Path) -> None:
    remember(home, "Drinks tea")

    findings = check_everything(load_settings, now=MARCH_2)

    assert not found(findings, "clock").ok
    assert found(findings, "clock").detail.endswith("Set the clock.")


@pytest.mark.parametrize(
    ("extracted", "detail"),
    [
        pytest.param([], "The language pipeline finds nothing. Install memory-bot anew.", id="finds nothing"),
        pytest.param(
            OSError("no model"),
            "The language pipeline does not load (no model). Install memory-bot anew.",
            id="no model",
        ),
    ],
)
def test_a_broken_pipeline(home: Path, monkeypatch: pytest.MonkeyPatch, extracted: Any, detail: str) -> None:
    def extract(*_: object) -> object:
        if isinstance(extracted, Exception):
            raise extracted
        return extracted

    monkeypatch.setattr(extractors.pipeline.Extractor, "extract", extract)

    assert found(check(), "capture") == Finding("capture", False, detail)


class Slack:
    """Answers `auth.test` as it is told to; a check runs its own event loop, so this one lives in a thread."""

    def __init__(self) -> None:
        self.url = ""
        self.body: dict[str, object] = {"ok": True, "team": "Acme", "user": "memory-bot"}
        self.headers = {"x-oauth-scopes": ",".join(sorted(NEEDED_SCOPES))}

    async def answer(self, request: web.Request) -> web.Response:
        return web.json_response(self.body, headers=self.headers)


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    slack = Slack()
    app = web.Application()
    app.router.add_post("/api/auth.test", slack.answer)
    async with TestServer(app) as server:
        slack.url = str(server.make_url("/api/"))
        yield slack


async def examined(slack: Slack, **variables: str) -> Iterator[Finding]:
    settings = load_settings(
        {
            **os.environ,
            "SLACK_API_URL": slack.url,
            "SLACK_BOT_TOKEN": "xoxb-1",
            "SLACK_APP_TOKEN": "xapp-1",
            **variables,
        }
    )
    assert settings.slack_bot_token is not None
    asked = await doctor._asked(settings, settings.slack_bot_token, datetime.now(UTC))
    return iter(asked)


async def test_good_tokens_are_fine(home: Path, slack: Slack) -> None:
    findings = list(await examined(slack))

    assert all(finding.ok for finding in findings), findings
    assert findings[0] == Finding("slack token", True, "connected to Acme as memory-bot")


async def test_a_refused_token(home: Path, slack: Slack) -> None:
    slack.body = {"ok": False, "error": "invalid_auth"}

    assert list(await examined(slack)) == [
        Finding("slack token", False, "Slack refused SLACK_BOT_TOKEN: invalid_auth. Copy it again.")
    ]


async def test_missing_scopes_are_named(home: Path, slack: Slack) -> None:
    slack.headers = {"x-oauth-scopes": ",".join(NEEDED_SCOPES - {"commands", "im:write"})}

    assert found(list(await examined(slack)), "slack scopes").detail == (
        "The app lacks commands, im:write. Add them from deploy/slack/manifest.json and install it again."
    )


@pytest.mark.parametrize(
    ("date", "ok"),
    [
        pytest.param("Mon, 02 Mar 2026 09:15:00 GMT", False, id="far off"),
        pytest.param("no date", True, id="not told"),
    ],
)
async def test_slacks_clock_is_compared(home: Path, slack: Slack, date: str, ok: bool) -> None:
    slack.headers["date"] = date

    assert found(list(await examined(slack)), "slack clock").ok is ok


def test_a_slack_that_cannot_be_reached(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = check(SLACK_BOT_TOKEN="xoxb-1", SLACK_API_URL="http://127.0.0.1:9/api/", SLACK_SIGNING_SECRET="s")

    assert found(findings, "slack token").detail.startswith("http://127.0.0.1:9/api/ cannot be reached (")
    assert found(findings, "slack transport").detail == "ready for --http"


@pytest.mark.parametrize(
    ("variables", "ok", "detail"),
    [
        pytest.param({}, False, "Set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for --http.", id="none"),
        pytest.param(
            {"SLACK_APP_TOKEN": "xoxb-2"}, False, "SLACK_APP_TOKEN must begin with xapp-. Copy it again.", id="bot"
        ),
        pytest.param(
            {"SLACK_APP_TOKEN": "xapp-2", "SLACK_SIGNING_SECRET": "s"},
            True,
            "ready for Socket Mode and --http",
            id="both",
        ),
    ],
)
def test_the_transport_needs_its_secret(
    home: Path, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], ok: bool, detail: str
) -> None:
    async def asked(settings: Settings, *_: object) -> list[Finding]:
        return []

    monkeypatch.setattr(doctor, "_asked", asked)

    assert found(check(SLACK_BOT_TOKEN="xoxb-1", **variables), "slack transport") == Finding(
        "slack transport", ok, detail
    )
