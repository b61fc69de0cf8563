"""The lists of a message that stand under a heading: bulleted ones, and lines that only follow one another."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from extractors.forms.told import Range
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText


class Item(NamedTuple):
    """What stands in a list: its range of the clean text, and its words without what ends it."""

    start: int
    end: int
    said: str


@dataclass(frozen=True, slots=True)
class HeadedList:
    """A heading, where it begins, and the items under it; `behind` is the line after them.

    `bare` tells that nothing marks the items, `pictured` that an emoji stands before each of them.
    """

    heading: str
    begin: int
    items: tuple[Item, ...]
    behind: str
    bare: bool = False
    pictured: bool = False


def lists_in(text: CleanText) -> Iterator[HeadedList]:
    """Yield the lists of a message that stand under a heading, the bulleted ones first."""
    yield from _bulleted(text)
    if not text.items and "\n" in text.plain.strip():
        yield from _bare(text)


def _bulleted(text: CleanText) -> Iterator[HeadedList]:
    plain = text.plain
    group: list[Range] = []
    for place, (start, end) in enumerate(text.items):
        group.append((start, end))
        following = text.items[place + 1] if place + 1 < len(text.items) else None
        if following is not None and not plain[end : following[0]].strip():
            continue
        above = plain[: group[0][0]].rstrip()
        heading = above[above.rfind("\n") + 1 :].strip()
        behind = plain[end : following[0] if following else None].strip().partition("\n")[0]
        if heading:
            yield HeadedList(heading, above.rfind("\n") + 1, _items(text, group), behind)
        group = []


def _bare(text: CleanText) -> Iterator[HeadedList]:
    """Yield the first line of each paragraph of three lines or more with those under it."""
    for lines, behind in _paragraphs(text.plain):
        if len(lines) < _LEAST_LINES:
            continue
        heading, *items = lines
        pictured = all(any(_leads(text.plain, at, start) for at in text.emoji) for start, _ in items)
        title = text.plain[slice(*heading)].strip()
        yield HeadedList(title, heading[0], _items(text, items), behind, bare=True, pictured=pictured)


def _paragraphs(plain: str) -> Iterator[tuple[list[Range], str]]:
    """Yield the lines of each paragraph, and the first line behind it."""
    lines: list[Range] = []
    for match in _LINE.finditer(plain):
        if lines and plain.count("\n", lines[-1][1], match.start()) > 1:
            yield lines, match[0]
            lines = []
        lines.append(match.span())
    yield lines, ""


_LINE = LatePattern(r"(?<!\S)\S[^\n]*")
_LEAST_LINES = 3
"""Lines of a heading and what stands under it."""
_MARGIN = 4
"""Characters before an emoji in which nothing but spaces stands, at the beginning of its line."""


def _leads(plain: str, emoji: int, start: int) -> bool:
    """Return whether an emoji stands right before the first word of a line."""
    return 0 <= start - emoji <= _MARGIN and not plain[emoji:start].strip() and "\n" not in plain[emoji:start]


def _items(text: CleanText, ranges: Iterable[Range]) -> tuple[Item, ...]:
    return tuple(Item(*span, " ".join(text.text[slice(*span)].split()).rstrip(" .;,")) for span in ranges)
