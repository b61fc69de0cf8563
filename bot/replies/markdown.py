"""A model's Markdown as Slack's mrkdwn. Pure. Code stays as it is; what Slack cannot show is shown as text."""

import re

from bot.slack.mrkdwn import escape, link

_CODE = re.compile(r"(```.*?(?:```|\Z)|`[^`\n]+`)", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]\n]+)\]\((\S+?)\)")
_HEADING = re.compile(r"^ {0,3}#{1,6} +(.+?)[ #]*$", re.MULTILINE)
_BULLET = re.compile(r"^( *)[-*+] +", re.MULTILINE)
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_ITALIC = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])")
_STRUCK = re.compile(r"~~(?=\S)(.+?)(?<=\S)~~")
_BOLD_MARK = "\0"
"""Stands for Slack's `*` until italics are done; taken out of what the model wrote."""


def to_mrkdwn(markdown: str) -> str:
    """Return Markdown as escaped mrkdwn: no mention, broadcast or link that was not written as one comes out of it."""
    parts = _CODE.split(markdown.replace(_BOLD_MARK, ""))
    return "".join(_code(part) if index % 2 else _prose(part) for index, part in enumerate(parts)).strip()


def _code(text: str) -> str:
    if text.startswith("```"):
        text = re.sub(r"\A```[\w+-]*\n", "```\n", text)
    return escape(text)


def _prose(text: str) -> str:
    pieces, end = [], 0
    for match in _LINK.finditer(text):
        pieces += [_emphasis(text[end : match.start()]), link(match[2], match[1])]
        end = match.end()
    return "".join(pieces) + _emphasis(text[end:])


def _emphasis(text: str) -> str:
    text = _BULLET.sub(r"\1• ", escape(text))
    text = _HEADING.sub(lambda match: f"{_BOLD_MARK}{match[1]}{_BOLD_MARK}", text)
    text = _BOLD.sub(lambda match: f"{_BOLD_MARK}{match[2]}{_BOLD_MARK}", text)
    text = _STRUCK.sub(r"~\1~", _ITALIC.sub(r"_\1_", text))
    return text.replace(_BOLD_MARK, "*")
