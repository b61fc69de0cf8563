"""Leaves no copy of what was to be erased: logs, pages, episodes, journal, index, backups and audit notes.

Everything under the home that could quote a memory is searched, and what was removed is told, place by place. The
caller holds the person's lock; files that others append to are held while they are rewritten.
"""

import re
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Final, TypeAlias

from memory.entries import Edit, Forget, Undo
from memory.episodes import parse_episode
from memory.errors import StoreError
from memory.fold import Traces
from memory.log import EntryError, day_of_file, parse_line
from memory.records import Memory, Person
from memory.stores import files, ledger
from memory.text import normalise

Matches: TypeAlias = Callable[[str], bool]
"""Whether a line, or a value of a database, must go."""

_SCRUBBED: Final = ("journal", "backups")
_KEPT_IN_INDEX: Final = frozenset({Path(ledger.FOLDER).name})
"""What of the index holds no words, but hashes of lines."""
_SQLITE: Final = b"SQLite format 3\0"
_JSON_LINE_END: Final = "\\n"
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def purge_memories(home: Path, person: Person, traces: Traces) -> list[str]:
    """Remove every trace of some memories of a person; return one sentence for each place that held one.

    Log lines go by id (the memory's own, and edits that quote it); lines of other files where they hold the text of a
    memory or tell of the message it came from. The memory's own line goes last: as long as it is there, an erasure that
    was interrupted is known to be unfinished. The ledger of the person is out of date afterwards.
    """
    targets = _Targets(traces)
    removed = _scrub_shared(home, targets.in_line, audit=targets.in_words)
    for root in [*folders_of(home / "backups"), home]:
        removed += _scrub_folder(home, root / "teams" / person.team_id / "episodes", targets.in_episode(person))
        removed += _scrub_logs(home, _folder_of(root, person), person, targets)
    return removed


def erase_person(home: Path, person: Person, traces: Traces) -> list[str]:
    """Remove everything kept about a person; return one sentence for each place that held something."""
    targets = _Targets(traces)
    named = f'"{person.user_id}"'
    removed = _scrub_shared(home, lambda line: targets.in_line(line) or named in line, audit=targets.in_words)
    for root in [*folders_of(home / "backups"), home]:
        removed += drop_rows(home, root, lambda row: {person.team_id, person.user_id} <= set(row))
        removed += drop_folder(home, _folder_of(root, person), keep={".lock"} if root == home else set())
        removed += _scrub_folder(home, root / "teams" / person.team_id / "episodes", _turn_of(person))
    return removed + drop_folder(home, home / ledger.FOLDER / person.team_id / person.user_id)


class _Targets:
    """What to look for."""

    def __init__(self, traces: Traces) -> None:
        self.ids = traces.ids
        self._texts = {text for each in traces.texts if (text := normalise(each))}
        self._sources = traces.sources

    def in_line(self, line: str) -> bool:
        """Whether a line of any file holds one of the texts, or speaks of one of the messages."""
        if any(source.ts in line and source.channel_id in line for source in self._sources):
            return True
        return self.in_words(line)

    def in_words(self, line: str) -> bool:
        """Whether a line of any file holds one of the texts."""
        plain = f" {normalise(line.replace(_JSON_LINE_END, ' '))} "
        return any(f" {text} " in plain for text in self._texts)

    def in_episode(self, person: Person) -> Matches:
        """Whether a turn used or made one of the memories, or holds its text."""

        def matches(line: str) -> bool:
            episode = parse_episode(line, person.team_id)
            told = episode is not None and bool(episode.tells_of & self.ids)
            return told or self.in_line(line)

        return matches

    def in_log(self, person: Person, day: date, *, stated: bool) -> Matches:
        """Whether a log line states one of the memories, or (not `stated`) quotes it in an edit or otherwise."""

        def matches(line: str) -> bool:
            try:
                entry = parse_line(line, subject=person, day=day)
            except EntryError:
                return not stated and (self.in_line(line) or any(each in line for each in self.ids))
            if isinstance(entry, Memory):
                return stated and entry.id in self.ids
            if isinstance(entry, Edit):
                return not stated and entry.target in self.ids and not isinstance(entry, Forget | Undo)
            return not stated and not line.startswith("# Memories for ") and self.in_line(line)

        return matches


def _turn_of(person: Person) -> Matches:
    def matches(line: str) -> bool:
        episode = parse_episode(line, person.team_id)
        return f'"{person.user_id}"' in line if episode is None else episode.person == person

    return matches


def _folder_of(root: Path, person: Person) -> Path:
    return root / "teams" / person.team_id / "people" / person.user_id


