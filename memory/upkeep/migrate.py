"""Bring a home of an older schema up to date: snapshot, step by step, check, manifest last; or everything as it was."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from memory.audit import EVERYONE, AuditLine
from memory.errors import MemoryBotError, StoreError
from memory.ids import Ids
from memory.log import EntryError, day_of_file, parse_line
from memory.manifest import found_version, write_version
from memory.records import Operation
from memory.stores import files
from memory.stores.jsonl import AuditFile
from memory.upkeep import earl_home, snapshot
from memory.upkeep.summary import Progress, Summary, quiet


@dataclass(frozen=True, slots=True)
class Step:
    """One step from a version to the next. `paths` are the log files before it, `apply` does it."""

    version: int
    sentence: str
    paths: Callable[[Path], list[Path]]
    apply: Callable[[Path], None]


STEPS: Final = (Step(0, "a bare EARL folder becomes one log for each person", earl_home.paths, earl_home.convert),)


def migrate(
    home: Path,
    *,
    now: Callable[[], datetime],
    dry_run: bool = False,
    progress: Progress = quiet,
    steps: Sequence[Step] = STEPS,
) -> Summary:
    """Take a home to the present schema and return what was done; nothing is done to one that is there already.

    Raises:
        SchemaError: If the home is of a newer version.
        StoreError: If it could not be done; the home is then as it was before.
    """
    summary = Summary("migrate", dry_run)
    version = found_version(home)
    due = [step for step in steps if step.version >= version]
    summary.told += [f"schema {step.version} to {step.version + 1}: {step.sentence}" for step in due]
    if dry_run or not due:
        return summary
    target = due[-1].version + 1
    backup = snapshot.take(home, f"schema-{version}-to-{target}", now())
    summary.told.append(f"the old state is in {backup.relative_to(home)}")
    try:
        for number, step in enumerate(due):
            progress(number, len(due))
            _take(home, step, summary)
        write_version(home, target, now())
    except (OSError, ValueError, MemoryBotError) as error:
        snapshot.put_back(home)
        _tell(home, f"schema {version} to {target} failed; the old state was put back", now())
        problem = (
            f"its schema could not be brought from version {version} to {target} ({type(error).__name__}: {error})"
        )
        raise StoreError(
            home, problem, "Everything is as it was before. Look at that file, then start again."
        ) from error
    snapshot.keep(home)
    _tell(home, f"schema {version} to {target}", now())
    progress(len(due), len(due))
    return summary


def _take(home: Path, step: Step, summary: Summary) -> None:
    before = _entries([*step.paths(home), *_logs(home)])
    step.apply(home)
    after = _entries(_logs(home))
    if after != before:
        raise StoreError(home, f"{before} entries became {after}", "This is a mistake in memory-bot; report it.")
    summary.count("entries", after)


def _logs(home: Path) -> list[Path]:
    return sorted(home.glob("teams/*/people/*/*.md"))


def _entries(paths: Sequence[Path]) -> int:
    """Count the lines that are, or look like, entries."""
    count = 0
    for path in paths:
        day = day_of_file(path.name)
        if day is None:
            continue
        for line in files.read_file(path)[0].decode("utf-8", "replace").split("\n"):
            try:
                entry = parse_line(line.removesuffix("\r"), subject=EVERYONE, day=day)
            except EntryError:
                count += 1
                continue
            count += entry is not None
    return count


def _tell(home: Path, note: str, at: datetime) -> None:
    AuditFile(home).write([AuditLine(Ids().new(at), Operation.MIGRATE, home.name, "migrate", at, EVERYONE, note)])
