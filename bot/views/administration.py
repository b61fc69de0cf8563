"""The dialog in which admins edit SOUL.md and MEMORY.md. Pure."""

import json

from bot.views.blocks import View, modal, text_input
from bot.views.limits import INPUT_TEXT

PAGE_FORM = "memory_page_form"
PAGE_FIELD = "page"
LONGEST_PAGE = INPUT_TEXT


def page_form(name: str, text: str, *, version: str) -> View:
    """Return the dialog to edit a page; it carries the version that is edited."""
    hints = {"SOUL.md": "Who I am and how I speak.", "MEMORY.md": "What is worth knowing about this workspace."}
    return modal(
        f"Edit {name}",
        [text_input(PAGE_FIELD, name, initial=text, hint=hints.get(name, ""), lines=True, optional=True)],
        callback_id=PAGE_FORM,
        metadata=json.dumps({"page": name, "version": version}),
        submit="Save",
        close="Cancel",
    )
