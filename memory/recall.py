"""Bounded recall: the few memories that answer a query, best first, each with its reasons, or nothing."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from memory.answers import names_one_of, only_answers, sorts_named
from memory.as_of import as_it_stood
from memory.attributes import age_of, asked_for, name_of
from memory.index import Hit, MemoryIndex
from memory.index.vocabulary import same_word, word_set
from memory.links import links_in
from memory.moments import asking_for, placed
from memory.ranking import (
    WEIGHTS,
    Weights,
    attribute_match,
    has_time,
    held_during,
    may_be_recalled,
    parts,
    redundancy,
    score,
)
from memory.records import Memory, Origin, Person, Query, Recalled, Status
from memory.terms import stem, tokenise
from memory.text import truncate

THRESHOLD = 0.5
"""Scores below this are silence when a question is asked, 0.0 to 1.0; measured on the precision set in the tests."""
STATEMENT_BAR = 0.15
"""How much more evidence it takes when nothing is asked: what was said must really touch a memory."""
CANDIDATES = 32
"""The fewest memories that are ranked, whatever the limit."""
SAYS_THE_SAME = 0.75
"""Share of common words from which two memories say the same."""


SURE_MEANING = 0.6
"""How near the meaning must be, as far as words leave it open, to be believed on its own."""
TOLD_MEANING = 0.25
"""From where on nearness of meaning is told as a reason."""
UNSPOKEN = 0.6
"""Relevance up to which the words a memory shares with the question may be by chance."""

_DIGIT = re.compile(r"\d")
_ANSWERING = frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.INVALIDATED})

Vector: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallLimits:
    """How much may be recalled: items, characters of text in all (None: no bound), and the lowest score that counts."""

    max_items: int = 6
    max_chars: int | None = 1200
    threshold: float = THRESHOLD


def recall(
    query: Query,
    index: MemoryIndex,
    *,
    reader: Person,
    visible: Callable[[Memory], bool],
    now: datetime,
    limits: RecallLimits = RecallLimits(),
    weights: Weights = WEIGHTS,
    vector: Vector | None = None,
    as_of: datetime | None = None,
) -> list[Recalled]:
    """Return what answers the query, best first, within the limits; nothing for small talk or below the threshold.

    With the `vector` of the question, what means something near it is found too; that counts the more, the less any
    memory holds the words of the question. With `as_of`, what was known at that time answers, as it stood. Only what
    `visible` lets through is looked at. What was superseded comes only where the past is asked for. Ties are broken by
    time, newest first, then id.
    """
    if query.small_talk or limits.max_items <= 0:
        return []
    wanted = max(CANDIDATES, 4 * limits.max_items)

    def may_answer(asked: Query, memory: Memory) -> bool:
        stood = memory if as_of is None else as_it_stood(memory, as_of)
        return stood is not None and may_be_recalled(asked, stood) and visible(stood)

    def search(asked: Query, vector: Vector | None = None) -> list[Hit]:
        found = index.search(
            asked,
            visible=partial(may_answer, asked),
            limit=wanted,
            statuses=_ANSWERING,
            reader=reader,
            weights=weights,
            vector=vector,
        )
        if as_of is None:
            return found
        return [hit._replace(memory=stood) for hit in found if (stood := as_it_stood(hit.memory, as_of))]

    if query.moment is not None:
        query = placed(query, [hit.memory for hit in search(asking_for(query.moment, query))], reader)
    found = search(query, vector)
    found = _as_of_then(query, found, reader)
    ranked = []
    for hit in found[:wanted]:
        of = parts(
            query,
            hit.memory,
            relevance=hit.relevance,
            meaning=hit.meaning,
            reader=reader,
            now=now,
            weights=weights,
        )
        ranked.append(Recalled(hit.memory, score(of, weights), of))
    bar = limits.threshold if query.is_question or not limits.threshold else limits.threshold + STATEMENT_BAR
    ranked = [item for item in ranked if item.score > 0.0 and _clears(bar, query, item, weights)]
    ranked.sort(key=_order)
    if limits.threshold > 0.0:
        ranked = only_answers(query, ranked)

    def judged(memory: Memory, linked: float) -> Recalled:
        memory = memory if as_of is None else as_it_stood(memory, as_of) or memory
        of = parts(query, memory, relevance=0.0, linked=linked, reader=reader, now=now, weights=weights)
        return Recalled(memory, score(of, weights), of)

    ranked = _with_linked(ranked, lambda name: index.named(name, visible=partial(may_answer, query)), judged, bar)
    chosen = _within(limits, _without_repetition(query, ranked, weights, limits, bar))
    return [replace(item, reasons=tuple(_reasons(query, item, now))) for item in chosen]


def _clears(bar: float, query: Query, item: Recalled, weights: Weights) -> bool:
    """Return whether there is enough evidence for a memory to be recalled.

    Nearness of meaning orders what is found; alone it is believed only where it is great, and neither words nor an
    attribute that is asked for tell what would answer. It knows nothing of numbers and identifiers.
    """
    of = item.parts
    if of["meaning"] == 0.0 or bar == 0.0:
        return item.score >= bar
    if score({**of, "meaning": 0.0}, weights) >= bar:
        return True
    in_words = not query.attributes and not _DIGIT.search(" ".join(query.terms))
    unspoken = in_words and of["relevance"] <= UNSPOKEN and of["subject"] == 1.0
    return unspoken and of["meaning"] >= SURE_MEANING


def _with_linked(
    ranked: list[Recalled],
    named: Callable[[str], list[Memory]],
    judged: Callable[[Memory, float], Recalled],
    bar: float,
) -> list[Recalled]:
    """Return the ranked memories and those they link to, one hop, as far as these clear the bar."""
    known = {item.memory.id for item in ranked}
    linked: list[Recalled] = []
    for item in ranked:
        for name in links_in(item.memory.text):
            for memory in named(name):
                if memory.id not in known:
                    known.add(memory.id)
                    linked.append(judged(memory, item.score))
    return sorted([*ranked, *(item for item in linked if item.score >= bar)], key=_order) if linked else ranked


def _order(item: Recalled) -> tuple[float, float, str]:
    return -item.score, -item.memory.created_at.timestamp(), item.memory.id


def _as_of_then(query: Query, found: list[Hit], reader: Person) -> list[Hit]:
    """Drop what is not of the time asked for: what replaced what held then, was told later, or is of other days.

    What was told later only where it is on the attribute asked for and speaks of no time itself: "Lives in Porto", told
    in May, is no answer to where somebody lived in March. When an imported line began to hold is not known.
    """
    if query.since is None and query.until is None:
        return found
    replaced = {hit.memory.replaced_by for hit in found if hit.memory.status is Status.SUPERSEDED}

    def may_have_held(memory: Memory) -> bool:
        if held_during(memory, query.since, query.until):
            return True
        if memory.dated is not None:
            return False
        told_later = memory.origin is not Origin.IMPORT and attribute_match(query, memory, reader) > 0.0
        return memory.id not in replaced and not (told_later and not has_time(memory))

    return [hit for hit in found if may_have_held(hit.memory)]


def _without_repetition(
    query: Query, ranked: list[Recalled], weights: Weights, limits: RecallLimits, bar: float
) -> list[Recalled]:
    """Take from the score of each memory what better ones say already; drop what thereby falls below the bar."""
    chosen: list[Recalled] = []
    said: list[frozenset[str]] = []
    for item in ranked:
        words = word_set(item.memory.text)
        repeated = redundancy(words, said)
        if repeated >= SAYS_THE_SAME:
            of = {**item.parts, "redundancy": repeated}
            item = replace(item, score=score(of, weights), parts=of)
            if not _clears(bar, query, item, weights):
                continue
        chosen.append(item)
        said.append(words)
        if len(chosen) >= 2 * limits.max_items:
            break
    return sorted(chosen, key=_order)


def _within(limits: RecallLimits, ranked: Sequence[Recalled]) -> list[Recalled]:
    """Return what fits into the limits; where each alone is too long, the best one, shortened."""
    chosen: list[Recalled] = []
    left = limits.max_chars
    for item in ranked:
        if len(chosen) == limits.max_items:
            break
        if left is not None:
            if len(item.memory.text) > left:
                continue
            left -= len(item.memory.text)
        chosen.append(item)
    if ranked and not chosen and left is not None:
        best = ranked[0]
        return [replace(best, memory=replace(best.memory, text=truncate(best.memory.text, left)))]
    return chosen


def _reasons(query: Query, item: Recalled, now: datetime) -> Iterable[str]:
    """Say in words why a memory was recalled."""
    held = word_set(item.memory.text)
    same = [term for term in query.terms if any(stem(token) in held for token in tokenise(term))]
    about = held | word_set(name_of(item.memory.attribute or ""))
    near = [term for term in query.terms if term not in same and any(same_word(stem(t), about) for t in tokenise(term))]
    if same:
        yield "same words: " + ", ".join(same)
    if near:
        yield "words like: " + ", ".join(near)
    if item.parts["attribute"] > 0.0:
        yield f"asked for: {item.memory.attribute or item.memory.kind}"
    if item.parts["linked"] > 0.0:
        yield "linked from what was found"
    if item.parts["meaning"] >= TOLD_MEANING:
        yield "means something near"
    if item.parts["place"] > 0.0:
        yield "learned in the channel asked about"
    if item.parts["dated"] > 0.0:
        yield "speaks of the time asked for"
    if item.parts["relevance"] > 0.0 and not same and not near:
        yield "said right beside what was asked for"
    if query.since is not None or query.until is not None:
        yield "held at the time asked for" if item.parts["time"] else "from another time than asked for"
    if not item.parts["subject"]:
        yield "of someone else than asked about"
    if item.memory.status is not Status.ACTIVE:
        yield "no longer so; the past was asked for"
    yield f"learned {_ago(now - item.memory.created_at)}"


def _ago(age: timedelta) -> str:
    for name, days in (("year", 365), ("month", 30), ("day", 1)):
        if age.days >= days:
            count = age.days // days
            return f"{count} {name}{'s' if count > 1 else ''} ago"
    return "today"


def matches(query: Query, memory: Memory) -> bool:
    """Return whether a memory is what a person means by these words, to forget it or to see its history.

    It is when it is on an attribute that the words ask for (and, where they name one of a sort, names it: "my dog" is
    not the cat), or when it holds every content word, in any form. Words that ask for no attribute may also stand there
    as an everyday word for the same thing or with a typo; "where I live" does not mean a deadline that moved. A query
    without words or attributes matches nothing.
    """
    if asked_for(memory.attribute or age_of(memory), query.attributes) > 0.0:
        sorts = sorts_named(query)
        return not sorts or names_one_of(sorts, memory)
    wanted = {stem(token) for term in query.terms for token in tokenise(term)}
    if not wanted:
        return False
    held = word_set(f"{memory.text} {memory.value or ''} {name_of(memory.attribute or '')}")
    return wanted <= held if query.attributes else all(same_word(word, held) for word in wanted)
