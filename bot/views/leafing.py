"""Pages of an answer to a slash command, turned by buttons that carry all they need: a stale one does no harm. Pure."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.views.blocks import Block, button, clip

PAGE = "memory_page"

PAGE_SIZE = 10
"""Entries on one page: two blocks each and a row of buttons stay well below Slack's fifty."""

LONGEST_WORDS = 200
"""Characters of a command's words that a button carries."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page of what a command answers: whose it is, the verb and its words, and the page counted from 0."""

    owner: str
    verb: str
    words: str = ""
    page: int = 0

    def packed(self, target: str = "") -> str:
        """Return it as the value of a button; `target` is what the button is about, such as the id of a memory."""
        words = clip(self.words, LONGEST_WORDS)
        return json.dumps([self.owner, self.verb, words, self.page, target], ensure_ascii=False)

    def within(self, count: int) -> "Leaf":
        """Return it with its page held in the range of so many entries."""
        return replace(self, page=min(max(self.page, 0), pages_of(count) - 1))

    def of(self, items: Sequence[Item]) -> Sequence[Item]:
        """Return the entries on this page."""
        return items[self.page * PAGE_SIZE : (self.page + 1) * PAGE_SIZE]


def unpacked(value: str) -> tuple[Leaf, str] | None:
    """Return what `packed` made and its target, or None for anything else."""
    try:
        match json.loads(value):
            case [str() as owner, str() as verb, str() as words, int() as page, str() as target]:
                return Leaf(owner, verb, words, page), target
    except ValueError:
        return None
    return None


def pages_of(count: int) -> int:
    """Return how many pages so many entries fill; one for none."""
    return max(1, -(-count // PAGE_SIZE))


def title(text: str, leaf: Leaf, count: int) -> str:
    """Return the heading of a page, with its number where there are several."""
    pages = pages_of(count)
    return f"*{text}* ({count:,})" + (f", page {leaf.page + 1:,} of {pages:,}" if pages > 1 else "")


def turns(leaf: Leaf, count: int, *, action: str = PAGE) -> list[Block]:
    """Return the buttons that lead to the pages before and after; their ids begin with `action`."""
    around = [("Previous", leaf.page - 1)] if leaf.page > 0 else []
    around += [("Next", leaf.page + 1)] if leaf.page + 1 < pages_of(count) else []
    return [button(label, f"{action}_{label.lower()}", replace(leaf, page=page).packed()) for label, page in around]
