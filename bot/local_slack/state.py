"""Everything the workspace holds while it runs: the one place that changes. Values in, values out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bot.local_slack.cast import Cast, Channel, User
from bot.local_slack.messages import File, Json, Message, Thread

MICRO = 1_000_000


@dataclass(slots=True)
class State:
    """Users, channels and messages by id. Messages of a channel are kept in the order of their time stamps."""

    users: dict[str, User]
    channels: dict[str, Channel]
    files: dict[str, File] = field(default_factory=dict)
    views: dict[str, Json] = field(default_factory=dict)
    _messages: dict[str, dict[str, Message]] = field(default_factory=dict)
    _whispers: dict[str, dict[str, Message]] = field(default_factory=dict)
    _replies: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    _last: int = 0

    @classmethod
    def of(cls, cast: Cast) -> "State":
        """Return a fresh workspace with this cast and nothing said yet."""
        return cls(users={each.id: each for each in cast.users}, channels={each.id: each for each in cast.channels})

    def next_ts(self, now: float) -> str:
        """Return a time stamp for this moment, later than every earlier one."""
        self._last = max(int(now * MICRO), self._last + 1)
        return f"{self._last // MICRO}.{self._last % MICRO:06d}"

    # --- messages -----------------------------------------------------------------------------------------------------

    def put(self, message: Message) -> None:
        """Keep a message, new or changed."""
        if message.ephemeral_to:
            self._whispers.setdefault(message.channel, {})[message.ts] = message
            return
        self._messages.setdefault(message.channel, {})[message.ts] = message
        if message.thread_ts:
            self._replies.setdefault((message.channel, message.thread_ts), {})[message.ts] = message.user

    def drop(self, message: Message) -> None:
        """Forget a message; one that is not there is fine."""
        kept = self._whispers if message.ephemeral_to else self._messages
        kept.get(message.channel, {}).pop(message.ts, None)
        if message.thread_ts:
            self._replies.get((message.channel, message.thread_ts), {}).pop(message.ts, None)

    def message(self, channel: str, ts: str) -> Message | None:
        """Return a message that everybody in the channel sees, or None."""
        return self._messages.get(channel, {}).get(ts)

    def whisper(self, channel: str, ts: str) -> Message | None:
        """Return an ephemeral message, or None."""
        return self._whispers.get(channel, {}).get(ts)

    def messages(self, channel: str) -> list[Message]:
        """Return the messages of a channel that everybody in it sees, oldest first."""
        return list(self._messages.get(channel, {}).values())

    def whispers(self, channel: str) -> list[Message]:
        """Return the ephemeral messages of a channel, oldest first."""
        return list(self._whispers.get(channel, {}).values())

    def thread(self, channel: str, ts: str) -> Thread | None:
        """Return what is below a root, or None if it has no replies."""
        replies = self._replies.get((channel, ts))
        if not replies:
            return None
        users = tuple(dict.fromkeys(replies.values()))
        return Thread(reply_count=len(replies), reply_users=users, latest_reply=next(reversed(replies)))

    def replies(self, channel: str, ts: str) -> Iterator[Message]:
        """Yield the replies to a root, oldest first."""
        for reply_ts in self._replies.get((channel, ts), {}):
            yield self._messages[channel][reply_ts]

    # --- people and channels ------------------------------------------------------------------------------------------

    def channels_of(self, user_id: str) -> list[Channel]:
        """Return the channels that somebody is in."""
        return [channel for channel in self.channels.values() if channel.has(user_id)]

    def channel_with(self, user_ids: Iterable[str]) -> Channel | None:
        """Return the direct conversation of exactly these people, or None."""
        wanted = set(user_ids)
        direct = (channel for channel in self.channels.values() if channel.type in {"im", "mpim"})
        return next((channel for channel in direct if set(channel.members) == wanted), None)
