"""What an edit or a deletion of a message does to what the message taught."""

from collections.abc import Iterable
from datetime import UTC, datetime

from bot.parts import Parts
from bot.turn import Incoming, understand_message
from memory.records import CandidateOp, Change, Memory, Person


def revise(incoming: Incoming, done_ts: str, parts: Parts, *, deleted: bool) -> list[Change]:
    """Learn the message anew, and end what only its old words said; return what changed.

    Its old words stand in no transcript any more.

    Args:
        incoming: The message as it stands now.
        done_ts: When it was edited or deleted, as Slack's time stamp.
        deleted: Whether it is gone; then nothing is learned and all that came only from it ends.
    """
    parts.book.drop_turn(incoming.person, incoming.source)
    taught = [memory for memory in parts.book.memories(incoming.person) if _is_from(memory, incoming)]
    if not taught and not incoming.to_the_bot:
        return []
    at, actor = datetime.fromtimestamp(float(done_ts), UTC), incoming.person.user_id
    changes: list[Change] = []
    if not deleted and not parts.book.is_paused(incoming.person) and parts.settings.memory.auto_capture:
        understood = understand_message(incoming, parts)
        stated = [c for c in (*understood.commands, *understood.statements) if c.op in _LEARNED]
        changes = parts.book.apply(
            incoming.person,
            stated,
            source=incoming.source,
            origin=incoming.place.origin,
            at=at,
            actor=actor,
            name=incoming.name,
        )
    said_still = {change.memory.id for change in changes}
    replaced = {change.previous.id for change in changes if change.previous}
    reason = "its message was deleted" if deleted else "its message was edited"
    for memory in taught:
        if memory.id not in said_still | replaced:
            changes.append(parts.book.invalidate(incoming.person, memory.id, at=at, actor=actor, reason=reason))
    return [change for change in changes if not change.refreshed]


def unsaid(keepers: Iterable[Person], incoming: Incoming, done_ts: str, parts: Parts) -> None:
    """End what others kept of a message that its author deleted."""
    at = datetime.fromtimestamp(float(done_ts), UTC)
    for keeper in keepers:
        for memory in parts.book.memories(keeper):
            if _is_from(memory, incoming):
                parts.book.invalidate(
                    keeper, memory.id, at=at, actor=incoming.person.user_id, reason="its message was deleted"
                )


_LEARNED = frozenset({CandidateOp.ADD, CandidateOp.RETRACT})


def _is_from(memory: Memory, incoming: Incoming) -> bool:
    source = memory.source
    return source is not None and (source.channel_id, source.ts) == (incoming.place.channel_id, incoming.ts)
