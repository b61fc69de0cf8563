"""What the buttons below an answer to `/memory admin` do: each for the admin who asked, and for nobody else."""

from datetime import datetime

from bot.parts import Parts
from bot.requests.administration.acts import Act
from bot.requests.administration.counting import people_page
from bot.requests.administration.erasing import erase_as_asked, keep_as_asked
from bot.requests.slash_answers import SlashAnswer
from bot.views.administration import ERASE_NO, ERASE_YES, Erasure
from bot.views.leafing import unpacked
from memory.records import Person


def clicked(action_id: str, value: str, *, admin: Person, now: datetime, parts: Parts) -> SlashAnswer | None:
    """Do what a button says; the caller has seen to it that this person is an admin. None where they did not ask.

    Raises:
        MemoryBotError: If something could not be read or saved.
    """
    if action_id in {ERASE_YES, ERASE_NO}:
        asked = Erasure.unpacked(value)
        if asked is None or asked.admin != admin.user_id:
            return None
        act = Act(admin, "", now, parts, asked.reason)
        return erase_as_asked(act, asked) if action_id == ERASE_YES else keep_as_asked(asked)
    leaf, _ = unpacked(value) or (None, "")
    if leaf is None or leaf.owner != admin.user_id:
        return None
    return people_page(Act(admin, "", now, parts), leaf)
