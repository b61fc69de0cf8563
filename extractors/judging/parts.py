"""Parts of a clause read by themselves: what stands before, between and behind its commas.

"I'm a ward nurse, mostly nights, in the old wing" says three things in one clause, and "Ada, joiner, Leeds" has no verb
that would part them. Which is kept, the clause or some of its parts, the judge decides (`wholes.chosen`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from extractors.guarding import guards
from extractors.judging.judge import Reading
from extractors.parsing.words import Word
from extractors.statements.rules import Found
from extractors.syntax.boundaries import is_finite
from extractors.syntax.clauses import Clause
from memory.records import Kind

MOST = 5
"""Parts of one clause that are read by themselves."""
MOST_LISTED = 8
"""The same, of a list of who the author is."""
_LONG = 40
"""Characters from which a clause may say too much to be kept as one."""
_LEAST = 10
"""Characters that a part has to leave out."""
_SHORTEST = 3
"""Characters of a part."""
_OF_BEGINNINGS = {
    name: guard
    for name, guard in {**guards.ALWAYS, **guards.ELSEWHERE}.items()
    if name in guards.OF_BEGINNINGS | {"question"}
}
_JOINING = frozenset(", and but or so plus".split())
_BOUNDING = frozenset(
    "because although though whereas while when whenever if unless whether where who which but like".split()
)
_BOUNDING_CLAUSES = frozenset("since so as until till before after once".split())
"""What the reason, the bounds or the likeness of a statement begin with, behind it."""


def parts(reading: Reading) -> Iterator[Reading]:
    """Yield the parts of a reading's clause that no rule tells of, as readings without a rule; none of a short one."""
    clause = reading.clause
    if clause.end - clause.start < _LONG and not any(word.norm == "," for word in clause.words):
        return
    introduced = any(item.rule in _INTRODUCTIONS for item in reading.found)
    for piece in _pieces(clause, listed=introduced):
        begins = piece[0] is clause.words[0]
        short = begins and (clause.end - piece[-1].end < _LEAST or piece[-1].norm in {"it", "them"})
        if short or (reading.found and _told(reading, piece)):
            continue
        if begins:
            cut = replace(clause, words=tuple(piece))
        else:
            cut = replace(clause, words=tuple(piece), lead=(), supplied=False)
        if reading.guards:
            fired = (*guards.fired(cut), *guards.fired(cut, guards.ELSEWHERE))
        else:  # what nothing stops as a whole may only be stopped by how a part of it begins
            fired = () if begins else tuple(name for name, guard in _OF_BEGINNINGS.items() if guard(cut))
        yield replace(reading, clause=cut, found=(), guards=fired, untied=None, introduced=introduced)


_INTRODUCTIONS = frozenset({"introduction", "own-name", "name-here", "name-im", "name-and-role", "name-from"})
"""Rules that read the name in a list of who the author is: "Aditya here, chartered accountant, grew up in Pune"."""


def without_reason(clause: Clause) -> Clause:
    """Return a clause without a reason before or behind it that is told in no verb and is nobody's business.

    "I keep the blinds down at my desk, migraine thing" tells a habit; where no such reason is found, all is returned.
    """
    if clause.lead and clause.lead[0].norm not in _BOUNDS and clause.words[0].norm == "i":
        clause = replace(clause, lead=())
    words = clause.words
    if words[0].norm not in {"i", "we"} or not guards.special(clause):
        return clause
    for at in range(len(words) - 1, max(2, len(words) - _LONGEST_REASON), -1):
        because = words[at].norm in _BECAUSE and at + 1 < len(words) and words[at + 1].norm in {"of", "to"}
        if (words[at].norm == "," or because) and not _has_verb(words[at + 1 :]):
            cut = replace(clause, words=words[:at])
            if _has_verb(cut.words) and not guards.special(cut):
                return cut
    return clause


_BOUNDS = frozenset("in on at during over until till before every each throughout for when whenever while".split())
"""What bounds a statement that stands behind it, and is no reason: "in Ramadan I start at six"."""
_LONGEST_REASON = 6
"""Words of such a reason, what joins it included."""
_BECAUSE = frozenset("because due thanks owing".split())


def tells_habit(found: Sequence[Found]) -> bool:
    """Return whether what is read is how somebody lives or works, whatever the reason."""
    return bool(found) and found[0].kind in {Kind.PREFERENCE, Kind.PROFILE}


def _told(reading: Reading, piece: Sequence[Word]) -> bool:
    """Return whether what a rule read of the clause is told by the piece."""
    text = reading.clause.text
    written = text[piece[0].start : piece[-1].end].lower()
    return any(
        not item.text or not item.value or item.value.lower() in written or written in item.text.lower()
        for item in reading.found
    )


def _pieces(clause: Clause, *, listed: bool) -> Iterator[Sequence[Word]]:
    """Yield what stands between the commas, and what stands before a bound; no list has a verb behind one."""
    words = clause.words
    commas = [at for at, word in enumerate(words) if word.norm == ","][: (MOST_LISTED if listed else MOST) - 1]
    verb = next((at for at in range(len(words)) if is_finite(words, at)), len(words))
    if commas and (listed or verb < commas[0] or verb == len(words)):
        for start, stop in zip((-1, *commas), (*commas, len(words)), strict=True):
            if (piece := _trimmed(words[start + 1 : stop])) is not None:
                yield piece
    for at in range(verb + 2, commas[0] if commas else len(words) - 1):
        if words[at].norm in _BOUNDING or (words[at].norm in _BOUNDING_CLAUSES and _has_verb(words[at + 1 : at + 7])):
            yield words[:at]
            return


def _trimmed(words: Sequence[Word]) -> Sequence[Word] | None:
    """Return the words without what joins them to those before; None where too little is left."""
    begin = next((at for at, word in enumerate(words) if word.norm not in _JOINING), len(words))
    rest = words[begin:]
    return rest if rest and rest[-1].end - rest[0].start >= _SHORTEST else None


def _has_verb(words: Sequence[Word]) -> bool:
    return any(is_finite(words, at) for at in range(len(words)))
