"""Allergies told as the reason for what somebody does not eat: "no kiwi please, I'm allergic"."""

import re
from collections.abc import Iterable

from extractors.guarding import voices
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from memory.records import Candidate, CandidateOp, Kind, Polarity

_CONFIDENCE = 0.93
_DO_NOT = (
    r"no|without|(?:leave|hold|skip|avoid|watch)(?: out)? (?:the|any|out for)|not (?:having|eating|touching)"
    r"|i (?:do not|don['’]?t|can(?:no|['’]?)t|must not|mustn['’]?t|never|won['’]?t) "
    r"(?:have|eat|do|touch|drink|go near)"
)
_NO_MORE = r"(?!(?:for|please|pls|because|since|as|and|cos|cause|coz|bc|i|im)\b)"
_TOLD = LatePattern(
    rf"(?<![\w'’])(?:{_DO_NOT}) (?:any |the |much |more )?"
    rf"(?P<v>[a-z][\w'’-]*(?: (?:or|and|&) [\w'’-]+| {_NO_MORE}[\w'’-]+)?)"
    r"(?: (?:for me|in mine|please|pls|thanks|thank you|ever|at all)){0,3}"
    r"(?:(?: ?[,;:.–—(-]+ ?|\s+)(?:because |since |as |and |cos |cause |coz |bc )?)"
    r"(?:i['’]?m |i am |(?<=[,;:.–—(] ))(?:very |really |badly |deathly |severely |highly |quite |properly ){0,2}"
    r"allergic(?: to (?:it|them|that|those|both))?(?! to\b)(?=$|[\s,;.!)])",
    re.IGNORECASE,
)
_NO_FOOD = frozenset(
    """idea clue worries worry problem thanks one way doubt need point fun time rush chance more it that this them what
    why how good bueno""".split()
)


_OF_ANOTHER = LatePattern(
    r"\b(?:if|suppose|imagine|pretend|says?|said|told|tells|wrote|writes|reads)\b|(?<!remember)(?<!note)(?<!fyi):",
    re.IGNORECASE,
)
"""What makes of it somebody else's words, or of what is not so, before it in its sentence."""


def with_allergies(
    candidates: Iterable[Candidate], text: CleanText, closed: Iterable[tuple[int, int]] = ()
) -> list[Candidate]:
    """Return the candidates of a message, with an allergy in the place of those that it is the reason for.

    Args:
        candidates: What the message gives otherwise, in order.
        text: What it says; where it tells of no such allergy, the candidates come back as they are.
        closed: Ranges of it in which nothing is told: what is to be forgotten, say.
    """
    kept = list(candidates)
    if "allergic" not in text.plain.lower():
        return kept
    shut = [*closed, *voices.voiced(text.text)]
    for match in _TOLD.finditer(text.plain):
        start, end = match.span()
        sentence_end = re.search(r"[.!?\n]|$", text.plain[end:])
        asks = sentence_end is not None and sentence_end[0] == "?"
        before = re.split(r"[.!?\n]", text.plain[:start])[-1]
        of_another = _OF_ANOTHER.search(before) or any(_overlap((start, end), each) for each in shut)
        if asks or of_another or text.is_opaque(start, end) or match["v"].split()[0].lower() in _NO_FOOD:
            continue
        span = text.raw_span(start, end)
        told = Candidate(
            CandidateOp.ADD,
            f"Is allergic to {match['v']}",
            kind=Kind.PREFERENCE,
            attribute="allergy",
            value=match["v"],
            polarity=Polarity.POSITIVE,
            confidence=_CONFIDENCE,
            span=span,
            rule="allergic-so",
        )
        within = [one.op is CandidateOp.ADD and _overlap(one.span, span) for one in kept]
        place = within.index(True) if True in within else len(kept)
        kept = [one for one, replaced in zip(kept, within, strict=True) if not replaced]
        kept.insert(place, told)
    return kept


def _overlap(one: tuple[int, int] | None, other: tuple[int, int]) -> bool:
    return one is not None and one[0] < other[1] and other[0] < one[1]
