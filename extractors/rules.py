"""The engine of the phrase rules: patterns over a clause's normalised words, written as data in each kind's module."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from extractors.clauses import Clause
from memory.records import CandidateOp, Kind, Polarity

MACROS = {
    "adv": r"(?: (?:also|now|currently|actually|really|still|just|basically|mostly|usually|normally|generally|officially|technically|originally|mainly|already|kind of|sort of|only|totally|definitely|honestly|tbh|too|both|all|rather|quite|pretty|very|so|absolutely|genuinely|truly|recently|finally|permanently|presently|nowadays|these days|today|proudly|happily|secretly|very much|as of (?:today|now|this (?:week|month|year|term|quarter))|have to say|must say|do|did|literally|simply|again))*",
    "be": r"(?:am|is|are|'s|was)",
    "iam": r"(?:i%adv% am|we%adv% are)",
    "i": r"(?:i|we)",
    "my": r"(?:my|our)",
    "is": r"(?:is|are|'s|will be|has been|was)",
    "end": r"(?=$| [,;.!?–—-] | (?:and|but|so|because|since|which|if|when|until|as|though|while)\b)",
}


def compiled(pattern: str) -> re.Pattern[str]:
    """Return the pattern with its `%macros%` written out."""
    for _ in range(3):
        pattern = re.sub(r"%(\w+)%", lambda match: MACROS[match[1]], pattern)
    return re.compile(pattern)


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule reads in a clause, before dates are resolved."""

    kind: Kind | None
    text: str
    rule: str
    attribute: str | None = None
    value: str | None = None
    polarity: Polarity = Polarity.POSITIVE
    confidence: float = 0.75
    op: CandidateOp = CandidateOp.ADD
    start: int = 0
    end: int = 0


Accept = Callable[[re.Match[str], Clause], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """One phrase rule. `text`, `attribute` and `value` may name groups of the pattern in braces.

    `accept` decides what the pattern alone cannot; `also` lists further rules to try on the same match's clause.
    """

    name: str
    kind: Kind | None
    pattern: re.Pattern[str]
    text: str
    attribute: str | None = None
    value: str | None = "{v}"
    polarity: Polarity = Polarity.POSITIVE
    confidence: float = 0.75
    op: CandidateOp = CandidateOp.ADD
    accept: Accept | None = None
    transient: bool = False
    extra: dict[str, str] = field(default_factory=dict)


def rule(
    name: str,
    kind: Kind | None,
    pattern: str,
    text: str,
    **options: object,
) -> Rule:
    """Return a rule from its pattern in words and `%macros%`."""
    return Rule(name=name, kind=kind, pattern=compiled(pattern), text=text, **options)  # type: ignore[arg-type] # passed on as they are


def apply(rules: Sequence[Rule], clause: Clause) -> Iterator[Found]:
    """Yield what the first matching rule of the sequence reads in the clause."""
    for candidate in rules:
        match = candidate.pattern.match(clause.string)
        if match is None or (candidate.accept is not None and not candidate.accept(match, clause)):
            continue
        groups = {name: original(clause, match, name) for name in match.groupdict() if match[name] is not None}
        yield Found(
            kind=candidate.kind,
            text=filled(candidate.text, groups),
            rule=candidate.name,
            attribute=filled(candidate.attribute, groups).lower() if candidate.attribute else None,
            value=filled(candidate.value, groups) if candidate.value else None,
            polarity=candidate.polarity,
            confidence=candidate.confidence,
            op=candidate.op,
            start=clause.start,
            end=clause.end,
        )
        return


def original(clause: Clause, match: re.Match[str], group: str) -> str:
    """Return the author's own words that a group covers."""
    return clause.line.original(*match.span(group)).strip(" ,;:!\"'") if match[group] else ""


def filled(template: str, groups: dict[str, str]) -> str:
    """Return template with its `{groups}` filled; a group that did not take part is left out."""
    filled_in = re.sub(r"\{(\w+)\}", lambda match: groups.get(match[1], ""), template)
    return re.sub(r"\s+", " ", filled_in).strip()
