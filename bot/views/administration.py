"""The dialog in which admins edit SOUL.md and MEMORY.md, in as many fields as the text needs. Pure."""

import json
from collections.abc import Mapping
from typing import Any

from bot.views.blocks import View, modal, text_input
from bot.views.limits import INPUT_TEXT
from bot.views.modals import typed

PAGE_FORM = "memory_page_form"
PAGE_FIELD = "page"
"""The first field; those after it have a number behind it."""

MOST_FIELDS = 10
FILLED_TO = 2400
"""Characters that a field begins with at most, so that there is room to add some."""


def page_form(name: str, text: str, *, version: str) -> View | None:
    """Return the dialog to edit a page, or None if the page is too long for one; it carries the version that is edited.

    A long page is cut into fields where lines end.
    """
    pieces = _pieces(text)
    if len(pieces) > MOST_FIELDS or any(len(piece) > INPUT_TEXT for piece in pieces):
        return None
    hints = {"SOUL.md": "Who I am and how I speak.", "MEMORY.md": "What is worth knowing about this workspace."}
    fields = [
        text_input(
            _field(number),
            name if number == 0 else f"{name}, continued",
            initial=piece,
            hint=hints.get(name, "") if number == 0 else "",
            lines=True,
            optional=True,
        )
        for number, piece in enumerate(pieces)
    ]
    return modal(
        f"Edit {name}",
        fields,
        callback_id=PAGE_FORM,
        metadata=json.dumps({"page": name, "version": version}),
        submit="Save",
        close="Cancel",
    )


def page_typed(view: Mapping[str, Any]) -> str:
    """Return the page that a submitted dialog holds: its fields, one below the other, without those left empty."""
    values = view["state"]["values"]
    ids = [_field(number) for number in range(MOST_FIELDS)]
    return "\n".join(text for each in ids if each in values and (text := typed(view, each)))


def _field(number: int) -> str:
    return f"{PAGE_FIELD}_{number}" if number else PAGE_FIELD


def _pieces(text: str) -> list[str]:
    """Return a text cut where lines end into pieces of about `FILLED_TO` characters.

    A longer line is a piece by itself; an empty line stays with the one before it.
    """
    first, *rest = text.split("\n")
    pieces = [first]
    for line in rest:
        if line and len(pieces[-1]) + 1 + len(line) > FILLED_TO:
            pieces.append(line)
        else:
            pieces[-1] += f"\n{line}"
    return pieces
