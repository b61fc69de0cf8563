"""Everything about a person, erased for good by an admin who said that they mean it; the person is told."""

import re
import threading
from datetime import timedelta

from bot.requests.administration.acts import Act
from bot.requests.administration.counting import memories_told
from bot.requests.slash_answers import Notice, SlashAnswer
from bot.slack.mrkdwn import escape
from bot.views.administration import Erasure, erasure_question
from memory.records import Operation, Person

ERASED = "An admin of this workspace had me erase everything I knew about you. I start anew with what you tell me."
ASKED_LONG_AGO = "I asked that a while ago, so nothing is erased. `{command} erase @person` asks anew."
KEPT = "Good, I have kept everything about <@{user}>."

QUESTION_HOLDS = timedelta(hours=1)
"""For how long the question can be answered by its buttons."""

_PERSON = re.compile(r"<@([UW]\w+)(?:\|[^>]*)?>|([UW][A-Z0-9]{4,})")
_SURE = re.compile(r"\byes\s*$", re.IGNORECASE)

_ONE_AT_A_TIME = threading.Lock()
"""Held from looking whether there is anything to erase until it is: of two clicks at once, the second finds nothing."""


def erase(act: Act) -> SlashAnswer:
    """Erase a person once the admin said yes; before that ask, with buttons, and tell how much would go."""
    named = _PERSON.search(act.words)
    if named is None:
        return SlashAnswer(f"Say whom: `{act.command} erase @person`.")
    person = Person(act.admin.team_id, named[1] or named[2])
    if _SURE.search(act.words):
        return _erased(act, person)
    if not _is_known(act, person):
        return _nothing_held(person)
    count = len(act.parts.book.memories(person, status=None))
    whom = person.user_id
    question = (
        f"That erases everything about <@{whom}>, with every copy: {memories_told(count)}, past ones included. They "
        "are told."
    )
    typed = f"If you mean it: `{act.command} erase {whom} yes`; add _because …_ to say why."
    asked = Erasure(act.admin.user_id, person.user_id, act.now, act.reason)
    return SlashAnswer(f"{question} {typed}", erasure_question(f"{question}{_why(act)}", asked))


def erase_as_asked(act: Act, asked: Erasure) -> SlashAnswer:
    """Erase whom a button names, unless that was asked long ago or they were erased since."""
    person = Person(act.admin.team_id, asked.user_id)
    if act.now - asked.at > QUESTION_HOLDS:
        return SlashAnswer(ASKED_LONG_AGO.format(command=act.command))
    return _erased(act, person, asked)


def keep_as_asked(asked: Erasure) -> SlashAnswer:
    """Leave whom a button names as they are."""
    return SlashAnswer(KEPT.format(user=asked.user_id))


def _erased(act: Act, person: Person, asked: Erasure | None = None) -> SlashAnswer:
    book = act.parts.book
    with _ONE_AT_A_TIME:
        since = book.audit(person=person, operation=Operation.ERASE_PERSON, since=asked.at) if asked else ()
        if any(since):
            return SlashAnswer(f"<@{person.user_id}> was erased already.")
        if not _is_known(act, person):
            return _nothing_held(person)
        places = book.erase_person(person, at=act.now, actor=act.admin.user_id)
    act.put_down(f"erased {person.user_id}")
    text = f"Erased: everything about <@{person.user_id}>, from {len(places)} places."
    return SlashAnswer(text, notices=(Notice(person.user_id, ERASED + escape(act.because)),))


def _is_known(act: Act, person: Person) -> bool:
    return person in act.parts.book.people(person.team_id)


def _nothing_held(person: Person) -> SlashAnswer:
    return SlashAnswer(f"I hold nothing about <@{person.user_id}>.")


def _why(act: Act) -> str:
    """Return what stands below the question of the reason, which they are told too."""
    return f"\nYour reason, which they are told: _{escape(act.reason)}_" if act.reason else ""
