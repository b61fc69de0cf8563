"""Lists of one's own memories, as blocks for an ephemeral message. Pure."""

import re
from collections.abc import Sequence
from datetime import datetime

from bot.replies.wording import told_on
from bot.slack.mrkdwn import channel, escape, link
from bot.views.blocks import Block, actions, button, clip, context, section
from memory.records import Memory, Origin, Recalled, Source, Status

FORGET = "memory_forget"
PAGE = "memory_page"

PAGE_SIZE = 10
"""Memories on one page: two blocks each and a row of buttons stay well below Slack's fifty."""

_TEXT_SHOWN = 600
_TS = re.compile(r"\d{1,12}\.\d{1,9}\Z")
_CHANNEL = re.compile(r"[CGD][A-Z0-9]{1,31}\Z")


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
        blocks.append(section("\n".join(step(memory, now) for memory in lineage)))
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


def learned(memory: Memory, now: datetime, *, workspace_url: str = "") -> str:
    """Return what kind a memory is, when and where it was learned, with a link to the message where there is one."""
    told = f"{memory.kind} · {told_on(memory.created_at, now)} {learned_where(memory)}"
    address = memory.source and permalink(memory.source, workspace_url)
    return f"{told} · {link(address, 'see the message')}" if address else told


def permalink(source: Source, workspace_url: str) -> str | None:
    """Return the address of the message a memory came from, or None where it cannot be known.

    Args:
        workspace_url: Where the workspace is, as `auth.test` tells it; "" if that is not known.
    """
    if source.permalink or not workspace_url:
        return source.permalink
    if not _TS.match(source.ts) or not _CHANNEL.match(source.channel_id):
        return None
    return f"{workspace_url.rstrip('/')}/archives/{source.channel_id}/p{source.ts.replace('.', '')}"


def _entry(memory: Memory, now: datetime) -> list[Block]:
    forget = button("Forget", FORGET, memory.id)
    return [section(shown_text(memory), accessory=forget), context(learned(memory, now))]


def shown_text(memory: Memory) -> str:
    """Return the words of a memory as mrkdwn, cut where they are very long."""
    return escape(clip(memory.text, _TEXT_SHOWN))


def step(memory: Memory, now: datetime) -> str:
    """Return one step of a history as a line of mrkdwn: when it was learned, what, and how it ended."""
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
