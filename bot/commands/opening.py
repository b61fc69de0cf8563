"""What most verbs begin with: the book of the configured home, whose memories it is about, and values given."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime

from bot.parts import open_memory
from bot.settings import Settings, load_settings
from memory.book import Book
from memory.checking import utc
from memory.errors import InvalidValueError
from memory.records import Kind, Person

LOCAL_TEAM = "T0LOCAL"
"""The team of the local workspace, and the default of an empty home."""

ACTOR = "cli"
"""Who the audit says did what the command line did."""


def opened(settings: Settings | None = None) -> Book:
    """Return the book of the configured home, made when it is not there; to be closed, best by `with`."""
    return open_memory(settings or load_settings())


def team_in(book: Book, team: str | None) -> str:
    """Return the team given, or the only one there is; in an empty home the local workspace.

    Raises:
        InvalidValueError: If there are several and none was given; the message lists them.
    """
    if team:
        return team
    teams = book.teams()
    if len(teams) > 1:
        raise InvalidValueError("--team", "(none)", f"{book.home} holds {', '.join(teams)}; name one of them.")
    return teams[0] if teams else LOCAL_TEAM


def person_in(book: Book, team: str | None, user: str) -> Person:
    """Return the person a verb is about. Raises InvalidIdError for what is no Slack id."""
    return Person(team_in(book, team), user)


def time_given(option: str, text: str | None) -> datetime | None:
    """Return a time given as ISO 8601, in UTC where it names no zone; None for none.

    Raises:
        InvalidValueError: If it is no such time, or thousands of years away.
    """
    if text is None:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidValueError(option, text, "Write a time such as 2026-03-02 or 2026-03-02T09:15:00Z.") from error
    return utc(time if time.tzinfo else time.replace(tzinfo=UTC), what=option)


def kind_given(option: str, name: str) -> Kind:
    """Return a durable kind by its name.

    Raises:
        InvalidValueError: If there is no such kind, or it is `episode`, which turns alone write.
    """
    durable = [kind for kind in Kind if kind is not Kind.EPISODE]
    if name not in durable:
        raise InvalidValueError(option, name, f"Use one of {', '.join(durable)}.")
    return Kind(name)


def input_lines() -> Iterator[str]:
    """Yield the lines of standard input.

    Raises:
        InvalidValueError: Where it is not UTF-8.
    """
    try:
        yield from sys.stdin
    except UnicodeDecodeError as error:
        raise InvalidValueError("Standard input", error.reason, "Convert it to UTF-8.") from error
