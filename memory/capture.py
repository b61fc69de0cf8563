"""Resolve what was said against what is known, and write down the outcome."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from memory.conflicts import Claim, Insert, Refresh, last_said, resolve, retracted
from memory.entries import Refresh as SaidAgain
from memory.entries import source_key
from memory.records import Candidate, CandidateOp, Change, Kind, Memory, Operation, Origin, Polarity, Status
from memory.sameness import attribute_key, content_stems, items, meaning, object_key
from memory.session import Session
from memory.text import normalise, sanitise, truncate


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What is to be kept, ready to be written: its text sanitised and of bounded length."""

    text: str
    kind: Kind
    confidence: float
    attribute: str | None = None
    value: str | None = None
    polarity: Polarity = Polarity.POSITIVE
    dated: date | None = None
    valid_at: datetime | None = None


def capture(session: Session, candidates: Sequence[Candidate], *, min_confidence: float, max_chars: int) -> None:
    """Keep the statements among the candidates and end what was retracted.

    What is less certain than `min_confidence`, was captured from the same message before, or was forgotten since it was
    said, changes nothing.
    """
    before = set(session.writer.state.current)
    kept: list[tuple[Candidate, Change]] = []
    sure = [candidate for candidate in candidates if candidate.confidence >= min_confidence]
    for candidate in sure:
        if candidate.op is CandidateOp.ADD and (statement := statement_of(candidate, max_chars)) is not None:
            change = learn(session, statement)
            if change is not None:
                kept.append((candidate, change))
    for candidate in sure:
        if candidate.op is CandidateOp.RETRACT:
            _retract(session, candidate, kept, before)


def statement_of(candidate: Candidate, max_chars: int) -> Statement | None:
    """Return the candidate as a statement, or None if nothing of its text is visible or its kind is not durable."""
    text = truncate(sanitise(candidate.text), max_chars)
    if not text or candidate.kind is Kind.EPISODE:
        return None
    return Statement(
        text=text,
        kind=candidate.kind or Kind.FACT,
        confidence=min(1.0, max(0.0, candidate.confidence)),
        attribute=short(candidate.attribute),
        value=short(candidate.value),
        polarity=candidate.polarity,
        dated=candidate.dated,
    )


def short(text: str | None) -> str | None:
    """Return an attribute or value fit to be kept, or None for an empty one."""
    return truncate(sanitise(text), 512) or None if text is not None else None


def learn(session: Session, statement: Statement, *, memory_id: str | None = None) -> Change | None:
    """Keep a statement, or note that it was said again; None if it was forgotten, or taught and replaced since.

    What this very message taught already changes nothing, and is told as refreshed while it holds. With a `memory_id`,
    as an import gives, it is kept under this id even if the same is known already.
    """
    if (taught := taught_before(session, statement.text)) is not None:
        return session.known_already(taught) if taught.status is Status.ACTIVE else None
    if is_buried(session, statement.text):
        return None
    claim = Claim(
        text=statement.text,
        at=session.at,
        attribute=statement.attribute,
        value=statement.value,
        polarity=statement.polarity,
    )
    decision: Insert | Refresh = Insert()
    if memory_id is None or statement.attribute is not None:
        decision = resolve(claim, session.known.bearing_on(claim), keep=memory_id is not None)
    if isinstance(decision, Refresh):
        if session.source is not None and decision.target.source == session.source:
            return session.known_already(decision.target)
        return session.refresh(
            decision.target, statement.text, statement.attribute, statement.value, statement.confidence
        )
    memory = Memory(
        id=memory_id or session.new_id(session.at),
        subject=session.person,
        kind=statement.kind,
        text=statement.text,
        confidence=round(statement.confidence, 4),
        created_at=session.at,
        origin=session.origin,
        attribute=statement.attribute,
        value=statement.value,
        polarity=statement.polarity,
        dated=statement.dated,
        valid_at=statement.valid_at,
        source=session.source,
    )
    operation = Operation.IMPORT if session.origin is Origin.IMPORT else Operation.INSERT
    return session.insert(memory, decision, operation)


