"""Lists of one's own memories, as blocks for an ephemeral message. Pure."""

import re
from collections.abc import Sequence
from datetime import datetime

from bot.replies.wording import told_on
from bot.slack.mrkdwn import channel, escape, link
from bot.views.blocks import Block, actions, button, clip, confirmation, context, section
from bot.views.leafing import LONGEST_WORDS, Leaf, title, turns
from memory.records import Memory, Origin, Recalled, Source, Status

FORGET = "memory_forget"
OPEN_CONSOLE = "memory_open_console"

_TEXT_SHOWN = 600
_MOST_STEPS = 8
"""Steps of one lineage in a page of histories; the dialog shows more."""
_TS = re.compile(r"\d{1,12}\.\d{1,9}\Z")
_CHANNEL = re.compile(r"[CGD][A-Z0-9]{1,31}\Z")


def memory_list(memories: Sequence[Memory], leaf: Leaf, *, now: datetime, paused: bool = False) -> list[Block]:
    """Return one page of memories, in the order given, each with a Forget button; the page is held in range."""
    leaf = leaf.within(len(memories))
    blocks = [section(title("What I remember about you", leaf, len(memories)))]
    if paused:
        blocks.append(context("Paused: I take no new notes."))
    return [*blocks, *_entries(memories, leaf, now), *_below(leaf, len(memories))]


def search_results(memories: Sequence[Memory], leaf: Leaf, *, now: datetime) -> list[Block]:
    """Return one page of what matched the words of a search, best first."""
    leaf = leaf.within(len(memories))
    heading = title(f"Found for “{escape(clip(leaf.words, LONGEST_WORDS))}”", leaf, len(memories))
    return [section(heading), *_entries(memories, leaf, now), *_below(leaf, len(memories))]


def reasons(recalled: Sequence[Recalled], leaf: Leaf, *, now: datetime, names: dict[str, str]) -> list[Block]:
    """Return one page of what an answer was made of, each with why it came to mind and where it is from.

    What the asker can let go of, since it is their own, has a Forget button.

    Args:
        names: What to call the people whom others' memories are about, by user id.
    """
    leaf = leaf.within(len(recalled))
    blocks = [section(title("My last answer here came from", leaf, len(recalled)))]
    for item in leaf.of(recalled):
        memory = item.memory
        own = memory.subject.user_id == leaf.owner
        forget = forget_button(FORGET, leaf.packed(memory.id)) if own else None
        whose = "" if own else f"of {escape(names.get(memory.subject.user_id, 'a colleague'))} · "
        blocks.append(section(shown_text(memory), accessory=forget))
        blocks.append(context(f"{whose}{why(item)} · {learned(memory, now)}"))
    return [*blocks, *_below(leaf, len(recalled))]


def forget_button(action_id: str, value: str) -> Block:
    """Return the button that forgets one memory, once its owner said that they mean it."""
    sure = confirmation(
        "Forget this?", "I let it go, and do not learn it again from old messages.", yes="Forget", no="Keep it"
    )
    return button("Forget", action_id, value, confirm=sure)


def why(item: Recalled) -> str:
    """Return the reasons for which a memory came to mind, as mrkdwn; "listed" where all were asked for."""
    return escape("; ".join(item.reasons)) or "listed"


def history(lineages: Sequence[Sequence[Memory]], leaf: Leaf, *, now: datetime) -> list[Block]:
    """Return one page of how memories came to be what they are: one section a lineage, oldest first inside."""
    leaf = leaf.within(len(lineages))
    blocks: list[Block] = [section(title("History", leaf, len(lineages)))]
    for lineage in leaf.of(lineages):
        left_out = len(lineage) - _MOST_STEPS
        earlier = [f"• _{left_out:,} earlier steps_"] if left_out > 0 else []
        blocks.append(section("\n".join([*earlier, *(step(memory, now) for memory in lineage[-_MOST_STEPS:])])))
    around = turns(leaf, len(lineages))
    return [*blocks, actions(*around)] if around else blocks


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


def _entries(memories: Sequence[Memory], leaf: Leaf, now: datetime) -> list[Block]:
    """Return the memories of a page: two blocks each."""
    blocks: list[Block] = []
    for memory in leaf.of(memories):
        forget = forget_button(FORGET, leaf.packed(memory.id))
        blocks += [section(shown_text(memory), accessory=forget), context(learned(memory, now))]
    return blocks


def _below(leaf: Leaf, count: int) -> list[Block]:
    """Return the row below a page: to turn it, and to where each can be corrected too."""
    return [actions(*turns(leaf, count), button("Open my memories", OPEN_CONSOLE, "open"))]


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
