"""Ids for what is new in the workspace, after its name, in Slack's letters."""

import re
from collections.abc import Container

_MOST_CHARS = 20


def new_id(prefix: str, name: str, taken: Container[str]) -> str:
    """Return an id that nothing has yet, such as `C0DESIGN` for `design`; numbered where another has it."""
    wanted = prefix + (re.sub(r"[^A-Z0-9]", "", name.upper())[:_MOST_CHARS] or "NEW")
    number, found = 1, wanted
    while found in taken:
        number += 1
        found = f"{wanted}{number}"
    return found
