"""Whether an attribute that is asked for is the one a memory has. Pure."""

import re
from collections.abc import Sequence

from memory.records import Kind, Memory
from memory.synonyms import related
from memory.terms import stems

SAME_BASE = 0.6
"""How well "preference:tea" fits a question for preferences of any kind, or "favourite:dinosaur" one for favourites."""

NEAR = 0.9
"""How well "favourite:film" fits a question for movies, or "preference:iced tea" one for drinks: by its last word."""


def base_of(attribute: str) -> str:
    """Return the part that names the attribute: "favourite" of "favourite:dinosaur"."""
    return attribute.partition(":")[0].strip().lower()


def name_of(attribute: str) -> str:
    """Return the words of an attribute: "working hours" of "working_hours", "favourite dinosaur"."""
    return attribute.replace(":", " ").replace("_", " ")


def attribute_of(memory: Memory) -> str | None:
    """Return the attribute that a memory is found by.

    Without one of its own, a preference is one for what it says, and "Is 52" tells an age.
    """
    if found := memory.attribute or age_of(memory):
        return found
    return f"preference:{memory.text}" if memory.kind is Kind.PREFERENCE else None


def age_of(memory: Memory) -> str | None:
    """Return "age" for a memory that tells nothing but how old its subject is, else None."""
    return "age" if _AGE.match(memory.text) else None


_AGE = re.compile(
    r"(?:is|turned|just turned) (?:\d{1,3}|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-[a-z]+)?"
    r"|(?:thir|four|fif|six|seven|eigh|nine)teen|twelve)(?: years old| now)?$",
    re.IGNORECASE,
)


def asked_for(attribute: str | None, asked: Sequence[str]) -> float:
    """Return how well a memory's attribute fits those asked for, most likely first: from 0.0, not at all, to 1.0.

    "favourite:dinosaur" fits "favourite:dinosaurs" wholly, "favourite" (any) by `SAME_BASE`, and "favourite:tree"
    not at all; nor does "reference:staging database" fit "reference:prod database". The second and later guesses of
    the question count a little less than its first.
    """
    if not attribute:
        return 0.0
    base, thing = base_of(attribute), attribute.partition(":")[2]
    best = 0.0
    for place, wanted in enumerate(asked):
        if base_of(wanted) == base:
            fit = _things_fit(thing, wanted.partition(":")[2])
            best = max(best, fit * (1.0 - 0.1 * min(place, 3)))
    return best


def _things_fit(thing: str, wanted: str) -> float:
    if not wanted:
        return SAME_BASE if thing else 1.0
    said, asked = stems(thing), stems(wanted)
    if not asked or not said:
        return 0.0
    fits = {word: 1.0 if word in said else NEAR if said[-1] in related(word) else 0.0 for word in asked}
    told_apart = said[-1] == asked[-1] and not all(fits.values()) and not set(asked).issuperset(said)
    return 0.0 if told_apart else sum(fits.values()) / len(fits)
