"""New ids: ULIDs that carry the time of their message and sort in the order in which they were made."""

import secrets
import threading
from datetime import datetime

from ulid import base32

_RANDOM_BITS = 80


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
            number = number + 1 if stamp == before else secrets.randbits(_RANDOM_BITS - 1)
            self._last = (stamp, number)
        return base32.encode(stamp.to_bytes(6, "big") + number.to_bytes(10, "big"))
