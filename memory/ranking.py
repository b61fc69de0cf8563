"""Order memories for recall, with the reason for each score. Pure: the caller supplies relevance and time.

A score is *evidence* that the memory answers the question (its words, the attribute asked for), of which a share
depends on how much the memory is worth as such (confidence, freshness, kind, the right sort of answer). Without
evidence there is no score, so the freshest and surest memory stays silent when it is not asked for.
"""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from operator import itemgetter, mul
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from memory.attributes import asked_for, attribute_of
from memory.records import AnswerType, Kind, Memory, Origin, Person, Query, Status
from memory.terms import fold, stem

HALF_LIFE = {
    Kind.PROFILE: timedelta(days=720),
    Kind.PREFERENCE: timedelta(days=360),
    Kind.FACT: timedelta(days=360),
    Kind.FEEDBACK: timedelta(days=360),
    Kind.REFERENCE: timedelta(days=240),
    Kind.PROJECT: timedelta(days=120),
    Kind.EVENT: timedelta(days=60),
    Kind.EPISODE: timedelta(days=14),
}
"""The age at which a memory of each kind counts half as fresh."""

KIND_BONUS = {
    Kind.PROFILE: 1.0,
    Kind.FEEDBACK: 0.9,
    Kind.PREFERENCE: 0.8,
    Kind.PROJECT: 0.8,
    Kind.FACT: 0.7,
    Kind.REFERENCE: 0.7,
    Kind.EVENT: 0.6,
    Kind.EPISODE: 0.2,
}
"""How much each kind is worth as such, 0.0 to 1.0."""


COVERING = 3
"""How many memories must hold the words of a question before their meaning counts no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each part of a score counts. All weights of the ranking stand here, each 0.0 to 1.0.

    `before`, `answered` and `after` are how much of the relevance of what was said right before, of a question right
    before, and right after a memory counts for it too; `before_that` the one before, when two people take turns.
    `question` is what is left of the relevance of a memory that is itself a question. `relevance`, `attribute`, `dated`
    and `meaning` are how far each can prove a memory right on its own, `meaning` where its nearness leaves no doubt and
    no memory holds a word of the question; `linked` is how far the score of a memory proves those right that it links
    to, `place` how far it speaks for one that it was learned in the channel asked about; `subject` is taken off what
    tells of another person than is asked about.
    `worth` is the share of the score that depends on the parts from `confidence` to `personal`, which are relative to
    one another. `redundancy` is taken off a memory that says what a better one says already.
    """

    before: float = 0.3
    answered: float = 0.4
    after: float = 0.12
    before_that: float = 0.25
    relevance: float = 1.0
    attribute: float = 0.9
    dated: float = 0.8
    meaning: float = 0.6
    linked: float = 0.7
    place: float = 0.4
    subject: float = 0.7
    worth: float = 0.5
    confidence: float = 0.08
    freshness: float = 0.08
    kind: float = 0.04
    time: float = 0.1
    answer: float = 0.3
    speaker: float = 0.15
    personal: float = 0.3
    question: float = 0.75
    redundancy: float = 1.0


WEIGHTS = Weights()

_WORTH = ("confidence", "freshness", "kind", "time", "answer", "speaker", "personal")

_worth_of = itemgetter(*_WORTH)

_SPEAKER = re.compile(r"([A-Z][\w.'-]{0,30})(?: [A-Z][\w.'-]{0,30}){0,2}: ")
_ISO_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_TIME_WORD = re.compile(
    r"(?:\d+(?:st|nd|rd|th)?|\d{4}-\d\d-\d\d|[a-z]*days?|morning|afternoon|evening|(?:to)?night|yesterday|tomorrow"
    r"|last|next|this|today|previous|ago|weeks?|weekend|months?|years?|spring|summer|autumn|fall|winter"
    r"|january|february|march|april|may|june|july|august|september|october|november|december|one|two|three|four|five|six|seven|eight|nine|ten)\Z"
)
_FIRST_PERSON = re.compile(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur|me|us)\b")

_TIME_WORDS = re.compile(
    r"\b(?:\d{4}|\d{1,2}(?:st|nd|rd|th)|\d{1,2}[:.]\d\d|\d{1,2} ?[ap]m"
    r"|january|february|march|april|june|july|august|september|october|november|december"
    r"|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?"
    r"|yesterday|today|tonight|tomorrow|ago|weekend"
    r"|(?:last|next|this) (?:week|month|year|night|summer|winter|spring|autumn|fall)"
    r")\b",
    re.IGNORECASE,
)


