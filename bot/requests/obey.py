"""What a message commands takes effect before the reply: remember, forget, undo, forget everything.

Statements are left alone here; they are captured after the reply.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypedDict

from bot.audience import PlaceKind
from bot.replies.base import Outcome
from extractors.asking.questions import understand
from extractors.message import Message
from memory.records import Candidate, CandidateOp, Change, Source, Status

if TYPE_CHECKING:
    from bot.parts import Parts
    from bot.turn import Incoming

CONFIRM_WITHIN = timedelta(minutes=10)
"""How long "forget everything" waits for its yes, by the times of the two messages."""

_YES = re.compile(
    r"\W*(?:yes|yep|yeah|sure|do it|please do|confirm)\b[\s,.!]*(?:please|forget (?:everything|it all|all))?\W*$",
    re.I,
)
_FORGET_ALL = re.compile(
    r"\W*(?:please )?(?:forget|delete|erase) (?:everything|it all|all of it|the lot)(?: please)?\W*$", re.IGNORECASE
)
_NO = re.compile(r"\W*(?:no|nope|don't|do not|keep (?:it|everything)|cancel|stop|never ?mind)\b", re.I)


class _Asked(TypedDict):
    at: datetime
    actor: str
    source: Source


class Confirmations:
    """Who was asked whether to forget everything, and when. Kept in memory: after a restart the question is void."""

    def __init__(self) -> None:
        self._asked: dict[tuple[object, str], datetime] = {}

    def ask(self, incoming: "Incoming") -> None:
        """Note that the question stands in this conversation from now on."""
        self._asked[incoming.person, incoming.place.channel_id] = incoming.at

    def take(self, incoming: "Incoming") -> bool:
        """Return whether the question still stands here, and void it."""
        asked = self._asked.pop((incoming.person, incoming.place.channel_id), None)
        return asked is not None and asked <= incoming.at <= asked + CONFIRM_WITHIN


def was_active(change: Change) -> bool:
    """Return whether a change took away something that held until then, not merely its history."""
    return change.previous is None or change.previous.status is Status.ACTIVE


def obey(incoming: "Incoming", candidates: Sequence[Candidate], parts: "Parts") -> Outcome:
    """Do what the message commands and return what happened; an empty outcome when it commands nothing.

    Raises:
        StoreError: If it could not be saved.
    """
    if parts.confirmations.take(incoming):
        if _YES.match(parts.plain(incoming.text)):
            gone = parts.book.forget_all(incoming.person, **_asked_by(incoming))
            return Outcome(forgot_everything=sum(1 for change in gone if was_active(change)))
        if _NO.match(parts.plain(incoming.text)):
            return Outcome(kept_everything=True)
    ops = {candidate.op for candidate in candidates}
    if CandidateOp.CONFIRM in ops or _FORGET_ALL.match(parts.plain(incoming.text)):
        parts.confirmations.ask(incoming)
        return Outcome(asks_to_forget_everything=True)
    taken_back = _undo(incoming, parts) if CandidateOp.UNDO in ops else []
    forgotten, not_found = _forget(incoming, candidates, parts)
    to_remember = [c for c in candidates if c.op in {CandidateOp.ADD, CandidateOp.RETRACT}]
    points_back = CandidateOp.REFERENCE_PREVIOUS in ops
    refused = CandidateOp.REFUSE in ops
    if points_back:
        pointed_at = _previous(incoming, parts)
        to_remember += [c for c in pointed_at if c.op is CandidateOp.ADD]
        refused = refused or any(c.op is CandidateOp.REFUSE for c in pointed_at)
    return Outcome(
        remembered=tuple(_remember(incoming, to_remember, parts)),
        forgotten=tuple(forgotten),
        taken_back=tuple(taken_back),
        not_found=tuple(not_found),
        refused=refused,
        nothing_to_undo=CandidateOp.UNDO in ops and not taken_back,
        nothing_to_remember=points_back and not to_remember and not refused,
    )


def _remember(incoming: "Incoming", candidates: Sequence[Candidate], parts: "Parts") -> list[Change]:
    if not candidates:
        return []
    return parts.book.apply(
        incoming.person,
        candidates,
        source=incoming.source,
        origin=incoming.place.origin,
        at=incoming.at,
        actor=incoming.person.user_id,
        name=incoming.name,
    )


def _forget(incoming: "Incoming", candidates: Sequence[Candidate], parts: "Parts") -> tuple[list[Change], list[str]]:
    """Forget what each command names; return what went and the words that matched nothing."""
    gone: list[Change] = []
    not_found: list[str] = []
    for candidate in candidates:
        if candidate.op is CandidateOp.FORGET:
            query = understand(candidate.text, now=incoming.at)
            changes = parts.book.forget(incoming.person, query, **_asked_by(incoming))
            gone += changes
            not_found += [] if changes else [candidate.text]
    return gone, not_found


def _undo(incoming: "Incoming", parts: "Parts") -> list[Change]:
    return parts.book.undo(incoming.person, **_asked_by(incoming))


def _asked_by(incoming: "Incoming") -> "_Asked":
    """Return when, by whom and in which message something is asked for."""
    return {"at": incoming.at, "actor": incoming.person.user_id, "source": incoming.source}


def _previous(incoming: "Incoming", parts: "Parts") -> list[Candidate]:
    """Read the message pointed at (the thread's parent, or the author's last one here) as a remember command."""
    text = incoming.parent or last_words(incoming, parts)
    if not text:
        return []
    message = Message(
        text=f"remember: {text}",
        sent_at=incoming.at,
        user_id=incoming.person.user_id,
        bot_user_id=parts.bot_in(incoming.person.team_id),
    )
    return parts.extractor.extract(message)


def last_words(incoming: "Incoming", parts: "Parts", *, within: timedelta | None = None) -> str | None:
    """Return what this person last said to the bot in this conversation, from the episodes.

    With a time, only what they said within it, and outside DMs in the same thread.
    What was said while the channel was private is not said anew for the public that it was opened to.
    """
    recent = parts.book.episodes(incoming.person, limit=20)
    place = (incoming.place.channel_id, incoming.place.origin)
    here = (e for e in recent if (e.channel_id, e.origin) == place and float(e.ts) < float(incoming.ts))
    if within is not None and incoming.place.kind is not PlaceKind.DM:
        here = (e for e in here if incoming.thread_ts in {e.thread_ts, e.ts})
    last = next(here, None)
    if last is None or (within is not None and incoming.at - last.at > within):
        return None
    return last.text
