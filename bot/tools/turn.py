"""Bind the tools to one turn: the speaker, the place, and the time of the message."""

from bot.audience import Audience
from bot.replies.base import Situation
from bot.settings import Settings
from bot.tools.bound import MOST_FORGOTTEN, MOST_WRITTEN, Allowance, Bound
from extractors.pipeline import Extractor
from memory.book import Book
from memory.records import Origin, Source

ACTOR = "model"
"""Who the audit says did what a tool did."""


def bound_to(situation: Situation, book: Book, extractor: Extractor, settings: Settings) -> Bound:
    """Return what the tools may reach in this turn."""
    place = situation.place
    return Bound(
        book=book,
        extractor=extractor,
        audience=situation.audience or Audience(situation.person, place),
        now=lambda: situation.now,
        actor=ACTOR,
        origin=Origin.MODEL,
        source=Source(place.channel_id, situation.ts) if situation.ts else None,
        name=situation.called,
        said=situation.understood if settings.memory.auto_capture else (),
        closed=_closed(situation, settings),
        name_of=situation.name_of,
        writes=Allowance(MOST_WRITTEN),
        forgets=Allowance(MOST_FORGOTTEN),
        written=situation.written,
        given=situation.given,
        command=settings.memory_command,
    )


def _closed(situation: Situation, settings: Settings) -> str | None:
    if situation.off_the_record:
        return "this is off the record."
    if situation.paused:
        return f"the person asked not to be remembered for now; {settings.memory_command} resume ends that."
    if not situation.takes_notes:
        return "no notes are taken here; the person can say “remember …” in a direct message."
    if not settings.memory.enabled or not settings.memory.auto_capture:
        return "remembering by oneself is switched off; the person can say “remember …”."
    return None
