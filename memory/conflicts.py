"""(What is known, what is new) → what to do. Pure.

A claim is keyed by its attribute and the scope of its object: a new editor does not touch a food preference. Which of
two statements on one claim holds is decided by message time, never by arrival. The words that matter are data:
`data/claims.toml`.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from importlib.resources import files
from typing import Final, TypeAlias

from rapidfuzz.distance import OSA

from memory.records import Memory, Polarity, Status
from memory.terms import fold, stem, tokenise
from memory.text import normalise

MIN_TYPO_CHARS: Final = 6
"""Shortest word in which one slip of the finger is forgiven; below, too many words differ by one letter."""

_words = tomllib.loads((files("memory") / "data" / "claims.toml").read_text(encoding="utf-8"))
SINGLE_VALUED: Final = frozenset(_words["single_valued"].split())
_VALUE_SAYS_ALL: Final = frozenset(_words["value_says_all"].split())
_ARTICLES: Final = frozenset(_words["articles"].split())
_FILLERS: Final = frozenset(_words["fillers"].split())
_NEGATIONS: Final = frozenset(_words["negations"].split())
_GENERIC: Final = frozenset(map(stem, _words["generic"].split()))
_SPELLINGS: Final[dict[str, str]] = _words["spellings"]
_SAME_STEM: Final = {stem(word): stem(group.split()[0]) for group in _words["same_meaning"] for word in group.split()}
_LIST: Final = re.compile(r"\s*(?:,|&|\+|;|\band\b|\bor\b)\s*")
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


@lru_cache(maxsize=1 << 14)
def attribute_key(attribute: str) -> str:
    """Return the form of an attribute in which spelling, case, number and articles make no difference.

    "Favorite: the Dinosaurs" and "favourite:dinosaur" share one key.
    """
    head, separator, topic = attribute.partition(":")
    head = "_".join(normalise(head.replace("_", " ")).split())
    head = _SPELLINGS.get(head, head)
    return f"{head}:{object_key(topic)}" if separator else head


@lru_cache(maxsize=1 << 14)
def object_key(value: str) -> str:
    """Return the form of an object in which case, articles, number, hyphens and common spellings make no difference."""
    tokens = [_SPELLINGS.get(token, token) for token in tokenise(value.replace("-", " ").replace("_", " "))]
    content = [token for token in tokens if token not in _ARTICLES] or tokens
    return " ".join(stem(token) for token in content)


def is_single_valued(key: str) -> bool:
    """Return whether a claim with this attribute key holds one value at a time."""
    return key.partition(":")[0] in SINGLE_VALUED


def is_typo(one: str, other: str) -> bool:
    """Return whether two different words are most likely one word, once mistyped.

    One letter more, less, other or swapped, in words of at least `MIN_TYPO_CHARS` letters that begin and end alike.
    """
    return (
        may_be_mistyped(one)
        and may_be_mistyped(other)
        and one[0] == other[0]
        and one[-1] == other[-1]
        and OSA.distance(one, other, score_cutoff=1) <= 1
    )


def may_be_mistyped(word: str) -> bool:
    """Return whether a word is long enough for a slip of the finger to be forgiven, and no number."""
    return len(word) >= MIN_TYPO_CHARS and word.isalpha()


def same_topic(one: str, other: str) -> bool:
    """Return whether two keys (of attributes or objects) name the same thing, typing errors forgiven."""
    if one == other:
        return True
    head, _, topic = one.partition(":")
    other_head, _, other_topic = other.partition(":")
    if head != other_head:
        return False
    words, other_words = topic.split(), other_topic.split()
    return len(words) == len(other_words) and all(
        a == b or is_typo(a, b) for a, b in zip(words, other_words, strict=True)
    )


@lru_cache(maxsize=1 << 14)
def content_stems(text: str) -> frozenset[str]:
    """Return the stems of the words that carry the meaning of a statement, without the verbs every statement has."""
    tokens = (token for token in tokenise(text.replace("-", " ")) if token not in _FILLERS and token not in _NEGATIONS)
    stems = frozenset(_canonical(token) for token in tokens)
    return stems - _GENERIC or stems


def same_statement(one: str, other: str) -> bool:
    """Return whether two texts say the same, perhaps in another order, with other small words, or mistyped.

    Numbers, negations and names decide: texts that differ in one of them are two statements.
    """
    if normalise(one) == normalise(other):
        return True
    if _negations(one) != _negations(other):
        return False
    mine, theirs = meaning(one), meaning(other)
    left, right = _without(mine, theirs), _without(theirs, mine)
    if not left and not right:
        return bool(mine)
    if "".join(mine) == "".join(theirs):
        return True
    for word in left:
        match = next((each for each in right if is_typo(word, each)), None)
        if match is None:
            return False
        right.remove(match)
    return not right


def items(value: str) -> list[str]:
    """Return the items of a list such as "French, Wolof and Spanish"."""
    return [item for item in _LIST.split(value) if item]


def _without(words: Sequence[str], others: Sequence[str]) -> list[str]:
    rest = list(others)
    left = []
    for word in words:
        if word in rest:
            rest.remove(word)
        else:
            left.append(word)
    return left


@lru_cache(maxsize=1 << 13)
def meaning(text: str) -> tuple[str, ...]:
    """Return the stems of a statement without its small words, in order; words that mean the same give one stem."""
    return tuple(_canonical(token) for token in tokenise(text.replace("-", " ")) if token not in _FILLERS)


def _canonical(token: str) -> str:
    return _SAME_STEM.get(found := stem(token), found)


@lru_cache(maxsize=1 << 13)
def _negations(text: str) -> tuple[str, ...]:
    return tuple(sorted(token for token in fold(text).split() if token in _NEGATIONS))


def _rivals(claim: Claim, memory: Memory) -> bool:
    """Whether both speak of one claim, on which only one of them can hold."""
    if claim.attribute is None or memory.attribute is None:
        return False
    key, other = attribute_key(claim.attribute), attribute_key(memory.attribute)
    if not same_topic(key, other):
        return False
    if is_single_valued(key):
        return True
    mine, theirs = _object(claim.value, key), _object(memory.value, other)
    if mine != theirs and not same_topic(f":{mine}", f":{theirs}"):
        return _lists_overlap(claim, memory, key)
    if claim.polarity is not memory.polarity:
        return True
    return key.partition(":")[0] in _VALUE_SAYS_ALL or same_statement(claim.text, memory.text)


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
