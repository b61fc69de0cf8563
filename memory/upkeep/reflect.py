"""Look over what is remembered, without a model: merge what says the same, keep what is said often, flag the stale."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from memory.book import Book
from memory.claims import Claims
from memory.conflicts import Claim, is_single_valued, last_said
from memory.fold import PersonState
from memory.records import Candidate, CandidateOp, Episode, Kind, Memory, Origin, Person, Source, Status
from memory.sameness import attribute_key, same_statement
from memory.text import normalise
from memory.upkeep.summary import Progress, Summary, quiet

Extract: TypeAlias = Callable[[Episode], Iterable[Candidate]]
"""What a turn proposes to keep, of any confidence."""

ACTOR: Final = "reflect"
SAID_OFTEN: Final = 3
"""In so many messages an uncertain statement must have been made to be kept."""
LOOKED_BACK: Final = timedelta(days=90)
"""How far back uncertain statements are counted."""
STALE_PROJECT: Final = timedelta(days=180)
"""A project that was not spoken of for so long may be over."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Two memories that say the same: the newer stays and replaces the older."""

    older: Memory
    newer: Memory


def reflect(
    book: Book,
    *,
    now: datetime,
    dry_run: bool = False,
    progress: Progress = quiet,
    extract: Extract | None = None,
) -> Summary:
    """Go over everyone's memories; with `extract`, over their turns too. Return what was done, and what looks stale.

    Memories that were learned in different places are left apart: merging them would show one where only the other
    may be seen.
    """
    summary = Summary("reflect", dry_run)
    people = [person for team_id in book.teams() for person in book.people(team_id)]
    for number, person in enumerate(people):
        progress(number, len(people))
        memories = book.memories(person)
        for merge in duplicates(person, memories):
            summary.count("merged")
            summary.told.append(f"{merge.older.id} says the same as {merge.newer.id}")
            if not dry_run:
                book.merge(person, merge.older.id, into=merge.newer.id, at=now, actor=ACTOR)
        for candidate, episode in often_said(book, person, now, extract) if extract is not None else ():
            summary.count("promoted")
            if not dry_run:
                _promote(book, person, candidate, episode)
        for memory in stale(memories, now):
            summary.count("stale")
            summary.told.append(f"{memory.id} may be over: {memory.kind.value}, last said {last_said(memory):%Y-%m-%d}")
    progress(len(people), len(people))
    return summary


def duplicates(person: Person, memories: Sequence[Memory]) -> list[Merge]:
    """Return which active memories say the same, or hold two values of a claim that has one, newest kept."""
    state = PersonState(person, memories)
    claims = Claims(state)
    gone: set[str] = set()
    found: list[Merge] = []
    for newer in sorted(memories, key=lambda memory: (last_said(memory), memory.id), reverse=True):
        if newer.id in gone:
            continue
        claim = Claim(text=newer.text, at=last_said(newer), attribute=newer.attribute, value=newer.value)
        for older in claims.bearing_on(claim):
            earlier = (last_said(older), older.id) < (last_said(newer), newer.id)
            if earlier and older.id not in gone and _place(older) == _place(newer) and _same_claim(older, newer):
                gone.add(older.id)
                found.append(Merge(older, newer))
    return found


def stale(memories: Iterable[Memory], now: datetime) -> list[Memory]:
    """Return the active memories that may be over: a day that has passed, a project nobody spoke of for long."""
    return [
        memory
        for memory in memories
        if memory.status is Status.ACTIVE
        and (
            (memory.kind is Kind.PROJECT and memory.dated is not None and memory.dated < now.date())
            or (memory.kind is Kind.PROJECT and now - last_said(memory) > STALE_PROJECT)
        )
    ]


def often_said(book: Book, person: Person, now: datetime, extract: Extract) -> list[tuple[Candidate, Episode]]:
    """Return the statements too uncertain to keep that were made in `SAID_OFTEN` messages or more, with the last."""
    told: dict[tuple[str | None, str], dict[str, tuple[Candidate, Episode]]] = {}
    for episode in book.store.episodes(person):
        if now - episode.at > LOOKED_BACK:
            break
        for candidate in extract(episode):
            if candidate.op is CandidateOp.ADD and candidate.confidence < book.settings.min_profile_confidence:
                key = (candidate.attribute and attribute_key(candidate.attribute), normalise(candidate.text))
                told.setdefault(key, {}).setdefault(f"{episode.channel_id}/{episode.ts}", (candidate, episode))
    return [max(times.values(), key=lambda each: each[1].at) for times in told.values() if len(times) >= SAID_OFTEN]


def _promote(book: Book, person: Person, candidate: Candidate, episode: Episode) -> None:
    sure = replace(candidate, confidence=book.settings.min_profile_confidence)
    source = Source(episode.channel_id, episode.ts)
    book.apply(person, [sure], source=source, origin=episode.origin, at=episode.at, actor=ACTOR)


def _place(memory: Memory) -> tuple[Origin, str | None]:
    return memory.origin, memory.source.channel_id if memory.source is not None else None


def _same_claim(older: Memory, newer: Memory) -> bool:
    if older.polarity is not newer.polarity or older.dated != newer.dated:
        return False
    if older.attribute is None or newer.attribute is None:
        return same_statement(older.text, newer.text)
    key = attribute_key(older.attribute)
    if key != attribute_key(newer.attribute):
        return False
    return is_single_valued(key) or same_statement(older.text, newer.text)
