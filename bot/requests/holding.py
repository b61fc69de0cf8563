"""What holds for a person by the choices of their admins and of whoever runs the bot: said in settings and App Home."""

from collections.abc import Iterable

from bot.parts import Parts
from bot.policy import Policy
from bot.preferences import preferences_of
from bot.slack.mrkdwn import channel
from memory.records import Person

_MOST_NAMED = 20
"""Channels that are named in one line."""


def holds_here(person: Person, channel_id: str, parts: Parts) -> list[str]:
    """Return what holds for a person in a conversation, one line of mrkdwn each; [] where all is as usual."""
    policy = parts.policies.of(person.team_id)
    lines = []
    if policy.is_closed(channel_id) and not channel_id.startswith("D"):
        lines.append("this channel: closed to notes by your admins")
    elif channel_id in policy.listening:
        lines.append(f"this channel: opened to notes as a whole by your admins; {_heard(person, parts)}")
    return [*lines, *_everywhere(person, policy, parts)]


def holds_anywhere(person: Person, parts: Parts) -> list[str]:
    """Return what holds for a person in the workspace, its channels included; [] where all is as usual.

    Channels that are known to be private are counted, not named.
    """
    policy = parts.policies.of(person.team_id)
    private = parts.standing.private_channels(person.team_id)
    lines = [
        f"{what}: {_channels(ids, private)}"
        for what, ids in (
            ("channels closed to notes by your admins", policy.denied),
            ("channels where I may take notes, and no others", policy.allowed),
            (f"channels opened to notes as a whole by your admins, where {_heard(person, parts)}", policy.listening),
        )
        if ids
    ]
    return [*lines, *_everywhere(person, policy, parts)]


def _heard(person: Person, parts: Parts) -> str:
    """Return what becomes of what a person says in channels that are open as a whole."""
    chosen = preferences_of(parts.book, person)
    if parts.book.is_paused(person) or not chosen.is_overheard(opt_in=parts.settings.whole_channels_opt_in):
        return "you are left out"
    return "I note what you say"


def _everywhere(person: Person, policy: Policy, parts: Parts) -> list[str]:
    lines = []
    memory = parts.settings.memory
    if not memory.enabled:
        lines.append("whoever runs me has switched remembering off")
    elif not memory.auto_capture:
        lines.append("I keep only what you ask me to remember; whoever runs me chose so")
    if parts.standing.is_outsider(person) and not policy.outsiders:
        lines.append("you are a guest here, so I keep only what you ask me to remember")
    if kept := ", ".join(f"{kind.value} {days:,} days" for kind, days in policy.retention.items() if days):
        lines.append(f"kept, as your admins chose: {kept}")
    return lines


def _channels(ids: Iterable[str], private: frozenset[str]) -> str:
    named = [channel(each) for each in sorted(ids) if each not in private]
    hidden = sum(each in private for each in ids)
    shown = named[:_MOST_NAMED]
    if more := len(named) - len(shown):
        shown.append(f"{more:,} more")
    if hidden:
        shown.append(f"{hidden:,} private {'one' if hidden == 1 else 'ones'}")
    return ", ".join(shown)
