"""What "it", "she" or "they" stands for: the subject of the clause just before, where it is plainly one.

"The phase is called Maji, it ends in June" tells when the phase ends. Only the nearest subject counts, and only one
that the author calls "my", "our" or "the"; whatever is less plain stays unread.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from extractors.boundaries import is_finite
from extractors.clauses import Clause
from extractors.words import Word

_LONGEST = 6
"""Words of a subject that a pronoun is replaced by."""
_OWNERS = frozenset({"my", "our"})
_THINGS = frozenset({"it", "they"})
_NOTHING = re.compile(
    r"(?:it|they) (?:is|was|'s|has been)?(?: \w+ly)? ?(?:raining|snowing|late|early|time|fine|ok|okay|just|so|too|not|"
    r"me|a |an |because|that|up to|cold|hot|warm|weird|nice|great|good|bad|hard|easy|funny|true|my|your|possible|worth|"
    r"like|all|only|no|nothing|broken|down|back|here|there|over|done|gone|ready|said|says|took|takes (?:me|us|ages)|"
    r"seems?|looks?|feels?|turns? out|means?|would|could|might|depends|happens|happened|works? (?:now|again|fine)|"
    r"makes? sense|did|does not|\w+ing)\b"
)
"""What "it" says of nothing, or of what is at hand."""


def spelled_out(clause: Clause, before: Clause | None) -> Clause:
    """Return the clause with the pronoun it begins with replaced by the subject of the clause before, or as it is."""
    pronoun = clause.words[0].norm
    if before is None or pronoun not in {"it", "she", "he", "they"} or clause.supplied or clause.question:
        return clause
    if clause.index != before.index + 1 or before.conditional or before.question or _NOTHING.match(clause.string):
        return clause
    subject = _subject(before.words)
    if not subject:
        return clause
    if pronoun in _THINGS:
        fitting = not _is_named(subject, clause.text)
    else:  # who is named is told of by that name
        fitting = subject[0].norm in _OWNERS and not any(_is_name(word, clause.text) for word in before.words)
    return replace(clause, words=(*subject, *clause.words[1:])) if fitting else clause


def _subject(words: Sequence[Word]) -> Sequence[Word]:
    """Return the noun phrase before the first finite verb; none where there is no plain one."""
    for position in range(1, min(len(words), _LONGEST + 1)):
        if is_finite(words, position):
            subject = words[:position]
            plain = subject[0].norm in _OWNERS | {"the"} and subject[-1].tag.startswith("NN")
            return subject if plain and len(subject) > 1 else ()
        if words[position].norm in {",", "and", "or", "who", "which", "that"}:
            return ()
    return ()


def _is_named(subject: Sequence[Word], text: str) -> bool:
    """Return whether the last word is written like somebody's name: "my sister Ann", of whom nobody says "it"."""
    return subject[0].norm in _OWNERS and text[subject[-1].start : subject[-1].start + 1].isupper()


def _is_name(word: Word, text: str) -> bool:
    return word.tag == "NNP" and text[word.start : word.start + 1].isupper()
