"""Everyday words that ask for one another: which other stems count for a word of a query, and how much. Pure."""

import tomllib
from functools import lru_cache
from importlib.resources import files

from memory.terms import stem

SYNONYM = 0.8
"""How much another word for the same thing counts, 0.0 to 1.0."""
EXAMPLE = 0.6
"""How much an example of what is asked for counts: "coffee" for "drink"."""


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    table = tomllib.loads((files("memory") / "data" / "synonyms.toml").read_text(encoding="utf-8"))
    same: dict[str, set[str]] = {}
    for group in table["same"]:
        members = {stem(word) for word in group.split()}
        for member in members:
            same.setdefault(member, set()).update(members - {member})
    examples = {
        stem(word): frozenset(stem(example) for example in listed.split()) for word, listed in table["examples"].items()
    }
    return {word: frozenset(others) for word, others in same.items()}, examples


def related(word: str) -> dict[str, float]:
    """Return the other stems that may stand for this stem, with what each counts, 0.0 to 1.0."""
    same, examples = _tables()
    found = dict.fromkeys(examples.get(word, ()), EXAMPLE)
    found.update(dict.fromkeys(same.get(word, ()), SYNONYM))
    return found
