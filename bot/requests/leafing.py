"""`/memory list`, `search`, `history` and `why`: answers of several pages, in one message that buttons turn.

The text of an answer is all of it, for a terminal and for notifications; its blocks are the page that is shown.
"""

from collections.abc import Callable, Iterable

from bot.audience import Audience, Place, PlaceKind
from bot.replies.wording import told_on
from bot.requests.console import found
from bot.requests.slash_answers import Call, SlashAnswer
from bot.slack.mrkdwn import escape, readable
from bot.views import memories as views
from bot.views.blocks import clip
from bot.views.leafing import LONGEST_WORDS, Leaf
from extractors.asking.questions import understand
from memory.errors import NotFoundError
from memory.records import Memory, Recalled, Status

NOTHING_USED = "My last answer here used no memory."
ALL_GONE = "What my last answer here came from is forgotten now, or was said by others."

_LOOKED_AT = 200
"""Turns of a person that are looked through for the last answer in a conversation."""

MOST_TURNS = 5
"""Turns that are shown where nothing is remembered."""

_LONGEST_SAID = 300
"""Characters of what somebody said in one of them."""

LONGEST_TEXT = 3900
"""Characters of an answer's text; Slack takes 4,000."""


def list_memories(call: Call) -> SlashAnswer:
    """Show all of a person's memories, newest first; a number leads to that page, counted from 1."""
    page = int(call.words[:9]) - 1 if call.words.isdecimal() else 0
    return show(Leaf(call.person.user_id, "list", page=page), call)


def search(call: Call) -> SlashAnswer:
    """Show what answers some words, and what contains them."""
    if not call.words:
        return call.usage("search WORDS")
    return show(Leaf(call.person.user_id, "search", call.words[:LONGEST_WORDS]), call)


def history(call: Call) -> SlashAnswer:
    """Show how memories came to be what they are: those that some words name, or all."""
    return show(Leaf(call.person.user_id, "history", call.words[:LONGEST_WORDS]), call)


def why(call: Call) -> SlashAnswer:
    """Show what the last answer here was made of, and why each of it came to mind."""
    return show(Leaf(call.person.user_id, "why"), call)


def show(leaf: Leaf, call: Call) -> SlashAnswer:
    """Return one page of what a person asked for, as it is now; a page that is no more shows the last one.

    Raises:
        StoreError: If the memory cannot be read.
    """
    return _PAGES.get(leaf.verb, _list)(leaf, call)


def _list(leaf: Leaf, call: Call) -> SlashAnswer:
    known = call.parts.book.memories(call.person)[::-1]
    if not known:
        return SlashAnswer("I remember nothing about you yet. Tell me something in a DM.")
    is_paused = call.parts.book.is_paused(call.person)
    paused = " (paused: I take no new notes)" if is_paused else ""
    text = _told(f"What I remember about you ({len(known)}){paused}:", (memory.text for memory in known))
    return SlashAnswer(text, views.memory_list(known, leaf, now=call.now, paused=is_paused))


def _search(leaf: Leaf, call: Call) -> SlashAnswer:
    known = call.parts.book.memories(call.person)
    fits = found(call.person, leaf.words, known, now=call.now, parts=call.parts)
    if not fits:
        return _said(leaf, call)
    text = _told(f"Found for {_quoted(leaf)}:", (memory.text for memory in fits))
    return SlashAnswer(text, views.search_results(fits, leaf, now=call.now))


def _said(leaf: Leaf, call: Call) -> SlashAnswer:
    """Show what the person said with these words, of which nothing is remembered."""
    turns = call.parts.book.find_turns(call.person, leaf.words, limit=MOST_TURNS)
    if not turns:
        return SlashAnswer(f"Nothing about {_quoted(leaf)}.")
    names = {each.user_id: name for each, name in call.parts.names.items() if each.team_id == call.person.team_id}
    said = (f"“{clip(readable(turn.text, names), _LONGEST_SAID)}” ({told_on(turn.at, call.now)})" for turn in turns)
    return SlashAnswer(_told(f"I remember nothing about {_quoted(leaf)}, but you said:", said))


