"""Leaves no copy of what a whole workspace held: people, turns, backups, journal, index and its lines of the audit."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from memory.errors import StoreError
from memory.stores import files, ledger, purge


def drop_person(home: Path, team_id: str, user_id: str) -> list[str]:
    """Remove the files of a person, but for the lock that the caller holds; return one sentence for each place."""
    folder = home / "teams" / team_id / "people" / user_id
    return purge.drop_folder(home, folder, keep={".lock"})


def drop_team(home: Path, team_id: str) -> list[str]:
    """Remove everything else that is kept about a workspace; return one sentence for each place that held something.

    Of the audit only the lines of other workspaces stay. What the journal still knows of finished turns are their keys.
    """
    removed: list[str] = []
    named = f'"team":"{team_id}"'
    for root in [*purge.folders_of(home / "backups"), home]:
        for path in sorted(root.glob("audit*.jsonl")):
            removed += purge.scrub_file(home, path, lambda line: named in line)
        for path in sorted((root / "journal").glob("*.sqlite3")):
            removed += _drop_turns(home, path, team_id)
        removed += _drop_whole(home, root / "teams" / team_id)
    removed += purge.drop_folder(home, home / "index", keep={Path(ledger.FOLDER).name})
    return removed + _drop_whole(home, home / ledger.FOLDER / team_id)


def _drop_turns(home: Path, path: Path, team_id: str) -> list[str]:
    """Delete the unfinished turns of a workspace from a journal; what stood there is overwritten."""
    try:
        with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as db:
            db.execute("PRAGMA secure_delete=ON")
            keys = (f"{team_id}/", f"{team_id}/\U0010ffff")
            count = db.execute("DELETE FROM turns WHERE key >= ? AND key < ? AND body IS NOT NULL", keys).rowcount
    except sqlite3.Error as error:
        raise StoreError(path, f"the journal cannot be searched ({error})", "Stop the bot and try again.") from error
    return [f"{path.relative_to(home)}: {count} row{'s' if count > 1 else ''} removed"] if count else []


def _drop_whole(home: Path, folder: Path) -> list[str]:
    if folder.is_symlink() or not folder.is_dir():
        return []
    with files.disk_errors(folder):
        shutil.rmtree(folder)
    return [f"{folder.relative_to(home)}: everything removed"]