def freshness(age: timedelta, *, half_life: timedelta) -> float:
    """Return how much a memory of this age still counts, from 1.0 (now) towards 0.0.

    Args:
        age: Time since it was learned or last confirmed. Below zero (clock skew) counts as zero.
        half_life: Age at which the result is 0.5. Above zero.

    Source: exponential decay of recency, Park et al. 2023, arXiv:2304.03442, section 4.1.
    """
    return float(0.5 ** (max(age, timedelta()) / half_life))


def has_time(memory: Memory) -> bool:
    """Return whether a memory says when."""
    return memory.dated is not None or bool(_TIME_WORDS.search(memory.text))


def answers(query: Query, memory: Memory) -> float:
    """Return 0.0 where the question asks when and the memory says no time, else 1.0."""
    return 0.0 if query.answer_type is AnswerType.WHEN and not has_time(memory) else 1.0


def days_of(memory: Memory) -> tuple[date, date] | None:
    """Return the first and the last day that a dated memory speaks of: "away from 2026-12-20 to 2027-01-03"."""
    if memory.dated is None:
        return None
    told = [memory.dated]
    for match in _ISO_DATE.finditer(memory.text):
        with suppress(ValueError):
            told.append(date.fromisoformat(match[0]))
    return memory.dated, max(told)


def is_dated_within(memory: Memory, since: datetime | None, until: datetime | None) -> bool:
    """Return whether a memory speaks of a day from `since` up to `until`; None is open."""
    days = days_of(memory)
    if days is None:
        return False
    first, last = days
    return (until is None or first < until.date()) and (since is None or last >= since.date())


def asks_only_when(query: Query) -> bool:
    """Return whether a query names a time and nothing else ("what am I doing next week?")."""
    return bool(query.since or query.until) and all(_TIME_WORD.match(term) for term in query.terms)


def held_during(memory: Memory, since: datetime | None, until: datetime | None) -> bool:
    """Return whether a memory was known and not replaced at some time from `since` up to `until`, or speaks of then."""
    if is_dated_within(memory, since, until):
        return True
    begun = memory.valid_at or memory.created_at
    return (until is None or begun < until) and (since is None or memory.ended_at is None or memory.ended_at > since)


def fits_time(query: Query, memory: Memory) -> float:
    """Return 1.0 where the question asks for no time or the memory held then, else 0.0."""
    if query.since is None and query.until is None:
        return 1.0
    return 1.0 if held_during(memory, query.since, query.until) else 0.0


def is_about(query: Query, memory: Memory, reader: Person) -> bool:
    """Return whether a memory is about whom the question asks about: the reader, or the people it mentions."""
    if query.people and not query.about_self:
        return memory.subject.user_id in query.people
    return memory.subject == reader and query.about_self


def is_of_someone_else(query: Query, memory: Memory, reader: Person) -> bool:
    """Return whether a memory tells of one person what is asked about another.

    Where somebody is mentioned, all that is not theirs does; else what is on the attribute asked for: "Lives in Porto",
    when it is asked where Dana lives, and Dana's, when it is asked where I do. References are nobody's.
    """
    if memory.kind is Kind.REFERENCE or is_about(query, memory, reader):
        return False
    mentioned = bool(query.people) and not query.about_self
    return mentioned or asked_for(attribute_of(memory), query.attributes) > 0.0


def attribute_match(query: Query, memory: Memory, reader: Person) -> float:
    """Return how well the memory's attribute fits the one asked for, 0.0 to 1.0; a reference fits whoever noted it."""
    if not query.attributes or not (memory.kind is Kind.REFERENCE or is_about(query, memory, reader)):
        return 0.0
    return asked_for(attribute_of(memory), query.attributes)


def speaker_of(text: str) -> str:
    """Return the stem of the name that a line of a talk begins with ("Dana: I moved"); "" where there is none."""
    match = _SPEAKER.match(text)
    return stem(fold(match[1])) if match else ""


def is_question(text: str) -> bool:
    """Return whether a text is itself a question."""
    return text.rstrip().endswith("?")


_Number = TypeVar("_Number", float, npt.NDArray[np.float32])


def with_its_talk(
    words: _Number, *, before: _Number, before_that: _Number, after: _Number, asked_before: _Number, weights: Weights
) -> _Number:
    """Return the relevance of a memory with what was said beside it; may exceed 1.0. All arguments run from 0.0 to 1.0.

    `asked_before` is 1.0 where what was said right before asks something: an answer rarely repeats the question.
    """
    beside = weights.before * before + weights.answered * before * asked_before
    whole: _Number = words + beside + weights.before_that * before_that + weights.after * after
    return whole


