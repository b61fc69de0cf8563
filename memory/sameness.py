"""Whether two texts say the same, and two names mean the same thing: case, articles, number, typing errors aside. Pure.

The words that matter are data: `data/claims.toml`.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

from rapidfuzz.distance import OSA

from memory.terms import fold, stem, tokenise
from memory.text import normalise

MIN_TYPO_CHARS: Final = 6
"""Shortest word in which one slip of the finger is forgiven; below, too many words differ by one letter."""

WORDS: Final = tomllib.loads((files("memory") / "data" / "claims.toml").read_text(encoding="utf-8"))
_ARTICLES: Final = frozenset(WORDS["articles"].split())
_FILLERS: Final = frozenset(WORDS["fillers"].split())
_NEGATIONS: Final = frozenset(WORDS["negations"].split())
_SMALL: Final = _FILLERS | _NEGATIONS
_GENERIC: Final = frozenset(map(stem, WORDS["generic"].split()))
_SPELLINGS: Final[dict[str, str]] = WORDS["spellings"]
_SAME_STEM: Final = {stem(word): stem(group.split()[0]) for group in WORDS["same_meaning"] for word in group.split()}
_LIST: Final = re.compile(r"\s*(?:,|&|\+|;|\band\b|\bor\b)\s*")


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
    stems = frozenset([_canonical(token) for token in tokenise(text.replace("-", " ")) if token not in _SMALL])
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
