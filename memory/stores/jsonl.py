"""The files of one JSON object a line: the audit, put aside when it grows, and the episodes, one file a day."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from memory.audit import AuditLine, format_audit_line, parse_audit_line
from memory.episodes import format_episode, parse_episode
from memory.records import Episode, Person, Source
from memory.stores import files

AUDIT_FILE: Final = "audit.jsonl"
MAX_AUDIT_BYTES: Final = 8 * 1024 * 1024
"""Size at which the audit is put aside under a number and a new file begun."""


class AuditFile:
    """`audit.jsonl`, and the older `audit.000001.jsonl` … beside it. Safe for threads and processes."""

    def __init__(self, home: Path, max_bytes: int = MAX_AUDIT_BYTES) -> None:
        self._home, self._max_bytes = home, max_bytes
        self._path = home / AUDIT_FILE

    def write(self, lines: Sequence[AuditLine]) -> None:
        """Append lines; safe from a crash of the program, not from one of the machine: the log is the truth."""
        if not lines:
            return
        data = "".join(f"{format_audit_line(line)}\n" for line in lines).encode("utf-8", "replace")
        size = files.append_shared(self._path, data, keep=True)
        if size >= self._max_bytes:
            self._put_aside()

    def read(self) -> Iterator[AuditLine]:
        """Return every line that can be read, oldest first."""
        for path in self.paths():
            for line in files.read_file(path)[0].decode("utf-8", "replace").split("\n"):
                if (parsed := parse_audit_line(line)) is not None:
                    yield parsed

    def paths(self) -> list[Path]:
        """Return the files there are, oldest first."""
        older = sorted(self._home.glob("audit.[0-9]*.jsonl"))
        return [*older, self._path] if self._path.exists() else older

    def _put_aside(self) -> None:
        with files.exclusively(self._path), files.disk_errors(self._path):
            if self._path.exists() and self._path.stat().st_size >= self._max_bytes:
                self._path.rename(self._home / f"audit.{self._last_number() + 1:06d}.jsonl")

    def _last_number(self) -> int:
        names = (path.name.split(".")[1] for path in self._home.glob("audit.[0-9]*.jsonl"))
        return max((int(name) for name in names if name.isdigit()), default=0)


class EpisodeFiles:
    """`teams/<team>/episodes/YYYY-MM-DD.jsonl`, by the UTC day of the turn. Safe for threads and processes."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def folder(self, team_id: str) -> Path:
        """Return where the episodes of a workspace are."""
        return self._home / "teams" / team_id / "episodes"

    def write(self, person: Person, episode: Episode) -> None:
        """Append a turn of this person; safe from a crash of the program, not from one of the machine."""
        folder = self.folder(person.team_id)
        files.make_folder(folder, self._home)
        data = (format_episode(replace(episode, person=person)) + "\n").encode("utf-8", "replace")
        day = episode.at.astimezone(UTC).date().isoformat()
        files.append_shared(folder / f"{day}.jsonl", data)

    def read(self, person: Person) -> Iterator[Episode]:
        """Return the turns of a person that can be read, newest first."""
        found = self._holding(person.team_id, person.user_id)
        return (episode for episode in found if episode.person == person)

    def read_in(self, team_id: str, channel_id: str) -> Iterator[Episode]:
        """Return everyone's turns in a conversation that can be read, newest first."""
        return (episode for episode in self._holding(team_id, channel_id) if episode.channel_id == channel_id)

    def _holding(self, team_id: str, identifier: str) -> Iterator[Episode]:
        """Return the turns whose line holds an id somewhere, newest first."""
        for path in reversed(self.paths(team_id)):
            lines = files.read_file(path)[0].decode("utf-8", "replace").split("\n")
            found = [parse_episode(line, team_id) for line in reversed(lines) if f'"{identifier}"' in line]
            yield from sorted(filter(None, found), key=lambda episode: episode.at, reverse=True)

    def drop_turn(self, person: Person, source: Source) -> int:
        """Remove the turn that a message of this person was; return how many there were, 0 or 1."""
        about = f'"ts":"{source.ts}"'.encode()

        def is_it(line: bytes) -> bool:
            episode = parse_episode(line.decode("utf-8", "replace"), person.team_id) if about in line else None
            return episode is not None and episode.person == person and episode.channel_id == source.channel_id

        for path in reversed(self.paths(person.team_id)):
            if about not in files.read_file(path)[0]:
                continue
            with files.exclusively(path):
                lines = files.read_file(path)[0].split(b"\n")
                kept = [line for line in lines if not is_it(line)]
                if len(kept) < len(lines):
                    files.replace_file(path, b"\n".join(kept), sync=True)
                    return len(lines) - len(kept)
        return 0

    def drop(self, team_id: str, before: datetime, *, dry_run: bool) -> int:
        """Remove the days that lie wholly before a time; return how many turns they hold."""
        first_kept = before.astimezone(UTC).date().isoformat()
        dropped = 0
        for path in self.paths(team_id):
            if path.stem < first_kept:
                dropped += files.read_file(path)[0].count(b"\n")
                if not dry_run:
                    files.remove_file(path)
        return dropped

    def paths(self, team_id: str) -> list[Path]:
        """Return the files of a workspace, oldest first."""
        folder = self.folder(team_id)
        return sorted(folder.glob("????-??-??.jsonl")) if folder.is_dir() else []
