"""What the app shows of its talks in threads: what it does, whether it can be stopped, a title."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.local_slack.cast import Channel
from bot.local_slack.clock import Clock
from bot.local_slack.delivery import Tasks
from bot.local_slack.feed import Feed
from bot.local_slack.messages import Json

STATUS_SECONDS = 120.0
"""A status that nobody clears goes by itself after this time."""

PROCESSING = "processing"
SESSION_STATUSES = ("active", PROCESSING, "suspended", "closed")
"""What an agent's session in a thread can be; while it is processing, people can stop it."""

_Key = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """One thread with the app: its `status` line, in which the `loading` messages take turns, its session, its title.

    `mark` tells one status from the next; `session` is "" where the app keeps none.
    """

    status: str = ""
    loading: tuple[str, ...] = ()
    mark: str = ""
    session: str = ""
    title: str = ""


class Talks:
    """The talks of one workspace; the pages hear of each change.

    Args:
        app_user: Whose status it is.
        can_stop: Whether people get a button that stops the app, because it wants to hear of it.
    """

    def __init__(self, feed: Feed, clock: Clock, tasks: Tasks, *, app_user: str, can_stop: bool) -> None:
        self._feed, self._clock, self._tasks = feed, clock, tasks
        self._app_user, self._can_stop = app_user, can_stop
        self._talks: dict[_Key, Talk] = {}

    def set_status(self, channel: Channel, thread_ts: str, status: str, loading: Sequence[str] = ()) -> None:
        """Show what the app is doing below a thread, or with "" that it does nothing any more."""
        talk = self.at(channel, thread_ts)
        if not status and not talk.status:
            return
        mark = secrets.token_hex(8)
        self._change("status", channel, thread_ts, replace(talk, status=status, loading=tuple(loading), mark=mark))
        if status:
            self._tasks.start(self._clear_status(channel, thread_ts, mark))

    def set_session(self, channel: Channel, thread_ts: str, status: str) -> None:
        """Show whether the app is at work in a thread; one of `SESSION_STATUSES`."""
        self._change("session", channel, thread_ts, replace(self.at(channel, thread_ts), session=status))

    def set_title(self, channel: Channel, thread_ts: str, title: str) -> None:
        """Show what a talk is called."""
        self._change("title", channel, thread_ts, replace(self.at(channel, thread_ts), title=title))

    def at(self, channel: Channel, thread_ts: str) -> Talk:
        """Return what is shown of a thread; an empty talk for one of which nothing is."""
        return self._talks.get((channel.id, thread_ts), Talk())

    def is_stoppable(self, channel: Channel, thread_ts: str) -> bool:
        """Return whether there is a button in the thread that stops the app."""
        return self._can_stop and self.at(channel, thread_ts).session == PROCESSING

    def in_channel(self, channel: Channel) -> list[Json]:
        """Return what pages show of all talks in a channel."""
        return [self._view(channel, thread_ts) for place, thread_ts in self._talks if place == channel.id]

    def _change(self, kind: str, channel: Channel, thread_ts: str, talk: Talk) -> None:
        self._talks[channel.id, thread_ts] = talk
        self._feed.push({"type": kind, **self._view(channel, thread_ts)}, members=channel.members)

    def _view(self, channel: Channel, thread_ts: str) -> Json:
        talk = self.at(channel, thread_ts)
        return {
            "channel": channel.id,
            "thread_ts": thread_ts,
            "user": self._app_user,
            "status": talk.status,
            "loading_messages": list(talk.loading),
            "title": talk.title,
            "is_processing": talk.session == PROCESSING,
            "can_stop": self.is_stoppable(channel, thread_ts),
        }

    async def _clear_status(self, channel: Channel, thread_ts: str, mark: str) -> None:
        await self._clock.sleep(STATUS_SECONDS)
        if self.at(channel, thread_ts).mark == mark:
            self.set_status(channel, thread_ts, "")
