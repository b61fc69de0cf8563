"""Tells when messages may be coming in the wrong order, so that one waits a moment for those said before it.

Slack delivers each message by itself, and in peace they come as they were said: nothing waits then. Where a delivery
failed, was late, or was overtaken, its neighbours may be on their way still, and whoever is in the middle of that has
waited already.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable

from memory.records import Person

HOLD_SECONDS = 0.25
"""How long a message is held for those said before it."""

LATE_SECONDS = 2.0
"""From what delay on, beyond the least of late, a message is late. Slack delivers well within a second."""

UNREST_SECONDS = 30.0
"""How long it may happen again, once something came in the wrong order."""

_LATELY = 50
"""Messages whose delay is compared: the least of theirs is what the clocks are apart."""
_MOST_PEOPLE = 1000


class Disorder:
    """Looks at each message as it comes in.

    Args:
        clock: Tells the seconds since 1970, as the time stamps of messages do.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._delays: deque[float] = deque(maxlen=_LATELY)
        self._latest: OrderedDict[Person, float] = OrderedDict()
        self._unrest_until = 0.0

    def hold(self, person: Person, ts: str, *, again: bool = False) -> float:
        """Return for how many seconds a message that came in now is held; 0.0 when all comes as it should.

        Args:
            ts: The time stamp of what the person did.
            again: Whether Slack delivers it once more, because the first time failed.
        """
        now, said = self._clock(), float(ts)
        delay = now - said
        is_late = bool(self._delays) and delay - min(self._delays) > LATE_SECONDS
        self._delays.append(delay)
        is_overtaken = said < self._latest.get(person, said)
        self._latest[person] = max(said, self._latest.pop(person, said))
        if len(self._latest) > _MOST_PEOPLE:
            self._latest.popitem(last=False)
        if is_overtaken:  # those said after it were answered: it waits for nothing
            self._unrest_until = now + UNREST_SECONDS
            return 0.0
        return HOLD_SECONDS if again or is_late or now < self._unrest_until else 0.0
