"""`maintain`: migrate, reflect, reindex, gc, each with a progress bar, a summary and a dry run."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress as Bar

from bot.commands.output import print_line
from bot.parts import build_parts, open_memory, utc_now
from bot.policy import Policies, retention_by_team
from bot.settings import load_settings
from bot.upkeep import reader
from memory.opening import bring_up_to_date
from memory.upkeep.gc import collect
from memory.upkeep.reflect import reflect
from memory.upkeep.reindex import reindex
from memory.upkeep.summary import Progress, Summary

_MOST_TOLD = 20
"""Sentences spelt out; the counts below them tell the rest."""


def run_migrate(*, dry_run: bool) -> None:
    """Bring the home to the present schema, after a backup."""
    settings = load_settings()
    with _bar("Migrating") as progress:
        _tell(bring_up_to_date(settings.home, now=utc_now, dry_run=dry_run, progress=progress))


def run_reflect(*, dry_run: bool) -> None:
    """Collapse duplicates, promote what was said often, flag what may be over."""
    parts = build_parts(load_settings())
    with _bar("Reflecting") as progress:
        _tell(reflect(parts.book, now=utc_now(), dry_run=dry_run, progress=progress, extract=reader(parts)))


def run_reindex(*, dry_run: bool) -> None:
    """Make pages and indexes anew from the logs."""
    with _bar("Reading the logs") as progress:
        _tell(reindex(open_memory(load_settings()), dry_run=dry_run, progress=progress))


def run_gc(*, dry_run: bool) -> None:
    """Throw away what has had its time."""
    with _bar("Tidying") as progress:
        settings = load_settings()
        book, retention = open_memory(settings), retention_by_team(Policies(settings.home))
        _tell(collect(book, now=utc_now(), dry_run=dry_run, progress=progress, retention_of=retention))


@contextmanager
def _bar(what: str) -> Iterator[Progress]:
    """Show how far a task is, where somebody watches."""
    console = Console(stderr=True)
    with Bar(console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _tell(summary: Summary) -> None:
    for sentence in summary.told[:_MOST_TOLD]:
        print_line(f"  {sentence}")
    if len(summary.told) > _MOST_TOLD:
        print_line(f"  … and {len(summary.told) - _MOST_TOLD} more")
    would = " (dry run: nothing was changed)" if summary.dry_run else ""
    print_line(f"{summary.task}: {summary.done()}{would}.")
