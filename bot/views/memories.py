"""Lists of one's own memories, as blocks for an ephemeral message. Pure."""

from collections.abc import Sequence
from datetime import datetime

from bot.mrkdwn import channel, escape
from bot.views.blocks import Block, actions, button, clip, context, section
from bot.wording import told_on
from memory.records import Memory, Origin, Recalled, Status

FORGET = "memory_forget"
PAGE = "memory_page"

PAGE_SIZE = 10
"""Memories on one page: two blocks each and a row of buttons stay well below Slack's fifty."""

_TEXT_SHOWN = 600


def memory_list(memories: Sequence[Memory], *, page: int, now: datetime) -> list[Block]:
    """Return one page of memories, newest first, each with a Forget button; pages count from 0, held in range."""
    newest_first = sorted(memories, key=lambda memory: (memory.created_at, memory.id), reverse=True)
    pages = max(1, -(-len(newest_first) // PAGE_SIZE))
    page = min(max(page, 0), pages - 1)
    shown = newest_first[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]
    title = f"*What I remember about you* ({len(newest_first)})"
    blocks = [section(title if pages == 1 else f"{title}, page {page + 1} of {pages}")]
    for memory in shown:
        blocks += _entry(memory, now)
    turns = [button("Newer", f"{PAGE}_newer", str(page - 1))] if page > 0 else []
    turns += [button("Older", f"{PAGE}_older", str(page + 1))] if page + 1 < pages else []
    return [*blocks, actions(*turns)] if turns else blocks


def search_results(found: Sequence[Recalled], words: str, *, now: datetime) -> list[Block]:
    """Return what matched a search, best first."""
    blocks = [section(f"*Found for “{escape(clip(words, 200))}”* ({len(found)})")]
    for item in found[:PAGE_SIZE]:
        blocks += _entry(item.memory, now)
    return blocks


def history(lineages: Sequence[Sequence[Memory]], *, now: datetime) -> list[Block]:
    """Return how memories came to be what they are: one section a lineage, oldest first inside."""
    blocks: list[Block] = [section("*History*")]
    for lineage in lineages[: PAGE_SIZE * 2]:
        blocks.append(section("\n".join(_step(memory, now) for memory in lineage)))
    return blocks


def learned_where(memory: Memory) -> str:
    """Return where a memory was learned, in a few words of mrkdwn."""
    match memory.origin:
        case Origin.DM:
            return "in our DM"
        case Origin.PUBLIC | Origin.PRIVATE if memory.source:
            return f"in {channel(memory.source.channel_id)}"
        case Origin.HAND:
            return "from your file"
        case Origin.IMPORT:
            return "by import"
        case _:
            return "by request"


def _entry(memory: Memory, now: datetime) -> list[Block]:
    text = escape(clip(memory.text, _TEXT_SHOWN))
    told = f"{memory.kind} · {told_on(memory.created_at, now)} {learned_where(memory)}"
    return [section(text, accessory=button("Forget", FORGET, memory.id)), context(told)]


def _step(memory: Memory, now: datetime) -> str:
    day = told_on(memory.created_at, now)
    if memory.status is Status.FORGOTTEN:
        return f"• {day}: _forgotten_"
    text = escape(clip(memory.text, _TEXT_SHOWN))
    ended = f", until {told_on(memory.ended_at, now).removeprefix('on ')}" if memory.ended_at else ""
    match memory.status:
        case Status.SUPERSEDED:
            return f"• {day}: ~{text}~ (replaced{ended})"
        case Status.INVALIDATED:
            return f"• {day}: ~{text}~ (no longer so{ended})"
        case _:
            return f"• {day}: {text}"
