"""`recall`: what the bot would use to answer, with scores; one question, or a batch in one process.

Without a limit it is what a turn would get: at most the configured items and characters, and nothing below the
threshold. A limit asks for a ranking: that many memories, best first, however weak; the scores tell how weak.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from bot.audience import dm
from bot.commands.opening import input_lines, opened, person_in, time_given
from bot.commands.output import print_json, print_json_line, print_line, print_table
from bot.commands.shown import recalled_as_json
from bot.slack.standing import Standing
from extractors.asking.questions import understand
from memory.book import Book, utc_now
from memory.errors import InvalidValueError
from memory.records import Person, Recalled

MOST_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class _Asked:
    """One line of a batch."""

    id: object
    user: str
    query: str
    limit: int | None


def show_recalled(
    team: str | None, user: str, words: str, *, limit: int | None, as_of: str | None, explain: bool, json: bool
) -> None:
    """Print what is recalled for a question, best first; with `as_of`, of what held at that time, as if asked then."""
    moment = time_given("--as-of", as_of)
    with opened() as book:
        person = person_in(book, team, user)
        book.finish_encoding(person.team_id)
        found = _recall(book, person, words, limit, moment)
    if json:
        print_json([recalled_as_json(item) for item in found])
        return
    if not found:
        print_line(f"Nothing that is remembered answers “{words}”.")
        return
    columns = ["score", "memory"] + (["why", "parts"] if explain else [])
    print_table(columns, [_row(item, explain=explain) for item in found])


def recall_batch(team: str | None) -> None:
    """Answer each line {"id", "user", "query", "limit"} with {"id", "hits": [{"id", "text", "score"}]}, in order."""
    with opened() as book:

        @cache
        def person(user: str) -> Person:
            found = person_in(book, team, user)
            book.finish_encoding(found.team_id)
            return found

        for number, line in enumerate(input_lines(), 1):
            if not line.strip():
                continue
            asked = _asked(line, number)
            found = _recall(book, person(asked.user), asked.query, asked.limit)
            hits = [{"id": item.memory.id, "text": item.memory.text, "score": item.score} for item in found]
            print_json_line({"id": asked.id, "hits": hits})


def _recall(book: Book, person: Person, words: str, limit: int | None, as_of: datetime | None = None) -> list[Recalled]:
    """Return what a turn would get, or, with a limit, a ranking: that many, however weak."""
    now = as_of or utc_now()
    return book.recall(
        understand(words, now=now),
        reader=person,
        visible=Standing(book.home).known_to(dm(person)).sees,
        now=now,
        limit=limit,
        threshold=None if limit is None else 0.0,
        as_of=as_of,
    )


def _row(item: Recalled, *, explain: bool) -> list[str]:
    row = [f"{item.score:.3f}", item.memory.text]
    if explain:
        row += ["; ".join(item.reasons), " ".join(f"{name} {value:.2f}" for name, value in item.parts.items())]
    return row


def _asked(line: str, number: int) -> _Asked:
    try:
        data: Any = json.loads(line)
        asked = _Asked(data.get("id"), data["user"], data["query"], data.get("limit"))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise _bad_line(number, line) from error
    if not isinstance(asked.user, str) or not isinstance(asked.query, str) or not _is_limit(asked.limit):
        raise _bad_line(number, line)
    return asked


def _is_limit(limit: object) -> bool:
    return limit is None or (isinstance(limit, int) and not isinstance(limit, bool) and 1 <= limit <= MOST_LIMIT)


def _bad_line(number: int, line: str) -> InvalidValueError:
    form = '{"id": …, "user": "U…", "query": "…", "limit": 1 to ' + str(MOST_LIMIT) + "}"
    return InvalidValueError(f"Line {number} of the batch", line.strip(), f"Write JSON objects {form}, one a line.")
