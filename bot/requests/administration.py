"""`/memory admin …`: for admins of the workspace, and those whom the settings list.

They see counts and choices, never what anybody else told the bot. Every act leaves a line in the audit, and tells the
people it touches.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from bot.parts import Parts
from bot.policy import Policy, retention_by_team
from bot.requests.slash_answers import Notice, SlashAnswer
from bot.slack.mrkdwn import escape
from bot.views import administration as views
from bot.views.blocks import clip
from memory.audit import AuditLine
from memory.records import Kind, Person
from memory.upkeep.gc import collect
from memory.upkeep.reindex import reindex
from memory.upkeep.summary import Summary

NOT_AN_ADMIN = "That is for the admins of this workspace."
LISTENING = (
    "From now on I take notes in this channel of what people say about themselves and their work, not only of what is "
    "said to me. An admin chose so. You alone see what I note of you, with Undo; `{command} pause` stops it for you."
)
NO_LONGER = "I no longer listen to this whole channel; I take notes only of what is said to me."
ERASED = "An admin of this workspace had me erase everything I knew about you. I start anew with what you tell me."
_FOR_ALL = "That would touch other workspaces too, so whoever runs me does it: `memory-bot maintain`."
_MOST_SHOWN = 30
_CHANNEL = re.compile(r"<#([CG]\w+)(?:\|[^>]*)?>|([CG][A-Z0-9]{5,})")
_PERSON = re.compile(r"<@([UW]\w+)(?:\|[^>]*)?>|([UW][A-Z0-9]{4,})")
_CHANNEL_CHOICES = {
    "deny": "closed: nothing said there is noted",
    "allow": "open; as long as any channel is allowed, all that are not are closed",
    "listen": "open as a whole: what people state there is noted, also when it is not said to me",
    "default": "as usual: what is said to me there is noted",
}


@dataclass(frozen=True, slots=True)
class Act:
    """What an admin asks for: who, with which words after the verb, when."""

    admin: Person
    words: str
    now: datetime
    parts: Parts

    @property
    def command(self) -> str:
        """What the command is called here."""
        return f"{self.parts.settings.memory_command} admin"

    @property
    def policy(self) -> Policy:
        """What is chosen now."""
        return self.parts.policies.of(self.admin.team_id)

    def change(self, to: Callable[[Policy], Policy], note: str) -> Policy:
        """Change the policy and put it down in the audit."""
        policy = self.parts.policies.change(self.admin.team_id, to)
        self.parts.book.note(self.admin, note, at=self.now, actor=self.admin.user_id)
        return policy


def administer(words: str, *, admin: Person, now: datetime, parts: Parts) -> SlashAnswer:
    """Do `/memory admin WORDS`; the caller has seen to it that this person is an admin.

    Raises:
        MemoryBotError: If something could not be read or saved.
    """
    verb, _, rest = words.strip().partition(" ")
    act = Act(admin, rest.strip(), now, parts)
    handler = _VERBS.get(verb.lower() or "help")
    if handler is None:
        return SlashAnswer(f"I don't know `{act.command} {escape(clip(verb, 40))}`. Try {', '.join(_VERBS)}.")
    return handler(act)


def _status(act: Act) -> SlashAnswer:
    book, team_id = act.parts.book, act.admin.team_id
    people = book.people(team_id)
    kinds = Counter(memory.kind.value for person in people for memory in book.memories(person))
    paused = sum(book.is_paused(person) for person in people)
    told = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common()) or "none yet"
    problems = len(book.problems())
    lines = [
        "*How memory stands in this workspace*",
        f"• {len(people):,} people, {kinds.total():,} memories ({told}); {paused:,} paused",
        f"• {_channels_told(act.policy)}",
        f"• guests and people of other organisations: {_outsiders_told(act.policy)}",
        f"• kept: {_retention_told(act)}",
        f"• replies: {act.parts.settings.model or 'from memory, without a language model'}",
        f"• log lines that cannot be read: {problems:,}" + (" – `memory-bot doctor` tells which" if problems else ""),
    ]
    return SlashAnswer("\n".join(lines))


def _people(act: Act) -> SlashAnswer:
    book = act.parts.book
    people = book.people(act.admin.team_id)
    page = max(0, int(act.words) - 1) if act.words.isdecimal() else 0
    shown = people[page * _MOST_SHOWN : (page + 1) * _MOST_SHOWN]
    if not shown:
        return SlashAnswer("I hold nothing about anybody yet." if not people else "There is no such page.")
    lines = [f"*Whom I know something about* ({len(people):,}; counts only)"]
    for person in shown:
        known = book.memories(person)
        latest = max((memory.created_at for memory in known), default=None)
        since = f", latest {latest:%Y-%m-%d}" if latest else ""
        paused = ", paused" if book.is_paused(person) else ""
        lines.append(f"• <@{person.user_id}>: {len(known):,} memories{since}{paused}")
    if len(people) > (page + 1) * _MOST_SHOWN:
        lines.append(f"`{act.command} people {page + 2}` shows more.")
    return SlashAnswer("\n".join(lines))


def _channels(act: Act) -> SlashAnswer:
    choice, _, rest = act.words.partition(" ")
    if not choice:
        lines = [_channels_told(act.policy), *(f"• `{act.command} channels {c} #channel`" for c in _CHANNEL_CHOICES)]
        return SlashAnswer("\n".join(lines))
    named = _CHANNEL.search(rest)
    if choice not in _CHANNEL_CHOICES or named is None:
        return SlashAnswer(f"Say it as `{act.command} channels {'|'.join(_CHANNEL_CHOICES)} #channel`.")
    channel_id = named[1] or named[2]
    before = act.policy
    if before == before.with_channel(channel_id, choice):
        return SlashAnswer(f"<#{channel_id}> is that already.")
    act.change(lambda policy: policy.with_channel(channel_id, choice), f"channel {channel_id}: {choice}")
    notices: tuple[Notice, ...] = ()
    if choice == "listen":
        team_id = act.admin.team_id
        text = LISTENING.format(command=act.parts.settings.memory_command)
        notices = (Notice(channel_id, text, lambda: act.parts.policies.change(team_id, lambda _: before)),)
    elif channel_id in before.listening:
        notices = (Notice(channel_id, NO_LONGER),)
    return SlashAnswer(f"<#{channel_id}> is {_CHANNEL_CHOICES[choice]}.", notices=notices)


def _outsiders(act: Act) -> SlashAnswer:
    if act.words.lower() not in {"on", "off"}:
        return SlashAnswer(f"Guests are {_outsiders_told(act.policy)}. `{act.command} outsiders on` or `off`.")
    on = act.words.lower() == "on"
    policy = act.change(lambda policy: replace(policy, outsiders=on), f"outsiders: {act.words.lower()}")
    return SlashAnswer(f"Guests and people of other organisations are {_outsiders_told(policy)}.")


def _retention(act: Act) -> SlashAnswer:
    kind, _, days = act.words.lower().partition(" ")
    if not kind:
        return SlashAnswer(f"Kept: {_retention_told(act)}. `{act.command} retention event 730` changes a kind.")
    kinds = [each.value for each in Kind if each is not Kind.EPISODE]
    if kind not in kinds or not days.isdecimal() or int(days) > 36_500:
        return SlashAnswer(f"Name a kind and days, 0 for ever: `{act.command} retention {'|'.join(kinds)} 730`.")
    chosen = {Kind(kind): int(days)}
    act.change(lambda policy: replace(policy, retention={**policy.retention, **chosen}), f"retention {kind}: {days}")
    return SlashAnswer(f"Kept from now on: {_retention_told(act)}. What is older goes tonight.")


def _shares_its_home(act: Act) -> bool:
    """Return whether another workspace has its memory in the same home."""
    return bool(set(act.parts.book.teams()) - {act.admin.team_id})


def _reindex(act: Act) -> SlashAnswer:
    if _shares_its_home(act):
        return SlashAnswer(_FOR_ALL)
    return _done(act, reindex(act.parts.book))


def _gc(act: Act) -> SlashAnswer:
    if _shares_its_home(act):
        return SlashAnswer(_FOR_ALL)
    return _done(act, collect(act.parts.book, now=act.now, retention_of=retention_by_team(act.parts.policies)))


def _audit(act: Act) -> SlashAnswer:
    lines = list(act.parts.book.audit(team_id=act.admin.team_id))[-_MOST_SHOWN:]
    if not lines:
        return SlashAnswer("The audit is empty.")
    told = "\n".join(f"• {_audit_told(line)}" for line in reversed(lines))
    return SlashAnswer(clip(f"*The latest of the audit* (`memory-bot audit` shows all)\n{told}", 3900))


def _erase(act: Act) -> SlashAnswer:
    named = _PERSON.search(act.words)
    if named is None:
        return SlashAnswer(f"Say whom: `{act.command} erase @person`.")
    person = Person(act.admin.team_id, named[1] or named[2])
    if person not in act.parts.book.people(person.team_id):
        return SlashAnswer(f"I hold nothing about <@{person.user_id}>.")
    count = len(act.parts.book.memories(person, status=None))
    if not re.search(r"\byes\s*$", act.words):
        return SlashAnswer(
            f"That erases all {count:,} memories of <@{person.user_id}>, past ones included, with every copy. "
            f"They are told. If you mean it: `{act.command} erase <@{person.user_id}> yes`"
        )
    places = act.parts.book.erase_person(person, at=act.now, actor=act.admin.user_id)
    text = f"Erased: everything about <@{person.user_id}>, from {len(places)} places."
    return SlashAnswer(text, notices=(Notice(person.user_id, ERASED),))


def _edit_soul(act: Act) -> SlashAnswer:
    return _edit(act, "SOUL.md", act.parts.book.soul())


def _edit_evergreen(act: Act) -> SlashAnswer:
    return _edit(act, "MEMORY.md", act.parts.book.evergreen())


def _edit(act: Act, name: str, text: str) -> SlashAnswer:
    if _shares_its_home(act):
        return SlashAnswer(f"{name} serves several workspaces here, so whoever runs me edits it.")
    if act.words.lower() not in {"", "edit"}:
        return SlashAnswer(f"Say `{act.command} {'soul' if name == 'SOUL.md' else 'evergreen'} edit`.")
    if len(text) > views.LONGEST_PAGE:
        return SlashAnswer(f"{name} is too long to edit here; whoever runs me edits the file.")
    return SlashAnswer(f"A dialog to edit {name} opens.", view=views.page_form(name, text, version=version(text)))


def version(text: str) -> str:
    """Return what tells one wording of a page from another."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def save_page(name: str, text: str, *, known: str, admin: Person, now: datetime, parts: Parts) -> str:
    """Write a page that an admin edited; return "" or why it was not written.

    Args:
        known: The version that was edited; if the page is another by now, nothing is written.
    """
    book = parts.book
    present = book.soul() if name == "SOUL.md" else book.evergreen()
    if version(present) != known:
        return "Somebody changed it meanwhile. Copy your text, close this, open it again and put both together."
    book.write_page(name, text, at=now, actor=admin.user_id, person=admin)
    return ""


