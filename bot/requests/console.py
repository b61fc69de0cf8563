"""What a person sees of their own memory: a page of it, counted, filtered by kind, searched. Knows no Slack."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.parts import Parts
from bot.preferences import Preferences, preferences_of
from bot.requests.holding import holds_anywhere
from extractors.asking.questions import understand
from memory.records import Kind, Memory, Person

PAGE_SIZE = 10
"""Memories on one page: three blocks each and some thirty around them stay below the hundred of a view."""

LONGEST_SEARCH = 200
"""Characters of the words to look for."""

_MOST_RECALLED = 50


@dataclass(frozen=True, slots=True)
class Sight:
    """Which memories are looked at: of one kind or all, those that match some words, on a page counted from 0."""

    kind: Kind | None = None
    words: str = ""
    page: int = 0

    def packed(self) -> str:
        """Return it as a short text to keep with a view."""
        return json.dumps([self.kind, self.words, self.page], ensure_ascii=False)

    @classmethod
    def unpacked(cls, text: str) -> "Sight":
        """Return what `packed` made; anything else is the first page of everything."""
        try:
            kind, words, page = json.loads(text)
            return cls(None if kind is None else Kind(kind), str(words)[:LONGEST_SEARCH], max(0, int(page)))
        except (ValueError, TypeError):
            return cls()


@dataclass(frozen=True, slots=True)
class Console:
    """One page and what is around it. `counts` are active memories by kind, `found` how many kind and words leave.

    `sight` is what was looked for with its page held in range of `pages`. `held` is what admins chose that touches this
    person, one line of mrkdwn each, `emoji` the reaction that marks what was noted.
    """

    sight: Sight
    counts: Mapping[Kind, int]
    found: int
    pages: int
    shown: Sequence[Memory]
    paused: bool
    preferences: Preferences
    held: Sequence[str] = ()
    emoji: str = "brain"

    @property
    def total(self) -> int:
        """How many memories there are."""
        return sum(self.counts.values())


def look(person: Person, sight: Sight, *, now: datetime, parts: Parts) -> Console:
    """Return what a person sees of their own active memories: newest first, or what fits the words best first.

    Raises:
        StoreError: If they cannot be read.
    """
    known = parts.book.memories(person)
    chosen = found(person, sight.words, known, now=now, parts=parts) if sight.words else known[::-1]
    chosen = [memory for memory in chosen if sight.kind in {None, memory.kind}]
    pages = max(1, -(-len(chosen) // PAGE_SIZE))
    page = min(sight.page, pages - 1)
    return Console(
        sight=replace(sight, page=page),
        counts=Counter(memory.kind for memory in known),
        found=len(chosen),
        pages=pages,
        shown=chosen[page * PAGE_SIZE : (page + 1) * PAGE_SIZE],
        paused=parts.book.is_paused(person),
        preferences=preferences_of(parts.book, person),
        held=holds_anywhere(person, parts),
        emoji=parts.settings.remember_emoji,
    )


def found(person: Person, words: str, known: Sequence[Memory], *, now: datetime, parts: Parts) -> list[Memory]:
    """Return the memories that answer the words, best first, then those that merely contain them, newest first."""

    def own(memory: Memory) -> bool:
        return memory.subject == person

    recalled = parts.book.recall(understand(words, now=now), reader=person, visible=own, now=now, limit=_MOST_RECALLED)
    best = {item.memory.id: item.memory for item in recalled}
    wanted = words.casefold().split()
    for memory in reversed(known):
        if all(word in memory.text.casefold() for word in wanted):
            best.setdefault(memory.id, memory)
    return list(best.values())
