"""The moment that a question speaks of ("before I moved to Porto"), for memories to tell when that was. Pure.

How such moments are worded stands in `data/moments.toml`.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from extractors.matching.late_patterns import LatePattern
from memory.records import Moment, Relation

_RELATIONS = {
    "before": Relation.BEFORE,
    "until": Relation.BEFORE,
    "when": Relation.DURING,
    "while": Relation.DURING,
    "after": Relation.AFTER,
    "since": Relation.AFTER,
}
_CLAUSE = LatePattern(rf"\b(?P<relation>{'|'.join(_RELATIONS)}) (?P<clause>[^?]{{1,80}})$")
_OF_THE_PAST = LatePattern(r"\b(?:did|was|were|had|have|has|used to)\b")
_MOST_WORDS_OF_A_NAME = 3


@dataclass(frozen=True, slots=True)
class MomentAsked:
    """A moment asked for, and the words that said so."""

    moment: Moment
    words: str


@dataclass(frozen=True, slots=True)
class _Wording:
    pattern: LatePattern
    attributes: tuple[str, ...]
    at_end: bool


@lru_cache(maxsize=1)
def _wordings() -> tuple[_Wording, ...]:
    data = tomllib.loads((files("extractors") / "data" / "moments.toml").read_text(encoding="utf-8"))
    return tuple(
        _Wording(LatePattern(entry["pattern"]), tuple(entry["attributes"]), entry.get("at_end", False))
        for entry in data["moment"]
    )


def moment_asked(text: str, content: Callable[[str], list[str]]) -> MomentAsked | None:
    """Return the moment that a folded question ends with, or None.

    A name alone ("before Porto") is one only after "before" or "after", in a question about the past; what it is the
    name of, the rest of the question says. `content` gives the content words of a piece of text.
    """
    match = _CLAUSE.search(text)
    if match is None or not match.start():
        return None
    relation, clause = _RELATIONS[match["relation"]], match["clause"]
    words = tuple(content(clause))
    for wording in _wordings():
        if found := wording.pattern.match(clause):
            names = tuple(content(clause[found.end() :]))
            return MomentAsked(Moment(relation, names, wording.attributes, wording.at_end, words), match[0])
    is_name = relation is not Relation.DURING and 0 < len(words) == len(clause.split()) <= _MOST_WORDS_OF_A_NAME
    if is_name and _OF_THE_PAST.search(text[: match.start()]):
        return MomentAsked(Moment(relation, words, words=words), match[0])
    return None
