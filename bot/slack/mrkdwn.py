"""Slack's text rules for what the bot prints: escaping, and the few kinds of link it makes."""

import re
from collections.abc import Mapping

_ANGLED = re.compile(r"<([^<>\n]{1,3000})>")
_ADDRESS = re.compile(r"https?://[^\s<>|]+\Z")
_CHANNEL_ID = re.compile(r"[CGD][A-Z0-9]{1,31}\Z")


def escape(text: str) -> str:
    """Return text that Slack shows as it stands: no mention, link or broadcast can come out of it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescape(text: str) -> str:
    """Return Slack's text with its three escapes undone."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def readable(text: str, names: Mapping[str, str]) -> str:
    """Return Slack text as people read it: a mention by the name that `names` has for the user id, a link spelt out."""

    def spoken(match: re.Match[str]) -> str:
        target, _, label = match[1].partition("|")
        match target[:1]:
            case "@":
                return names.get(target[1:]) or label or "someone"
            case "#":
                return f"#{label}" if label else "a channel"
            case "!":
                return label or f"@{target[1:].partition('^')[0]}"
        address = target.removeprefix("mailto:")
        return f"{label} ({address})" if label and label != address else address

    return unescape(_ANGLED.sub(spoken, text)).strip()


def link(address: str, label: str) -> str:
    """Return a link; the label alone for an address that no link can hold."""
    return f"<{escape(address)}|{escape(label)}>" if _ADDRESS.match(address) else escape(label)


def channel(channel_id: str) -> str:
    """Return a link to a channel; "a conversation" for what is no channel id."""
    return f"<#{channel_id}>" if _CHANNEL_ID.match(channel_id) else "a conversation"
