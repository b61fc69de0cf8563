"""What "one" stands for: "the old one is read only", said right after "the new expense tool lives at …"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from extractors.matching.late_patterns import LatePattern
from extractors.parsing.words import Word
from extractors.syntax.boundaries import is_finite
from extractors.syntax.clauses import Clause

_ONES = frozenset({"one", "ones"})
_LEADING = frozenset({"the", "my", "our"})
_NO_KIND = frozenset(
    """only last first next same favourite favorite lucky loved little good bad best worst real main other whole right
    better wrong big correct special tricky hard easy important""".split()
)
"""Words before "one" that tell apart no things of a kind, or of which nobody need have named the kind."""
_APART = {"right": "left", "big": "small", "main": "second", "other": "one", "first": "second", "last": "first"}
"""Such words that do where the clause before has their counterpart: "the left fridge …, the right one …"."""
_SINGLED_OUT = LatePattern(r"the ones? (?:for|at|in|on|by|from|with) (?!me\b|us\b|you\b|it\b)")
_WHO = frozenset("who that which i we you he she they of thing with".split())
"""What follows a "one" that is told by what follows, or is somebody."""
_PERSON = frozenset(
    """person people man woman guy lady boy girl kid child time day week mum mom mam mother dad father gran grandma
    granny nan nana grandad grandpa sister brother wife husband partner aunt auntie uncle cousin boss manager everyone
    nobody friend mate""".split()
)
_LONGEST = 3
"""Words of the thing."""


def one_spelled_out(clause: Clause, before: Clause) -> Clause:
    """Return the clause with "one" replaced by the thing of the clause before, or as it is where that is not plain."""
    if clause.index != before.index + 1 or before.question or clause.question or before.conditional:
        return clause
    words = clause.words
    at = next((at for at, word in enumerate(words) if word.norm in _ONES and at), 0)
    if not at or not _stands_for(words, at, clause, before):
        return clause
    kind = words[at - 1]
    subject = not any(is_finite(words, place) for place in range(at))
    thing = _counterpart(before, kind) or _thing(before, subject=subject)
    named = kind.tag.startswith("NN")  # "the Verve disputes and the Visa ones"
    while len(thing) > 1 and (thing[0].norm in _OFTEN or (named and clause.text[thing[0].start].isupper())):
        thing = thing[1:]
    if not thing or thing[-1].norm in _PERSON or (words[at].norm == "ones") != (thing[-1].tag in {"NNS", "NNPS"}):
        return clause
    owner = None if _ANOTHERS.search(clause.string) else _owner(before, thing)
    led = (owner, *words[1:at]) if owner and words[0].norm == "the" and at == _WITH_KIND else words[:at]
    return replace(clause, words=(*led, *thing, *words[at + 1 :]))


_ANOTHERS = LatePattern(r"\bis (?:[\w'-]+ )?(?:yours|hers|his|theirs|[\w-]+ 's)$")
"""What tells that a thing is somebody else's: "the green one is Ida's"."""


def _owner(before: Clause, thing: Sequence[Word]) -> Word | None:
    """Return "my" where the thing is the author's: of "my grey cat …, the black one" both are."""
    at = next((at for at, word in enumerate(before.words) if word is thing[0]), 0)
    near = before.words[max(0, at - _LONGEST) : at]
    return next((word for word in near if word.norm in {"my", "our"}), None)


def _stands_for(words: Sequence[Word], at: int, clause: Clause, before: Clause) -> bool:
    """Return whether "one" is one of a kind that was named before: "the old one", "the one for Visa"."""
    if at == 1 and words[0].norm in _LEADING:
        return _SINGLED_OUT.match(clause.string) is not None
    kind = words[at - 1]
    if at < _WITH_KIND or words[at - 2].norm not in _LEADING or (at + 1 < len(words) and words[at + 1].norm in _WHO):
        return False
    if kind.norm in _NO_KIND:
        return re.search(rf"\b{_APART.get(kind.norm, '-')}\b", before.string) is not None
    return kind.tag.startswith(("JJ", "NN", "VBN", "CD"))


_OFTEN = frozenset("daily weekly monthly quarterly yearly nightly hourly".split())
"""Kinds of what comes again, which the other one is not."""
_WITH_KIND = 2
"""Words that stand before such a "one" at least."""


def _thing(before: Clause, *, subject: bool) -> Sequence[Word]:
    """Return the noun, with those that belong to it, that a clause is about or else does something to."""
    words = before.words
    verb = next((at for at in range(1, len(words)) if is_finite(words, at)), len(words))
    runs = [_nouns(words[:verb]), _nouns(words[verb + 1 :])]
    ordered = runs if subject else runs[::-1]
    return next((run for run in ordered if run), ())


def _counterpart(before: Clause, kind: Word) -> Sequence[Word]:
    """Return "fridge" of "the middle shelf of the left fridge", for "the right one"; none where none is set apart."""
    words, other = before.words, _APART.get(kind.norm)
    at = next((at for at, word in enumerate(words[1:], start=1) if word.norm == other), 0)
    return _nouns((words[at - 1], *words[at + 1 :])) if at and words[at - 1].norm in _LEADING else ()


def _nouns(words: Sequence[Word]) -> Sequence[Word]:
    """Return the first run of common nouns behind an article or an owner."""
    led = False
    for first, word in enumerate(words):
        led = led or word.tag in {"DT", "PRP$"}
        if led and word.tag in {"NN", "NNS"}:
            end = first
            while end < len(words) and words[end].tag in {"NN", "NNS"}:
                end += 1
            return words[first:end] if end - first <= _LONGEST else ()
        if word.tag in {"IN", ","}:
            led = False
    return ()