def _history(leaf: Leaf, call: Call) -> SlashAnswer:
    query = understand(leaf.words, now=call.now) if leaf.words else None
    lineages = call.parts.book.history(call.person, query)
    if not lineages:
        return SlashAnswer(f"There is no history{f' about {_quoted(leaf)}' if leaf.words else ''}.")
    steps = (views.step(memory, call.now) for lineage in lineages for memory in lineage)
    text = clip("\n".join(["*History*", *steps]), LONGEST_TEXT)
    return SlashAnswer(text, views.history(lineages, leaf, now=call.now))


def _why(leaf: Leaf, call: Call) -> SlashAnswer:
    said = call.parts.last_answer.get((call.person, call.channel_id))
    if said is None:
        return _why_before_a_restart(leaf, call)
    if not said:
        return SlashAnswer(NOTHING_USED)
    return _reasons([item for item in said if _may_be_told(item.memory, call)], leaf, call)


def _why_before_a_restart(leaf: Leaf, call: Call) -> SlashAnswer:
    """Tell it from the record of our conversations: of the person's own memories, with the reasons found anew."""
    book, person = call.parts.book, call.person
    turns = (each for each in book.episodes(person, limit=_LOOKED_AT) if each.channel_id == call.channel_id)
    answered = next((each for each in turns if each.reply), None)
    if answered is None:
        return SlashAnswer("I have not answered you here yet.")
    if not answered.recalled:
        return SlashAnswer(NOTHING_USED)
    used = [each for each in book.memories(person) if each.id in answered.recalled and each.created_at < answered.at]

    def was_used(memory: Memory) -> bool:
        return memory in used

    query = understand(call.parts.plain(answered.text), now=answered.at)
    found = {item.memory.id: item for item in book.recall(query, reader=person, visible=was_used, now=call.now)}
    return _reasons([found.get(memory.id, Recalled(memory, 1.0)) for memory in used], leaf, call)


def _reasons(said: list[Recalled], leaf: Leaf, call: Call) -> SlashAnswer:
    if not said:
        return SlashAnswer(ALL_GONE)
    lines = [f"• {escape(item.memory.text)} – {views.why(item)}" for item in said]
    text = clip("\n".join(["My last answer here came from:", *lines]), LONGEST_TEXT)
    return SlashAnswer(text, views.reasons(said, leaf, now=call.now, names=_names(said, call)))


def _told(heading: str, texts: Iterable[str]) -> str:
    return clip("\n".join([heading, *(f"• {escape(text)}" for text in texts)]), LONGEST_TEXT)


def _quoted(leaf: Leaf) -> str:
    return f"“{escape(leaf.words)}”"


def _names(said: Iterable[Recalled], call: Call) -> dict[str, str]:
    """Return what to call the people whom these memories are about, by user id."""
    return {item.memory.subject.user_id: call.parts.name_of(item.memory.subject) for item in said}


def _may_be_told(memory: Memory, call: Call) -> bool:
    """Return whether a memory that was told once may be told again: not forgotten since, nor made private elsewhere."""
    try:
        if call.parts.book.get(memory.subject, memory.id).status is Status.FORGOTTEN:
            return False
    except NotFoundError:
        return False
    was_said_here = memory.source is not None and memory.source.channel_id == call.channel_id
    alone = Audience(call.person, Place(PlaceKind.DM, call.channel_id), frozenset({memory.subject.user_id}))
    return was_said_here or call.parts.standing.known_to(alone).sees(memory)


_PAGES: dict[str, Callable[[Leaf, Call], SlashAnswer]] = {
    "list": _list,
    "search": _search,
    "history": _history,
    "why": _why,
}
