"""The slash command said as a message, since Slack takes no slash commands in a thread: "!memory list"."""

import re

_ALONE = r"(?P<verb>list|why|pause|resume|export|help)"
"""Verbs that stand for a command without the mark, where nothing follows them: "memory pause"."""


def spoken_command(text: str, command: str) -> str | None:
    """Return the words of a command that a message says, without its name, or None for any other message.

    Args:
        text: The message without Slack's escapes and the mention of the bot.
        command: The name of the slash command, such as "/memory".

    "!memory forget the tea" gives "forget the tea", "memory pause" gives "pause"; "memory leaks again" is none.
    """
    name = re.escape(command.removeprefix("/"))
    marked = re.fullmatch(rf"\s*[!/]{name}(?:\s+(?P<words>.*?))?\s*", text, re.IGNORECASE | re.DOTALL)
    if marked:
        return marked["words"] or ""
    alone = re.fullmatch(rf"\s*{name}\s+{_ALONE}\s*[.!?]?\s*", text, re.IGNORECASE)
    return alone["verb"].lower() if alone else None
