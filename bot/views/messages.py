"""What the bot posts in conversations: receipts and the question before forgetting everything. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bot.replies.wording import in_a_sentence, no_longer
from bot.slack.mrkdwn import escape
from bot.views.blocks import BUTTON_VALUE, SECTION_TEXT, Block, actions, button, context, plain, section
from bot.views.limits import BUTTON_TEXT
from memory.records import Change, Operation, Status

UNDO = "memory_undo"
RECEIPT_EDIT = "memory_receipt_edit"
FORGET_ALL_YES = "memory_forget_all_yes"
FORGET_ALL_NO = "memory_forget_all_no"

FEEDBACK = "memory_feedback"
HELPFUL, NOT_HELPFUL = "helpful", "not_helpful"

STOPPED = "Stopped."
MODEL_WROTE = "Written by a language model from what I remember; it may be wrong."
MOST_PARAGRAPHS = 40
"""Blocks of one answer; Slack takes 50 in a message, and some stand below it."""
MOST_NOTED = 5
"""Changes spelt out in one receipt."""

_ID_SEPARATOR = " "
_QUOTED = re.compile(r"[^:]{1,80} said: ")


def receipt_text(changes: Sequence[Change]) -> str:
    """Return one line that says what was captured, as mrkdwn: "Noted: prefers tabs over spaces". No change, no text."""
    noted = [_noted(change) for change in changes[:MOST_NOTED]]
    if len(changes) > MOST_NOTED:
        noted.append(f"and {len(changes) - MOST_NOTED} more")
    return f"Noted: {' · '.join(noted)}" if noted else ""


def receipt(changes: Sequence[Change]) -> list[Block]:
    """Return the receipt with its Undo button, and Edit where something holds that can be; no blocks for no changes."""
    if not changes:
        return []
    undo = button("Undo", UNDO, pack_ids([change.memory.id for change in changes]))
    editable = [change.memory.id for change in changes[:MOST_NOTED] if change.memory.status is Status.ACTIVE]
    edit = [button("Edit", RECEIPT_EDIT, pack_ids(editable))] if editable else []
    return [context(receipt_text(changes)), actions(undo, *edit)]


def confirm_forget_everything(text: str) -> list[Block]:
    """Return the question before everything is forgotten, with its two buttons."""
    return [
        {"type": "section", "text": {"type": "mrkdwn", "text": text}},
        actions(
            button("Yes, forget everything", FORGET_ALL_YES, "yes", style="danger"),
            button("No, keep it", FORGET_ALL_NO, "no"),
        ),
    ]


def answer(text: str) -> list[Block]:
    """Return an answer as paragraphs, whole if Slack can show it in one message."""
    pieces = [text[start : start + SECTION_TEXT] for start in range(0, len(text), SECTION_TEXT)]
    return [section(piece) for piece in pieces[:MOST_PARAGRAPHS]]


def below_answer(*, by_model: bool, stopped: bool) -> list[Block]:
    """Return what stands below an answer: that it was stopped, that a model wrote it, and whether it helped.

    People are asked that of a model only: what memory says on its own is right or wrong, and put right by words.
    """
    if not by_model:
        return [context(STOPPED)] if stopped else []
    note = context(f"{STOPPED} {MODEL_WROTE}" if stopped else MODEL_WROTE)
    return [note] if stopped else [note, _feedback()]


def _feedback() -> Block:
    buttons = {
        "positive_button": {"text": plain("Helpful", BUTTON_TEXT), "value": HELPFUL},
        "negative_button": {"text": plain("Not helpful", BUTTON_TEXT), "value": NOT_HELPFUL},
    }
    return {
        "type": "context_actions",
        "elements": [{"type": "feedback_buttons", "action_id": FEEDBACK, **buttons}],
    }


def pack_ids(ids: Sequence[str]) -> str:
    """Return ids as a button value; what does not fit into one is left out whole."""
    packed = ""
    for memory_id in ids:
        longer = f"{packed}{_ID_SEPARATOR}{memory_id}" if packed else memory_id
        if len(longer) > BUTTON_VALUE:
            break
        packed = longer
    return packed


def unpack_ids(value: str) -> list[str]:
    """Return the ids that `pack_ids` put into a button; an empty value holds none."""
    return [memory_id for memory_id in value.split(_ID_SEPARATOR) if memory_id]


def receipt_ids(message: Mapping[str, Any]) -> list[str]:
    """Return the memories that a posted receipt speaks of; [] for a message that is none."""
    elements = [each for block in message.get("blocks") or () for each in block.get("elements") or ()]
    return [each for element in elements if element.get("action_id") == UNDO for each in unpack_ids(element["value"])]


def _noted(change: Change) -> str:
    if change.operation is Operation.INVALIDATE:
        return escape(no_longer(change.memory.text))
    text = escape(_uncapitalised(change.memory.text))
    if change.operation is Operation.SUPERSEDE and change.previous:
        return f"{text} (before: {escape(_uncapitalised(change.previous.text))})"
    return text


def _uncapitalised(text: str) -> str:
    return text if _QUOTED.match(text) else in_a_sentence(text)
