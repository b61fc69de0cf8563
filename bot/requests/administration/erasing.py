"""Everything about a person, erased for good by an admin; the person is told."""

import re

from bot.requests.administration.acts import Act
from bot.requests.slash_answers import Notice, SlashAnswer
from bot.slack.mrkdwn import escape
from memory.records import Person

ERASED = "An admin of this workspace had me erase everything I knew about you. I start anew with what you tell me."

_PERSON = re.compile(r"<@([UW]\w+)(?:\|[^>]*)?>|([UW][A-Z0-9]{4,})")
_SURE = re.compile(r"\byes\s*$", re.IGNORECASE)


def erase(act: Act) -> SlashAnswer:
    """Erase a person once the admin said yes; before that tell how much would go."""
    named = _PERSON.search(act.words)
    if named is None:
        return SlashAnswer(f"Say whom: `{act.command} erase @person`.")
    person = Person(act.admin.team_id, named[1] or named[2])
    if person not in act.parts.book.people(person.team_id):
        return SlashAnswer(f"I hold nothing about <@{person.user_id}>.")
    if not _SURE.search(act.words):
        count = len(act.parts.book.memories(person, status=None))
        return SlashAnswer(
            f"That erases all {count:,} memories of <@{person.user_id}>, past ones included, with every copy. "
            f"They are told. If you mean it: `{act.command} erase <@{person.user_id}> yes`; add _because …_ to say why."
        )
    places = act.parts.book.erase_person(person, at=act.now, actor=act.admin.user_id)
    act.put_down(f"erased {person.user_id}")
    text = f"Erased: everything about <@{person.user_id}>, from {len(places)} places."
    return SlashAnswer(text, notices=(Notice(person.user_id, ERASED + escape(act.because)),))
