"""Verbs that only look: list, recall, history, audit, export."""

import json as jsonlib
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table

from bot.audience import dm
from bot.cli import print_line
from bot.commands.opening import opened, person_in, time_given
from extractors.questions import understand
from memory.audit import format_audit_line
from memory.book import Book, utc_now
from memory.errors import InvalidValueError
from memory.records import Memory, Operation, Person, Recalled, Status

_MOST_LIMIT = 1000


def as_json(memory: Memory) -> dict[str, Any]:
    """Return a memory as `--json` prints it."""
    return {
        "id": memory.id,
        "kind": memory.kind,
        "attribute": memory.attribute,
        "text": memory.text,
        "value": memory.value,
        "status": memory.status,
        "created_at": memory.created_at.isoformat(),
        "dated": memory.dated.isoformat() if memory.dated else None,
        "confidence": memory.confidence,
        "origin": memory.origin,
        "supersedes": memory.supersedes,
        "source": f"{memory.source.channel_id}/{memory.source.ts}" if memory.source else None,
    }


def show_memories(team: str | None, user: str, *, json: bool, everything: bool) -> None:
    """Print a person's memories, the active ones unless everything is asked for."""
    book = opened()
    memories = book.memories(person_in(book, team, user), status=None if everything else Status.ACTIVE)
    if json:
        _print_json([as_json(memory) for memory in memories])
        return
    if not memories:
        print_line(f"Nothing is remembered about {user}.")
        return
    table = _table("learned", "kind", "attribute", "memory", *(["status"] if everything else []))
    for memory in memories:
        text = memory.text if memory.status is not Status.FORGOTTEN else "(forgotten)"
        cells = [f"{memory.created_at:%Y-%m-%d %H:%M}", memory.kind, memory.attribute or "", text]
        table.add_row(*cells, *([memory.status] if everything else []))
    _show(table)


def show_recalled(team: str | None, user: str, words: str, *, limit: int | None, explain: bool, json: bool) -> None:
    """Print what would be recalled for a question, best first."""
    book = opened()
    found = _recall(book, person_in(book, team, user), words, limit)
    if json:
        _print_json([{**as_json(r.memory), "score": r.score, "parts": r.parts, "reasons": r.reasons} for r in found])
        return
    if not found:
        print_line(f"Nothing that is remembered answers “{words}”.")
        return
    table = _table("score", "memory", *(["why", "parts"] if explain else []))
    for item in found:
        parts = " ".join(f"{name} {value:.2f}" for name, value in item.parts.items())
        table.add_row(f"{item.score:.3f}", item.memory.text, *(["; ".join(item.reasons), parts] if explain else []))
    _show(table)


def recall_batch(team: str | None, lines: Iterable[str]) -> None:
    """Answer each line {"id", "user", "query", "limit"} with {"id", "hits": [{"id", "text", "score"}]}, in order."""
    book = opened()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        asked = _asked(line, number)
        found = _recall(book, person_in(book, team, asked["user"]), asked["query"], asked.get("limit"))
        hits = [{"id": item.memory.id, "text": item.memory.text, "score": item.score} for item in found]
        print_line(jsonlib.dumps({"id": asked.get("id"), "hits": hits}, ensure_ascii=False))


def show_history(team: str | None, user: str, words: str | None, *, json: bool) -> None:
    """Print the lineages of a person's memories that match the words, or all."""
    book = opened()
    lineages = book.history(person_in(book, team, user), understand(words, now=utc_now()) if words else None)
    if json:
        _print_json([[as_json(memory) for memory in lineage] for lineage in lineages])
        return
    if not lineages:
        print_line("There is no history" + (f" about “{words}”." if words else "."))
    for lineage in lineages:
        for memory in lineage:
            text = memory.text if memory.status is not Status.FORGOTTEN else "(forgotten)"
            until = f" until {memory.ended_at:%Y-%m-%d}" if memory.ended_at else ""
            replaces = f", replaces {memory.supersedes}" if memory.supersedes else ""
            print_line(f"{memory.created_at:%Y-%m-%d %H:%M}  {memory.status}{until}  {text}  [{memory.id}{replaces}]")
        print_line()


def show_audit(
    team: str | None, user: str | None, operation: str | None, since: str | None, until: str | None, *, json: bool
) -> None:
    """Print the audit lines that fit."""
    book = opened()
    lines = book.audit(
        team_id=team,
        person=person_in(book, team, user) if user else None,
        operation=_operation(operation),
        since=time_given("--since", since),
        until=time_given("--until", until),
    )
    for line in lines:
        if json:
            print_line(format_audit_line(line))
        else:
            what = f"{line.operation:13} {line.target}  of {line.person.user_id} by {line.actor}"
            print_line(f"{line.at:%Y-%m-%d %H:%M:%S}  {what}" + (f"  ({line.note})" if line.note else ""))


def show_export(team: str | None, user: str) -> None:
    """Print everything held about a person."""
    book = opened()
    _print_json(book.export(person_in(book, team, user)))


def _recall(book: Book, person: Person, words: str, limit: int | None) -> list[Recalled]:
    now = utc_now()
    return book.recall(understand(words, now=now), reader=person, visible=dm(person), now=now, limit=limit)


def _asked(line: str, number: int) -> dict[str, Any]:
    try:
        asked = jsonlib.loads(line)
        well_formed = isinstance(asked["user"], str) and isinstance(asked["query"], str)
        limit = asked.get("limit")
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise _bad_line(number, line) from error
    if not well_formed or not (limit is None or (isinstance(limit, int) and 1 <= limit <= _MOST_LIMIT)):
        raise _bad_line(number, line)
    return dict(asked)


def _bad_line(number: int, line: str) -> InvalidValueError:
    form = '{"id", "user", "query", "limit"}'
    return InvalidValueError(
        f"Line {number}", line.strip(), f"Write JSON objects {form}, limit from 1 to {_MOST_LIMIT}."
    )


def _operation(name: str | None) -> Operation | None:
    if name is None:
        return None
    try:
        return Operation(name)
    except ValueError as error:
        raise InvalidValueError("--operation", name, f"Use one of {', '.join(Operation)}.") from error


def _print_json(data: object) -> None:
    print_line(jsonlib.dumps(data, ensure_ascii=False, indent=1))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _show(table: Table) -> None:
    Console(highlight=False, markup=False, emoji=False).print(table)
