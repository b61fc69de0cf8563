"""Cursors: which part of a longer list an answer holds. Pure."""

import base64
import binascii
from collections.abc import Sequence
from typing import TypeVar

from bot.local_slack.errors import ApiError

T = TypeVar("T")


def page(values: Sequence[T], cursor: str, limit: int) -> tuple[list[T], str]:
    """Return the part that a cursor points at, and the cursor of the next part ("" if there is none).

    Raises:
        ApiError: `invalid_cursor` if we never gave out such a cursor.
    """
    start = _decode(cursor) if cursor else 0
    if start > len(values):
        raise ApiError("invalid_cursor")
    end = start + limit
    return list(values[start:end]), _encode(end) if end < len(values) else ""


def _encode(start: int) -> str:
    return base64.b64encode(f"next:{start}".encode()).decode()


def _decode(cursor: str) -> int:
    try:
        word, _, start = base64.b64decode(cursor, validate=True).decode().partition(":")
    except (binascii.Error, ValueError) as problem:
        raise ApiError("invalid_cursor") from problem
    if word != "next" or not start.isdecimal():
        raise ApiError("invalid_cursor")
    return int(start)
