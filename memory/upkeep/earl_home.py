"""A bare EARL folder as a home: SOUL.md, USER.md and one file a day for everyone become one log for each person."""

import re
from datetime import date
from hashlib import blake2b
from pathlib import Path
from typing import Final

from memory.log import day_of_file, header
from memory.records import Person
from memory.stores import files

TEAM: Final = "T0EARL"
"""The workspace that people of an EARL folder belong to: it knew none."""
_NAME: Final = re.compile(r"- \*\*[^*]*\*\* \| `@([^`]*)` \|")
_NOT_IN_ID: Final = re.compile(r"[^A-Z0-9]")
_MAX_ID_CHARS: Final = 24


def paths(home: Path) -> list[Path]:
    """Return the daily files of an EARL folder."""
    return sorted(path for path in home.iterdir() if day_of_file(path.name) and path.is_file())


def convert(home: Path) -> None:
    """Give each person their own log, keeping every line as it is; notes about people become notes of the workspace.

    A line that is no entry goes with the entry above it.
    """
    people: dict[str, Person] = {}
    for path in paths(home):
        for person, lines in _by_person(path, people).items():
            folder = home / "teams" / TEAM / "people" / person.user_id
            files.make_folder(folder, home)
            top = header(date.fromisoformat(path.stem)).encode()
            files.replace_file(folder / path.name, top + b"".join(line + b"\n" for line in lines), sync=True)
        files.remove_file(path)
    _move_notes(home)


def person_of(name: str, known: dict[str, Person]) -> Person:
    """Return the person with a display name: an id made of its letters, another one if someone else has that."""
    if name not in known:
        plain = _NOT_IN_ID.sub("", name.upper())[:_MAX_ID_CHARS] or "UNKNOWN"
        taken = {person.user_id for person in known.values()}
        if f"U{plain}" in taken:
            plain += blake2b(name.encode(), digest_size=3).hexdigest().upper()
        known[name] = Person(TEAM, f"U{plain}")
    return known[name]


def _by_person(path: Path, people: dict[str, Person]) -> dict[Person, list[bytes]]:
    found: dict[Person, list[bytes]] = {}
    waiting: list[bytes] = []
    current: Person | None = None
    for line in files.read_file(path)[0].split(b"\n"):
        match = _NAME.match(line.decode("utf-8", "replace"))
        if match is not None:
            current = person_of(match[1], people)
        elif not line.strip() or line.startswith(b"# Memories for "):
            continue
        if current is None:
            waiting.append(line)
        else:
            found.setdefault(current, []).extend([*waiting, line])
            waiting = []
    if waiting:
        found.setdefault(person_of("unknown", people), []).extend(waiting)
    return found


def _move_notes(home: Path) -> None:
    source, target = home / "USER.md", home / "MEMORY.md"
    if source.exists():
        notes = [text for text in (files.read_text(target), files.read_text(source)) if text]
        files.replace_file(target, ("\n\n".join(notes) + "\n").encode(), sync=True)
        files.remove_file(source)
