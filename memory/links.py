"""Links between memories: `[[name]]` in a text names the memory whose id it is, or whose words begin so. Pure."""

import re

from memory.attributes import name_of
from memory.records import Memory
from memory.terms import fold

MOST_LINKS = 8
"""Links of one memory that are followed."""

_LINK = re.compile(r"\[\[([^\[\]\n|]{1,120})(?:\|[^\[\]\n]*)?\]\]")
_NOT_IN_NAME = re.compile(r"[\W_]+")


def links_in(text: str) -> list[str]:
    """Return the names that a text links to, each once, in order, at most `MOST_LINKS`; `[[name|shown]]` is one too."""
    if "[[" not in text:
        return []
    return list(dict.fromkeys(match[1].strip() for match in _LINK.finditer(text)))[:MOST_LINKS]


def bears(memory: Memory, name: str) -> bool:
    """Return whether a link of this name is to this memory: its id, its attribute, or what its words begin with.

    Case, punctuation and the difference between hyphens, underscores and blanks do not matter.
    """
    wanted = _plain(name)
    if not wanted:
        return False
    if memory.id == name or _plain(name_of(memory.attribute or "")) == wanted:
        return True
    said = _plain(memory.text)
    return said == wanted or said.startswith(f"{wanted} ")


def _plain(text: str) -> str:
    return _NOT_IN_NAME.sub(" ", fold(text)).strip()
