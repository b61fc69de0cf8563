"""The few Block Kit pieces that the views are made of, each within Slack's limits."""

from typing import Any

Block = dict[str, Any]

SECTION_TEXT = 3000
BUTTON_TEXT = 75
BUTTON_VALUE = 2000
MESSAGE_TEXT = 4000
"""Characters; Slack's own advice for `text`, and the hard limit of chat.update."""


def clip(text: str, limit: int) -> str:
    """Return `text` cut to `limit` characters, the last of them an ellipsis where something was left out."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def section(text: str, *, accessory: Block | None = None) -> Block:
    """Return a paragraph of mrkdwn, with a button beside it if one is given."""
    block: Block = {"type": "section", "text": {"type": "mrkdwn", "text": clip(text, SECTION_TEXT)}}
    return {**block, "accessory": accessory} if accessory else block


def context(text: str) -> Block:
    """Return a small grey line of mrkdwn."""
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": clip(text, SECTION_TEXT)}]}


def actions(*buttons: Block, block_id: str | None = None) -> Block:
    """Return a row of buttons."""
    block: Block = {"type": "actions", "elements": list(buttons)}
    return {**block, "block_id": block_id} if block_id else block


def button(text: str, action_id: str, value: str, *, style: str | None = None) -> Block:
    """Return a button; `style` is "primary" or "danger", or None for a plain one."""
    element: Block = {
        "type": "button",
        "text": {"type": "plain_text", "text": clip(text, BUTTON_TEXT)},
        "action_id": action_id,
        "value": clip(value, BUTTON_VALUE),
    }
    return {**element, "style": style} if style else element
