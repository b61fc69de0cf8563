"""A copy of a home to go back to when a change of many files fails half-way.

A marker in the home names the copy for as long as the change is under way, so that a crash is made up for on the next
start.
"""

import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from memory.errors import StoreError
from memory.stores import files

BACKUPS: Final = "backups"
MARKER: Final = ".changing"
_LEFT_OUT: Final = frozenset({BACKUPS, "index", MARKER})


def take(home: Path, name: str, at: datetime) -> Path:
    """Copy the home to `backups/<name>-<time>`, note that a change begins, and return where the copy is."""
    stamp = f"{at.astimezone(UTC):%Y%m%dT%H%M%S}"
    backup = home / BACKUPS / f"{name}-{stamp}"
    number = 1
    while backup.exists():
        number += 1
        backup = home / BACKUPS / f"{name}-{stamp}-{number}"
    files.make_folder(home / BACKUPS, home)
    with files.disk_errors(backup):
        backup.mkdir(mode=files.FOLDER_MODE)
        _copy(_contents(home), backup)
    files.replace_file(home / MARKER, f"{backup.name}\n".encode(), sync=True)
    return backup


def keep(home: Path) -> None:
    """Note that the change is done; the copy stays."""
    files.remove_file(home / MARKER)


def put_back(home: Path) -> bool:
    """Put the copy back that a change under way was begun with; return whether there was one.

    Raises:
        StoreError: If the copy is gone or cannot be read; the home is then left as it is.
    """
    marker = home / MARKER
    if not marker.exists():
        return False
    backup = home / BACKUPS / Path(files.read_text(marker)).name
    if not backup.is_dir():
        problem = f"a change of the home was interrupted and its backup {backup.name} is gone"
        raise StoreError(marker, problem, "Put the backup back, or look at the files and remove this marker.")
    with files.disk_errors(home):
        for path in _contents(home):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        _copy(backup.iterdir(), home)
    keep(home)
    return True


def _contents(home: Path) -> list[Path]:
    return [path for path in home.iterdir() if path.name not in _LEFT_OUT and not path.name.endswith(".lock")]


def _copy(paths: Iterable[Path], target: Path) -> None:
    for path in paths:
        if path.is_dir() and not path.is_symlink():
            shutil.copytree(path, target / path.name, symlinks=True)
        else:
            shutil.copy2(path, target / path.name, follow_symlinks=False)
