"""`/memory settings`, `pause` and `resume`: what a person chooses for themselves, by words or by buttons."""

from bot.preferences import Preferences, prefer, preferences_of
from bot.requests.holding import holds_here
from bot.requests.slash_answers import Call, SlashAnswer
from bot.slack.mrkdwn import escape
from bot.views import choices as views
from memory.errors import InvalidValueError


def pause(call: Call) -> SlashAnswer:
    """Take no more notes of what a person says."""
    call.parts.book.pause(call.person, at=call.now, actor=call.person.user_id)
    return SlashAnswer(
        "Paused: I keep nothing of what you say, except what you ask me to remember. "
        f"`{call.command} resume` starts again."
    )


def resume(call: Call) -> SlashAnswer:
    """Take notes again."""
    call.parts.book.resume(call.person, at=call.now, actor=call.person.user_id)
    return SlashAnswer("I'm taking notes again.")


def settings(call: Call) -> SlashAnswer:
    """Show what the person chose for themselves, or choose: `receipts off`, `quiet hours 22:00-07:00`."""
    name, value = _named(call.words)
    if not name:
        return shown(call)
    try:
        prefer(call.parts.book, call.person, name, value, at=call.now, actor=call.person.user_id, zone=call.zone)
    except InvalidValueError as error:
        return SlashAnswer(escape(str(error)))
    return shown(call, changed=True)


def choose(call: Call, name: str, value: str) -> SlashAnswer:
    """Do what a button of the settings says, and show them as they are then.

    Raises:
        InvalidValueError: If there is no such choice.
        StoreError: If it could not be saved.
    """
    if name == views.NOTES:
        (pause if value == "off" else resume)(call)
    else:
        prefer(call.parts.book, call.person, name, value, at=call.now, actor=call.person.user_id)
    return shown(call, changed=True)


def shown(call: Call, *, changed: bool = False) -> SlashAnswer:
    """Return what a person chose for themselves, and what holds for them here, with buttons to choose otherwise."""
    chosen, parts = preferences_of(call.parts.book, call.person), call.parts
    paused = parts.book.is_paused(call.person)
    is_overheard = chosen.is_overheard(opt_in=parts.settings.whole_channels_opt_in)
    heading = "Changed. This is how you have it now:" if changed else "This is how you have it:"
    held = holds_here(call.person, call.channel_id, parts)
    blocks = views.settings(
        chosen,
        owner=call.person.user_id,
        paused=paused,
        is_overheard=is_overheard,
        emoji=parts.settings.remember_emoji,
        heading=heading,
        held=held,
    )
    return SlashAnswer("\n".join([heading, *_lines(chosen, call, paused, is_overheard, held)]), blocks)


def _lines(chosen: Preferences, call: Call, paused: bool, is_overheard: bool, held: list[str]) -> list[str]:
    command = f"{call.command} settings"
    return [
        *([f"• paused: I take no new notes – `{call.command} resume`"] if paused else []),
        f"• receipts: {chosen.receipts} – `{command} receipts inline`, `reaction` or `off`",
        f"• quiet hours: {chosen.quiet_hours or 'none'} – `{command} quiet hours 22:00-07:00` or `off`",
        f"• use in channels: {_on(chosen.use_in_channels)} – whether what I know of you may serve "
        f"answers outside our DM; `{command} use in channels {_on(not chosen.use_in_channels)}`",
        f"• whole channels: {_on(is_overheard)} – whether I take notes of what you say, not only to me, in channels "
        f"that were opened to notes as a whole; `{command} whole channels {_on(not is_overheard)}`",
        *(f"• {line}" for line in held),
    ]


def _named(words: str) -> tuple[str, str]:
    """Return which choice is meant by some words, "" for none, and what is chosen."""
    lower = words.lower()
    for name in ("quiet hours", "use in channels", "whole channels"):
        lower = lower.replace(name, name.replace(" ", "_"))
    name, _, _ = lower.partition(" ")
    # The value keeps its case: names of time zones have capitals.
    return name, words[len(name) :].strip()


def _on(is_on: bool) -> str:
    return "on" if is_on else "off"
