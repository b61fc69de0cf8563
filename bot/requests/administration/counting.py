"""How memory stands in a workspace: counts, and nobody's words."""

from collections import Counter

from bot.requests.administration.acts import Act
from bot.requests.administration.keeping import kept
from bot.requests.administration.places import channels_told, outsiders_told
from bot.requests.slash_answers import SlashAnswer
from bot.views import administration as views
from bot.views.leafing import Leaf, pages_of
from memory.records import Person


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
        f"• {len(everyone):,} {'person' if len(everyone) == 1 else 'people'}, "
        f"{memories_told(kinds.total())} ({told}); {paused:,} paused",
        f"• {channels_told(act.policy)}",
        f"• guests and people of other organisations: {outsiders_told(act.policy)}",
        f"• kept: {kept(act)}",
        f"• replies: {act.parts.settings.model or 'from memory, without a language model'}",
        f"• log lines that cannot be read: {problems:,}" + (" – `memory-bot doctor` tells which" if problems else ""),
    ]
    return SlashAnswer("\n".join(lines))


def people(act: Act) -> SlashAnswer:
    """Tell of how many memories there are about whom; a number leads to that page, counted from 1."""
    page = int(act.words[:9]) - 1 if act.words.isdecimal() else 0
    return people_page(act, Leaf(act.admin.user_id, "people", page=page))


def people_page(act: Act, leaf: Leaf) -> SlashAnswer:
    """Return one page of the people, as they are now; a page that is no more shows the last one."""
    everyone = act.parts.book.people(act.admin.team_id)
    if not everyone:
        return SlashAnswer("I hold nothing about anybody yet.")
    leaf = leaf.within(len(everyone))
    lines = [_counted(act, person) for person in leaf.of(everyone)]
    told = [f"*Whom I know something about* ({len(everyone):,}; counts only)", *lines]
    if leaf.page + 1 < pages_of(len(everyone)):
        told.append(f"`{act.command} people {leaf.page + 2}` shows more.")
    return SlashAnswer("\n".join(told), views.people_page(lines, leaf, len(everyone)))


def _counted(act: Act, person: Person) -> str:
    """Return how much is known of a person, as one line of mrkdwn."""
    known = act.parts.book.memories(person)
    latest = max((memory.created_at for memory in known), default=None)
    since = f", latest {latest:%Y-%m-%d}" if latest else ""
    paused = ", paused" if act.parts.book.is_paused(person) else ""
    return f"• <@{person.user_id}>: {memories_told(len(known))}{since}{paused}"


def memories_told(count: int) -> str:
    """Return how many memories that is, in words."""
    return f"{count:,} {'memory' if count == 1 else 'memories'}"
