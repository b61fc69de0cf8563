"""Fragments that make one statement: a thing, and after a mark or a full stop its place or its day; an order and when.

"The stopcock. Behind the stage", "spare fuses: top drawer" and "torque specs? green binder" are each told as if the
author had written an "is" between. What is neither a place nor a day stays by itself. An order to the bot is one with
the times that it holds for: "keep it short when I ask for a summary".
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from extractors.days.dates import find_dates
from extractors.matching.late_patterns import LatePattern
from extractors.parsing.words import Word
from extractors.syntax.boundaries import is_finite

if TYPE_CHECKING:
    from extractors.syntax.clauses import Clause

_LONGEST_THING = 9
"""Words of the thing that is told of."""
_PLACE = LatePattern(
    r"(?:in|on|under|underneath|behind|inside|beside|above|below|next to|between|over by|by the)\b "
    r"(?!\d)(?!it\b|that\b|this\b|time\b|fire\b|it 's|progress|case\b|general\b|short\b|fact\b|"
    r"my (?:way|mind|head|lunch)|track\b|hold\b|top of)"
)
_CONTAINER = LatePattern(
    r"(?:the |my |our )?(?:[\w'-]+ ){0,3}(?:drawer|shelf|cupboard|cabinet|box|binder|folder|desk|hook|rack|"
    r"locker|fridge|freezer|shed|tin|basket|cage|crate|jar|garage|loft|cellar|basement|wardrobe|tray|pigeonhole|toolbox)\b"
)
_GENERIC = frozenset(
    """reminder update note question psa fyi status todo heads news tip edit context problem issue answer re subject
    agenda plan plans option options example poll today tomorrow yesterday tonight lunch coffee breakfast dinner me you
    anyone someone everyone what who where when why how thanks thank sorry hello hi hey morning yes no ok okay part
    thing things time day week one two three story joke moral result results same""".split()
)
"""Words of what is no thing with a place or a day of its own."""
_THING_TAGS = frozenset("DT PRP$ NN NNS NNP NNPS JJ CD VBG IN CC , POS VBN".split())


def fragments_joined(clauses: "Iterable[Clause]") -> "Iterator[Clause]":
    """Yield the clauses of a sentence, a thing and what stands behind its colon as one: "fittings: 12 May"."""
    before: Clause | None = None
    first = True
    for clause in clauses:
        if before is not None and clause.joined == ":" and (told := _told(before, clause)) is not None:
            before = told
            continue
        if before is not None and (order := _at_such_times(before, clause, first=first)) is not None:
            before = order
            continue
        if before is not None:
            yield before
            first = False
        before = clause
    if before is not None:
        yield before


_TIMES = frozenset({"when", "whenever"})
_ORDER = LatePattern(
    r"(?:(?:can|could|would|will) you )?(?:please |always |never |do not |just |only |kindly |, ){0,8}"
    r"(?:answer|fix|correct|say|point|check|read|include|reply|write|explain|give|keep|put|show|tell|use|call|add|"
    r"leave|make|list|mark|start|stop|drop|skip|spell|name|be|talk|speak|scale|convert|round|translate|quote|cite|order|"
    r"sort|assume|avoid|format|label|lead|open|begin|end|finish|mention|number|summari[sz]e|shorten|double|halve|"
    r"sign|address|repeat|attach|link|flag|warn|copy|highlight|capitali[sz]e|initial)\b"
    r"|i would (?:much )?(?:rather|prefer|sooner) you\b"
)
_EACH_TIME = LatePattern(
    r"(?:i (?:am )?(?:ask(?:ing)?|paste|pasting|send(?:ing)?|show|forward|upload|share|write|dictate|give)"
    r"|you (?:are |ever )?(?:answer|see|find|notice|spot|"
    r"reply|write|writing|answering|give|send|list|quote|explain|translate|summari[sz]e|draft|"
    r"suggest|show|make|convert|calculate|help))\b(?! (?:it|this|that|them)\b)"
)


_NEVER = LatePattern(r"(?:i|we) (?:never|do not|only|always|can not) \w+")
_DOING = LatePattern(r"(?:i|we) am (?!just\b)(?:\w+ing|on|in|at|off)\b|we are (?:\w+ing|on|in|at|off)\b")
_SHORT_TIME = 5
"""Words of what is done meanwhile: "when I'm driving"."""


def _at_such_times(before: "Clause", clause: "Clause", *, first: bool) -> "Clause | None":
    """Return an order together with when it holds, said behind or before it, or None.

    "Name the line when I paste a stack trace", "when I ask for a dose, give the source"; and a habit that holds
    meanwhile: "I never read texts when I'm driving".
    """
    if clause.lead or before.lead:
        return None
    if (
        clause.joined in _TIMES | {"while"}
        and len(clause.words) <= _SHORT_TIME
        and _NEVER.match(before.string)
        and _DOING.match(clause.string)
    ):
        between = _added(clause.joined, "WRB", clause.words[0])
        return replace(before, words=(*before.words, between, *clause.words), last=clause.last)
    if clause.joined in _TIMES and _ORDER.match(before.string) and _EACH_TIME.match(clause.string):
        between = _added(clause.joined, "WRB", clause.words[0])
    elif first and before.joined in _TIMES and _EACH_TIME.match(before.string) and _ORDER.match(clause.string):
        between = _added(",", ",", clause.words[0])
    else:
        return None
    return replace(before, words=(*before.words, between, *clause.words), last=clause.last)


def told_after(before: "Clause", clause: "Clause") -> "Clause | None":
    """Return the clause as one with the sentence before it, where that only names what it tells of; else None."""
    if before.sentence_index or not before.last or before.sentence[1] > clause.start or clause.joined:
        return None
    if before.sentence[1] + 1 < clause.start - 1:  # a line between
        return None
    if _only_names(clause) and before.words[-1].tag in {"NN", "NNS"} and not (before.question or before.conditional):
        called = Word(clause.words[0].norm, before.words[-1].end, before.words[-1].end)
        called.tag = "VBN"
        words = (*before.words, called, *clause.words[1:])
        return replace(before, words=words, sentence=clause.sentence, last=clause.last)
    if before.words[0].norm not in {"the", "my", "our"} and not (before.question and len(before.words) > 2):
        return None
    return _told(before, clause)


def _only_names(clause: "Clause") -> bool:
    """Return whether a sentence only names what the one before told of: "Got a goat. Called Pickle."."""
    words = clause.words
    if words[0].norm not in {"called", "named"} or not 1 < len(words) <= _LONGEST_NAME or clause.lead:
        return False
    return clause.text[words[1].start].isupper() and not clause.question and clause.last


_LONGEST_NAME = 5
"""Words that a name is told with: "called Mr Pickle"."""


def _told(before: "Clause", clause: "Clause") -> "Clause | None":
    if clause.question or clause.lead or before.lead or clause.supplied or before.supplied or not _names(before.words):
        return None
    if any(is_finite(clause.words, position) for position in range(min(len(clause.words), _LONGEST_THING))):
        return None
    first = clause.words[0]
    place = ""
    written = clause.text[clause.start : clause.end]
    days = find_dates(written, sent=_ANY_DAY)
    if days and days[0].start <= _SOON:
        place = "on" if first.norm[:1].isdigit() else ""
    elif _PLACE.match(clause.string):
        place = ""
    elif _CONTAINER.match(clause.string):
        place = "in" if first.norm in {"the", "my", "our"} else "in the"
    else:
        return None
    several = before.words[-1].tag in {"NNS", "NNPS"} or before.words[0].tag == "NNS" or "," in before.string
    added = [_added("are" if several else "is", "VBP" if several else "VBZ", first)]
    added += [_added(norm, "IN" if norm != "the" else "DT", first) for norm in place.split()]
    return replace(
        before, words=(*before.words, *added, *clause.words), question=False, sentence=clause.sentence, last=clause.last
    )


def _names(words: Sequence[Word]) -> bool:
    """Return whether the words name a thing and say nothing of it."""
    return (
        len(words) <= _LONGEST_THING
        and any(word.tag.startswith("NN") for word in words)
        and all(word.tag in _THING_TAGS for word in words)
        and words[0].tag not in {"IN", "CC", ",", "CD"}
        and not any(word.norm in _GENERIC for word in words)
    )


_ANY_DAY = date(2026, 1, 5)
"""A day to read others from, where it does not matter which."""
_SOON = 4
"""Characters before a day that begins what is told: "on the"."""


def _added(norm: str, tag: str, before: Word) -> Word:
    """Return a word that its author left out."""
    word = Word(norm, before.start, before.start)
    word.tag = tag
    return word
