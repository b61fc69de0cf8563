"""What a message tells to be over, where the judge hears that something is and no wording foresaw it.

"The ute's sold so don't ask me" and "we don't keep hens these days" end something in words of their own. The judge
tells how likely it is that a message ends something at all; which clause that is, and what was so until then, is read
from the clause: without its "not", or what stands before or behind a word for being over. It ends only a memory that
holds the same words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from extractors.canonical import canonical
from extractors.clauses import Clause
from extractors.endings import beside
from extractors.guards import ALWAYS
from extractors.judge import Reading
from extractors.rules import Found, capitalised
from extractors.words import Word
from memory.records import CandidateOp

HEARD = 0.8
"""Chance from which a message is taken to end something."""
RULE = "heard-ending"
_CONFIDENCE = 0.8
_SIGN = re.compile(
    r"\b(?:no longer|no more|any ?more|any longer|these days|nowadays|(?:n['’]?t|not)\b.*\b(?:now|again)|sold|gone|"
    r"over|done with|finished|ended|stopped|quit|left|gave up|given up|packed in|chucked|jacked|cancell?ed|dropped|ditched|"
    r"binned|scrapped|closed|shut|retired|handed|traded|swapped|off the|out of|run out|ran out|lapsed|expired|"
    r"cut off|split|broke up|moved out|stepped (?:down|back)|wound up|lease|let go|goodbye|passed away|died|history|axed?|"
    r"taken (?:me|us) off|got rid|gave|given|surrendered|ditching|away|through with|dead|lost|parted|finally off|rid of)\b"
)
"""What tells in a message that something may be over: most hold nothing of it."""


def may_end(text: str) -> bool:
    """Return whether a message holds a word for being over, so that it is worth asking the judge about it."""
    return len(text) <= _LONGEST and _SIGN.search(text.lower()) is not None


_LONGEST = 160
"""Characters of such a message; who says more mostly says something else as well."""


def heard(readings: Sequence[Reading]) -> Iterator[tuple[int, Found]]:
    """Yield the place of each reading that tells of something over, and what was so until then.

    Args:
        readings: The clauses of a message that surely ends something. One that asks or supposes ends nothing.
    """
    told = [place for place, reading in enumerate(readings) if ALWAYS.keys().isdisjoint(reading.guards)]
    found = [(place, over) for place in told if (over := ended_by(readings[place])) is not None]
    if not found and len(told) == 1 and len(readings[told[0]].clause.words) <= _SHORT:
        clause = readings[told[0]].clause
        found = [(told[0], _found(canonical(clause.text, clause.words)))]
    yield from found


_SHORT = 10
"""Words of a clause that is taken whole, where nothing tells what of it is over."""


def takes_place(reading: Reading) -> bool:
    """Return whether what a clause ends is told in the place of what it states: no rule read it, or it only denies."""
    return not reading.found or bool(_without_not(reading.clause))


def ended_by(reading: Reading) -> Found | None:
    """Return what a clause tells to be over, or None where no word of it does."""
    clause = reading.clause
    if (text := _without_not(clause)) or (text := _given_up(clause)) or (text := _is_over(clause)):
        return _found(text)
    over = next(beside(reading), None)
    return replace(over, rule=RULE) if over is not None else None


def _found(text: str) -> Found:
    return Found(None, text, RULE, value=text, confidence=_CONFIDENCE, op=CandidateOp.RETRACT)


def _without_not(clause: Clause) -> str:
    """Return what a clause denies as it was before: "plays fives" of "I don't play fives now"; else ""."""
    words = clause.words
    at = next((at for at, word in enumerate(words[:_FAR]) if word.norm in {"not", "never"}), 0)
    if not at and [word.norm for word in words[1:3]] == ["no", "longer"]:
        return _stripped(canonical(clause.text, (words[0], *words[3:])))
    if not at or at + 1 >= len(words):
        return ""
    before = words[: at - 1] if words[at - 1].norm in _DOING else words[:at]
    rest = words[at + 1 :]
    if not before:  # "not coaching the under 12s now"
        before = (_author(rest[0]),)
    return _stripped(canonical(clause.text, (*before, *rest)))


_FAR = 6
"""Words of a clause within which it is denied."""
_DOING = frozenset({"do", "does", "did"})
_LASTING = re.compile(
    r"(?:,? (?:any ?more|any longer|no more|now|these days|nowadays|again|at all|either|at the moment|since))+$",
    re.IGNORECASE,
)


def _stripped(text: str) -> str:
    return _LASTING.sub("", text)


def _author(before: Word) -> Word:
    word = Word("i", before.start, before.start)
    word.tag = "PRP"
    return word


_GIVING_UP = re.compile(
    r"(?:.{0,40}? )?(?:sold|cancell?ed|dropped|ditched|binned|scrapped|chucked|packed in|jacked in|given up|gave up|"
    r"give up|quit|left|stopped|finished with|done with|through with|handed (?:over|in|back)|gave (?:up|away|back)|"
    r"given back|traded in|traded|surrendered|retired from|stepped (?:down|back) from|got rid of|let go of|parted with|"
    r"resigned from|closed|wound up|lost|hung up|off|out of|goodbye to|moved out of|rid of|the end of) "
    r"(?:doing |going to |having |being |me |using |my |our |the |a |an )*(?P<v>[^,;.!?()]{2,60}?)"
    r"(?= (?:to (?:a|the|my|our|some)\b|for|so|because|last|this|back|in (?:january|february|march|april|may|june|july|"
    r"august|september|october|november|december|the (?:spring|summer|autumn|winter|end))|at last|altogether|entirely|"
    r"for good|btw|by the way|and|but|since|after|over the|a (?:while|month|year) ago|years ago|in$)\b|$| [,;.!?(])"
)


def _given_up(clause: Clause) -> str:
    """Return what somebody gave up: "the ute" of "sold the ute"."""
    match = _GIVING_UP.match(clause.string)
    return capitalised(clause.line.original(*match.span("v")).strip(" ,.")) if match else ""


_BEING_OVER = re.compile(
    r"(?:(?:the|my|our|that|this) )?(?P<v>(?!(?:i|we|it|that|this|he|she|they|you|there)\b)[^,;.!?()]{2,50}?) "
    r"(?:is|are|'s|has|have|had|was|were|got|gets|does)(?: (?:been|now|all|finally|since|officially|just|come))* "
    r"(?:over|gone|sold|done|finished|ended|stopped|closed|cancell?ed|scrapped|history|dead|away|shut|retired|expired|"
    r"lapsed|run out|to an end|up|cut off|disbanded|folded|toast|axed|no more|out|off|pulled|dropped|moved)\b"
)


def _is_over(clause: Clause) -> str:
    """Return the thing that a clause tells to be over: "the Thursday whist" of "the Thursday whist has ended"."""
    match = _BEING_OVER.match(clause.string)
    return capitalised(clause.line.original(*match.span("v")).strip(" ,.")) if match else ""
