"""doctor: what each check finds, and what it says to do."""

import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import filelock
import pytest

import bot.doctor.home
import extractors.pipeline
from bot.doctor import Finding, Level, check_everything
from bot.doctor.findings import failure, warning
from bot.doctor.mounts import without_locks
from bot.settings import load_settings
from extractors.other_languages import language_tables
from memory.records import Person
from memory.upkeep.departed import note_departure
from tests.bot.commanding import MARCH_2, Run, remember


def found(findings: list[Finding], what: str) -> Finding:
    return next(finding for finding in findings if finding.what == what)


def check(**variables: str) -> list[Finding]:
    environ = {**os.environ, **variables}
    return check_everything(lambda: load_settings(environ), now=datetime.now(UTC))


def test_a_fresh_machine_is_fine_and_stays_untouched(memory_bot: Run, home: Path) -> None:
    ended = memory_bot("doctor")

    assert ended.code == 0
    assert ended.out.splitlines()[0].startswith("ok    configuration: read from the environment; there is no ")
    assert f"ok    home: {home} will be made at first start" in ended.out
    assert "ok    slack: no tokens, so `memory-bot run` brings a local workspace" in ended.out
    assert not home.exists()


def test_a_home_in_use_is_fine(memory_bot: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[memory]\n")
    remember(home, "Drinks tea")

    findings = {finding["what"]: finding for finding in memory_bot("doctor", "--json").json}

    assert all(finding["ok"] for finding in findings.values()), findings
    assert findings["memories"]["detail"] == "1 active, of 1 person"
    assert findings["configuration"]["detail"] == f"read from {tmp_path / 'config.toml'} and the environment"
    assert findings["locks"]["detail"] == "files can be locked"
    assert findings["locks"]["level"] == "ok"
    assert not (home / ".doctor.lock").exists()


def test_wrong_settings_end_the_examination(memory_bot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_BOT_PORT", "http")

    ended = memory_bot("doctor")

    assert (ended.code, ended.out) == (
        1,
        "fail  configuration: MEMORY_BOT_PORT 'http' cannot be used. Give a whole number.\n",
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


def test_a_page_that_is_a_link(home: Path, tmp_path: Path) -> None:
    remember(home, "Drinks tea")
    (tmp_path / "soul.md").write_text("You are Fae.")
    (home / "SOUL.md").unlink(missing_ok=True)
    (home / "SOUL.md").symlink_to(tmp_path / "soul.md")

    home_finding = found(check(), "home")

    assert not home_finding.ok
    assert home_finding.detail == (
        f"{home / 'SOUL.md'} is a symbolic link, which memory-bot does not follow inside its home. "
        "Put what it points to in its place."
    )


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

    assert found(check(), "home") == failure("home", f"{log} cannot be read and written. Make it yours.")


def test_a_full_disk(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=5 * 2**20))

    assert found(check(), "disk") == failure("disk", "5 MiB free. Free at least 100 MiB.")


def test_a_disk_that_fills_up(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=500 * 2**20))

    assert found(check(), "disk") == warning("disk", "500 MiB free. Free some soon.")
    assert all(finding.ok for finding in check())


def test_a_disk_without_locks(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(home, "Drinks tea")

    class NoLock:
        def __init__(self, *_: object, **__: object) -> None: ...

        def __enter__(self) -> None:
            raise filelock.Timeout("lock")

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(bot.doctor.home, "FileLock", NoLock)

    assert found(check(), "locks").detail == (
        f"Files in {home} cannot be locked (Timeout). Use a folder on this machine's own disk."
    )


ROOT_FS = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"


@pytest.mark.parametrize(
    ("mount", "system"),
    [
        pytest.param("fuse.sshfs me@host:/ rw,user_id=0", "fuse.sshfs", id="sshfs"),
        pytest.param("fuse.rclone remote: rw", "fuse.rclone", id="cloud storage"),
        pytest.param("nfs host:/export rw,vers=3,nolock,proto=tcp", "nfs with nolock", id="nfs without locks"),
        pytest.param("nfs4 host:/ rw,local_lock=flock", "nfs4 with local_lock=flock", id="nfs with locks of its own"),
        pytest.param("cifs //host/share rw,nobrl", "cifs with nobrl", id="smb without locks"),
        pytest.param("nfs4 host:/ rw,vers=4.2,local_lock=none", None, id="nfs with locks"),
        pytest.param("cifs //host/share rw,vers=3.1.1", None, id="smb with locks"),
        pytest.param("ext4 /dev/sdb1 rw", None, id="a disk"),
    ],
)
def test_a_file_system_that_keeps_locks_to_one_machine_is_known(mount: str, system: str | None) -> None:
    table = f"{ROOT_FS}nonsense\n40 22 0:33 / /mnt/my\\040share rw,nosuid shared:9 - {mount}\n"

    assert without_locks(table, Path("/mnt/my share/home")) == system
    assert without_locks(table, Path("/mnt/my shared")) is None
    assert without_locks("", Path("/home")) is None


def test_a_disk_within_a_share_counts_for_itself() -> None:
    share = "40 22 0:33 / /mnt rw - fuse.sshfs me@host:/ rw\n"
    disk = "41 40 8:2 / /mnt/disk rw - ext4 /dev/sdb1 rw\n"

    assert without_locks(ROOT_FS + share + disk, Path("/mnt/disk/home")) is None
    assert without_locks(ROOT_FS + disk + share, Path("/mnt/home")) == "fuse.sshfs"


def test_a_home_that_two_machines_may_share_without_locks_is_refused(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(home, "Drinks tea")
    table = tmp_path / "mountinfo"
    monkeypatch.setattr(bot.doctor.home, "MOUNTS", table)
    assert found(check(), "locks").ok

    table.write_text(f"{ROOT_FS}40 22 0:33 / {home.parent} rw - fuse.sshfs me@host:/ rw\n")

    locks = found(check(), "locks")
    assert not locks.ok
    assert locks.detail == (
        f"{home} is on fuse.sshfs: two machines that share it would write at once. "
        "Use a folder on this machine's own disk."
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


def test_a_home_of_an_older_version_is_brought_up_to_date_at_start(home: Path) -> None:
    home.mkdir(mode=0o700)
    (home / "manifest.toml").write_text("schema_version = 0\n")

    version = found(check(), "version")

    assert version.level is Level.WARN
    assert "the home has schema 0. It is brought up to date, after a backup" in version.detail


def test_a_program_that_is_not_installed_has_no_version(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", version)

    assert found(check(), "version").detail.startswith("memory-bot, not installed, schema ")


def test_workspaces_that_left_are_named(home: Path) -> None:
    remember(home, "Drinks tea")
    note_departure(home, "T0GONE", MARCH_2)

    left = found(check(), "departed")

    assert left.level is Level.WARN
    assert left.detail.startswith("workspace T0GONE removed the app on 2026-03-02; its memories are erased from ")


def test_a_manifest_that_slack_would_refuse(home: Path, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('memory_command = "/same"\nsoul_command = "/same"\n')

    assert found(check(), "manifest") == failure(
        "manifest",
        "Slack would refuse it. features.slash_commands: two commands have one name. Correct the settings.",
    )


def test_an_encoder_is_looked_for_where_one_is_set(home: Path, tmp_path: Path) -> None:
    assert not any(finding.what == "encoder" for finding in check())

    (tmp_path / "config.toml").write_text('[memory]\nencoder = "/nowhere/model"\n')

    encoder = found(check(), "encoder")
    assert not encoder.ok
    assert "/nowhere/model" in encoder.detail


def test_an_encoder_that_is_there(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config.toml").write_text('[memory]\nencoder = "some-model"\n')
    monkeypatch.setattr("memory.encoding.transformers.checked_model", lambda model: model)

    assert found(check(), "encoder").detail == "some-model finds memories by their meaning"


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

    assert found(check(), "capture") == failure("capture", detail)


def test_a_table_of_a_language_that_does_not_compile(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = (language_tables.FOLDER / "es.toml").read_text(encoding="utf-8")
    (tmp_path / "es.toml").write_text(table.replace("guards = '''", "guards = '''(", 1), encoding="utf-8")
    monkeypatch.setattr(language_tables, "FOLDER", tmp_path)
    language_tables.languages.cache_clear()

    finding = found(check(), "languages")

    language_tables.languages.cache_clear()
    assert not finding.ok
    assert "es.toml, guards: the pattern does not compile" in finding.detail


def test_a_pipeline_of_ones_own_that_does_not_load(home: Path, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[memory]\npipeline = "/nowhere/pipeline"\n')

    capture = found(check(), "capture")

    assert not capture.ok
    assert "/nowhere/pipeline" in capture.detail
    assert capture.detail.endswith("Unset memory.pipeline to use the one that ships.")
