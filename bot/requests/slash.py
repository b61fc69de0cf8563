"""The slash commands as a pure-ish function: words in, an ephemeral answer out. Slack and the terminal share it."""

from collections.abc import Callable
from datetime import datetime
from difflib import get_close_matches

from bot.parts import Parts
from bot.requests import choosing, leafing, letting_go
from bot.requests.administration import administer, refusal
from bot.requests.slash_answers import Call, SlashAnswer
from bot.slack.mrkdwn import escape
from bot.views.blocks import clip
from memory.records import Person

_LONGEST_TEXT = 3900
_VERB_SHOWN = 40


def memory_command(
    text: str,
    *,
    person: Person,
    now: datetime,
    parts: Parts,
    channel_id: str = "",
    admin: bool | None = False,
    zone: str | None = None,
) -> SlashAnswer:
    """Do `/memory TEXT` for a person and return the answer; no words at all lists. `channel_id` is where it was typed.

    Args:
        admin: The person is an admin or owner of the workspace, None if Slack does not tell; whom the settings list
            counts as one too.
        zone: The person's time zone by its IANA name, for quiet hours; UTC where it is not known.

    Raises:
        MemoryBotError: If something could not be read or saved.
    """
    verb, _, words = text.strip().partition(" ")
    handler = _VERBS.get(verb.lower() or "list")
    call = Call(person, words.strip(), now, parts, channel_id, admin, zone)
    return handler(call) if handler else _unknown(verb, call)


def soul_command(parts: Parts) -> SlashAnswer:
    """Return who the bot is, as its people wrote it in SOUL.md."""
    soul = parts.book.soul()
    if not soul:
        return SlashAnswer("SOUL.md is empty, so I am nobody in particular. Whoever runs me can write who I am.")
    shown = escape(clip(soul, _LONGEST_TEXT))
    return SlashAnswer(shown, [{"type": "markdown", "text": shown}])


def _unknown(verb: str, call: Call) -> SlashAnswer:
    known = ", ".join(verb for verb in _VERBS if verb != "admin")
    near = get_close_matches(verb.lower(), _VERBS, n=1)
    meant = f"Did you mean `{call.command} {near[0]}`? " if near else ""
    unknown = escape(clip(verb, _VERB_SHOWN))
    return SlashAnswer(
        f"I don't know `{call.command} {unknown}`. {meant}Try {known}; `{call.command} help` explains them."
    )


def _admin(call: Call) -> SlashAnswer:
    if refused := refusal(call.person, call.admin, call.parts):
        return SlashAnswer(refused)
    return administer(call.words, admin=call.person, now=call.now, parts=call.parts)


def _help(call: Call) -> SlashAnswer:
    name, soul = call.command, call.parts.settings.soul_command
    lines = [
        "*What you can do with your memory here* (only you see these answers)",
        f"`{name} list` – what I remember about you",
        f"`{name} search WORDS` – what I know about something",
        f"`{name} forget WORDS` – let go what matches; `{name} forget all` – everything",
        f"`{name} history WORDS` – how it changed, with dates",
        f"`{name} why` – what my last answer here was made of",
        f"`{name} pause` and `{name} resume` – stop and start taking notes",
        f"`{name} settings` – how receipts come, quiet hours, and what channels may use and teach",
        f"`{name} export` – a file with everything I hold about you",
        f"`{soul}` – who I am",
        f"In a thread, where Slack takes no commands, write `!{name.removeprefix('/')} list` and so on to me.",
        "Or just talk: _remember that …_, _forget …_, _scratch that_, _what do you know about me?_",
    ]
    if not refusal(call.person, call.admin, call.parts):
        lines.insert(-2, f"`{name} admin help` – for admins")
    return SlashAnswer("\n".join(lines))


_VERBS: dict[str, Callable[[Call], SlashAnswer]] = {
    "list": leafing.list_memories,
    "search": leafing.search,
    "forget": letting_go.forget,
    "history": leafing.history,
    "pause": choosing.pause,
    "resume": choosing.resume,
    "export": letting_go.export,
    "why": leafing.why,
    "settings": choosing.settings,
    "admin": _admin,
    "help": _help,
}
