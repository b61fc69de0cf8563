"""What a person chose for themselves, with buttons to choose otherwise, for an ephemeral message. Pure."""

import json
from collections.abc import Sequence

from bot.preferences import Preferences, Receipts
from bot.views.blocks import Block, actions, button, context, section

CHOOSE = "memory_choose"
SET_HOURS = "memory_choose_hours"

NOTES = "notes"
"""What the choice whether notes are taken at all is called, beside those of `bot.preferences`."""

_RECEIPTS = {
    Receipts.INLINE: "A line with Undo",
    Receipts.REACTION: "Only a reaction",
    Receipts.OFF: "Nothing",
}


def settings(
    chosen: Preferences,
    *,
    owner: str,
    paused: bool,
    is_overheard: bool,
    emoji: str,
    heading: str,
    held: Sequence[str],
) -> list[Block]:
    """Return the settings of `owner` as they are, what others chose for them below.

    Args:
        is_overheard: They are noted in channels that were opened as a whole.
        emoji: The name of the reaction that marks what was noted.
        held: What admins chose that touches them, one line of mrkdwn each.
    """
    receipts = [
        _choice(text, owner, "receipts", each, chosen=each is chosen.receipts) for each, text in _RECEIPTS.items()
    ]
    quiet = [_choice("No quiet hours", owner, "quiet_hours", "off")] if chosen.quiet_hours else []
    notes = "*Paused:* I keep nothing but what you ask me to remember." if paused else "I take notes of what you say."
    used = "may serve" if chosen.use_in_channels else "does not serve"
    heard = "what you say, also when you do not say it to me" if is_overheard else "what you say to me, and no more"
    blocks = [
        section(f"*{heading}*"),
        section(notes, accessory=_switch("Take notes", "Pause", owner, NOTES, is_on=not paused)),
        section(f"When I note something, {_after(chosen.receipts, emoji)}."),
        actions(*receipts),
        section(f"Quiet hours, without receipts: {chosen.quiet_hours or 'none'}"),
        actions(button("Set quiet hours", SET_HOURS, owner), *quiet),
        section(
            f"What I know of you {used} answers outside our DM.",
            accessory=_switch("Use it there", "Not there", owner, "use_in_channels", is_on=chosen.use_in_channels),
        ),
        section(
            f"In channels opened to notes as a whole, I note {heard}.",
            accessory=_switch("Note me there", "Leave me out", owner, "whole_channels", is_on=is_overheard),
        ),
    ]
    return [*blocks, context("\n".join(f"• {line}" for line in held))] if held else blocks


def unpacked(value: str) -> tuple[str, str, str] | None:
    """Return whose settings a button is about, the choice and its value, or None for anything else."""
    try:
        match json.loads(value):
            case [str() as owner, str() as name, str() as chosen]:
                return owner, name, chosen
    except ValueError:
        return None
    return None


def _after(receipts: Receipts, emoji: str) -> str:
    match receipts:
        case Receipts.INLINE:
            return "you get a line with Undo and Edit"
        case Receipts.REACTION:
            return f"I put :{emoji}: on your message"
        case _:
            return "I say nothing"


def _switch(on: str, off: str, owner: str, name: str, *, is_on: bool) -> Block:
    """Return the button that turns a choice to what it is not."""
    return _choice(off if is_on else on, owner, name, "off" if is_on else "on")


def _choice(text: str, owner: str, name: str, value: str, *, chosen: bool = False) -> Block:
    packed = json.dumps([owner, name, value])
    return button(text, f"{CHOOSE}_{name}_{value}", packed, style="primary" if chosen else None)