def _scrub_logs(home: Path, folder: Path, person: Person, targets: _Targets) -> list[str]:
    removed: list[str] = []
    logs: list[tuple[Path, date]] = []
    for path in _files_below(folder):
        log_day = day_of_file(path.name)
        if log_day is None:
            removed += scrub_file(home, path, targets.in_line)
        else:
            logs.append((path, log_day))
    for stated in (False, True):
        for path, day in logs:
            removed += scrub_file(home, path, targets.in_log(person, day, stated=stated))
    return removed


def _scrub_shared(home: Path, matches: Matches, *, audit: Matches) -> list[str]:
    removed: list[str] = []
    for name in _SCRUBBED:
        removed += _scrub_folder(home, home / name, matches)
    for path in sorted(home.glob("audit*.jsonl")):
        removed += scrub_file(home, path, audit)
    return removed + drop_folder(home, home / "index", keep=_KEPT_IN_INDEX)


def _scrub_folder(home: Path, folder: Path, matches: Matches) -> list[str]:
    return [told for path in _files_below(folder) for told in scrub_file(home, path, matches)]


def scrub_file(home: Path, path: Path, matches: Matches) -> list[str]:
    """Remove the lines, or the rows of a database, that match; return a sentence if there were any."""
    with files.exclusively(path):
        data = files.read_file(path)[0]
        if data.startswith(_SQLITE):
            return _scrub_database(home, path, matches)
        lines = data.split(b"\n")
        kept = [line for line in lines if not matches(line.decode("utf-8", "replace").removesuffix("\r"))]
        if len(kept) == len(lines):
            return []
        files.replace_file(path, b"\n".join(kept), sync=True)
    return [told(home, path, len(lines) - len(kept), "line")]


def _scrub_database(home: Path, path: Path, matches: Matches) -> list[str]:
    """Delete the rows of an SQLite file that hold what must go."""

    def goes(row: Sequence[object]) -> bool:
        return any(isinstance(value, str) and " " in value and matches(value) for value in row)

    count = delete_rows(path, goes)
    return [told(home, path, count, "row")] if count else []


def drop_rows(home: Path, root: Path, goes: Callable[[Sequence[object]], bool]) -> list[str]:
    """Delete the rows of the journal's databases that `goes` is true of; return a sentence for each that had some."""
    counts = {path: delete_rows(path, goes) for path in sorted((root / "journal").glob("*.sqlite3"))}
    return [told(home, path, count, "row") for path, count in counts.items() if count]


def delete_rows(path: Path, goes: Callable[[Sequence[object]], bool]) -> int:
    """Delete the rows of all tables of an SQLite file that `goes` is true of; return how many.

    The pages they stood on are overwritten, and a write-ahead log that held them is emptied.

    Raises:
        StoreError: If the file is no database, or another process holds it.
    """
    count = 0
    try:
        with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as db:
            db.execute("PRAGMA secure_delete=ON")
            for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")] if _NAME.match(table) else []
                if not columns or not all(map(_NAME.match, columns)):
                    continue
                for row in db.execute(f"SELECT * FROM {table}").fetchall():  # noqa: S608 - the name is a plain word
                    if goes(row):
                        same = " AND ".join(f"{column} IS ?" for column in columns)
                        delete = f"DELETE FROM {table} WHERE {same}"  # noqa: S608 - the names are plain words
                        count += db.execute(delete, row).rowcount
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise StoreError(path, f"the database cannot be searched ({error})", "Stop the bot and try again.") from error
    return count


def told(home: Path, path: Path, count: int, what: str) -> str:
    """Return one sentence on what was removed from a file."""
    return f"{path.relative_to(home)}: {count} {what}{'s' if count > 1 else ''} removed"


def drop_folder(home: Path, folder: Path, *, keep: frozenset[str] | set[str] = frozenset()) -> list[str]:
    """Empty a folder but for some names; return a sentence if there was anything. A symbolic link is left alone."""
    if folder.is_symlink() or not folder.is_dir():
        return []
    with files.disk_errors(folder):
        inside = [path for path in folder.iterdir() if path.name not in keep]
        for path in inside:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
    return [f"{folder.relative_to(home)}: everything removed"] if inside else []


def _files_below(folder: Path) -> list[Path]:
    if folder.is_symlink() or not folder.is_dir():
        return []
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink() and not path.name.endswith((".lock", "-journal", "-wal", "-shm"))
    )


def folders_of(parent: Path) -> list[Path]:
    """Return the folders in a folder, sorted; [] if it is not there."""
    return sorted(path for path in parent.iterdir() if path.is_dir()) if parent.is_dir() else []
