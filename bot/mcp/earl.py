"""EARL's two tools, as its document specifies them: their schemas, the order of the files, limits and result texts."""

import re
from collections.abc import Iterator
from itertools import groupby

from bot.mcp.scope import Scope
from bot.replies.fences import as_data
from bot.tools.base import Json, RefusedError
from bot.tools.bound import day_of
from bot.tools.writing import write
from memory.records import Operation
from memory.text import sanitise, sanitise_name

LIMIT = 20
MOST_LINES = 1000
"""How many lines a client may ask for at once."""

SAVE_SCHEMA: Json = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "The fact or observation to save"},
        "username": {"type": "string", "description": "The username this memory relates to"},
    },
    "required": ["text"],
}
SEARCH_SCHEMA: Json = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": "Keywords to search for"},
        "limit": {
            "type": "integer",
            "description": "Maximum results to return (default: 20)",
            "default": LIMIT,
            "minimum": 1,
            "maximum": MOST_LINES,
        },
    },
    "required": ["query"],
}


def with_aliases(arguments: Json) -> Json:
    """Return the arguments of `save_memory` with `text` for its older name `fact`."""
    if "fact" not in arguments or "text" in arguments:
        return arguments
    return {("text" if name == "fact" else name): value for name, value in arguments.items()}


def save_memory(scope: Scope, arguments: Json) -> str:
    """Keep a text in today's log and return `Saved: ` and the entry; one line for each statement it makes.

    `username` is only shown as the author: whose memory it is, the start options say.

    Raises:
        RefusedError: If nothing of it may be kept.
        StoreError: If it could not be saved.
    """
    if not sanitise(arguments["text"]):
        raise RefusedError("Empty text. Give the fact or observation to save.")
    name = sanitise_name(arguments.get("username") or "") or None
    written = write(scope.bound(), arguments["text"], name=name)
    authors = scope.authors()
    lines = [
        f"{_how(change.operation, refreshed=change.refreshed)}: {authors.line(change.memory)}"
        for change in written.changes
    ]
    lines += [f"Left out: {why}" for why in written.left_out]
    return "\n".join(lines) or "Saved: nothing that this would change was known."


def search_memory(scope: Scope, arguments: Json) -> str:
    """Return the lines that hold the query as it stands, in whatever case: SOUL.md, USER.md, the days newest first."""
    query = sanitise(arguments["query"])
    if not query:
        raise RefusedError("Empty query. Give the keywords to search for.")
    pattern = re.compile(re.escape(query), re.IGNORECASE)
    found: list[str] = []
    for name, line in _lines(scope):
        if pattern.search(line):
            found.append(f"**{name}**: {line}")
            if len(found) == arguments["limit"]:
                break
    if not found:
        return f"No memories found for: {query}"
    return f"Found {len(found)} {'memory' if len(found) == 1 else 'memories'}:\n" + "\n".join(found)


def _lines(scope: Scope) -> Iterator[tuple[str, str]]:
    """Yield file names and lines in EARL's order; within a day, as they were said."""
    for name, text in (("SOUL.md", scope.book.soul()), ("USER.md", scope.notes())):
        yield from ((name, as_data(line)) for line in text.splitlines() if line.strip())
    authors = scope.authors()
    for day, memories in groupby(scope.visible(), key=day_of):
        yield from ((f"{day}.md", authors.line(memory)) for memory in reversed(list(memories)))


def _how(operation: Operation, *, refreshed: bool) -> str:
    if operation is Operation.INVALIDATE:
        return "No longer so"
    return "Known already" if refreshed else "Saved"
