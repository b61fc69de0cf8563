"""Upkeep inside the bot and from the command line."""

import asyncio
import logging
import threading
from copy import copy
from datetime import timedelta
from pathlib import Path

import pytest

from bot.intake.journal import KEEP_KEYS, Journal
from bot.parts import build_parts, utc_now
from bot.settings import load_settings
from bot.upkeep import check_languages, modernise, run, schedule, think_back, tidy
from extractors.other_languages.language_tables import Wording, languages
from memory.records import Episode, Origin, Person
from memory.upkeep.summary import Summary
from tests.bot.commanding import Run

ALEX = Person("T0LOCAL", "U0ALEX")


def settings(home: Path) -> dict[str, str]:
    return {"MEMORY_BOT_HOME": str(home), "MEMORY_BOT_CONFIG": str(home / "none.toml")}


def episode(text: str, days_ago: int) -> Episode:
    at = utc_now() - timedelta(days=days_ago)
    return Episode(at=at, channel_id="D0ALEX", ts=f"{at.timestamp():.6f}", text=text, reply="", origin=Origin.DM)


def test_tidying_drops_old_turns_and_the_keys_of_finished_ones(tmp_path: Path) -> None:
    parts = build_parts(load_settings(settings(tmp_path)))
    parts.book.write_episode(ALEX, episode("long ago", 500))
    parts.book.write_episode(ALEX, episode("just now", 0))
    long_ago = utc_now() - KEEP_KEYS - timedelta(days=1)
    journal = Journal(tmp_path / "journal" / "turns.sqlite3", now=lambda: long_ago)
    journal.receive("k", "1.0", {})
    journal.finish("k")
    journal.close()
    journal = Journal(tmp_path / "journal" / "turns.sqlite3", now=utc_now)

    summary = tidy(parts, journal)

    assert summary.counts["episodes"] == 1
    assert summary.counts["finished turns"] == 1
    assert [kept.text for kept in parts.book.episodes(ALEX, limit=9)] == ["just now"]
    journal.close()


def test_thinking_back_reads_old_turns_again(tmp_path: Path) -> None:
    parts = build_parts(load_settings(settings(tmp_path)))
    parts.book.write_episode(ALEX, episode("I live in Porto", 1))

    assert think_back(parts).task == "reflect"


async def test_a_failing_task_is_logged_without_words_and_does_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> Summary:
        raise RuntimeError("zebrafinch")

    def works() -> Summary:
        summary = Summary("gc")
        summary.count("episodes", 2)
        return summary

    with caplog.at_level(logging.INFO):
        await run(fails)
        await run(works)

    assert "Upkeep failed: RuntimeError" in caplog.text
    assert "zebrafinch" not in caplog.text
    assert "Upkeep gc: 2 episodes." in caplog.text


async def test_every_task_is_scheduled(tmp_path: Path) -> None:
    parts = build_parts(load_settings(settings(tmp_path)))
    journal = Journal(tmp_path / "turns.sqlite3", now=utc_now)

    scheduler = schedule(parts, journal)

    jobs = {job.id: job for job in scheduler.get_jobs()}
    assert sorted(jobs) == ["languages", "memory_gc", "memory_migrate", "memory_reflect", "memory_reindex"]
    for name, task in (("gc", "gc"), ("migrate", "migrate"), ("reflect", "reflect"), ("reindex", "reindex")):
        (does,) = jobs[f"memory_{name}"].args
        assert does().task == task
    journal.close()


@pytest.mark.parametrize("auto", [True, False])
def test_an_old_home_in_place_of_ours_is_brought_up_to_date_unless_told_not_to(tmp_path: Path, *, auto: bool) -> None:
    (tmp_path / "config.toml").write_text(f"[memory]\nschema_auto_migrate = {str(auto).lower()}\n")
    chosen = {"MEMORY_BOT_HOME": str(tmp_path / "home"), "MEMORY_BOT_CONFIG": str(tmp_path / "config.toml")}
    parts = build_parts(load_settings(chosen))
    (parts.settings.home / "manifest.toml").unlink()
    (parts.settings.home / "2026-03-02.md").write_text("- **09:00 UTC** | `@ana` | Likes tea\n")

    told = modernise(parts).told

    assert told[0] == "schema 0 to 1: a bare EARL folder becomes one log for each person"
    assert (parts.settings.home / "2026-03-02.md").exists() is not auto


@pytest.mark.parametrize("task", ["migrate", "reflect", "reindex", "gc"])
def test_each_task_of_maintain_tells_what_it_did(memory_bot: Run, task: str) -> None:
    memory_bot("remember", "--user", "U0ALEX", "Lives in Porto")

    dry, wet = memory_bot("maintain", task, "--dry-run"), memory_bot("maintain", task)

    assert "dry run: nothing was changed" in dry.out
    assert wet.out.splitlines()[-1].startswith(f"{task}: ")
    assert (dry.code, wet.code) == (0, 0)
    assert "Porto" not in dry.out + wet.out


def test_a_long_tale_is_cut(memory_bot: Run) -> None:
    for number in range(25):
        memory_bot(
            "remember", "--user", "U0ALEX", "--kind", "project", "--at", "2020-01-01", f"Builds engine {number} alone"
        )

    told = memory_bot("maintain", "reflect", "--dry-run").out

    assert "more" in told
    assert "25 stale" in told


async def test_tables_of_languages_are_looked_through_and_a_broken_one_is_named(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    good = Wording("sim", Path("xx.toml"), "guards")
    whole, broken = copy(languages()[0]), copy(languages()[0])
    vars(whole).update(name="xx", guards=good)
    vars(broken).update(name="yy", guards=Wording("(", Path("yy.toml"), "guards"))
    monkeypatch.setattr("bot.upkeep.languages", lambda: (broken, whole))
    await check_languages()
    assert "pattern" in vars(good)
    assert "Messages in 'yy' cannot be read: yy.toml, guards: the pattern does not compile" in caplog.text


async def test_a_bot_that_stops_leaves_the_tables_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = asyncio.Event()
    go_on = threading.Event()
    loop = asyncio.get_running_loop()

    class Slow:
        name = "xx"

        def check(self) -> None:
            loop.call_soon_threadsafe(begun.set)
            go_on.wait(60)

    monkeypatch.setattr("bot.upkeep.languages", lambda: (Slow(), Slow()))
    compiling = asyncio.create_task(check_languages())
    await begun.wait()
    compiling.cancel()
    await compiling
    go_on.set()
