"""Leave out of what was found what does not answer the question, however like it sounds. Pure.

Ranking puts the likeliest first; here the rest is weighed against it: an answer that is alone beats one among guesses.
"""

import re
from collections.abc import Sequence

from memory.attributes import base_of
from memory.index.vocabulary import same_word, word_set
from memory.records import AnswerType, Memory, Query, Recalled
from memory.synonyms import examples_of, is_example
from memory.terms import stem, stems
from memory.text import says

SURE_ATTRIBUTE = 0.8
"""How well the best memory must be on the attribute asked for, that those on none are no answers. 0.0 to 1.0."""
SAME_GUESS = 0.25
"""How much worse than the best on the attribute asked for another may be."""
CLOSE = 0.62
"""The share of the best score below which a memory is too far behind it."""

_OR = re.compile(r"\bor\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[\w,] )(?!I\b)[A-Z][\w-]+")


def only_answers(query: Query, ranked: Sequence[Recalled]) -> list[Recalled]:
    """Return those of the ranked memories, best first, that answer as the best one does; all, where none stands out.

    - Where a memory is on the attribute asked for, those on no such attribute are left out: asked where one lives, the
      glossary that "lives in /terms" is none.
    - Where the question names one of a sort ("my dog"), a memory on its attribute that names none of it is left out
      (a cat), unless it is a yes-or-no question, which that may still answer, or offers a choice ("Linux or Windows?").
    - Where the question names somebody, and a memory does too, those on the same attribute that do not are left out.
    - Where the question quotes words, and a memory holds them as they stand, those behind it that do not are left out.
    - What is far behind the best is left out.
    """
    best_fit = max((item.parts["attribute"] for item in ranked), default=0.0)
    if best_fit >= SURE_ATTRIBUTE:
        ranked = [item for item in ranked if item.parts["attribute"] >= best_fit - SAME_GUESS]
    is_open = query.answer_type is AnswerType.YES_NO or bool(_OR.search(query.text))
    ranked = _quoting(query.phrases, ranked)
    ranked = _naming(sorts_named(query), ranked, at_least_one=is_open)
    ranked = _naming([stem(name.lower()) for name in _NAME.findall(query.text)], ranked, at_least_one=True)
    return [item for item in ranked if item.score >= CLOSE * ranked[0].score]


def sorts_named(query: Query) -> list[str]:
    """Return the stems of a query that name one of the sort whose attribute it asks for: the "dog" of "pet"."""
    bases = [base_of(attribute) for attribute in query.attributes]
    return [word for term in query.terms for word in stems(term) if any(is_example(word, of=base) for base in bases)]


def _quoting(phrases: Sequence[str], ranked: Sequence[Recalled]) -> Sequence[Recalled]:
    holding = {item.memory.id for item in ranked if any(says(item.memory.text, phrase) for phrase in phrases)}
    best = max((item.score for item in ranked if item.memory.id in holding), default=0.0)
    return [item for item in ranked if item.memory.id in holding or item.score > best]


def _naming(words: Sequence[str], ranked: Sequence[Recalled], *, at_least_one: bool) -> list[Recalled]:
    """Leave out memories on the attribute that name none of these words; `at_least_one`: only if another does."""
    if not words:
        return list(ranked)
    named = [item for item in ranked if item.parts["attribute"] == 0.0 or names_one_of(words, item.memory)]
    if at_least_one and not any(item.parts["attribute"] > 0.0 for item in named):
        return list(ranked)
    return named


def names_one_of(words: Sequence[str], memory: Memory) -> bool:
    """Return whether a memory holds one of these stems, or an example of one, as a greyhound is one of "dog".

    It may stand in its text, its value or the thing of its attribute.
    """
    thing = (memory.attribute or "").partition(":")[2]
    held = word_set(f"{memory.text} {memory.value or ''} {thing}")
    return any(same_word(each, held) for word in words for each in (word, *examples_of(word)))
