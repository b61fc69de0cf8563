"""How memory stands in a workspace: counts, and nobody's words."""

from collections import Counter

from bot.requests.administration.acts import Act
from bot.requests.administration.keeping import kept
from bot.requests.administration.places import channels_told, outsiders_told
from bot.requests.slash_answers import SlashAnswer

_MOST_SHOWN = 30


def status(act: Act) -> SlashAnswer:
    """Tell how many people and memories there are, and what is chosen."""
    book = act.parts.book
    everyone = book.people(act.admin.team_id)
    kinds = Counter(memory.kind.value for person in everyone for memory in book.memories(person))
    paused = sum(book.is_paused(person) for person in everyone)
    told = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common()) or "none yet"
    problems = len(book.problems())
    lines = [
        "*How memory stands in this workspace*",
        f"• {len(everyone):,} people, {kinds.total():,} memories ({told}); {paused:,} paused",
        f"• {channels_told(act.policy)}",
        f"• guests and people of other organisations: {outsiders_told(act.policy)}",
        f"• kept: {kept(act)}",
        f"• replies: {act.parts.settings.model or 'from memory, without a language model'}",
        f"• log lines that cannot be read: {problems:,}" + (" – `memory-bot doctor` tells which" if problems else ""),
    ]
    return SlashAnswer("\n".join(lines))


def people(act: Act) -> SlashAnswer:
    """Tell of how many memories there are about whom; a number leads to that page, counted from 1."""
    book = act.parts.book
    everyone = book.people(act.admin.team_id)
    page = max(0, int(act.words[:9]) - 1) if act.words.isdecimal() else 0
    shown = everyone[page * _MOST_SHOWN : (page + 1) * _MOST_SHOWN]
    if not shown:
        return SlashAnswer("I hold nothing about anybody yet." if not everyone else "There is no such page.")
    lines = [f"*Whom I know something about* ({len(everyone):,}; counts only)"]
    for person in shown:
        known = book.memories(person)
        latest = max((memory.created_at for memory in known), default=None)
        since = f", latest {latest:%Y-%m-%d}" if latest else ""
        paused = ", paused" if book.is_paused(person) else ""
        lines.append(f"• <@{person.user_id}>: {len(known):,} memories{since}{paused}")
    if len(everyone) > (page + 1) * _MOST_SHOWN:
        lines.append(f"`{act.command} people {page + 2}` shows more.")
    return SlashAnswer("\n".join(lines))
