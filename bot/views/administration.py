"""What admins see: pages of people, the question before one is erased, the dialog for SOUL.md and MEMORY.md. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.views.blocks import Block, View, actions, button, modal, section, text_input
from bot.views.leafing import Leaf, title, turns
from bot.views.limits import INPUT_TEXT
from bot.views.modals import typed

PEOPLE_PAGE = "memory_admin_people"
ERASE_YES = "memory_admin_erase_yes"
ERASE_NO = "memory_admin_erase_no"

PAGE_FORM = "memory_page_form"
PAGE_FIELD = "page"
"""The first field; those after it have a number behind it."""

MOST_FIELDS = 10
FILLED_TO = 2400
"""Characters that a field begins with at most, so that there is room to add some."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """What an admin is asked: `admin` and `user_id` are ids of people, `reason` is "" where none was given."""

    admin: str
    user_id: str
    at: datetime
    reason: str = ""

    def packed(self) -> str:
        """Return it as the value of a button."""
        return json.dumps([self.admin, self.user_id, self.at.timestamp(), self.reason], ensure_ascii=False)

    @classmethod
    def unpacked(cls, value: str) -> "Erasure | None":
        """Return what `packed` made, or None for anything else."""
        try:
            match json.loads(value):
                case [str() as admin, str() as user_id, int() | float() as at, str() as reason]:
                    return cls(admin, user_id, datetime.fromtimestamp(at, UTC), reason)
        except (ValueError, OverflowError, OSError):
            return None
        return None


def people_page(lines: Sequence[str], leaf: Leaf, count: int) -> list[Block]:
    """Return one page of people: a line of mrkdwn for each who is on it, of `count` altogether; turned by buttons."""
    heading = title("Whom I know something about", leaf, count)
    around = turns(leaf, count, action=PEOPLE_PAGE)
    return [section("\n".join([heading, *lines])), *([actions(*around)] if around else [])]


def erasure_question(text: str, asked: Erasure) -> list[Block]:
    """Return the question before everything about a person is erased, with its two buttons."""
    return [
        section(text),
        actions(
            button("Yes, erase everything", ERASE_YES, asked.packed(), style="danger"),
            button("No, keep it", ERASE_NO, asked.packed()),
        ),
    ]


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
