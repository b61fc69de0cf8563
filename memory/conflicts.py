"""(What is known, what is new) → what to do. Pure.

A claim is keyed by its attribute and the scope of its object: a new editor does not touch a food preference. Which of
two statements on one claim holds is decided by message time, never by arrival.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from memory.records import Memory, Polarity, Status
from memory.sameness import (
    WORDS,
    attribute_key,
    content_stems,
    is_typo,
    items,
    object_key,
    same_statement,
    same_topic,
)
from memory.text import normalise

SINGLE_VALUED: Final = frozenset(WORDS["single_valued"].split())
_VALUE_SAYS_ALL: Final = frozenset(WORDS["value_says_all"].split())
_COVERED_SHARE: Final = 0.5
"""How much of an old statement an ending must name if nothing else ties them, so that one shared word ends nothing."""
_COVERED_SHARE_ALIKE: Final = 0.3
"""The same for two claims of one kind, such as two preferences on different topics."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A statement to be weighed against what is known; `at` is the time of its message."""

    text: str
    at: datetime
    attribute: str | None = None
    value: str | None = None
    polarity: Polarity = Polarity.POSITIVE


@dataclass(frozen=True, slots=True)
class Insert:
    """Keep the statement as a new memory. It replaces `after`; `before`, if any, is newer and replaces it."""

    after: tuple[Memory, ...] = ()
    before: Memory | None = None


@dataclass(frozen=True, slots=True)
class Refresh:
    """The statement is known: this memory was said again."""

    target: Memory


Decision: TypeAlias = Insert | Refresh


def resolve(claim: Claim, known: Iterable[Memory], *, keep: bool = False) -> Decision:
    """Return what to do with a claim; with `keep`, always an `Insert`, even if it is known already.

    `known` are the memories of the same person that may bear on it, of every status but without those taken back: at
    least those with the same attribute key and those that share a rare word with it. Others do no harm.
    """
    known = list(known)
    rivals = [memory for memory in known if _rivals(claim, memory)]
    if rivals:
        return _place(claim, rivals, keep=keep)
    for memory in known:
        if not keep and memory.status is Status.ACTIVE and _same_without_attribute(claim, memory):
            return Refresh(memory)
    return Insert()


def retracted(
    text: str, attribute: str | None, value: str | None, at: datetime, known: Iterable[Memory]
) -> list[Memory]:
    """Return the active memories that a statement such as "I no longer …" ends; [] if it matches none.

    With an attribute, those of that attribute which hold all content words of the value (or of the text); if there are
    none, or without an attribute, those of which the words make up at least half. Never one said later than `at`.
    """
    active = [memory for memory in known if memory.status is Status.ACTIVE and last_said(memory) <= at]
    words = content_stems(value) if value else set()
    words = words or content_stems(text)
    if attribute is not None:
        key = attribute_key(attribute)
        inside = [memory for memory in active if memory.attribute and attribute_key(memory.attribute) == key]
        if not words:
            return inside if is_single_valued(key) else []
        if found := [memory for memory in inside if _covers(memory, words)]:
            return found
    if not words:
        return []
    everything = content_stems(text) | words
    return [
        memory
        for memory in active
        if _covers(memory, words)
        and _share(memory, everything) >= _needed_share(memory, attribute)
        and not _contradicts(memory, attribute)
    ]


def last_said(memory: Memory) -> datetime:
    """Return the time of the last message that stated the memory."""
    return memory.confirmed_at or memory.created_at


def is_single_valued(key: str) -> bool:
    """Return whether a claim with this attribute key holds one value at a time."""
    return key.partition(":")[0] in SINGLE_VALUED


def _rivals(claim: Claim, memory: Memory) -> bool:
    """Whether both speak of one claim, on which only one of them can hold."""
    if claim.attribute is None or memory.attribute is None:
        return False
    key, other = attribute_key(claim.attribute), attribute_key(memory.attribute)
    if not same_topic(key, other) or _has_passed(memory, key, claim.at):
        return False
    if is_single_valued(key):
        return True
    mine, theirs = _object(claim.value, key), _object(memory.value, other)
    if mine != theirs and not same_topic(f":{mine}", f":{theirs}"):
        return _lists_overlap(claim, memory, key)
    if claim.polarity is not memory.polarity:
        return True
    return key.partition(":")[0] in _VALUE_SAYS_ALL or same_statement(claim.text, memory.text)


