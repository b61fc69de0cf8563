"""The console of one's own memory, on the home tab or in a modal: what is known, with everything to do about it. Pure.

What it shows is for its owner alone: both surfaces are private to one person.
"""

from datetime import datetime

from bot.preferences import Receipts
from bot.replies.wording import counted, kind_name
from bot.requests.console import Console
from bot.slack.mrkdwn import escape
from bot.views.blocks import (
    Block,
    View,
    actions,
    button,
    confirmation,
    context,
    divider,
    header,
    modal,
    section,
    select,
)
from bot.views.memories import forget_button, learned, shown_text
from memory.records import Kind, Memory

HOME = "memory_home"
MY_MEMORIES = "memory_mine"

SEARCH = "console_search"
CLEAR = "console_clear"
KIND = "console_kind"
PAGE = "console_page"
PAUSE = "console_pause"
RESUME = "console_resume"
SETTINGS = "console_settings"
EXPORT = "console_export"
FORGET_ALL = "console_forget_all"
EDIT = "memory_edit"
HISTORY = "memory_history"
FORGET = "console_forget"

ALL_KINDS = "all"

_RECEIPTS = {
    Receipts.INLINE: "After each note you get a line with Undo and Edit.",
    Receipts.REACTION: "I mark what I noted with :{emoji}: on your message.",
    Receipts.OFF: "I take notes without telling you each time.",
}


def home(console: Console, *, now: datetime, notice: str = "", workspace_url: str = "") -> View:
    """Return the home tab. `notice` is escaped mrkdwn on what was just done."""
    blocks = [header("What I remember about you"), *_body(console, now, notice, workspace_url)]
    return {"type": "home", "callback_id": HOME, "private_metadata": console.sight.packed(), "blocks": blocks}


def my_memories(console: Console, *, now: datetime, notice: str = "", workspace_url: str = "") -> View:
    """Return the same as a modal."""
    return modal(
        "My memories",
        _body(console, now, notice, workspace_url),
        callback_id=MY_MEMORIES,
        metadata=console.sight.packed(),
    )


def _body(console: Console, now: datetime, notice: str, workspace_url: str) -> list[Block]:
    blocks = [section(_summary(console))]
    if notice:
        blocks.append(context(notice))
    if console.paused:
        blocks.append(section(":double_vertical_bar: *Paused.* I keep nothing but what you ask me to remember."))
    if console.held:
        blocks.append(context("*What holds for you here*\n" + "\n".join(f"• {line}" for line in console.held)))
    blocks.append(_tools(console))
    if console.total:
        blocks += [divider(), *_filter(console)]
    for memory in console.shown:
        blocks += _entry(memory, now, workspace_url)
    if console.pages > 1:
        blocks += [divider(), *_turns(console)]
    receipts = _RECEIPTS[console.preferences.receipts].format(emoji=console.emoji)
    quiet = f" Not in your quiet hours, {console.preferences.quiet_hours}." if console.preferences.quiet_hours else ""
    return [*blocks, divider(), context(f"Only you can see this. {receipts}{quiet}")]


def _summary(console: Console) -> str:
    if not console.total:
        return "I remember nothing about you yet. Tell me something in a message, or say _remember that …_."
    kinds = " · ".join(counted(kind, console.counts[kind]) for kind in Kind if console.counts.get(kind))
    return f"*{console.total:,} {'memory' if console.total == 1 else 'memories'}*: {kinds}"


def _tools(console: Console) -> Block:
    pause = button("Resume", RESUME, "resume", style="primary") if console.paused else button("Pause", PAUSE, "pause")
    if not console.total:
        return actions(pause, button("Settings", SETTINGS, "settings"))
    sure = confirmation(
        "Forget everything?",
        f"All {console.total:,} of your memories are let go, and what they replaced. This cannot be undone.",
        yes="Forget everything",
        no="Keep it",
    )
    return actions(
        button("Search", SEARCH, "search"),
        pause,
        button("Settings", SETTINGS, "settings"),
        button("Export", EXPORT, "export"),
        button("Forget everything", FORGET_ALL, "all", style="danger", confirm=sure),
    )


def _filter(console: Console) -> list[Block]:
    sight = console.sight
    kinds = [kind for kind in Kind if console.counts.get(kind) or kind is sight.kind]
    options = [(ALL_KINDS, f"All ({console.total:,})")]
    options += [(kind.value, f"{kind_name(kind)} ({console.counts.get(kind, 0):,})") for kind in kinds]
    chooser = select(KIND, options, sight.kind or ALL_KINDS, placeholder="Which memories")
    clear = [button("Clear the search", CLEAR, "clear")] if sight.words else []
    blocks = [actions(chooser, *clear)]
    if sight.words:
        blocks.append(context(f"Found for “{escape(sight.words)}”: {console.found:,}"))
    elif not console.found:
        blocks.append(context("There is nothing of this kind any more."))
    return blocks


def _entry(memory: Memory, now: datetime, workspace_url: str) -> list[Block]:
    return [
        section(shown_text(memory)),
        context(learned(memory, now, workspace_url=workspace_url)),
        actions(
            button("Edit", EDIT, memory.id),
            button("History", HISTORY, memory.id),
            forget_button(FORGET, memory.id),
        ),
    ]


def _turns(console: Console) -> list[Block]:
    page, last = console.sight.page, console.pages - 1
    turns = [("First", "first", 0), ("Previous", "previous", page - 1)] if page > 0 else []
    turns += [("Next", "next", page + 1), ("Last", "last", last)] if page < last else []
    buttons = [button(label, f"{PAGE}_{name}", str(target)) for label, name, target in turns]
    return [context(f"Page {page + 1:,} of {console.pages:,}"), actions(*buttons)]
