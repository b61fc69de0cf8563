"""Small stand-ins for what a world has no disk for, and an ear on the bot's log."""

import logging
from collections.abc import Callable

from bot.slack.posts import Post
from tests.properties.judge import Judge
from tests.properties.slack import Json


class NoJournal:
    """Keeps keys as the journal does, and nothing on disk."""

    def __init__(self) -> None:
        self._keys: dict[str, None] = {}

    async def take(self, key: str, ts: str, body: Json) -> bool:
        return self.receive(key, ts, body)

    def receive(self, key: str, ts: str, body: Json) -> bool:
        return key not in self._keys and self._keys.setdefault(key) is None

    def keys(self, prefix: str) -> list[str]:
        return sorted(key for key in self._keys if key.startswith(prefix))

    def trim(self) -> int:
        return 0

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_, **__: None


class NoThreads:
    """Knows who has the bot's ear in a thread, and keeps that nowhere."""

    def __init__(self) -> None:
        self._ears: dict[tuple[str, str], str] = {}

    def named(self, team_id: str, post: Post) -> None:
        self._ears[post.channel_id, post.thread_ts or post.ts] = post.user_id

    def hears(self, team_id: str, post: Post) -> bool:
        return self._ears.get((post.channel_id, str(post.thread_ts))) == post.user_id


class Listening(logging.Handler):
    """Hands every line of the bot's log to the judge, what an error says included."""

    def __init__(self, judge: Judge) -> None:
        super().__init__(logging.DEBUG)
        self._judge = judge

    def emit(self, record: logging.LogRecord) -> None:
        self._judge.logged(self.format(record))
