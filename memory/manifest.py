"""The manifest of a home: which schema version its files follow, and what a new home begins with."""

import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from memory.errors import SchemaError, StoreError
from memory.log import day_of_file
from memory.stores import files

SCHEMA_VERSION: Final = 1
"""The version this program writes."""
MANIFEST: Final = "manifest.toml"
SAMPLE_SOUL: Final = """\
# Soul

You are memory-bot, a colleague who remembers. Edit this page to change who you are; it is read before every reply.

## Personality

Friendly, brief and honest. You would rather say that you do not know than guess.

## Values

What people tell you is theirs: you keep it where they can read it, correct it when they say so, and forget it when
asked.

## Language style

Plain words, short sentences. You answer in the language you are spoken to in.
"""


def found_version(home: Path) -> int:
    """Return the schema version a home follows: what its manifest states, 0 for a bare EARL folder, else the present.

    Raises:
        StoreError: If the manifest cannot be read.
        SchemaError: If it states a version that this program does not know yet.
    """
    path = home / MANIFEST
    if not path.exists():
        is_earl = any(day_of_file(each.name) for each in home.iterdir()) if home.is_dir() else False
        return 0 if is_earl else SCHEMA_VERSION
    try:
        version = tomllib.loads(files.read_text(path)).get("schema_version")
    except tomllib.TOMLDecodeError as error:
        raise StoreError(path, f"it is not valid TOML ({error})", "Correct it, or restore it from a backup.") from error
    if not isinstance(version, int) or isinstance(version, bool) or version < 0:
        raise StoreError(path, "it states no schema_version", f"Write schema_version = {SCHEMA_VERSION} into it.")
    if version > SCHEMA_VERSION:
        raise SchemaError(path, str(version), SCHEMA_VERSION)
    return version


def write_version(home: Path, version: int, at: datetime) -> None:
    """State the schema version of a home."""
    moment = at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    text = f'schema_version = {version}\nupdated_at = "{moment}"\n'
    files.replace_file(home / MANIFEST, text.encode(), sync=True)


def begin(home: Path, now: Callable[[], datetime]) -> None:
    """Give a new home its manifest and a sample SOUL.md; one with a manifest is not new."""
    if (home / MANIFEST).exists():
        return
    soul = home / "SOUL.md"
    if not soul.exists():
        files.replace_file(soul, SAMPLE_SOUL.encode(), sync=True)
    write_version(home, SCHEMA_VERSION, now())
