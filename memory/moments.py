"""When a moment was that a question speaks of: "before I moved to Porto" by the memory that tells of it. Pure."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from memory.index.vocabulary import same_word, word_set
from memory.ranking import attribute_match
from memory.records import Memory, Moment, Person, Query, Relation
from memory.terms import stems

_JUST_BEFORE = timedelta(microseconds=1)


def asking_for(moment: Moment, query: Query) -> Query:
    """Return the query for the memories that may tell when a moment of this query was."""
    attributes = moment.attributes or query.attributes
    return replace(query, terms=moment.terms, attributes=attributes, moment=None, wants_history=True)


def placed(query: Query, found: Iterable[Memory], reader: Person) -> Query:
    """Return a query that asks for the time of its moment, as one of the memories `found` tells it; else as it is.

    What was so before a moment is what held right before it. Where no name tells which of several is meant ("before I
    moved"), it is the latest that took the place of another.
    """
    moment = query.moment
    if moment is None:
        return query
    asked = asking_for(moment, query)
    names = [word for term in moment.terms for word in stems(term)]
    telling = [
        memory
        for memory in found
        if attribute_match(asked, memory, reader) > 0.0
        and _names_all(names, memory)
        and (names or memory.supersedes is not None)
    ]
    if not telling:
        return query
    since, until = _bounds(moment, max(telling, key=lambda memory: (memory.created_at, memory.id)))
    if since is None and until is None:
        return query
    terms = tuple(term for term in query.terms if term not in moment.words)
    return replace(query, since=since, until=until, terms=terms, moment=None)


def _names_all(names: Iterable[str], memory: Memory) -> bool:
    held = word_set(f"{memory.text} {memory.value or ''}")
    return all(same_word(name, held) for name in names)


def _bounds(moment: Moment, memory: Memory) -> tuple[datetime | None, datetime | None]:
    begun, over = memory.valid_at or memory.created_at, memory.ended_at
    at = over if moment.at_end else begun
    match moment.relation:
        case Relation.BEFORE:
            return (None if at is None else at - _JUST_BEFORE), at
        case Relation.DURING:
            return begun, over
        case Relation.AFTER:
            return at, None
