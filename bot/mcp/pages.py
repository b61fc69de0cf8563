"""What MCP clients may read as files: who the bot is, the index and the daily logs; and the prompt that holds them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from urllib.parse import unquote

from bot.mcp.scope import Scope
from bot.replies.fences import untagged
from bot.replies.material import WEEK_DAYS, WEEK_LINES
from bot.tools.bound import day_of
from memory.log import header
from memory.records import Memory
from memory.views import INDEX, render

SOUL_URI, INDEX_URI = "memory://soul", "memory://index"
LOG_URI = "memory://log/"
LOG_TEMPLATE = "memory://log/{date}"
DAYS_LISTED = 30
"""How many daily logs are listed; older ones are read by their date."""

_TOOLS = (
    "You have persistent memory via save_memory and search_memory tools.\n"
    "Save important facts you learn. Search when you need to recall something."
)


@dataclass(frozen=True, slots=True)
class Page:
    """One file that a client may read."""

    uri: str
    name: str
    description: str


def pages(scope: Scope) -> Iterator[Page]:
    """Yield the files there are: SOUL.md, the index and the latest daily logs, newest first."""
    yield Page(SOUL_URI, "SOUL.md", "Who the bot is, as people wrote it")
    yield Page(INDEX_URI, INDEX, "One line for each memory, and which file holds what")
    for day in list(dict.fromkeys(day_of(memory) for memory in scope.visible()))[:DAYS_LISTED]:
        yield Page(f"{LOG_URI}{day}", f"{day}.md", f"What was learned on {day}")


def read_page(scope: Scope, uri: str) -> str | None:
    """Return a file's text as far as it may be seen here; None if there is no such file."""
    if uri == SOUL_URI:
        return scope.book.soul()
    if uri == INDEX_URI:
        return untagged(render(scope.visible())[INDEX])
    if uri.startswith(LOG_URI):
        day = unquote(uri.removeprefix(LOG_URI)).removesuffix(".md")
        memories = [memory for memory in reversed(scope.visible()) if day_of(memory) == day]
        return _log(scope, memories) if memories else None
    return None


def prompt(scope: Scope) -> str:
    """Return EARL's wrapper: who the bot is, the notes about the person and a week of entries; empty ones left out.

    Source: seed 000, "Memory Injection".
    """
    first = datetime.combine(scope.now().astimezone(UTC).date() - timedelta(days=WEEK_DAYS - 1), time(), UTC)
    recent = [memory for memory in scope.visible() if memory.created_at >= first][:WEEK_LINES]
    authors = scope.authors()
    sections = (
        ("Core Identity", scope.book.soul()),
        ("User Notes", untagged(scope.notes())),
        ("Recent Memories", "\n".join(authors.line(memory) for memory in reversed(recent))),
    )
    shown = "\n\n".join(f"## {heading}\n{body.strip()}" for heading, body in sections if body.strip())
    return f"<earl-memory>\n{shown}\n</earl-memory>\n\n{_TOOLS}" if shown else _TOOLS


def _log(scope: Scope, memories: list[Memory]) -> str:
    authors = scope.authors()
    day = memories[0].created_at.astimezone(UTC).date()
    return header(day) + "".join(f"{authors.line(memory)}\n" for memory in memories)
