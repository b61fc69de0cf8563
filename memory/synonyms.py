"""Everyday words that ask for one another: which other stems count for a word of a query, and how much. Pure."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from memory.terms import stem

SYNONYM = 0.8
"""How much another word for the same thing counts, 0.0 to 1.0."""
NEAR = 0.4
"""How much a word counts that often means the same."""
EXAMPLE = 0.6
"""How much an example of what is asked for counts: "coffee" for "drink"."""
SORT = 0.3
"""How much the sort of thing counts that is asked for by an example: "pet" for "dog"."""


@lru_cache(maxsize=1)
def _tables() -> tuple[Mapping[str, Mapping[str, float]], Mapping[str, frozenset[str]]]:
    """Return for each stem those that mean the same or nearly so, with their weights, and the examples of each sort."""
    table = tomllib.loads((files("memory") / "data" / "synonyms.toml").read_text(encoding="utf-8"))
    alike: dict[str, dict[str, float]] = {}
    for name, weight in (("near", NEAR), ("same", SYNONYM)):
        for line in table[name]:
            members = {stem(word) for word in line.split()}
            for member in members:
                alike.setdefault(member, {}).update(dict.fromkeys(members - {member}, weight))
    examples = {
        stem(word): frozenset(stem(example) for example in listed.split()) for word, listed in table["examples"].items()
    }
    return alike, examples


def is_example(word: str, *, of: str) -> bool:
    """Return whether a stem names one of this sort of things, as "dog" one of "pet": an answer about a cat is none."""
    return word in _tables()[1].get(stem(of), ())


def examples_of(word: str) -> frozenset[str]:
    """Return the stems of what this stem is the sort of: "greyhound" and others for "dog"; none where it is of none."""
    return _tables()[1].get(word, frozenset())


@lru_cache(maxsize=1 << 13)
def related(word: str) -> Mapping[str, float]:
    """Return the other stems that may stand for this stem, with what each counts, 0.0 to 1.0."""
    alike, examples = _tables()
    found = {other: SORT for other, listed in examples.items() if word in listed}
    found.update(dict.fromkeys(examples.get(word, ()), EXAMPLE))
    found.update(alike.get(word, {}))
    return MappingProxyType(found)
