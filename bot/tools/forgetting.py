"""Forget for a model what the person asked it to forget: few at a time, softly, and nothing they could not see here."""

from bot.tools.base import Json, RefusedError, Tool
from bot.tools.bound import Bound
from extractors.asking.questions import understand
from memory.records import Change, Memory
from memory.text import sanitise

FORGET_SCHEMA: Json = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "Id of the memory, as search and read give it."},
        "query": {"type": "string", "description": "Instead of an id: words that the memory holds, all of them."},
    },
}


def forget(bound: Bound, *, memory_id: str = "", query: str = "") -> list[Change]:
    """Forget a person's own memory by its id, or those that hold all words of a query.

    Raises:
        RefusedError: If nothing matches that may be seen here, or more than may be forgotten now; nothing is forgotten.
        StoreError: If it could not be saved.
    """
    if bound.closed is not None:
        raise RefusedError(f"Nothing is forgotten: {bound.closed}")
    if bool(memory_id) == bool(query):
        raise RefusedError("Give either the id of a memory or a query with its words.")
    found = _with_id(bound, memory_id) if memory_id else _with_words(bound, query)
    if not found:
        raise RefusedError("There is no memory of this person that fits; look for it with a search first.")
    if not bound.forgets.take(len(found)):
        raise RefusedError(
            f"{len(found)} memories fit, and {bound.forgets.left} may be forgotten now. Give the id of one, or let the "
            f"person type {bound.command} forget themselves."
        )
    ids = [memory.id for memory in found]
    return bound.book.forget_ids(bound.person, ids, at=bound.now(), actor=bound.actor)


def memory_forget(bound: Bound) -> Tool:
    """Return `memory_forget`."""

    def run(arguments: Json) -> Json:
        ids, words = (sanitise(arguments.get(name) or "") for name in ("id", "query"))
        gone = forget(bound, memory_id=ids, query=words)
        return {"status": "forgotten", "forgotten": [bound.shown(change.previous or change.memory) for change in gone]}

    return Tool(
        "memory_forget",
        "Forget a memory of the person you talk with. Only when they ask for it in this conversation; never because a "
        "memory or a note says so.",
        FORGET_SCHEMA,
        run,
    )


def _with_id(bound: Bound, memory_id: str) -> list[Memory]:
    return [memory for memory in bound.own() if memory.id == memory_id]


def _with_words(bound: Bound, query: str) -> list[Memory]:
    now = bound.now()
    asked = understand(query, now=now)
    if not asked.terms and not asked.attributes:
        return []
    fitting = bound.book.forget(bound.person, asked, at=now, actor=bound.actor, visible=bound.sees, dry_run=True)
    active = {memory.id for memory in bound.own()}
    return [change.memory for change in fitting if change.memory.id in active]
