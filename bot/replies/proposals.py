"""What a language model proposes to keep of a message, and how much of that is believed: only what the message says.

Nothing a model answers is taken on trust. A proposal must quote the message word for word, say no more than its quote,
and get past the guards and the secrets filter that the rules' own candidates get past.
"""

import re
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from extractors.days.dates import find_dates
from extractors.guarding.guards import ALWAYS
from extractors.message import CleanText, Message, clean
from extractors.pipeline import Extractor
from extractors.secrets import find_doubtful
from memory.records import Candidate, CandidateOp, Kind, Polarity
from memory.sameness import content_stems, same_statement
from memory.text import sanitise

DurableKind = Literal["profile", "preference", "fact", "project", "event", "feedback", "reference"]

MOST_PROPOSED = 8
"""How many proposals for one message are looked at."""
MOST_CERTAIN = 0.85
"""The confidence above which no proposal is believed: the rules know better."""
SHARE_SAID = 0.7
"""How much of a proposal's words must stand in its quote; the rest are words such as "works" for "working"."""

_ATTRIBUTE = re.compile(r"[a-z][a-z_ ]{0,39}(?::[^\s:][^:\n]{0,79})?\Z")
_PASSING = frozenset({"transient", "at_hand", "moment", "former"})
_WORK = frozenset({"fact", "project", "event", "reference"})
_NUMBER = re.compile(r"\d+")


class Proposal(BaseModel):
    """One statement of the message that will still matter next month."""

    model_config = ConfigDict(extra="ignore")

    quote: Annotated[str, Field(description="The words of the message that state it, copied exactly.")]
    text: Annotated[
        str, Field(description='The statement in the third person, present tense, no subject: "Lives in Porto".')
    ]
    kind: DurableKind
    attribute: Annotated[
        str | None, Field(description="The claim, where there is one: location, name, role, preference:tea.")
    ] = None
    value: Annotated[str | None, Field(description="What the attribute is, in the words of the message.")] = None
    negative: Annotated[bool, Field(description="Whether it is a dislike.")] = False
    confidence: Annotated[float, Field(ge=0, le=1)] = 0.75
    dated: Annotated[date | None, Field(description="The day it speaks of, as YYYY-MM-DD.")] = None


def believed(
    proposals: Sequence[Proposal], message: Message, found: Sequence[Candidate], extractor: Extractor
) -> list[Candidate]:
    """Return the candidates of those proposals that the message bears out and nothing found so far says already."""
    text = clean(message.text, bot_user_id=message.bot_user_id)
    kept: list[Candidate] = []
    untaken, _ = extractor.untaken(message, text)
    readings = [(reading.clause.start, reading.clause.end, frozenset(reading.guards)) for reading in untaken]
    for proposal in proposals[:MOST_PROPOSED]:
        span = _stated_at(proposal, text)
        if span is None or not _lets_through(readings, span, proposal):
            continue
        candidate = _candidate(proposal, message, text, span)
        if candidate is not None and not any(_known(candidate, other) for other in (*found, *kept)):
            kept.append(candidate)
    return kept


def _stated_at(proposal: Proposal, text: CleanText) -> tuple[int, int] | None:
    """Return where the quote stands in the message, in the author's own words; None if it does not."""
    quote = proposal.quote.strip()
    start = text.text.find(quote) if quote else -1
    end = start + len(quote)
    return None if start < 0 or text.is_opaque(start, end) else (start, end)


def _lets_through(
    readings: Sequence[tuple[int, int, frozenset[str]]], span: tuple[int, int], proposal: Proposal
) -> bool:
    """Return whether no guard stops a clause that the quote touches; what no clause covers is a command or a secret."""
    touched = [guards for start, end, guards in readings if start < span[1] and span[0] < end]
    if not touched:
        return False
    fired = frozenset[str]().union(*touched)
    if fired & (ALWAYS.keys() | _PASSING):
        return False
    return "third_person" not in fired or proposal.kind in _WORK


def _candidate(proposal: Proposal, message: Message, text: CleanText, span: tuple[int, int]) -> Candidate | None:
    quote = text.text[slice(*span)]
    said = sanitise(proposal.text).rstrip(".")
    if not said or not _says_no_more(said, quote) or find_doubtful(f"{quote}\n{said}"):
        return None
    value = sanitise(proposal.value or "") or None
    if value is not None and value.casefold() not in quote.casefold():
        value = None
    named = (proposal.attribute or "").strip().casefold()
    attribute = named if value is not None and _ATTRIBUTE.match(named) else None
    days = {each.day for each in find_dates(quote, sent=message.sent_at.date())}
    return Candidate(
        CandidateOp.ADD,
        said,
        Kind(proposal.kind),
        attribute,
        value if attribute is not None else None,
        Polarity.NEGATIVE if proposal.negative else Polarity.POSITIVE,
        min(proposal.confidence, MOST_CERTAIN),
        proposal.dated if proposal.dated in days else None,
        text.raw_span(*span),
        "model",
    )


def _says_no_more(said: str, quote: str) -> bool:
    words = content_stems(said)
    numbers = set(_NUMBER.findall(said)) - set(_NUMBER.findall(quote))
    return bool(words) and not numbers and len(words & content_stems(quote)) >= SHARE_SAID * len(words)


def _known(candidate: Candidate, other: Candidate) -> bool:
    if other.span is not None and candidate.span is not None and _overlap(candidate.span, other.span):
        return True
    return same_statement(candidate.text, other.text)


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