def _export(act: Act) -> SlashAnswer:
    book, team_id = act.parts.book, act.admin.team_id
    content = {
        "workspace": team_id,
        "at": act.now.isoformat(),
        "people": {
            person.user_id: {"memories": len(book.memories(person)), "paused": book.is_paused(person)}
            for person in book.people(team_id)
        },
        "policy": {
            "denied": sorted(act.policy.denied),
            "allowed": sorted(act.policy.allowed),
            "listening": sorted(act.policy.listening),
            "outsiders": act.policy.outsiders,
            "retention": {kind.value: days for kind, days in act.policy.retention.items()},
        },
        "audit": [_audit_told(line) for line in islice(book.audit(team_id=team_id), 100_000)],
    }
    name = f"memory-admin-{team_id}-{act.now:%Y-%m-%d}.json"
    text = f"Counts, choices and the audit are in {name}, in our DM; nobody's memories are in it."
    return SlashAnswer(text, file=(name, json.dumps(content, ensure_ascii=False, indent=2)))


def _help(act: Act) -> SlashAnswer:
    name = act.command
    lines = [
        "*For admins* (counts and choices; nobody else's memories)",
        f"`{name} status` and `{name} people` – how memory stands",
        f"`{name} channels deny|allow|listen|default #channel` – where I take notes",
        f"`{name} outsiders on|off` – whether guests and people of other organisations are noted like everyone",
        f"`{name} retention event 730` – how many days a kind is kept, 0 is for ever",
        f"`{name} erase @person` – everything about somebody, for good",
        f"`{name} soul edit` and `{name} evergreen edit` – SOUL.md and MEMORY.md",
        f"`{name} audit`, `{name} export`, `{name} gc`, `{name} reindex` – the record, and its upkeep",
    ]
    return SlashAnswer("\n".join(lines))


