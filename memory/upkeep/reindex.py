"""Make everything anew that follows from the logs: the pages of each person and what is disposable."""

import shutil
from pathlib import Path

from memory.book import Book
from memory.stores import files, ledger
from memory.upkeep.summary import Progress, Summary, quiet

_STAYS = frozenset({ledger.FOLDER.split("/")[1]})
"""What of the index is not made from the logs, but tells how they stood."""


def reindex(book: Book, *, dry_run: bool = False, progress: Progress = quiet, keep_index: bool = False) -> Summary:
    """Read every log, take edits by hand into account, write the pages that are out of date, drop what is disposable.

    Lines that cannot be read are told with their file and number. With `keep_index`, as a program wants it that serves
    from the index and keeps it in step, nothing is dropped.
    """
    summary = Summary("reindex", dry_run)
    people = [person for team_id in book.teams() for person in book.people(team_id)]
    for number, person in enumerate(people):
        progress(number, len(people))
        summary.count("memories", len(book.memories(person, status=None)))
        if not dry_run:
            summary.count("pages", book.store.refresh_views([person]))
    summary.count("people", len(people))
    summary.told += [str(problem) for problem in book.problems()]
    if not keep_index:
        _drop_index(book.home / "index", summary)
    progress(len(people), len(people))
    return summary


def _drop_index(index: Path, summary: Summary) -> None:
    for folder in sorted(index.iterdir()) if index.is_dir() and not index.is_symlink() else ():
        if folder.name not in _STAYS:
            summary.told.append(f"index/{folder.name} dropped")
            if not summary.dry_run:
                with files.disk_errors(folder):
                    shutil.rmtree(folder) if folder.is_dir() and not folder.is_symlink() else folder.unlink()
