"""`/memory admin …`: for admins of the workspace, and those whom the settings list.

They see counts and choices, never what anybody else told the bot. Every act leaves a line in the audit, with who did it
and why where they said so, and tells the people it touches.
"""

from bot.requests.administration.acts import NOT_AN_ADMIN, NOT_KNOWN_FOR_ONE, refusal
from bot.requests.administration.clicks import clicked
from bot.requests.administration.erasing import ERASED
from bot.requests.administration.pages import save_page
from bot.requests.administration.places import NO_LONGER, listening_told
from bot.requests.administration.verbs import administer

__all__ = [
    "ERASED",
    "NOT_AN_ADMIN",
    "NOT_KNOWN_FOR_ONE",
    "NO_LONGER",
    "administer",
    "clicked",
    "listening_told",
    "refusal",
    "save_page",
]
