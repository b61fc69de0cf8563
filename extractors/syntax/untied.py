"""What begins with "it" and stands for more than it says, told so that it stands by itself.

"We've left Jira, it's all in Linear now" has nothing that "it" plainly stands for, and yet tells something. Where the
judge is sure of such a clause it is told with the one before, and where "it" only leads to what is told, without it:
"it's Dieppe I live in", "it's radio or silence for me".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from extractors.matching.late_patterns import LatePattern
from extractors.parsing.words import Word
from extractors.syntax.boundaries import is_finite
from extractors.syntax.canonical import canonical
from extractors.syntax.clauses import TIMES, Clause

LONGEST = 200
"""Characters of a clause and the one before it, as one."""
_PRONOUNS = frozenset("it its they he she that".split())
_THINGS = frozenset({"it", "its"})
_IS = frozenset("is are was 's".split())
_RELATIVE = frozenset("that who which".split())
_AUTHOR = frozenset({"i", "we"})
_PREPOSITIONS = frozenset({"IN", "RP", "TO"})
_LEAST = 2
"""Words that say something by themselves."""
_NAMING = frozenset("NN NNS NNP NNPS CD DT".split())
"""What a thing is named with, and not only described: "truck 12", "14 panels"."""
_FOR_ME = LatePattern(r"\bfor (?:me|us)\b")
_FOUND_AT = LatePattern(
    r"you (?:will |can |may )?(?:also )?(?:find|reach|catch) (?:me|us) (?=(?:in|at|on|by|under|over)\b)"
)


@dataclass(frozen=True, slots=True)
class Untied:
    """A clause in canonical form without what it hangs on, and the clause before it where only that explains it."""

    text: str
    behind: Clause | None = None


def untied(clause: Clause, behind: Clause | None) -> Untied | None:
    """Return the clause as it stands by itself, None where it cannot.

    Args:
        clause: One that begins with a pronoun that nothing was found for.
        behind: The clause right before it, where nothing keeps that from being told.
    """
    words, first = clause.words, clause.words[0].norm
    if found := _FOUND_AT.match(clause.string):
        return Untied(f"Is {_shown(clause, clause.line.words_between(found.end(), len(clause.string)))}")
    if first not in _PRONOUNS or clause.question:
        return None
    if first in _THINGS:
        rest: Sequence[Word] = (
            words[1:] if first == "its" and not (len(words) > 1 and words[1].norm in _IS) else words[2:]
        )
        if (first == "its" or (len(words) > 1 and words[1].norm in _IS)) and rest:
            rest = _without_former(rest)
            owns = first == "its" and any(is_finite(rest, at) for at in range(1, len(rest)))
            if rest[0].norm in _OTHERS or (owns and not _uncleft(rest)):
                return None
            if cleft := _uncleft(rest):
                return Untied(canonical(clause.text, cleft))
            if _FOR_ME.search(clause.string):
                return Untied(canonical(clause.text, rest))
            if behind is None:
                cut_off = not clause.last and any(word.norm == "," for word in rest)
                names = next((word.tag for word in rest if word.tag != "RB"), "") in _NAMING
                return Untied(canonical(clause.text, rest)) if len(rest) >= _LEAST and names and not cut_off else None
            return _with(behind, clause, f"it is {_shown(clause, rest)}")
    return _with(behind, clause, _shown(clause, words)) if behind is not None else None


def _without_former(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words without what is said not to be so any more behind them: "Quill Court now, no more Fenner"."""
    for at in range(1, len(words) - 1):
        norm, following = words[at].norm, words[at + 1].norm
        apart = norm in _PARTING and (following in {"not", "never"} or (norm != "and" and following == "no"))
        if apart or (norm, following) == ("instead", "of"):
            return words[:at]
    return words


_OTHERS = frozenset("his her their its your".split())
_PARTING = frozenset(", and - –".split())


_SAID_BEFORE = LatePattern(r"(?:i|we) (?:have )?(?:told|gave|said|wrote|mentioned|misled|texted|sent)\b")
"""What only tells what was said before, and is put right: "I gave you Munich, it's Vienna"."""


def _with(behind: Clause, clause: Clause, told: str) -> Untied | None:
    close = clause.index == behind.index + 1 and clause.end - behind.start <= LONGEST
    hangs = (
        behind.words[0].norm in _PRONOUNS
        or _SAID_BEFORE.match(behind.string)
        or behind.question
        or behind.conditional
        or " again" in behind.string
    )
    return Untied(told, behind) if close and not hangs else None


def _shown(clause: Clause, words: Sequence[Word]) -> str:
    """Return words in canonical form, their first letter as it was written."""
    text = canonical(clause.text, words)
    written = clause.text[words[0].start : words[0].start + 1] if words else ""
    return f"{written}{text[1:]}" if text[:1].lower() == written.lower() else text


def _uncleft(words: Sequence[Word]) -> Sequence[Word]:
    """Return "I live in Dieppe" for "Dieppe I live in", "Kabra files" for "Kabra who files", none for neither."""
    for at in range(1, len(words) - 1):
        norm, following = words[at].norm, words[at + 1]
        if norm in _AUTHOR:
            return _in_place(words[:at], words[at:])
        if norm in _RELATIVE and following.norm in _AUTHOR:
            return _in_place(words[:at], words[at + 1 :])
        if norm in _RELATIVE and (is_finite(words, at + 1) or (norm == "who" and following.tag in _MISREAD)):
            return (*words[:at], *words[at + 1 :])
    return ()


_MISREAD = frozenset({"NN", "NNS"})
"""What a verb may be taken for: "it's Kabra who files"."""


def _in_place(thing: Sequence[Word], said: Sequence[Word]) -> Sequence[Word]:
    """Return what is said with the thing behind its verb, and behind the preposition that the verb leaves open."""
    verbs = [at for at in range(1, len(said)) if said[at].tag.startswith("VB") or said[at].tag == "MD"] or [1]
    at = verbs[0] + 1
    while at < len(said) and (at in verbs or said[at].tag == "RB"):
        at += 1
    open_ended = at + 1 == len(said) or (at + 1 < len(said) and said[at + 1].norm in TIMES | {",", "these", "nowadays"})
    if at < len(said) and said[at].tag in _PREPOSITIONS and open_ended:
        at += 1
    return (*said[:at], *thing, *said[at:])
