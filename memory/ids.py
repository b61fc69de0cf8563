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
        self._stamp, self._number, self._head = -1, 0, ""

    def new(self, at: datetime) -> str:
        """Return a new id for something said at this time."""
        stamp = max(0, int(at.timestamp() * 1000))
        with self._mutex:
            if stamp == self._stamp:
                self._number += 1
            else:
                self._stamp, self._number = stamp, int.from_bytes(os.urandom(_RANDOM_BYTES)) >> 1
                self._head = ""
            last = self._number & 1023
            if not (self._head and last):
                self._head = _all_but_last(stamp, self._number >> 40, self._number >> 10 & 0x3FFF_FFFF)
            return self._head + _PAIRS[last]


def _all_but_last(stamp: int, high: int, low: int) -> str:
    """Write a time (48 bits) and a number but for its last ten bits, in two parts (40 and 30 bits).

    Spelled out, because every entry and every operation has an id.
    """
    p = _PAIRS
    time = p[stamp >> 40] + p[stamp >> 30 & 1023] + p[stamp >> 20 & 1023] + p[stamp >> 10 & 1023] + p[stamp & 1023]
    first = p[high >> 30] + p[high >> 20 & 1023] + p[high >> 10 & 1023] + p[high & 1023]
    return time + first + p[low >> 20] + p[low >> 10 & 1023] + p[low & 1023]