def _has_passed(memory: Memory, key: str, now: datetime) -> bool:
    """Whether the memory gives something a day that was over when the claim was made: the next one has its own."""
    return key.startswith("date:") and bool(memory.value) and str(memory.value) < now.date().isoformat()


def _object(value: str | None, key: str) -> str:
    return object_key(value) if value else key.partition(":")[2]


def _lists_overlap(claim: Claim, memory: Memory, key: str) -> bool:
    """Whether one value lists everything the other does: "French" beside "French and Wolof"."""
    if key.partition(":")[0] not in _VALUE_SAYS_ALL - {"preference"} or not claim.value or not memory.value:
        return False
    mine, theirs = _item_keys(claim.value), _item_keys(memory.value)
    return mine <= theirs or theirs <= mine


def _item_keys(value: str) -> set[str]:
    return {object_key(item) for item in items(value)}


def _agrees(claim: Claim, memory: Memory) -> bool:
    """Whether a rival says nothing else than the claim, or more than it."""
    if claim.polarity is not memory.polarity:
        return False
    if claim.value and memory.value:
        mine, theirs = normalise(claim.value), normalise(memory.value)
        key = attribute_key(claim.attribute or "")
        if not is_single_valued(key):
            return same_topic(f":{object_key(mine)}", f":{object_key(theirs)}") or _item_keys(
                claim.value
            ) <= _item_keys(memory.value)
        if key in {"name", "partner", "manager"}:
            return mine == theirs or theirs.startswith(f"{mine} ")
        if key in {"location", "hometown"}:
            return mine == theirs or mine == normalise(memory.value.partition(",")[0])
        return object_key(mine) == object_key(theirs) and _digits(mine) == _digits(theirs)
    return same_statement(claim.text, memory.text)


def _digits(text: str) -> str:
    return "".join(character for character in text if character.isdigit())


def _place(claim: Claim, rivals: Sequence[Memory], *, keep: bool) -> Decision:
    """Find the claim's place among its rivals by message time."""
    ordered = sorted(rivals, key=lambda memory: (last_said(memory), memory.id))
    newer = [memory for memory in ordered if last_said(memory) > claim.at]
    older = [
        memory
        for memory in ordered
        if last_said(memory) <= claim.at
        and memory.status is not Status.FORGOTTEN
        and (memory.ended_at is None or memory.ended_at > claim.at or memory.status is Status.SUPERSEDED)
    ]
    holding = [memory for memory in older if memory.status is Status.ACTIVE]
    after = tuple(holding or older[-1:])
    before = newer[0] if newer else None
    for memory in (*reversed(after), *newer[:1]):
        if not keep and memory.status in {Status.ACTIVE, Status.SUPERSEDED} and _agrees(claim, memory):
            return Refresh(memory)
    if before is not None and before.created_at <= claim.at:
        after = tuple(memory for memory in after if memory.created_at <= claim.at and memory.id != before.id)
    return Insert(after, before)


def _same_without_attribute(claim: Claim, memory: Memory) -> bool:
    if claim.polarity is not memory.polarity:
        return False
    if claim.attribute is None or memory.attribute is None:
        return same_statement(claim.text, memory.text)
    return normalise(claim.text) == normalise(memory.text)


def _stems_of(memory: Memory) -> frozenset[str]:
    return content_stems(f"{memory.text} {memory.value or ''}")


def _covers(memory: Memory, words: Iterable[str]) -> bool:
    stems = _stems_of(memory)
    return all(word in stems or any(is_typo(word, each) for each in stems) for word in words)


def _needed_share(memory: Memory, attribute: str | None) -> float:
    if attribute is None or memory.attribute is None:
        return _COVERED_SHARE
    alike = attribute_key(attribute).partition(":")[0] == attribute_key(memory.attribute).partition(":")[0]
    return _COVERED_SHARE_ALIKE if alike else _COVERED_SHARE


def _share(memory: Memory, words: frozenset[str] | set[str]) -> float:
    stems = _stems_of(memory)
    return len(stems & words) / len(stems) if stems else 0.0


def _contradicts(memory: Memory, attribute: str | None) -> bool:
    """Whether the memory is a claim of quite another single-valued attribute than the one that ended."""
    if attribute is None or memory.attribute is None:
        return False
    mine, theirs = attribute_key(attribute), attribute_key(memory.attribute)
    return mine != theirs and (is_single_valued(mine) or is_single_valued(theirs))