def _done(act: Act, summary: Summary) -> SlashAnswer:
    act.parts.book.note(act.admin, summary.task, at=act.now, actor=act.admin.user_id)
    counts = ", ".join(f"{number:,} {what}" for what, number in summary.counts.items())
    return SlashAnswer(f"{summary.task.capitalize()} is done: {counts or 'nothing to do'}.")


def _audit_told(line: AuditLine) -> str:
    return f"{line.at:%Y-%m-%d %H:%M} {line.operation.value} by {line.actor} on {line.person.user_id}"


def _channels_told(policy: Policy) -> str:
    listed = [
        f"{what} {', '.join(f'<#{each}>' for each in sorted(ids))}"
        for what, ids in (
            ("closed", policy.denied),
            ("the only ones open", policy.allowed),
            ("open as a whole", policy.listening),
        )
        if ids
    ]
    return f"channels: {'; '.join(listed) or 'I take notes where I am mentioned'}"


def _outsiders_told(policy: Policy) -> str:
    return "noted like everyone" if policy.outsiders else "noted only when they ask me to remember"


def _retention_told(act: Act) -> str:
    days = {**act.parts.settings.memory.retention_days_by_kind, **act.policy.retention}
    told = [f"{kind.value} {count:,} days" for kind, count in days.items() if count]
    return ", ".join([*told, "everything else for ever" if told else "all memories for ever"])


_VERBS: dict[str, Callable[[Act], SlashAnswer]] = {
    "status": _status,
    "people": _people,
    "channels": _channels,
    "outsiders": _outsiders,
    "retention": _retention,
    "reindex": _reindex,
    "gc": _gc,
    "audit": _audit,
    "erase": _erase,
    "soul": _edit_soul,
    "evergreen": _edit_evergreen,
    "export": _export,
    "help": _help,
}
