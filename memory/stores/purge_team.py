"""Leaves no copy of what a whole workspace held: people, turns, backups, journal, index and its lines of the audit."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from memory.stores import files, ledger, purge


def drop_person(home: Path, team_id: str, user_id: str) -> list[str]:
    """Remove the files of a person, but for the lock that the caller holds; return one sentence for each place."""
    folder = home / "teams" / team_id / "people" / user_id
    return purge.drop_folder(home, folder, keep={".lock"})


def drop_team(home: Path, team_id: str) -> list[str]:
    """Remove everything else that is kept about a workspace; return one sentence for each place that held something.

    Of the audit the lines of other workspaces stay, and of the databases and small files of the home their rows and
    keys.
    """
    removed: list[str] = []
    named = f'"team":"{team_id}"'

    def names_it(row: Sequence[object]) -> bool:
        """Whether a row names the workspace, alone or at the head of a key."""
        return any(isinstance(value, str) and value.partition("/")[0] == team_id for value in row)

    for root in [*purge.folders_of(home / "backups"), home]:
        for path in sorted(root.glob("audit*.jsonl")):
            removed += purge.scrub_file(home, path, lambda line: named in line)
        removed += purge.drop_rows(home, root, names_it)
        removed += _drop_whole(home, root / "teams" / team_id)
    removed += purge.drop_folder(home, home / "index", keep={Path(ledger.FOLDER).name})
    removed += _drop_whole(home, home / ledger.FOLDER / team_id)
    for root in [*purge.folders_of(home / "backups"), home]:  # last, since one tells that this is to be done
        for path in sorted(root.glob("*.json")):
            removed += _drop_key(home, path, team_id)
    return removed


def _drop_key(home: Path, path: Path, team_id: str) -> list[str]:
    """Remove what a small file keeps under the workspace's id; a file of another form keeps nothing by workspace."""
    try:
        kept = json.loads(files.read_file(path)[0])
    except ValueError:
        return []
    if not isinstance(kept, dict) or kept.pop(team_id, None) is None:
        return []
    files.replace_file(path, json.dumps(kept, ensure_ascii=False).encode(), sync=True)
    return [f"{path.relative_to(home)}: 1 entry removed"]


def _drop_whole(home: Path, folder: Path) -> list[str]:
    if folder.is_symlink() or not folder.is_dir():
        return []
    with files.disk_errors(folder):
        shutil.rmtree(folder)
    return [f"{folder.relative_to(home)}: everything removed"]
