"""The dialogs about one's own memory: edit, search, history, settings. Pure.

Fields are told apart by block id, so that an error can be shown below the very field it is about.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.preferences import Preferences, Receipts
from bot.requests.console import LONGEST_SEARCH
from bot.views.blocks import Block, View, context, modal, option, plain, section, text_input
from bot.views.limits import INPUT_TEXT, LABEL
from bot.views.memories import learned, step
from memory.records import Memory

EDIT_FORM = "memory_edit_form"
SEARCH_FORM = "memory_search_form"
SETTINGS_FORM = "memory_settings_form"
HISTORY_VIEW = "memory_history_view"

SEARCH_FIELD = "words"
RECEIPTS_FIELD = "receipts"
QUIET_FIELD = "quiet_hours"
CHANNELS_FIELD = "use_in_channels"
WHOLE_FIELD = "whole_channels"

_MOST_STEPS = 50
"""Steps of a history; as many of the longest still fit into a view."""
_EDIT_FIELD = "edit_{}"


def edit(memories: Sequence[Memory], *, now: datetime, metadata: str, workspace_url: str = "") -> View:
    """Return the dialog to correct some memories; one too long for a field is shown and left alone."""
    blocks: list[Block] = []
    for number, memory in enumerate(memories):
        if len(memory.text) > INPUT_TEXT:
            blocks.append(section("_This memory is too long to edit here. Forget it and tell me anew._"))
        else:
            blocks.append(text_input(edit_field(number), "Memory", initial=memory.text, lines=True))
        blocks.append(context(learned(memory, now, workspace_url=workspace_url)))
    submit = "Save" if any(block["type"] == "input" for block in blocks) else None
    title = "Edit a memory" if len(memories) == 1 else "Edit memories"
    return modal(title, blocks, callback_id=EDIT_FORM, metadata=metadata, submit=submit, close="Cancel")


def edit_field(number: int) -> str:
    """Return the block id of the field for the memory of this number, counted from 0."""
    return _EDIT_FIELD.format(number)


def search(words: str, *, metadata: str) -> View:
    """Return the dialog that asks what to look for, filled with what was looked for last."""
    field = text_input(
        SEARCH_FIELD,
        "What shall I look for?",
        initial=words,
        hint="A few words, or a question such as: who is my manager?",
        longest=LONGEST_SEARCH,
    )
    return modal("Search", [field], callback_id=SEARCH_FORM, metadata=metadata, submit="Search", close="Cancel")


def history(lineage: Sequence[Memory], *, now: datetime) -> View:
    """Return how a memory came to be what it is, oldest first; of a very long history the latest steps."""
    steps = [section(step(memory, now)) for memory in lineage[-_MOST_STEPS:]]
    left_out = len(lineage) - len(steps)
    earlier = [context(f"{left_out:,} earlier steps are left out.")] if left_out else []
    return modal("History", [*earlier, *steps], callback_id=HISTORY_VIEW)


def settings(preferences: Preferences, *, is_overheard: bool, emoji: str, metadata: str) -> View:
    """Return the dialog of what a person can choose for themselves.

    Args:
        is_overheard: They are noted in channels that were opened as a whole.
        emoji: The name of the reaction that marks what was noted.
    """
    hours = preferences.quiet_hours
    receipts = [
        option(Receipts.INLINE, "A line below it, with Undo and Edit"),
        option(Receipts.REACTION, f"Only a :{emoji}: on my message"),
        option(Receipts.OFF, "Not at all"),
    ]
    return modal(
        "Settings",
        [
            _choice(
                RECEIPTS_FIELD,
                "When you note something I said",
                {
                    "type": "radio_buttons",
                    "action_id": "choice",
                    "options": receipts,
                    "initial_option": next(each for each in receipts if each["value"] == preferences.receipts),
                },
            ),
            text_input(
                QUIET_FIELD,
                "Quiet hours, without such notes",
                initial=str(hours) if hours else "",
                hint="Two times, such as 22:00-07:00. Leave it empty for none.",
                longest=80,
                optional=True,
            ),
            _tick(
                CHANNELS_FIELD,
                "In channels",
                "Use what I said in public to answer me in channels",
                is_on=preferences.use_in_channels,
            ),
            _tick(
                WHOLE_FIELD,
                "In channels opened to notes as a whole",
                "Note what I say there, also when I do not say it to you",
                is_on=is_overheard,
            ),
        ],
        callback_id=SETTINGS_FORM,
        metadata=metadata,
        submit="Save",
        close="Cancel",
    )


def typed(view: Mapping[str, Any], block_id: str) -> str:
    """Return what was typed into a field of a submitted dialog; "" for nothing."""
    value = view["state"]["values"].get(block_id, {}).get("text", {}).get("value")
    return value or ""


def chosen(view: Mapping[str, Any], block_id: str) -> list[str]:
    """Return the values chosen in a field of a submitted dialog; [] for none."""
    field = view["state"]["values"].get(block_id, {}).get("choice", {})
    single = field.get("selected_option")
    return [each["value"] for each in ([single] if single else field.get("selected_options") or [])]


def _tick(block_id: str, label: str, text: str, *, is_on: bool) -> Block:
    """Return a field with one box to tick."""
    ticked = option("on", text)
    boxes: Block = {"type": "checkboxes", "action_id": "choice", "options": [ticked]}
    return _choice(block_id, label, boxes | ({"initial_options": [ticked]} if is_on else {}), optional=True)


def _choice(block_id: str, label: str, element: Block, *, optional: bool = False) -> Block:
    return {
        "type": "input",
        "block_id": block_id,
        "label": plain(label, LABEL),
        "element": element,
        "optional": optional,
    }
