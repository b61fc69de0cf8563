"""Slack's text rules: what a person types becomes mrkdwn with ids, links and escapes. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.local_slack.cast import Channel, User

MOST_CHARS = 40_000
"""Longer texts are cut by Slack."""

BROADCASTS = {"@here": "<!here>", "@channel": "<!channel>", "@everyone": "<!everyone>"}

_FORMED = (
    r"<(?:@[UW][A-Z0-9]+(?:\|[^<>\n]*)?"
    r"|\#[CG][A-Z0-9]+(?:\|[^<>\n]*)?"
    r"|![a-z][a-z^][^<>\n]*"
    r"|(?:https?://|mailto:|tel:)[^<>|\s]+(?:\|[^<>\n]*)?)>"
)
_CODE = r"```.*?```|`[^`\n]+`"
_URL = r"(?i:https?)://[^\s<>|`\"]+"
_EMAIL = r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_ALTERNATIVES = f"(?P<code>{_CODE})|(?P<token>{_FORMED})|(?P<url>{_URL})|(?P<email>{_EMAIL})"
_ENTITY = re.compile(r"&amp;|&lt;|&gt;")
_URL_TAIL = re.compile(r"[.,;:!?'*_~]+$")
_PIECE = re.compile(_FORMED)

_Escape = Callable[[str], str]


def escape(text: str) -> str:
    """Return text with the three characters escaped that Slack escapes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescape(text: str) -> str:
    """Return text with Slack's three escapes undone."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def names_of(users: Iterable[User], channels: Iterable[Channel], *, labelled: bool = False) -> dict[str, str]:
    """Return what each typed name stands for, by lower-case name: `@dana` is `<@U0DANA>`, `#general` `<#C…|general>`.

    Args:
        labelled: Write people as `<@U0DANA|dana>`, as slash commands get them.
    """
    names = dict(BROADCASTS)
    for user in users:
        token = f"<@{user.id}|{user.name}>" if labelled else f"<@{user.id}>"
        names |= {f"@{name.lower()}": token for name in (user.real_name, user.display_name, user.name)}
    return names | {f"#{channel.name.lower()}": f"<#{channel.id}|{channel.name}>" for channel in channels}


def typed(text: str, names: Mapping[str, str]) -> str:
    """Return what Slack makes of text that a person typed.

    Names become mentions, addresses links, and `& < >` are escaped; tokens that are already formed, such as
    `<@U0DANA>`, stay. In code only the escapes are made.

    Args:
        names: What each name stands for, as `names_of` tells it.
    """
    longest_first = sorted(names, key=len, reverse=True)
    spelled = "|".join(re.escape(name) for name in longest_first) or r"(?!)"
    name = rf"(?<![\w@\#&/.-])(?P<name>(?i:{spelled}))(?!\w|-\w)"
    return _format(text, re.compile(f"{_ALTERNATIVES}|{name}", re.DOTALL), names, escape)


def sent_by_app(text: str) -> str:
    """Return what Slack makes of text that an app posted: at most 40,000 characters, bare addresses turned into links,
    stray `& < >` escaped."""
    return _format(text[:MOST_CHARS], re.compile(_ALTERNATIVES, re.DOTALL), {}, _escape_stray)


def _format(text: str, pattern: re.Pattern[str], names: Mapping[str, str], escaped: _Escape) -> str:
    result, end = [], 0
    for match in pattern.finditer(text):
        result += [escaped(text[end : match.start()]), _replacement(match, names, escaped)]
        end = match.end()
    return "".join([*result, escaped(text[end:])])


def _replacement(match: re.Match[str], names: Mapping[str, str], escaped: _Escape) -> str:
    found = match.group()
    match match.lastgroup:
        case "token":
            return found
        case "url":
            return _link(found, escaped)
        case "email":
            return f"<mailto:{found}|{found}>"
        case "name":
            return names[found.lower()]
    return escaped(found)


def _link(address: str, escaped: _Escape) -> str:
    """Return an address as a link, without the punctuation that ends the sentence around it."""
    bare = _URL_TAIL.sub("", address)
    if bare.endswith(")") and bare.count("(") < bare.count(")"):
        bare = bare[:-1]
    return f"<{escaped(bare)}>{escaped(address[len(bare) :])}"


def _escape_stray(text: str) -> str:
    entities = [*_ENTITY.findall(text), ""]
    return "".join(escape(part) + entity for part, entity in zip(_ENTITY.split(text), entities, strict=True))


def rich_text(text: str, block_id: str) -> dict[str, Any]:
    """Return the `rich_text` block that Slack adds to what a person types: text, mentions and links, without styles."""
    elements: list[dict[str, Any]] = []
    end = 0
    for match in _PIECE.finditer(text):
        elements += _plain(text[end : match.start()])
        elements.append(_element(match.group()[1:-1]))
        end = match.end()
    elements += _plain(text[end:])
    section = {"type": "rich_text_section", "elements": elements}
    return {"type": "rich_text", "block_id": block_id, "elements": [section]}


def _plain(text: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": unescape(text)}] if text else []


def _element(inside: str) -> dict[str, Any]:
    target, _, label = inside.partition("|")
    if target.startswith("@"):
        return {"type": "user", "user_id": target[1:]}
    if target.startswith("#"):
        return {"type": "channel", "channel_id": target[1:]}
    if target.startswith("!"):
        return {"type": "broadcast", "range": target[1:]}
    link = {"type": "link", "url": unescape(target)}
    return link | ({"text": unescape(label)} if label else {})
