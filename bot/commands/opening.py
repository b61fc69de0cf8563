"""What most verbs begin with: settings, the book, and whose memories they are about."""

from datetime import UTC, datetime

from bot.parts import open_memory
from bot.settings import Settings, load_settings
from memory.book import Book
from memory.errors import InvalidValueError
from memory.records import Person

LOCAL_TEAM = "T0LOCAL"
"""The team of the local workspace, and the default of an empty home."""


def opened(settings: Settings | None = None) -> Book:
    """Return the book of the configured home, made when it is not there."""
    return open_memory(settings or load_settings())


def team_in(book: Book, team: str | None) -> str:
    """Return the team given, or the only one there is.

    Raises:
        InvalidValueError: If there are several and none was given; the message lists them.
    """
    if team:
        return team
    teams = book.teams()
    if len(teams) > 1:
        raise InvalidValueError("--team", "(none)", f"This home holds {', '.join(teams)}; name one of them.")
    return teams[0] if teams else LOCAL_TEAM


def person_in(book: Book, team: str | None, user: str) -> Person:
    """Return the person a verb is about. Raises InvalidIdError for what is no Slack id."""
    return Person(team_in(book, team), user)


def time_given(option: str, text: str | None) -> datetime | None:
    """Return a time given as ISO 8601, in UTC where it names no zone; None for none.

    Raises:
        InvalidValueError: If it is no such time.
    """
    if text is None:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidValueError(option, text, "Write a time such as 2026-03-02 or 2026-03-02T09:15:00Z.") from error
    return time if time.tzinfo else time.replace(tzinfo=UTC)
