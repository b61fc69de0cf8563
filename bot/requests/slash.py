"""The slash commands as a pure-ish function: words in, an ephemeral answer out. Slack and the terminal share it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches

from bot.parts import Parts
from bot.preferences import prefer, preferences_of
from bot.requests.administration import NOT_AN_ADMIN, administer
from bot.requests.obey import was_active
from bot.requests.slash_answers import SlashAnswer
from bot.slack.mrkdwn import escape
from bot.views import memories as views
from bot.views.blocks import clip
from bot.views.messages import confirm_forget_everything
from extractors.questions import understand
from memory.errors import InvalidValueError, NotFoundError
from memory.records import Change, Memory, Person, Query, Status

MOST_FOUND = 10


@dataclass(frozen=True, slots=True)
class _Call:
    """One call of `/memory`: who, with which words, when."""

    person: Person
    words: str
    now: datetime
    parts: Parts
    channel_id: str = ""
    admin: bool = False

    def query(self) -> Query:
        return understand(self.words, now=self.now)


def memory_command(
    text: str, *, person: Person, now: datetime, parts: Parts, channel_id: str = "", admin: bool = False
) -> SlashAnswer:
    """Do `/memory TEXT` for a person and return the answer; no words at all lists. `channel_id` is where it was typed.

    Args:
        admin: The person is an admin or owner of the workspace; whom the settings list counts as one too.

    Raises:
        MemoryBotError: If something could not be read or saved.
    """
    verb, _, words = text.strip().partition(" ")
    handler = _VERBS.get(verb.lower() or "list")
    if handler is None:
        known = ", ".join(verb for verb in _VERBS if verb != "admin")
        name = parts.settings.memory_command
        near = get_close_matches(verb.lower(), _VERBS, n=1)
        meant = f"Did you mean `{name} {near[0]}`? " if near else ""
        unknown = escape(clip(verb, 40))
        return SlashAnswer(f"I don't know `{name} {unknown}`. {meant}Try {known}; `{name} help` explains them.")
    admin = admin or person.user_id in parts.settings.admins
    return handler(_Call(person, words.strip(), now, parts, channel_id, admin))


def soul_command(parts: Parts) -> SlashAnswer:
    """Return who the bot is, as its people wrote it in SOUL.md."""
    soul = parts.book.soul()
    if not soul:
        return SlashAnswer("SOUL.md is empty, so I am nobody in particular. Whoever runs me can write who I am.")
    shown = escape(clip(soul, 3900))
    return SlashAnswer(shown, [{"type": "markdown", "text": shown}])


def list_page(person: Person, page: int, *, now: datetime, parts: Parts) -> SlashAnswer:
    """Return one page of a person's memories, pages counted from 0."""
    known = parts.book.memories(person)
    if not known:
        return SlashAnswer("I remember nothing about you yet. Tell me something in a DM.")
    paused = " (paused: I take no new notes)" if parts.book.is_paused(person) else ""
    lines = [
        f"What I remember about you ({len(known)}){paused}:",
        *(f"• {escape(m.text)}" for m in reversed(known)),
    ]
    return SlashAnswer(clip("\n".join(lines), 3900), views.memory_list(known, page=page, now=now))


def _list(call: _Call) -> SlashAnswer:
    page = int(call.words) - 1 if call.words.isdecimal() else 0
    return list_page(call.person, page, now=call.now, parts=call.parts)


def _search(call: _Call) -> SlashAnswer:
    if not call.words:
        return _usage(call, "search WORDS")

    def own(memory: Memory) -> bool:
        return memory.subject == call.person

    found = call.parts.book.recall(call.query(), reader=call.person, visible=own, now=call.now, limit=MOST_FOUND)
    if not found:
        return SlashAnswer(f"Nothing about “{escape(clip(call.words, 200))}”.")
    lines = [
        f"Found for “{escape(clip(call.words, 200))}”:",
        *(f"• {escape(item.memory.text)}" for item in found),
    ]
    return SlashAnswer(clip("\n".join(lines), 3900), views.search_results(found, call.words, now=call.now))


def _forget(call: _Call) -> SlashAnswer:
    if not call.words:
        return _usage(call, "forget WORDS, or forget all")
    if call.words.lower() in {"all", "everything"}:
        question = "Shall I forget everything I know about you?"
        return SlashAnswer(question, confirm_forget_everything(question))
    changes = call.parts.book.forget(call.person, call.query(), at=call.now, actor=call.person.user_id)
    if not changes:
        return SlashAnswer(f"I found nothing about “{escape(clip(call.words, 200))}” to forget.")
    return SlashAnswer(forgotten(changes))


def forgotten(changes: list[Change]) -> str:
    """Return what was just forgotten as one mrkdwn sentence for its owner."""
    gone = [change for change in changes if was_active(change)] or changes
    texts = [escape((change.previous or change.memory).text) for change in gone]
    return clip(f"Forgotten: {'; '.join(texts)}.", 3900) if texts else "That was forgotten already."


def _history(call: _Call) -> SlashAnswer:
    lineages = call.parts.book.history(call.person, call.query() if call.words else None)
    if not lineages:
        about = f" about “{escape(clip(call.words, 200))}”" if call.words else ""
        return SlashAnswer(f"There is no history{about}.")
    blocks = views.history(lineages, now=call.now)
    return SlashAnswer(clip("\n".join(block["text"]["text"] for block in blocks), 3900), blocks)


def _pause(call: _Call) -> SlashAnswer:
    call.parts.book.pause(call.person, at=call.now, actor=call.person.user_id)
    name = call.parts.settings.memory_command
    return SlashAnswer(
        f"Paused: I keep nothing of what you say, except what you ask me to remember. `{name} resume` starts again."
    )


