"""Opening a home: made if it is new, put right if a change of it was interrupted, brought up to date if it is old."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from memory.errors import StoreError
from memory.manifest import MANIFEST, SCHEMA_VERSION, begin, found_version
from memory.stores import files
from memory.stores.locks import FileLocked
from memory.upkeep import snapshot
from memory.upkeep.migrate import migrate


def open_home(home: Path, *, auto_migrate: bool, now: Callable[[], datetime]) -> None:
    """Make sure the home is there and follows this program's schema. Of several processes one does it, the others wait.

    Raises:
        StoreError: If it cannot be made, read, written or migrated, or is old while `auto_migrate` is off.
        SchemaError: If it is of a newer version; nothing is touched then.
    """
    files.make_folder(home, home)
    if _is_ready(home):
        return
    with FileLocked(home / ".opening.lock"):
        snapshot.put_back(home)
        version = found_version(home)
        if version < SCHEMA_VERSION:
            if not auto_migrate:
                problem = f"its schema is of version {version}; this program writes {SCHEMA_VERSION}"
                raise StoreError(home, problem, "Run `memory-bot maintain migrate`, or set schema_auto_migrate = true.")
            migrate(home, now=now)
        begin(home, now)


def _is_ready(home: Path) -> bool:
    whole = (home / MANIFEST).exists() and not (home / snapshot.MARKER).exists()
    return whole and found_version(home) == SCHEMA_VERSION