def left_open(words: npt.NDArray[np.float32]) -> float:
    """Return how much of a question the words of memories leave open, 1.0 to 0.0, given how well each one's words fit.

    It is for meaning to answer. One or two memories that happen to hold the words do not close it: the third best
    tells.
    """
    return 1.0 if len(words) < COVERING else 1.0 - float(np.partition(words, -COVERING)[-COVERING])


def speaks_as_asked(query: Query, memory: Memory) -> float:
    """Return 0.0 for a line of a talk that somebody said who is not named in the question, else 1.0."""
    speaker = speaker_of(memory.text)
    return 1.0 if not speaker or speaker in _names(query.terms) else 0.0


@lru_cache(maxsize=64)
def _names(terms: tuple[str, ...]) -> frozenset[str]:
    return frozenset(stem(fold(term)) for term in terms)


def is_personal(memory: Memory) -> float:
    """Return 0.0 for an imported text in which nobody speaks of themselves, such as a pasted request, else 1.0."""
    if memory.origin is not Origin.IMPORT or memory.kind is not Kind.FACT:
        return 1.0
    return 1.0 if _FIRST_PERSON.search(memory.text) else 0.0


def parts(
    query: Query,
    memory: Memory,
    *,
    relevance: float,
    reader: Person,
    now: datetime,
    weights: Weights = WEIGHTS,
    meaning: float = 0.0,
    linked: float = 0.0,
) -> dict[str, float]:
    """Return what the score of a memory is made of, each 0.0 to 1.0.

    `relevance` is how well its words fit, `meaning` how near its meaning is, as far as the words leave that open,
    `linked` the score of the best memory that links to it.
    """
    if is_question(memory.text):
        relevance *= weights.question
    return {
        "relevance": min(max(relevance, 0.0), 1.0),
        "attribute": attribute_match(query, memory, reader),
        "meaning": min(max(meaning, 0.0), 1.0),
        "linked": min(max(linked, 0.0), 1.0),
        "dated": float(asks_only_when(query) and is_dated_within(memory, query.since, query.until)),
        "place": float(memory.source is not None and memory.source.channel_id in query.channels),
        "confidence": min(max(memory.confidence, 0.0), 1.0),
        "freshness": freshness(now - (memory.confirmed_at or memory.created_at), half_life=HALF_LIFE[memory.kind]),
        "subject": 0.0 if is_of_someone_else(query, memory, reader) else 1.0,
        "kind": KIND_BONUS[memory.kind],
        "time": fits_time(query, memory),
        "answer": answers(query, memory),
        "speaker": speaks_as_asked(query, memory),
        "personal": is_personal(memory),
        "redundancy": 0.0,
    }


def score(of: Mapping[str, float], weights: Weights = WEIGHTS) -> float:
    """Return the score that these parts make, 0.0 to 1.0."""
    doubt = (1.0 - weights.relevance * of["relevance"]) * (1.0 - weights.attribute * of["attribute"])
    doubt *= (1.0 - weights.meaning * of["meaning"]) * (1.0 - weights.linked * of["linked"])
    doubt *= (1.0 - weights.dated * of["dated"]) * (1.0 - weights.place * of["place"])
    evidence = 1.0 - doubt
    evidence *= 1.0 - weights.subject * (1.0 - of["subject"])
    shares = _shares(weights)
    worth = sum(map(mul, shares, _worth_of(of)), 0.0) / sum(shares)
    whole = evidence * (1.0 - weights.worth + weights.worth * worth)
    return max(whole * (1.0 - weights.redundancy * of["redundancy"]), 0.0)


@lru_cache(maxsize=64)
def _shares(weights: Weights) -> tuple[float, ...]:
    return tuple(float(getattr(weights, name)) for name in _WORTH)


def redundancy(words: AbstractSet[str], chosen: Sequence[AbstractSet[str]]) -> float:
    """Return how much of a memory's words the chosen ones say already, 0.0 to 1.0: the largest overlap (Jaccard)."""
    return max((len(words & other) / len(words | other) for other in chosen if words or other), default=0.0)


def may_be_recalled(query: Query, memory: Memory) -> bool:
    """Return whether a memory of this status may answer: what no longer holds, only where the past is asked for.

    What was forgotten or found wrong never may. What is superseded, or ended by who had said it, may when history is
    wanted, or when it held at the time asked for.
    """
    if memory.status is Status.ACTIVE:
        return True
    if memory.status is not Status.SUPERSEDED and not memory.lapsed:
        return False
    asks_for_then = query.since is not None or query.until is not None
    return held_during(memory, query.since, query.until) if asks_for_then else query.wants_history
