"""Verbs that change something: remember, forget, erase, import."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import typer

from bot.commands.opening import ACTOR, input_lines, kind_given, opened, person_in, team_in, time_given
from bot.commands.output import print_json, print_line
from bot.commands.shown import change_as_json, words_of
from bot.requests.importing import Summary, keep, read_file, read_items
from extractors.asking.questions import understand
from extractors.secrets import find_secrets
from memory.book import Book, utc_now
from memory.errors import InvalidValueError, MemoryBotError, NotFoundError
from memory.records import Change, Operation, Origin, Person, Status

_ALL = sys.maxsize
MOST_LISTED = 20
"""Line numbers spelt out in one message."""


class NotConfirmedError(MemoryBotError):
    """Something that cannot be undone was asked for, and not confirmed."""

    def __init__(self, option: str) -> None:
        super().__init__(f"Nothing was forgotten. Answer y to go on, or give {option} to go on without a question.")


def remember_text(
    team: str | None, user: str, text: str, *, kind: str, attribute: str | None, at: str | None, json: bool
) -> None:
    """Remember a text as it is given."""
    kind_of = kind_given("--kind", kind)
    time = time_given("--at", at) or utc_now()
    secrets = find_secrets(text)
    if secrets:
        raise InvalidValueError(
            "The text", f"(a {secrets[0].what}, not shown)", "Secrets are never stored; say where it is kept instead."
        )
    with opened() as book:
        person = person_in(book, team, user)
        change = book.remember(
            person, text, kind=kind_of, attribute=attribute, origin=Origin.ADMIN, at=time, actor=ACTOR
        )
    if json:
        print_json(change_as_json(change))
        return
    print_line(_remembered(change))


def forget_words(
    team: str | None,
    user: str,
    words: str,
    *,
    ids: Sequence[str],
    everything: bool,
    hard: bool,
    dry_run: bool,
    yes: bool,
    json: bool,
) -> None:
    """Forget what matches the words, has one of the ids, or everything; ask first where that cannot be undone."""
    with opened() as book:
        person = person_in(book, team, user)
        found = _found(book, person, words, ids=ids, everything=everything, hard=hard)
        if not found:
            raise NotFoundError(
                "memory of that person that matches",
                words or ", ".join(ids) or "everything",
                "`memory-bot list` shows what there is.",
            )
        if not dry_run and not yes and (hard or everything):
            _confirm(found, hard=hard)
        if not dry_run:
            found_ids = [change.memory.id for change in found]
            found = book.forget_ids(person, found_ids, at=utc_now(), actor=ACTOR, hard=hard, final=everything)
    if json:
        print_json([change_as_json(change) for change in found])
        return
    for change in found:
        print_line(f"{'Would forget' if dry_run else 'Forgotten'}: {_words_before(change)}")
    for proof in dict.fromkeys(line for change in found for line in change.removed):
        print_line(f"  {proof}")


def erase(team: str | None, user: str, *, dry_run: bool, yes: bool, json: bool) -> None:
    """Remove everything held about a person: memories, turns, notes and settings; ask first."""
    with opened() as book:
        person = person_in(book, team, user)
        if person not in book.people(person.team_id):
            raise NotFoundError("person that anything is held about", user, "Check --user and --team.")
        memories, turns = len(book.memories(person, status=None)), len(book.episodes(person, limit=_ALL))
        counted = (_count(memories, "memory", "memories"), _count(turns, "turn", "turns"))
        held = f"{', '.join(counted)}, the notes and settings of {user}"
        if not dry_run and not yes:
            print_line(f"To remove with every copy: {held}")
            _ask("This cannot be undone. Go on?")
        removed = [] if dry_run else book.erase_person(person, at=utc_now(), actor=ACTOR)
    if json:
        print_json({"user": user, "memories": memories, "turns": turns, "removed": removed})
        return
    print_line(f"{'Would erase' if dry_run else 'Erased'}: {held}")
    for proof in removed:
        print_line(f"  {proof}")


def import_jsonl(team: str | None, name: str, *, dry_run: bool, json: bool) -> None:
    """Take over JSON Lines; a line that was imported before adds nothing."""
    ignored: set[str] = set()
    with opened() as book:
        into = team_in(book, team)
        if name == "-":
            items = list(read_items(input_lines(), name="standard input", team=into, at=utc_now(), ignored=ignored))
        else:
            items = read_file(Path(name), team=into, now=utc_now(), ignored=ignored)
        if dry_run:
            summary = Summary(lines=len(items))
        else:
            with _progress(len(items)) as progress:
                summary = keep(book, items, name=name, progress=progress)
            book.finish_encoding(into)
    summary.ignored = sorted(ignored)
    if json:
        print_json(asdict(summary))
        return
    for line in _report(summary, dry_run=dry_run):
        print_line(line)


def _remembered(change: Change) -> str:
    memory = change.memory
    if change.operation is Operation.FORGET_SOFT:
        return (
            f"Not remembered: it was forgotten after {memory.created_at:%Y-%m-%d}. Leave --at out to remember it now."
        )
    if change.refreshed:
        return f"Known already: {memory.text} [{memory.id}]"
    before = f" (before: {change.previous.text})" if change.previous is not None else ""
    return f"Remembered: {memory.text}{before} [{memory.id}]"


def _found(book: Book, person: Person, words: str, *, ids: Sequence[str], everything: bool, hard: bool) -> list[Change]:
    """Return what would be forgotten."""
    if not ids and not everything:
        query = understand(words, now=utc_now())
        return book.forget(person, query, at=utc_now(), actor=ACTOR, hard=hard, dry_run=True)
    operation = Operation.FORGET_HARD if hard else Operation.FORGET_SOFT
    memories = [memory for memory in book.memories(person, status=None) if everything or memory.id in ids]
    return [Change(operation, memory, memory) for memory in memories if hard or memory.status is not Status.FORGOTTEN]


def _confirm(found: Sequence[Change], *, hard: bool) -> None:
    for change in found:
        print_line(f"{'To remove with every copy' if hard else 'To forget'}: {_words_before(change)}")
    _ask("This cannot be undone. Go on?" if hard else "Forget all this?")


def _ask(question: str) -> None:
    try:
        confirmed = typer.confirm(question)
    except typer.Abort as error:
        raise NotConfirmedError("--yes") from error
    if not confirmed:
        raise NotConfirmedError("--yes")


def _words_before(change: Change) -> str:
    return words_of(change.previous or change.memory)


def _report(summary: Summary, *, dry_run: bool) -> Iterator[str]:
    if dry_run:
        yield f"{_lines(summary.lines)} can be imported."
    else:
        yield f"{_lines(summary.lines)} read, {summary.added} added, {summary.known} known already."
    if summary.forgotten:
        yield f"{_lines(summary.forgotten)} left out: forgotten since, and so not learned again."
    if summary.secrets:
        numbers = ", ".join(str(number) for number in summary.secrets[:MOST_LISTED])
        more = " and more" if len(summary.secrets) > MOST_LISTED else ""
        yield f"{_lines(len(summary.secrets))} left out for holding a secret: {numbers}{more}."
    if summary.ignored:
        yield f"Not used: {', '.join(summary.ignored[:MOST_LISTED])}."


def _lines(count: int) -> str:
    return _count(count, "line", "lines")


def _count(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error while somebody watches."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("Importing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.advance(task, done)
