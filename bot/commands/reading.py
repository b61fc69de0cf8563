"""Verbs that only look: list, history, audit, export."""

import os
from collections import deque
from pathlib import Path

from bot.commands.opening import opened, person_in, team_in, time_given
from bot.commands.output import print_json, print_line, print_table
from bot.commands.shown import as_json, lineage_lines, words_of
from extractors.asking.questions import understand
from memory.audit import AuditLine
from memory.book import utc_now
from memory.errors import InvalidValueError, StoreError
from memory.export import plain
from memory.records import Operation, Status
from memory.text import sanitise


def show_memories(team: str | None, user: str, *, json: bool, everything: bool) -> None:
    """Print a person's memories, the active ones unless everything is asked for."""
    with opened() as book:
        memories = book.memories(person_in(book, team, user), status=None if everything else Status.ACTIVE)
    if json:
        print_json([as_json(memory) for memory in memories])
        return
    if not memories:
        print_line(f"Nothing is remembered about {user} in {book.home}.")
        return
    columns = ["learned", "kind", "memory", "id"] + (["status"] if everything else [])
    rows = []
    for memory in memories:
        row = [f"{memory.created_at:%Y-%m-%d %H:%M}", memory.kind.value, words_of(memory), memory.id]
        rows.append(row + ([memory.status.value] if everything else []))
    print_table(columns, rows)


def show_history(team: str | None, user: str, words: str, *, as_of: str | None, json: bool) -> None:
    """Print the lineages of a person's memories that match the words, or all; with `as_of`, as they stood then."""
    moment = time_given("--as-of", as_of)
    with opened() as book:
        query = understand(words, now=utc_now()) if words else None
        lineages = book.history(person_in(book, team, user), query, as_of=moment)
    if json:
        print_json([[as_json(memory) for memory in lineage] for lineage in lineages])
        return
    if not lineages:
        print_line(f"There is no history{f' about “{words}”' if words else ''}.")
    for number, lineage in enumerate(lineages):
        if number:
            print_line()
        for line in lineage_lines(lineage):
            print_line(line)


def show_turns(team: str | None, user: str, words: str, *, limit: int, json: bool) -> None:
    """Print the latest turns in which a person said these words, newest first; without words, the latest at all."""
    with opened() as book:
        person = person_in(book, team, user)
        if words:
            turns = book.find_turns(person, words, limit=limit)
        else:
            turns = [turn for turn in book.episodes(person, limit=limit) if book.may_be_shown(turn)]
    if json:
        print_json([plain(turn) for turn in turns])
        return
    if not turns:
        print_line(f"There is no turn of {user}{f' with “{words}”' if words else ''}.")
    for turn in turns:
        print_line(f"{turn.at:%Y-%m-%d %H:%M}  {turn.channel_id}")
        print_line(f"  {user}: {sanitise(turn.text)}")
        print_line(f"  bot: {sanitise(turn.reply)}")


def show_audit(
    team: str | None,
    user: str | None,
    operation: str | None,
    since: str | None,
    until: str | None,
    *,
    limit: int | None,
    json: bool,
) -> None:
    """Print the audit lines that fit, oldest first; with a limit, the latest of them."""
    with opened() as book:
        found = book.audit(
            team_id=team_in(book, team),
            person=person_in(book, team, user) if user else None,
            operation=_operation(operation),
            since=time_given("--since", since),
            until=time_given("--until", until),
        )
        lines = deque(found, maxlen=limit)
    if json:
        print_json([plain(line) for line in lines])
        return
    for line in lines:
        print_line(_audit_line(line))


def show_export(team: str | None, user: str, output: Path | None) -> None:
    """Print everything held about a person as JSON, or write it to a file that only its owner can read."""
    with opened() as book:
        everything = book.export(person_in(book, team, user))
    if output is None:
        print_json(everything)
        return
    import json

    try:
        descriptor = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - only open() takes one
            json.dump(everything, file, ensure_ascii=False, indent=2)
    except FileExistsError as error:
        raise StoreError(output, "it exists already", "Name a new file.") from error
    except OSError as error:
        output.unlink(missing_ok=True)
        raise StoreError(output, f"it cannot be written ({error.strerror})", "Name another file.") from error
    print_line(f"Everything held about {user} is in {output}.")


def _audit_line(line: AuditLine) -> str:
    note = f"  ({line.note})" if line.note else ""
    what = f"{line.operation:13}  {line.target}  of {line.person.user_id} by {line.actor}"
    source = f"  in {line.source}" if line.source else ""
    return f"{line.at:%Y-%m-%d %H:%M:%S}  {what}{note}{source}"


def _operation(name: str | None) -> Operation | None:
    if name is None:
        return None
    if name not in list(Operation):
        raise InvalidValueError("--operation", name, f"Use one of {', '.join(Operation)}.")
    return Operation(name)
