"""`/memory forget` and `export`: what a person lets go of, and what they take with them."""

import json
from collections.abc import Sequence
from datetime import datetime

from bot.parts import Parts
from bot.requests.obey import was_active
from bot.requests.slash_answers import Call, SlashAnswer
from bot.slack.mrkdwn import escape
from bot.views.blocks import clip
from bot.views.messages import confirm_forget_everything
from extractors.asking.questions import understand
from memory.records import Change, Person

_LONGEST_TEXT = 3900
_QUOTED = 200


def forget(call: Call) -> SlashAnswer:
    """Forget what some words name; everything only once a button was clicked."""
    if not call.words:
        return call.usage("forget WORDS, or forget all")
    if call.words.lower() in {"all", "everything"}:
        question = "Shall I forget everything I know about you?"
        return SlashAnswer(question, confirm_forget_everything(question))
    query = understand(call.words, now=call.now)
    changes = call.parts.book.forget(call.person, query, at=call.now, actor=call.person.user_id)
    if not changes:
        return SlashAnswer(f"I found nothing about “{escape(clip(call.words, _QUOTED))}” to forget.")
    return SlashAnswer(forgotten(changes))


def forgotten(changes: Sequence[Change]) -> str:
    """Return what was just forgotten as one mrkdwn sentence for its owner."""
    gone = [change for change in changes if was_active(change)] or changes
    texts = [escape((change.previous or change.memory).text) for change in gone]
    return clip(f"Forgotten: {'; '.join(texts)}.", _LONGEST_TEXT) if texts else "That was forgotten already."


def export(call: Call) -> SlashAnswer:
    """Return a file with everything that is held about the person."""
    return export_file(call.person, now=call.now, parts=call.parts)


def export_file(person: Person, *, now: datetime, parts: Parts) -> SlashAnswer:
    """Return a file with everything that is held about a person, and the sentence that goes with it."""
    content = json.dumps(parts.book.export(person), ensure_ascii=False, indent=2)
    count = len(parts.book.memories(person))
    name = f"memory-{person.user_id}-{now:%Y-%m-%d}.json"
    return SlashAnswer(f"Everything I hold about you ({count} active) is in {name}, in our DM.", file=(name, content))
