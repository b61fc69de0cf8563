"""Throw away what has had its time: workspaces that left, old turns, old backups, files of programs that crashed."""

import shutil
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from memory.book import Book
from memory.conflicts import last_said
from memory.records import Kind, Memory
from memory.stores import files
from memory.upkeep.departed import departures, note_return
from memory.upkeep.snapshot import BACKUPS
from memory.upkeep.summary import Progress, Summary, quiet

ACTOR: Final = "retention"
TEMPORARY_FOR: Final = timedelta(hours=1)
"""A temporary file this old belongs to nobody any more: writing one takes moments."""


def collect(
    book: Book,
    *,
    now: datetime,
    dry_run: bool = False,
    progress: Progress = quiet,
    retention_of: Callable[[str], Mapping[Kind, int]] = lambda team_id: {},
) -> Summary:
    """Remove the turns and backups older than `retention_days` (0: none), and temporary files left behind.

    The newest backup stays however old it is. Memories older than the retention of their kind are forgotten for good,
    with every copy. So is everything of a workspace that removed the app more than `uninstalled_days` ago.

    Args:
        retention_of: The days that a workspace, by its id, keeps memories of a kind, in place of the settings'.
    """
    summary = Summary("gc", dry_run)
    days = book.settings.retention_days
    progress(0, 5)
    purge_departed(book, now, summary)
    progress(1, 5)
    summary.count("episodes", book.drop_old_episodes(dry_run=dry_run))
    progress(2, 5)
    for team_id in book.teams():
        days_of = {**book.settings.retention_days_by_kind, **retention_of(team_id)}
        if any(days_of.values()):
            summary.count("memories", _drop_old_memories(book, team_id, days_of, now, dry_run=dry_run))
    progress(3, 5)
    if days:
        for folder in _old_backups(book.home / BACKUPS, now - timedelta(days=days)):
            summary.count("backups")
            summary.told.append(f"backup {folder.name}")
            if not dry_run:
                with files.disk_errors(folder):
                    shutil.rmtree(folder)
    progress(4, 5)
    for path in sorted(book.home.rglob(".*.tmp")):
        if not path.is_symlink() and _changed(path) < now - TEMPORARY_FOR:
            summary.count("temporary files")
            if not dry_run:
                files.remove_file(path)
    progress(5, 5)
    return summary


def purge_departed(book: Book, now: datetime, summary: Summary) -> None:
    """Erase the workspaces that removed the app so long ago; tell of those that may still come back.

    With a dry run in `summary` it only counts and tells.
    """
    days = book.settings.uninstalled_days
    for each in departures(book.home):
        if not each.is_due(now, days=days):
            summary.told.append(each.outlook(days=days))
            continue
        summary.count("workspaces")
        summary.told.append(f"workspace {each.team_id}, which removed the app on {each.at:%Y-%m-%d}")
        if not summary.dry_run:
            book.erase_team(each.team_id, at=now, actor=ACTOR)
            note_return(book.home, each.team_id)


def _drop_old_memories(book: Book, team_id: str, days_of: Mapping[Kind, int], now: datetime, *, dry_run: bool) -> int:
    """Forget for good what is older than the retention of its kind; return how many."""
    count = 0
    for person in book.people(team_id):
        known = book.memories(person, status=None)
        old = [memory.id for memory in known if _has_had_its_time(memory, days_of.get(memory.kind, 0), now)]
        count += len(old)
        if not dry_run:
            book.forget_ids(person, old, at=now, actor=ACTOR, hard=True)
    return count


def _has_had_its_time(memory: Memory, days: int, now: datetime) -> bool:
    if not days:
        return False
    before = now - timedelta(days=days)
    return last_said(memory) < before and (memory.dated is None or memory.dated < before.date())


def _old_backups(folder: Path, before: datetime) -> list[Path]:
    if not folder.is_dir():
        return []
    by_age = sorted((path for path in folder.iterdir() if path.is_dir()), key=_changed)
    return [path for path in by_age[:-1] if _changed(path) < before]


def _changed(path: Path) -> datetime:
    return datetime.fromtimestamp(path.lstat().st_mtime, UTC)
