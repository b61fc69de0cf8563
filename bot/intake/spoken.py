"""What is said to the bot about the talk itself: a slash command as a message, "stop", "thanks, that's all".

Slack takes no slash commands in a thread, so "!memory list" does there what the slash command does elsewhere.
"""

import re

_ALONE = r"(?P<verb>list|why|pause|resume|export|help)"
"""Verbs that stand for a command without the mark, where nothing follows them: "memory pause"."""

_STOP = (
    r"(?:please |now ){0,8}(?:stop|cancel|abort|halt|enough|never ?mind|stopp|arrête|arrete|basta|para|pare)"
    r"(?: (?:it|that|there|now|please|writing|answering|typing|talking|replying|bitte)){0,8}"
)
_ENOUGH = (
    r"(?:(?:ok|okay|great|perfect|cool|super) ){0,8}"
    r"(?:(?:thanks|thank you|many thanks|thx|cheers|merci|danke|gracias|obrigad[oa])(?: a lot| so much)? )?"
    r"(?:that s|that is|thats|that was|that will be|that ll be|das ist|das war|das wär|eso es|c est|é só|é|that)"
    r" (?:all|it|everything|alles|todo|tout|tudo|isso)"
    r"(?: (?:thanks|thank you|for now|for today|danke|gracias|merci)){0,8}"
)
_AWAY = (
    r"(?:please ){0,8}(?:(?:you can |you may )?(?:leave|go|go away)(?: us| this thread| the thread)?(?: alone)?"
    r"|(?:be )?quiet|hush|shush|shut up|leave it|good ?bye|bye|bye bye"
    r"|(?:stop|no more) (?:listening|following|reading|answers|replies)(?: (?:here|us|along|this thread)){0,8})"
    r"(?: (?:now|please)){0,8}"
)
_STOPS = re.compile(_STOP, re.IGNORECASE)
_SENDS_AWAY = re.compile(rf"{_STOP}|{_ENOUGH}|{_AWAY}", re.IGNORECASE)
_NOT_WORDS = re.compile(r"<@[^>]*>|[^\w]+")


def spoken_command(text: str, command: str) -> str | None:
    """Return the words of a command that a message says, without its name, or None for any other message.

    Args:
        text: The message without Slack's escapes and the mention of the bot.
        command: The name of the slash command, such as "/memory".

    "!memory forget the tea" gives "forget the tea", "memory pause" gives "pause"; "memory leaks again" is none.
    """
    name = re.escape(command.removeprefix("/"))
    marked = re.fullmatch(rf"\s*[!/]{name}(?:\s+(?P<words>.*?))?\s*", text, re.IGNORECASE | re.DOTALL)
    if marked:
        return marked["words"] or ""
    alone = re.fullmatch(rf"\s*{name}\s+{_ALONE}\s*[.!?]?\s*", text, re.IGNORECASE)
    return alone["verb"].lower() if alone else None


def stops(text: str) -> bool:
    """Return whether a message asks to stop what is going on, and nothing else: "stop", "<@U0BOT> stop it!".

    The text is as Slack gives it.
    """
    return _STOPS.fullmatch(_words(text)) is not None


def sends_away(text: str) -> bool:
    """Return whether a message says that the talk is over: what `stops`, "thanks, that's all", "leave us alone"."""
    return _SENDS_AWAY.fullmatch(_words(text)) is not None


def _words(text: str) -> str:
    return _NOT_WORDS.sub(" ", text).strip()