def hold_again(session: Session, memory: Memory) -> None:
    """Give a memory that was brought back its place among what was learned while it was gone, by message time."""
    memory = session.current(memory.id)
    if memory.status is not Status.ACTIVE:
        return
    claim = Claim(
        text=memory.text,
        at=last_said(memory),
        attribute=memory.attribute,
        value=memory.value,
        polarity=memory.polarity,
    )
    others = [each for each in session.known.bearing_on(claim) if each.status is Status.ACTIVE and each.id != memory.id]
    place = resolve(claim, others, keep=True)
    if isinstance(place, Insert):
        session.put_in_place(memory, place)


def taught_before(session: Session, text: str) -> Memory | None:
    """Return the memory that this text of the session's message taught or confirmed; None for one invalidated since."""
    if session.source is None:
        return None
    state, plain = session.writer.state, normalise(text)
    for entry in state.entries_from(source_key(session.source)):
        if isinstance(entry, Memory | SaidAgain) and normalise(entry.text) == plain:
            memory = state.current.get(entry.id if isinstance(entry, Memory) else entry.target)
            if memory is not None and not _ended_before(memory, session.at):
                return memory
    return None


def _ended_before(memory: Memory, at: datetime) -> bool:
    return memory.status is Status.INVALIDATED and memory.ended_at is not None and at > memory.ended_at


def is_buried(session: Session, text: str) -> bool:
    """Return whether this text was forgotten: after the session's time, or as learned from its message."""
    state = session.writer.state
    tombstones = state.tombstones(session.tomb(text)) if state.has_tombstones else []
    if not tombstones:
        return False
    key = source_key(session.source) if session.source is not None else None
    return any(session.at <= tombstone.at or tombstone.source == key for tombstone in tombstones)


def _retract(
    session: Session, candidate: Candidate, kept: Sequence[tuple[Candidate, Change]], before: set[str]
) -> None:
    words = content_stems(f"{candidate.text} {candidate.value or ''}")
    endable = [memory for memory in session.known.endable(candidate.attribute, words) if memory.id in before]
    touched_here = {change.memory.id for _, change in kept}
    for memory in retracted(candidate.text, candidate.attribute, candidate.value, session.at, endable):
        if memory.id in touched_here:
            continue
        successor = next((change for other, change in kept if _takes_the_place(other, change, memory, candidate)), None)
        rest = _what_is_left(memory, candidate.value)
        if successor is not None:
            session.supersede(memory, successor.memory.id)
        elif rest is not None:
            session.insert(_told_by(session, rest), Insert((memory,)))
        else:
            session.invalidate(memory)


def _told_by(session: Session, memory: Memory) -> Memory:
    """The memory as told by the session's message; if that was said elsewhere, still as learned where it was."""
    now, then = session.source, memory.source
    here = now and then and now.channel_id == then.channel_id and session.origin is memory.origin
    source = now if here else then
    return replace(memory, id=session.new_id(session.at), created_at=session.at, source=source)


def _what_is_left(memory: Memory, value: str | None) -> Memory | None:
    """The memory without one of the items it lists: "Speaks Wolof" of "Speaks French and Wolof" without French."""
    if value is None or memory.value is None or memory.value not in memory.text:
        return None
    listed, gone = items(memory.value), {object_key(item) for item in items(value)}
    left = [item for item in listed if object_key(item) not in gone]
    if not left or len(left) == len(listed):
        return None
    shorter = " and ".join([", ".join(left[:-1]), left[-1]] if len(left) > 1 else left)
    return replace(
        memory, text=memory.text.replace(memory.value, shorter), value=shorter, supersedes=None, confirmed_at=None
    )


def _takes_the_place(added: Candidate, change: Change, memory: Memory, ending: Candidate) -> bool:
    """Whether what was said along with an ending is what holds instead."""
    if change.refreshed or change.memory.status is not Status.ACTIVE:
        return False
    if added.attribute is not None and ending.attribute is not None:
        return attribute_key(added.attribute) == attribute_key(ending.attribute)
    if added.attribute is not None or ending.attribute is not None:
        return False
    return not set(meaning(added.text)).isdisjoint(meaning(memory.text))
