"""The few Block Kit pieces that the views are made of, each within Slack's limits."""

from collections.abc import Sequence
from typing import Any

from bot.views import limits
from bot.views.limits import BUTTON_VALUE, MESSAGE_TEXT, SECTION_TEXT

Block = dict[str, Any]
View = dict[str, Any]


def clip(text: str, limit: int) -> str:
    """Return `text` cut to `limit` characters, the last of them an ellipsis where something was left out."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def section(text: str, *, accessory: Block | None = None) -> Block:
    """Return a paragraph of mrkdwn, with a button beside it if one is given."""
    block: Block = {"type": "section", "text": {"type": "mrkdwn", "text": clip(text, SECTION_TEXT)}}
    return {**block, "accessory": accessory} if accessory else block


def header(text: str) -> Block:
    """Return a large line of plain text."""
    return {"type": "header", "text": plain(text, limits.HEADER_TEXT)}


def divider() -> Block:
    """Return a line across."""
    return {"type": "divider"}


def context(text: str) -> Block:
    """Return a small grey line of mrkdwn."""
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": clip(text, SECTION_TEXT)}]}


def actions(*elements: Block, block_id: str | None = None) -> Block:
    """Return a row of buttons and menus."""
    block: Block = {"type": "actions", "elements": list(elements)}
    return {**block, "block_id": block_id} if block_id else block


def button(text: str, action_id: str, value: str, *, style: str | None = None, confirm: Block | None = None) -> Block:
    """Return a button; `style` is "primary" or "danger", or None for a plain one; `confirm` is asked on a click."""
    element: Block = {
        "type": "button",
        "text": plain(text, limits.BUTTON_TEXT),
        "action_id": action_id,
        "value": clip(value, BUTTON_VALUE),
    }
    return element | ({"style": style} if style else {}) | ({"confirm": confirm} if confirm else {})


def confirmation(title: str, text: str, *, yes: str, no: str) -> Block:
    """Return the question asked before a button that takes something away."""
    return {
        "title": plain(title, limits.CONFIRM_TITLE),
        "text": {"type": "mrkdwn", "text": clip(text, limits.CONFIRM_TEXT)},
        "confirm": plain(yes, limits.CONFIRM_BUTTON),
        "deny": plain(no, limits.CONFIRM_BUTTON),
        "style": "danger",
    }


def select(action_id: str, options: Sequence[tuple[str, str]], chosen: str, *, placeholder: str) -> Block:
    """Return a menu of (value, text) pairs; `chosen` is the value that it shows, which must be one of them."""
    shown = {value: option(value, text) for value, text in options}
    return {
        "type": "static_select",
        "action_id": action_id,
        "placeholder": plain(placeholder, limits.PLACEHOLDER),
        "options": list(shown.values()),
        "initial_option": shown[chosen],
    }


def option(value: str, text: str) -> Block:
    """Return one choice of a menu or of radio buttons."""
    return {"text": plain(text, limits.OPTION_TEXT), "value": clip(value, limits.OPTION_VALUE)}


def text_input(
    block_id: str,
    label: str,
    *,
    initial: str = "",
    hint: str = "",
    longest: int = limits.INPUT_TEXT,
    lines: bool = False,
    optional: bool = False,
) -> Block:
    """Return a field to type into; its value is found under `block_id` and the action id "text"."""
    element: Block = {"type": "plain_text_input", "action_id": "text", "max_length": longest, "multiline": lines}
    block: Block = {
        "type": "input",
        "block_id": block_id,
        "label": plain(label, limits.LABEL),
        "element": element | ({"initial_value": clip(initial, longest)} if initial else {}),
        "optional": optional,
    }
    return block | ({"hint": plain(hint, limits.LABEL)} if hint else {})


def modal(
    title: str,
    blocks: Sequence[Block],
    *,
    callback_id: str,
    metadata: str = "",
    submit: str | None = None,
    close: str = "Close",
) -> View:
    """Return a dialog; one without `submit` only shows."""
    view: View = {
        "type": "modal",
        "callback_id": callback_id,
        "title": plain(title, limits.MODAL_TITLE),
        "close": plain(close, limits.MODAL_TITLE),
        "blocks": list(blocks),
        "private_metadata": metadata,
    }
    return view | ({"submit": plain(submit, limits.MODAL_TITLE)} if submit else {})


def plain(text: str, limit: int) -> Block:
    """Return a text object without markup, at most `limit` characters long."""
    return {"type": "plain_text", "text": clip(text, limit), "emoji": False}


__all__ = [
    "BUTTON_VALUE",
    "MESSAGE_TEXT",
    "SECTION_TEXT",
    "Block",
    "View",
    "actions",
    "button",
    "clip",
    "confirmation",
    "context",
    "divider",
    "header",
    "modal",
    "option",
    "plain",
    "section",
    "select",
    "text_input",
]
