"""Neighbouring clauses of a sentence read as one: what only together they say.

"I cook at the stadium on match days, always with too much salt" is one statement in two clauses. Which readings of a
sentence are kept, its clauses or a whole of them, the judge decides (`chosen`). So are two sentences of which one only
says more of the other's: "We adopted a goat. Brown, with a bell."
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from extractors.guarding import guards
from extractors.judging.judge import Reading, Verdict
from extractors.judging.weighing import worth_keeping
from extractors.parsing.words import Word
from extractors.syntax.boundaries import is_finite
from extractors.syntax.clauses import Clause

MOST = 3
"""Clauses that are read as one."""
LONGEST = 200
"""Characters of what is read as one; a longer text says several things."""
LONGEST_ACROSS = 120
"""The same, of two sentences."""


@dataclass(frozen=True, slots=True)
class Whole:
    """Some readings, from `first` to before `last` in their message, as one; or a part of a single one."""

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
                yield Whole(first, first + size, _as_one(_joined([part.clause for part in parts], words), parts))

    yield from _across(readings, words)


def _across(readings: Sequence[Reading], words: Sequence[Word]) -> Iterator[Whole]:
    """Yield neighbours that a full stop parts and that are one statement: "Got a parrot. Called Bwana."."""
    for first, (one, other) in enumerate(pairwise(readings)):
        start, end = one.clause, other.clause
        if (
            start.index + 1 == end.index
            and start.sentence != end.sentence
            and "\n " not in start.text[start.end : end.start]  # two items of a list
            and end.end - start.start <= LONGEST_ACROSS
            and not (start.question or end.question or end.lead)
            and _hangs_on(start, end)
        ):
            yield Whole(first, first + 2, _as_one(_put_together(start, end, words), (one, other)))


def _hangs_on(before: Clause, clause: Clause) -> bool:
    """Return whether a clause says more of what the one before was about, or has no verb, or only that one has none."""
    return (
        clause.words[0].norm in _REFERRING
        or clause.words[0].start < clause.sentence[0]
        or clause.supplied
        or not (_has_verb(clause.words) and _has_verb(before.words))
    )


_REFERRING = frozenset("he she it they his her its their both one".split())


def _has_verb(words: Sequence[Word]) -> bool:
    return any(is_finite(words, position) for position in range(len(words)))


def _put_together(before: Clause, clause: Clause, words: Sequence[Word]) -> Clause:
    """Return clauses of two sentences as one, the second as it was written, with a comma between."""
    begin, end = clause.sentence[0], clause.words[-1].end
    if clause.words[0].start >= begin:  # else it begins with what its pronoun stands for
        begin = clause.words[0].start
    comma = Word(",", before.words[-1].end, before.words[-1].end)
    comma.tag = ","
    return replace(before, words=(*before.words, comma, *_within(words, begin, end)), last=clause.last)


def _as_one(clause: Clause, parts: Sequence[Reading]) -> Reading:
    """Return the reading of what several are as one, which no rule reads."""
    dated = any(part.dated for part in parts)
    return replace(parts[0], clause=clause, guards=_fired(parts), found=(), dated=dated, untied=None)


def _fired(parts: Sequence[Reading]) -> tuple[str, ...]:
    """Return the guards of readings as one: those of the first, and of the others what is no matter of a beginning."""
    first = parts[0].guards
    others = {name for part in parts[1:] for name in part.guards} - guards.OF_BEGINNINGS
    return first if others <= set(first) else (*first, *sorted(others - set(first)))


def _joined(parts: Sequence[Clause], words: Sequence[Word]) -> Clause:
    """Return neighbouring clauses as one, with all words between them."""
    first, last = parts[0], parts[-1]
    after = first.words[-1].end
    return replace(first, words=(*first.words, *_within(words, after, last.words[-1].end)), last=last.last)


def _within(words: Sequence[Word], start: int, end: int) -> Iterator[Word]:
    """Yield the words between two offsets of the text; the words are in its order."""
    for at in range(bisect_left(words, start, key=lambda word: word.start), len(words)):
        if words[at].start >= end:
            return
        if words[at].end <= end:
            yield words[at]


def chosen(
    readings: Sequence[Reading], verdicts: Mapping[int, Verdict], together: Sequence[Whole], judged: Sequence[Verdict]
) -> dict[int, list[tuple[Reading, Verdict]]]:
    """Return what stands in the place of a message's readings: a whole for the first of what it joins, none for others.

    Parts of a reading stand in its place, and beside it where a rule read the rest of it.

    Args:
        readings: Those of the message.
        verdicts: The judge's verdicts on them, by their places.
        together: Wholes and parts of them.
        judged: The judge's verdicts on these.
    """
    placed: dict[int, list[tuple[Reading, Verdict]]] = {}
    joined: set[int] = set()
    for whole, verdict in sorted(zip(together, judged, strict=True), key=lambda pair: -pair[1].keep):
        places = range(whole.first, whole.last)
        if not worth_keeping(whole.reading, verdict) or not joined.isdisjoint(places):
            continue
        if whole.last - whole.first == 1:
            own, alone = readings[whole.first], verdicts.get(whole.first)
            if whole.first not in placed:
                if own.found and alone is not None and worth_keeping(own, alone):
                    placed[whole.first] = [(own, alone)]
                elif _said_alone(own, alone, verdict):
                    continue
            elif any(not kept.found and _overlap(kept, whole.reading) for kept, _ in placed[whole.first]):
                continue
            placed.setdefault(whole.first, []).append((whole.reading, verdict))
        elif not any(
            place in placed
            or (
                _said_alone(readings[place], verdicts.get(place), verdict)
                and not (place > whole.first and _only_specifies(readings[place]))
            )
            for place in places
        ):
            joined.update(places)
            placed |= {place: [] for place in places}
            placed[whole.first] = [(whole.reading, verdict)]
    for kept in placed.values():
        kept.sort(key=lambda pair: pair[0].clause.start)
    return placed


def _only_specifies(reading: Reading) -> bool:
    """Return whether a reading behind a colon has no verb, and what it tells of stands before: "towels: white"."""
    return reading.clause.joined == ":" and not reading.found and not _has_verb(reading.clause.words)


def _overlap(one: Reading, other: Reading) -> bool:
    return one.clause.start < other.clause.end and other.clause.start < one.clause.end


def _said_alone(part: Reading, verdict: Verdict | None, whole: Verdict) -> bool:
    """Return whether a reading is kept by itself, and no worse than as a part of the whole or by a part of it."""
    return verdict is not None and worth_keeping(part, verdict) and (bool(part.found) or verdict.keep >= whole.keep)
