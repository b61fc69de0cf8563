"""Throw away what has had its time: old turns, old backups, temporary files of programs that crashed."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from memory.book import Book
from memory.stores import files
from memory.upkeep.snapshot import BACKUPS
from memory.upkeep.summary import Progress, Summary, quiet

TEMPORARY_FOR: Final = timedelta(hours=1)
"""A temporary file this old belongs to nobody any more: writing one takes moments."""


def collect(book: Book, *, now: datetime, dry_run: bool = False, progress: Progress = quiet) -> Summary:
    """Remove the turns and backups older than `retention_days` (0: none), and temporary files left behind.

    The newest backup stays however old it is.
    """
    summary = Summary("gc", dry_run)
    days = book.settings.retention_days
    progress(0, 3)
    summary.count("episodes", book.drop_old_episodes(dry_run=dry_run))
    progress(1, 3)
    if days:
        for folder in _old_backups(book.home / BACKUPS, now - timedelta(days=days)):
            summary.count("backups")
            summary.told.append(f"backup {folder.name}")
            if not dry_run:
                with files.disk_errors(folder):
                    shutil.rmtree(folder)
    progress(2, 3)
    for path in sorted(book.home.rglob(".*.tmp")):
        if not path.is_symlink() and _changed(path) < now - TEMPORARY_FOR:
            summary.count("temporary files")
            if not dry_run:
                files.remove_file(path)
    progress(3, 3)
    return summary


def _old_backups(folder: Path, before: datetime) -> list[Path]:
    if not folder.is_dir():
        return []
    by_age = sorted((path for path in folder.iterdir() if path.is_dir()), key=_changed)
    return [path for path in by_age[:-1] if _changed(path) < before]


def _changed(path: Path) -> datetime:
    return datetime.fromtimestamp(path.lstat().st_mtime, UTC)
