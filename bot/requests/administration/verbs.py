"""Which act the words of `/memory admin` name, and the help on them."""

import re
from collections.abc import Callable
from datetime import datetime

from bot.parts import Parts
from bot.requests.administration import counting, erasing, keeping, pages, places, record
from bot.requests.administration.acts import Act
from bot.requests.slash_answers import SlashAnswer
from bot.slack.mrkdwn import escape, unescape
from bot.views.blocks import clip
from memory.records import Person

_LOOKS = frozenset({"status", "people", "audit"})
"""Acts that change nothing, and are put down all the same."""
_VERB_SHOWN = 40
_LONGEST_REASON = 120
"""Characters of a reason; the audit keeps short notes."""
_REASON = re.compile(r"(?:^|\s)because\s+(?P<why>.+)\Z", re.IGNORECASE | re.DOTALL)


def administer(words: str, *, admin: Person, now: datetime, parts: Parts) -> SlashAnswer:
    """Do `/memory admin WORDS`; the caller has seen to it that this person is an admin.

    Raises:
        MemoryBotError: If something could not be read or saved.
    """
    given = _REASON.search(words)
    reason = clip(unescape(given["why"]).strip(" .\n"), _LONGEST_REASON) if given else ""
    verb, _, rest = (words[: given.start()] if given else words).strip().partition(" ")
    act = Act(admin, rest.strip(), now, parts, reason)
    handler = _VERBS.get(verb.lower() or "help")
    if handler is None:
        unknown = escape(clip(verb, _VERB_SHOWN))
        return SlashAnswer(f"I don't know `{act.command} {unknown}`. Try {', '.join(_VERBS)}.")
    if verb.lower() in _LOOKS:
        act.put_down(f"looked at {verb.lower()}")
    return handler(act)


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
        "_because …_ behind any of them puts your reason into the audit, and tells it to the people concerned.",
    ]
    return SlashAnswer("\n".join(lines))


_VERBS: dict[str, Callable[[Act], SlashAnswer]] = {
    "status": counting.status,
    "people": counting.people,
    "channels": places.channels,
    "outsiders": places.outsiders,
    "retention": keeping.retention,
    "reindex": keeping.rebuild,
    "gc": keeping.tidy,
    "audit": record.audit,
    "erase": erasing.erase,
    "soul": pages.edit_soul,
    "evergreen": pages.edit_evergreen,
    "export": record.export,
    "help": _help,
}
