"""Keep what a model asks to keep, past the same guards, conflicts and audit as what is captured."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.tools.base import Json, RefusedError, Tool
from bot.tools.bound import Bound, path_of
from bot.tools.statements import read_statements
from memory.conflicts import Claim, Insert, resolve, retracted
from memory.records import Candidate, CandidateOp, Change, Operation
from memory.sameness import same_statement
from memory.text import sanitise

WRITE_SCHEMA: Json = {
    "type": "object",
    "properties": {
        "content": {"type": "string", "description": "The fact or preference to remember."},
        "category": {"type": "string", "description": "Category: preference, fact, context, etc."},
    },
    "required": ["content"],
}


@dataclass(frozen=True, slots=True)
class Written:
    """What a request to keep something came to: what changed, what the person's own message keeps, what is left out."""

    changes: Sequence[Change] = ()
    said: Sequence[Candidate] = ()
    left_out: Sequence[str] = ()


def write(bound: Bound, text: str, *, category: str = "general", name: str | None = None) -> Written:
    """Keep what a text states about the person; what is known already is refreshed.

    What the message being answered says itself is left to its capture, which marks it as the person's own words.

    Args:
        name: Shown as the author in the log, in place of the person's own.

    Raises:
        RefusedError: If nothing of it can be kept; it says why.
        StoreError: If it could not be saved.
    """
    if bound.closed is not None:
        raise RefusedError(f"Not saved: {bound.closed}")
    now = bound.now()
    read = read_statements(text, bound.extractor, category=category, names=(bound.name, name), now=now)
    said = [c for c in read.candidates if any(_same(c, other) for other in bound.said)]
    rest = _within_audience(bound, [candidate for candidate in read.candidates if candidate not in said], now)
    if not bound.writes.take(len(rest)):
        raise RefusedError("Not saved: that is enough for one turn. Answer the person now.")
    changes = bound.book.apply(
        bound.person, rest, source=bound.source, origin=bound.origin, at=now, actor=bound.actor, name=name or bound.name
    )
    bound.written.extend(change for change in changes if not change.refreshed and _may_tell(bound, change))
    if not changes and not said and all(candidate.op is CandidateOp.ADD for candidate in read.candidates):
        raise RefusedError("Not saved: it is not certain enough, or was forgotten.")
    return Written(changes, said, read.left_out)


def _within_audience(bound: Bound, candidates: Sequence[Candidate], at: datetime) -> list[Candidate]:
    """Return the candidates so that they touch nothing which this place may not see.

    What would end such a memory stands beside it, as a statement of its own; what would only end it, is left out.
    """
    known = bound.book.memories(bound.person, status=None)
    if all(bound.audience.sees(memory) for memory in known):
        return list(candidates)
    kept = []
    for candidate in candidates:
        if candidate.op is CandidateOp.RETRACT:
            ends = retracted(candidate.text, candidate.attribute, candidate.value, at, known)
            if all(bound.audience.sees(memory) for memory in ends):
                kept.append(candidate)
        else:
            claim = Claim(
                text=candidate.text,
                at=at,
                attribute=candidate.attribute,
                value=candidate.value,
                polarity=candidate.polarity,
            )
            decision = resolve(claim, known, keep=True)
            touched = (*decision.after, decision.before) if isinstance(decision, Insert) else ()
            alone = replace(candidate, attribute=None, value=None)
            kept.append(candidate if all(each is None or bound.audience.sees(each) for each in touched) else alone)
    return kept


def memory_write(bound: Bound) -> Tool:
    """Return claw0's `memory_write`."""

    def run(arguments: Json) -> Json:
        if not sanitise(arguments["content"]):
            raise RefusedError("Empty content")
        category = sanitise(arguments.get("category") or "") or "general"
        written = write(bound, arguments["content"], category=category)
        result: Json = {"status": _status(bound, written), "path": path_of(bound.now()), "category": category}
        result["memories"] = [bound.shown(change.memory) for change in written.changes if _may_tell(bound, change)]
        if written.said:
            result["note"] = "The person says so in this very message; it is kept from there, after your answer."
        if written.left_out:
            result["left_out"] = list(written.left_out)
        return result

    return Tool(
        "memory_write",
        "Save an important fact or observation to long-term memory. Use when you learn something worth remembering "
        "about the person or their work that they did not state plainly themselves: one fact, absolute dates.",
        WRITE_SCHEMA,
        run,
    )


def _same(one: Candidate, other: Candidate) -> bool:
    return one.op is other.op and (
        same_statement(one.text, other.text)
        or (one.attribute is not None and (one.attribute, one.value) == (other.attribute, other.value))
    )


def _status(bound: Bound, written: Written) -> str:
    told = [change for change in written.changes if _may_tell(bound, change)]
    return "known" if told and all(change.refreshed for change in told) else "saved"


def _may_tell(bound: Bound, change: Change) -> bool:
    """Return whether a change may be told here: what was just written, or what may be seen anyway."""
    return (change.operation is not Operation.PATCH and change.memory.source == bound.source) or bound.sees(
        change.memory
    )
