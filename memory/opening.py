"""Opening a home: made if it is new, put right if a change of it was interrupted, brought up to date if it is old."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from memory.errors import StoreError
from memory.manifest import MANIFEST, SCHEMA_VERSION, begin, found_version
from memory.stores import files
from memory.stores.locks import FileLocked
from memory.upkeep import snapshot
from memory.upkeep.migrate import migrate
from memory.upkeep.summary import Progress, Summary, quiet

_LOCK: Final = ".opening.lock"


def open_home(home: Path, *, auto_migrate: bool, now: Callable[[], datetime]) -> None:
    """Make sure the home is there and follows this program's schema. Of several processes one does it, the others wait.

    Raises:
        StoreError: If it cannot be made, read, written or migrated, or is old while `auto_migrate` is off.
        SchemaError: If it is of a newer version; nothing is touched then.
    """
    files.make_folder(home, home)
    if _is_ready(home):
        return
    with FileLocked(home / _LOCK):
        snapshot.put_back(home)
        version = found_version(home)
        if version < SCHEMA_VERSION:
            if not auto_migrate:
                problem = f"its schema is of version {version}; this program writes {SCHEMA_VERSION}"
                raise StoreError(home, problem, "Run `memory-bot maintain migrate`, or set schema_auto_migrate = true.")
            migrate(home, now=now)
        begin(home, now)


def bring_up_to_date(
    home: Path, *, now: Callable[[], datetime], dry_run: bool = False, progress: Progress = quiet
) -> Summary:
    """Take a home to the present schema as `migrate` does, alone among processes; return what was done.

    A change that was interrupted is taken back first.

    Raises:
        SchemaError: If the home is of a newer version.
        StoreError: If it could not be done; the home is then as it was before.
    """
    if dry_run or not home.is_dir() or _is_ready(home):
        return migrate(home, now=now, dry_run=dry_run, progress=progress)
    with FileLocked(home / _LOCK):
        snapshot.put_back(home)
        return migrate(home, now=now, progress=progress)


def _is_ready(home: Path) -> bool:
    whole = (home / MANIFEST).exists() and not (home / snapshot.MARKER).exists()
    return whole and found_version(home) == SCHEMA_VERSION