def _resume(call: _Call) -> SlashAnswer:
    call.parts.book.resume(call.person, at=call.now, actor=call.person.user_id)
    return SlashAnswer("I'm taking notes again.")


def _export(call: _Call) -> SlashAnswer:
    return export_file(call.person, now=call.now, parts=call.parts)


def export_file(person: Person, *, now: datetime, parts: Parts) -> SlashAnswer:
    """Return a file with everything that is held about a person, and the sentence that goes with it."""
    content = json.dumps(parts.book.export(person), ensure_ascii=False, indent=2)
    count = len(parts.book.memories(person))
    name = f"memory-{person.user_id}-{now:%Y-%m-%d}.json"
    return SlashAnswer(f"Everything I hold about you ({count} active) is in {name}, in our DM.", file=(name, content))


def _why(call: _Call) -> SlashAnswer:
    """Show what the last answer here was made of, and why each of it came to mind."""
    said = call.parts.last_answer.get((call.person, call.channel_id))
    if said is None:
        return SlashAnswer("I have not answered you here since I was started.")
    if not said:
        return SlashAnswer("My last answer here used no memory.")
    said = [item for item in said if not _is_forgotten(item.memory, call.parts)]
    if not said:
        return SlashAnswer("What my last answer here came from is forgotten now.")
    lines = [f"• {escape(item.memory.text)} – {escape('; '.join(item.reasons)) or 'listed'}" for item in said]
    return SlashAnswer(clip("My last answer here came from:\n" + "\n".join(lines), 3900))


def _is_forgotten(memory: Memory, parts: Parts) -> bool:
    """Return whether a memory was forgotten since it was recalled, softly or with every trace."""
    try:
        return parts.book.get(memory.subject, memory.id).status is Status.FORGOTTEN
    except NotFoundError:
        return True


def _settings(call: _Call) -> SlashAnswer:
    """Show what the person chose for themselves, or choose: `receipts off`, `quiet hours 22:00-07:00`."""
    words = call.words.lower().replace("quiet hours", "quiet_hours").replace("use in channels", "use_in_channels")
    name, _, value = words.partition(" ")
    book = call.parts.book
    try:
        chosen = (
            prefer(book, call.person, name, value, at=call.now, actor=call.person.user_id)
            if name
            else preferences_of(book, call.person)
        )
    except InvalidValueError as error:
        return SlashAnswer(escape(str(error)))
    command = f"{call.parts.settings.memory_command} settings"
    lines = [
        "Changed. This is how you have it now:" if name else "This is how you have it:",
        f"• receipts: {chosen.receipts} – `{command} receipts inline`, `reaction` or `off`",
        f"• quiet hours: {chosen.quiet_hours or 'none'} – `{command} quiet hours 22:00-07:00` or `off`",
        f"• use in channels: {'on' if chosen.use_in_channels else 'off'} – whether what I know of you may serve "
        f"answers outside our DM; `{command} use in channels off`",
        *_chosen_by_admins(call),
    ]
    return SlashAnswer("\n".join(lines))


def _chosen_by_admins(call: _Call) -> list[str]:
    """Return what the admins of the workspace chose that touches this person here."""
    policy = call.parts.policies.of(call.person.team_id)
    chosen = []
    if policy.is_closed(call.channel_id) and not call.channel_id.startswith("D"):
        chosen.append("• this channel: closed to notes by your admins")
    elif call.channel_id in policy.listening:
        chosen.append("• this channel: opened to notes as a whole by your admins")
    if kept := ", ".join(f"{kind.value} {days:,} days" for kind, days in policy.retention.items() if days):
        chosen.append(f"• kept, as your admins chose: {kept}")
    return chosen


def _admin(call: _Call) -> SlashAnswer:
    if not call.admin:
        return SlashAnswer(NOT_AN_ADMIN)
    return administer(call.words, admin=call.person, now=call.now, parts=call.parts)


def _help(call: _Call) -> SlashAnswer:
    name, soul = call.parts.settings.memory_command, call.parts.settings.soul_command
    lines = [
        "*What you can do with your memory here* (only you see these answers)",
        f"`{name} list` – what I remember about you",
        f"`{name} search WORDS` – what I know about something",
        f"`{name} forget WORDS` – let go what matches; `{name} forget all` – everything",
        f"`{name} history WORDS` – how it changed, with dates",
        f"`{name} why` – what my last answer here was made of",
        f"`{name} pause` and `{name} resume` – stop and start taking notes",
        f"`{name} settings` – how receipts come, quiet hours, and whether channels may use what I know of you",
        f"`{name} export` – a file with everything I hold about you",
        f"`{soul}` – who I am",
        f"In a thread, where Slack takes no commands, write `!{name.removeprefix('/')} list` and so on to me.",
        "Or just talk: _remember that …_, _forget …_, _scratch that_, _what do you know about me?_",
    ]
    if call.admin:
        lines.insert(-2, f"`{name} admin help` – for admins")
    return SlashAnswer("\n".join(lines))


def _usage(call: _Call, form: str) -> SlashAnswer:
    return SlashAnswer(f"Say what: `{call.parts.settings.memory_command} {form}`.")


_VERBS: dict[str, Callable[[_Call], SlashAnswer]] = {
    "list": _list,
    "search": _search,
    "forget": _forget,
    "history": _history,
    "pause": _pause,
    "resume": _resume,
    "export": _export,
    "why": _why,
    "settings": _settings,
    "admin": _admin,
    "help": _help,
}
