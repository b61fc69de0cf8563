"""Neighbouring clauses of a sentence read as one: what only together they say.

"I cook at the stadium on match days, always with too much salt" is one statement in two clauses. Which readings of a
sentence are kept, its clauses or a whole of them, the judge decides (`chosen`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from extractors import guards
from extractors.clauses import Clause
from extractors.judge import Reading, Verdict
from extractors.weighing import worth_keeping
from extractors.words import Word

MOST = 3
"""Clauses that are read as one."""
LONGEST = 200
"""Characters of what is read as one; a longer text says several things."""


@dataclass(frozen=True, slots=True)
class Whole:
    """Some readings, from `first` to before `last` in their message, as one."""

    first: int
    last: int
    reading: Reading


def wholes(readings: Sequence[Reading], words: Sequence[Word]) -> Iterator[Whole]:
    """Yield what neighbouring readings of one sentence are as one, the shorter first.

    Args:
        readings: Those of one message, in order.
        words: All words of the message.
    """
    for size in range(2, MOST + 1):
        for first in range(len(readings) - size + 1):
            parts = readings[first : first + size]
            start, end = parts[0].clause, parts[-1].clause
            neighbours = all(
                one.clause.index + 1 == other.clause.index and one.clause.sentence == other.clause.sentence
                for one, other in pairwise(parts)
            )
            if neighbours and end.end - start.start <= LONGEST:
                clause = _joined([part.clause for part in parts], words)
                fired = (*guards.fired(clause), *guards.fired(clause, guards.ELSEWHERE))
                dated = any(part.dated for part in parts)
                yield Whole(first, first + size, replace(parts[0], clause=clause, guards=fired, found=(), dated=dated))


def _joined(parts: Sequence[Clause], words: Sequence[Word]) -> Clause:
    """Return neighbouring clauses as one, with all words between them."""
    first, last = parts[0], parts[-1]
    after = first.words[-1].end
    rest = [word for word in words if word.start >= after and word.end <= last.words[-1].end]
    return replace(first, words=(*first.words, *rest), last=last.last)


def chosen(
    readings: Sequence[Reading], verdicts: Mapping[int, Verdict], together: Sequence[Whole], judged: Sequence[Verdict]
) -> dict[int, tuple[Reading, Verdict] | None]:
    """Return what stands in the place of a message's readings: a whole for the first of its parts, None for the others.

    Args:
        readings: Those of the message.
        verdicts: The judge's verdicts on them, by their places.
        together: Wholes of them.
        judged: The judge's verdicts on these.
    """
    placed: dict[int, tuple[Reading, Verdict] | None] = {}
    for whole, verdict in sorted(zip(together, judged, strict=True), key=lambda pair: -pair[1].keep):
        parts = range(whole.first, whole.last)
        if not worth_keeping(whole.reading, verdict) or any(
            place in placed or _said_alone(readings[place], verdicts.get(place), verdict) for place in parts
        ):
            continue
        placed |= dict.fromkeys(parts)
        placed[whole.first] = (whole.reading, verdict)
    return placed


def _said_alone(part: Reading, verdict: Verdict | None, whole: Verdict) -> bool:
    """Return whether a part is kept by itself, and no worse than as a part of the whole."""
    return verdict is not None and worth_keeping(part, verdict) and (bool(part.found) or verdict.keep >= whole.keep)
