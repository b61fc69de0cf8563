"""What people think of an answer that a model wrote: counted, and noted in the audit by where the answer stands."""

from datetime import datetime

from bot.metrics import Metrics
from bot.parts import Parts
from bot.views.messages import HELPFUL
from memory.records import Person

THANKS = "Thanks, good to know that this helped."
SORRY = "Thanks for telling me. If something I remember is wrong, correct me, or say _forget …_."

_MOST_KEPT = 10_000
"""Answers of which it is remembered what somebody thinks."""


class Feedback:
    """Takes what people click. Anybody who reads an answer may say what they think of it, and change their mind.

    Slack tells each change of the two buttons, and repeats itself: only a change counts.
    """

    def __init__(self, parts: Parts, metrics: Metrics) -> None:
        self._parts, self._metrics = parts, metrics
        self._last: dict[tuple[Person, str, str], bool] = {}

    def take(self, person: Person, channel_id: str, ts: str, value: str, *, at: datetime) -> str | None:
        """Note what a person thinks of the answer with this time stamp; return what to tell them, None for no news.

        Raises:
            StoreError: If it cannot be noted.
        """
        answer, helped = (person, channel_id, ts), value == HELPFUL
        if self._last.get(answer) is helped:
            return None
        word = "helpful" if helped else "not helpful"
        note = f"found the answer {channel_id}/{ts} {word}"
        self._parts.book.note(person, note, at=at, actor=person.user_id)
        self._metrics.feedback.labels(word).inc()
        self._last[answer] = helped
        if len(self._last) > _MOST_KEPT:
            del self._last[next(iter(self._last))]
        return THANKS if helped else SORRY
