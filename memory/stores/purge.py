"""Leaves no copy of what was to be erased: logs, pages, episodes, journal, index, backups and audit notes.

Everything under the home that could quote a memory is searched, and what was removed is told, place by place.
"""

import shutil
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from memory.episodes import parse_episode
from memory.log import FILE_NAME, Edit, EntryError, Forget, Undo, parse_line, source_key
from memory.records import Memory, Person
from memory.stores import files
from memory.text import normalise

_DISPOSABLE = ("index",)
_SCRUBBED = ("journal", "backups")


def purge_memories(home: Path, person: Person, memories: Sequence[Memory]) -> list[str]:
    """Remove every trace of these memories of a person; return one sentence for each place that held one.

    Log lines go by id (the memory's own, and edits that quote it), and by text where they were written by hand; other
    files line by line, where a line holds the text of a memory or tells of the message it came from.
    """
    removed: list[str] = []
    targets = _Targets(memories)
    people = Path("teams") / person.team_id / "people" / person.user_id
    roots = [home, *(path for path in _folders(home / "backups"))]
    for root in roots:
        removed += _scrub_logs(home, root / people, person, targets)
        removed += _scrub_files(home, root / "teams" / person.team_id / "episodes", targets.in_episode(person))
    for name in _SCRUBBED:
        removed += _scrub_files(home, home / name, targets.in_line)
    for name in _DISPOSABLE:
        removed += _drop_folder(home, home / name)
    for path in sorted(home.glob("audit*.jsonl")):
        removed += _scrub_file(home, path, targets.in_line)
    return removed


def erase_person(home: Path, person: Person, memories: Sequence[Memory]) -> list[str]:
    """Remove everything kept about a person; return one sentence for each place that held something."""
    removed: list[str] = []
    people = Path("teams") / person.team_id / "people" / person.user_id
    for root in [home, *_folders(home / "backups")]:
        removed += _drop_folder(home, root / people, keep=".lock" if root == home else None)
        removed += _scrub_files(home, root / "teams" / person.team_id / "episodes", _of_person(person))
    targets = _Targets(memories)
    for name in _SCRUBBED:
        removed += _scrub_files(home, home / name, lambda line: targets.in_line(line) or f'"{person.user_id}"' in line)
    for name in _DISPOSABLE:
        removed += _drop_folder(home, home / name)
    for path in sorted(home.glob("audit*.jsonl")):
        removed += _scrub_file(home, path, targets.in_line)
    return removed


class _Targets:
    """What to look for."""

    def __init__(self, memories: Sequence[Memory]) -> None:
        self.ids = {memory.id for memory in memories}
        self._texts = {text for memory in memories if (text := normalise(memory.text))}
        self._sources = {memory.source for memory in memories if memory.source is not None}
        self._source_keys = {source_key(source) for source in self._sources}

    def in_line(self, line: str) -> bool:
        """Whether a line of any file holds one of the texts, or speaks of one of the messages."""
        if any(source.ts in line and source.channel_id in line for source in self._sources):
            return True
        plain = normalise(line)
        return any(text in plain for text in self._texts)

    def in_episode(self, person: Person) -> Callable[[str], bool]:
        """Whether a turn of the person used or made one of the memories, or holds its text."""

        def matches(line: str) -> bool:
            episode = parse_episode(line, person.team_id)
            if episode is None:
                return self.in_line(line)
            told = {*episode.recalled, *episode.captured}
            return bool(told & self.ids) or self.in_line(line)

        return matches

    def in_log(self, line: str, person: Person, day: date) -> bool:
        """Whether a log line states one of the memories or quotes it in an edit."""
        try:
            entry = parse_line(line, subject=person, day=day)
        except EntryError:
            return self.in_line(line)
        if entry is None:
            return bool(line.strip()) and not line.startswith("# Memories for ") and self.in_line(line)
        if isinstance(entry, Edit):
            return entry.target in self.ids and not isinstance(entry, Forget | Undo)
        return entry.id in self.ids


def _of_person(person: Person) -> Callable[[str], bool]:
    def matches(line: str) -> bool:
        episode = parse_episode(line, person.team_id)
        return f'"{person.user_id}"' in line if episode is None else episode.person == person

    return matches


def _scrub_logs(home: Path, folder: Path, person: Person, targets: _Targets) -> list[str]:
    removed: list[str] = []
    if not folder.is_dir() or folder.is_symlink():
        return removed
    for path in sorted(folder.rglob("*.md")):
        match = FILE_NAME.match(path.name)
        if match is None:
            removed += _scrub_file(home, path, targets.in_line)
        else:
            day = date.fromisoformat(match[1])
            removed += _scrub_file(home, path, lambda line, day=day: targets.in_log(line, person, day))  # type: ignore[misc]  # mypy cannot infer the default argument
    return removed


def _scrub_files(home: Path, folder: Path, matches: Callable[[str], bool]) -> list[str]:
    if not folder.is_dir() or folder.is_symlink():
        return []
    removed: list[str] = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and not path.name.endswith(".lock"):
            removed += _scrub_file(home, path, matches)
    return removed


def _scrub_file(home: Path, path: Path, matches: Callable[[str], bool]) -> list[str]:
    if path.is_symlink():
        return []
    lines = files.read_file(path)[0].split(b"\n")
    kept = [line for line in lines if not matches(line.decode("utf-8", "replace").removesuffix("\r"))]
    count = len(lines) - len(kept)
    if not count:
        return []
    files.replace_file(path, b"\n".join(kept), sync=True)
    return [f"{path.relative_to(home)}: {count} line{'s' if count > 1 else ''} removed"]


def _drop_folder(home: Path, folder: Path, *, keep: str | None = None) -> list[str]:
    if folder.is_symlink() or not folder.is_dir():
        return []
    with files.disk_errors(folder):
        inside = [path for path in folder.iterdir() if path.name != keep]
        for path in inside:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
    return [f"{folder.relative_to(home)}: all of it removed"] if inside else []


def _folders(parent: Path) -> list[Path]:
    return sorted(path for path in parent.iterdir() if path.is_dir()) if parent.is_dir() else []
