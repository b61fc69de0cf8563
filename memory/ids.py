"""New ids: ULIDs that carry the time of their message and sort in the order in which they were made."""

import os
import threading
from datetime import datetime
from typing import Final

_RANDOM_BYTES: Final = 10
_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS: Final = tuple(first + second for first in _DIGITS for second in _DIGITS)
"""Two digits of Crockford's base 32 for every ten bits."""


class Ids:
    """Makes ids. Two for the same millisecond follow one another, so that a message's statements keep their order."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._last = (-1, 0)

    def new(self, at: datetime) -> str:
        """Return a new id for something said at this time."""
        stamp = max(0, int(at.timestamp() * 1000))
        with self._mutex:
            before, number = self._last
            number = number + 1 if stamp == before else int.from_bytes(os.urandom(_RANDOM_BYTES)) >> 1
            self._last = (stamp, number)
        return _digits(stamp, number >> 40, number & 0xFF_FFFF_FFFF)


def _digits(stamp: int, high: int, low: int) -> str:
    """Write the time, 48 bits, and both halves of the number, 40 bits each. Spelled out: every entry has an id."""
    p = _PAIRS
    time = p[stamp >> 40] + p[stamp >> 30 & 1023] + p[stamp >> 20 & 1023] + p[stamp >> 10 & 1023] + p[stamp & 1023]
    first = p[high >> 30] + p[high >> 20 & 1023] + p[high >> 10 & 1023] + p[high & 1023]
    return time + first + p[low >> 30] + p[low >> 20 & 1023] + p[low >> 10 & 1023] + p[low & 1023]
