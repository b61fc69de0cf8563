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
        return _digits(stamp) + _digits(number >> 40)[2:] + _digits(number & 0xFF_FFFF_FFFF)[2:]


def _digits(bits: int) -> str:
    """Write up to fifty bits as ten digits. Spelled out, because every entry and every operation has an id."""
    p = _PAIRS
    return p[bits >> 40] + p[bits >> 30 & 1023] + p[bits >> 20 & 1023] + p[bits >> 10 & 1023] + p[bits & 1023]
