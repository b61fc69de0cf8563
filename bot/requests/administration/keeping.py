"""How long memories are kept in a workspace, told to whom it concerns; and the upkeep that also runs at night."""

from dataclasses import replace

from bot.policy import retention_by_team
from bot.replies.wording import kind_name
from bot.requests.administration.acts import Act
from bot.requests.slash_answers import Notice, SlashAnswer
from bot.slack.mrkdwn import escape
from memory.records import Kind
from memory.upkeep.gc import collect
from memory.upkeep.reindex import reindex
from memory.upkeep.summary import Summary

KEPT_FOR = (
    "An admin of this workspace chose that I keep this of you for {days} after you last said it, and its day is past: "
    "{kind}. What is older goes tonight; `{command} export` gives you a copy before."
)
KEPT_FOR_EVER = "An admin of this workspace chose that I keep this of you until you let it go: {kind}."

_FOR_ALL = "That would touch other workspaces too, so whoever runs me does it: `memory-bot maintain`."
_LONGEST = 36_500
"""Days: a hundred years."""


def retention(act: Act) -> SlashAnswer:
    """Choose how long memories of a kind are kept, or tell it. Whoever has memories of that kind hears of a change."""
    named, _, days = act.words.lower().partition(" ")
    if not named:
        return SlashAnswer(f"Kept: {kept(act)}. `{act.command} retention event 730` changes a kind.")
    kinds = [each.value for each in Kind if each is not Kind.EPISODE]
    if named not in kinds or not days.isdecimal() or int(days[:9]) > _LONGEST:
        return SlashAnswer(f"Name a kind and days, 0 for ever: `{act.command} retention {'|'.join(kinds)} 730`.")
    kind, wish = Kind(named), int(days)
    if _days_of(act).get(kind, 0) == wish:
        return SlashAnswer(f"Kept: {kept(act)}. It is that already.")
    act.change(lambda policy: replace(policy, retention={**policy.retention, kind: wish}), f"retention {kind}: {wish}")
    notices = _concerned(act, kind, wish)
    told = f" I tell the people concerned ({len(notices):,})." if notices else ""
    older = "What is older goes tonight." if wish else "Nothing of it goes by itself."
    return SlashAnswer(f"Kept from now on: {kept(act)}. {older}{told}", notices=notices)


def kept(act: Act) -> str:
    """Return how long memories are kept, in a few words."""
    told = [f"{kind.value} {count:,} days" for kind, count in _days_of(act).items() if count]
    return ", ".join([*told, "everything else for ever" if told else "all memories for ever"])


def rebuild(act: Act) -> SlashAnswer:
    """Make the search index anew."""
    return _done(act, reindex(act.parts.book)) if act.is_alone else SlashAnswer(_FOR_ALL)


def tidy(act: Act) -> SlashAnswer:
    """Throw away what has had its time."""
    if not act.is_alone:
        return SlashAnswer(_FOR_ALL)
    return _done(act, collect(act.parts.book, now=act.now, retention_of=retention_by_team(act.parts.policies)))


def _days_of(act: Act) -> dict[Kind, int]:
    return {**act.parts.settings.memory.retention_days_by_kind, **act.policy.retention}


def _concerned(act: Act, kind: Kind, days: int) -> tuple[Notice, ...]:
    """Return what is told to each person of whom anything of a kind is kept, past memories included."""
    book, text = act.parts.book, KEPT_FOR if days else KEPT_FOR_EVER
    said = text.format(kind=kind_name(kind).lower(), days=f"{days:,} days", command=act.own_command)
    return tuple(
        Notice(person.user_id, said + escape(act.because))
        for person in book.people(act.admin.team_id)
        if any(memory.kind is kind for memory in book.memories(person, status=None))
    )


def _done(act: Act, summary: Summary) -> SlashAnswer:
    act.put_down(summary.task)
    return SlashAnswer(f"{summary.task.capitalize()} is done: {summary.done()}.")
