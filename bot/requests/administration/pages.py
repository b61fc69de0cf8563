"""SOUL.md and MEMORY.md, edited by admins in a dialog that overwrites nobody's words."""

import hashlib
import threading
from datetime import datetime

from bot.parts import Parts
from bot.requests.administration.acts import Act
from bot.requests.slash_answers import SlashAnswer
from bot.views import administration as views
from memory.records import Person

CHANGED = "Somebody changed it meanwhile. Copy your text, close this, open it again and put both together."

_ONE_AT_A_TIME = threading.Lock()
"""Held while a page is compared and written: of two who send at once, the second is told."""


def edit_soul(act: Act) -> SlashAnswer:
    """Open the dialog to edit who the bot is."""
    return _edit(act, "SOUL.md", act.parts.book.soul(), "soul")


def edit_evergreen(act: Act) -> SlashAnswer:
    """Open the dialog to edit the notes of the workspace."""
    return _edit(act, "MEMORY.md", act.parts.book.evergreen(), "evergreen")


def save_page(name: str, text: str, *, known: str, admin: Person, now: datetime, parts: Parts) -> str:
    """Write a page that an admin edited; return "" or why it was not written.

    Args:
        known: The version that was edited; if the page is another by now, nothing is written.
    """
    book = parts.book
    with _ONE_AT_A_TIME:
        present = book.soul() if name == "SOUL.md" else book.evergreen()
        if version(present) != known:
            return CHANGED
        book.write_page(name, text, at=now, actor=admin.user_id, person=admin)
    return ""


def version(text: str) -> str:
    """Return what tells one wording of a page from another."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _edit(act: Act, name: str, text: str, verb: str) -> SlashAnswer:
    if not act.is_alone:
        return SlashAnswer(f"{name} serves several workspaces here, so whoever runs me edits it.")
    if act.words.lower() not in {"", "edit"}:
        return SlashAnswer(f"Say `{act.command} {verb} edit`.")
    form = views.page_form(name, text, version=version(text))
    if form is None:
        return SlashAnswer(f"{name} is too long to edit here; whoever runs me edits the file.")
    return SlashAnswer(f"A dialog to edit {name} opens.", view=form)
