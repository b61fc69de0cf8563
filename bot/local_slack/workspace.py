"""The running workspace: what people and the app do to it, and who is told. State and effects meet here."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.local_slack import events
from bot.local_slack.cast import Cast, Channel, User
from bot.local_slack.clock import Clock
from bot.local_slack.delivery import Outbox, Tasks
from bot.local_slack.feed import Feed
from bot.local_slack.installing import Installing
from bot.local_slack.interactions import Interactions
from bot.local_slack.manifest import Manifest
from bot.local_slack.messages import Json, Message, tombstone, with_reaction, without_reaction
from bot.local_slack.state import State
from bot.local_slack.talks import Talks
from bot.local_slack.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """The secrets of the one installed app."""

    bot_token: str
    app_token: str
    signing_secret: str
    verification_token: str


@dataclass(slots=True, kw_only=True)
class Workspace:
    """Everything a request needs. `url` is where the workspace is served, without a slash at the end."""

    cast: Cast
    manifest: Manifest
    keys: Keys
    clock: Clock
    url: str
    state: State
    feed: Feed
    outbox: Outbox
    tasks: Tasks
    interactions: Interactions
    installing: Installing
    new_ticket: Callable[[], str]
    talks: Talks = field(init=False)
    _offers: dict[str, Json] = field(default_factory=dict)

    def __post_init__(self) -> None:
        can_stop = "agent_session_stopped" in self.manifest.bot_events
        bot = self.cast.bot_user_id
        self.talks = Talks(self.feed, self.clock, self.tasks, app_user=bot, can_stop=can_stop)

    @property
    def viewer(self) -> Viewer:
        """Return what turns messages into JSON."""
        return Viewer(self.cast, self.manifest.app_name, self.url, self.state.users)

    @property
    def is_installed(self) -> bool:
        """Return whether the app has been let into this workspace."""
        return bool(self.installing.installed_as(self.cast))

    @property
    def is_org_wide(self) -> bool:
        """Return whether the app has been let into the whole organisation."""
        return self.installing.installed_as(self.cast) not in {"", self.cast.team.id}

    @property
    def is_app_there(self) -> bool:
        """Return whether the app is connected, and installed here."""
        return self.is_installed and self.outbox.transport.is_connected

    def next_ts(self) -> str:
        """Return a new time stamp for now."""
        return self.state.next_ts(self.clock.now())

    # --- people and channels ------------------------------------------------------------------------------------------

    def keep(self, *changed: Channel | User) -> None:
        """Put channels and people in the place of those with their ids, or beside them, and let the pages look anew."""
        for each in changed:
            if isinstance(each, Channel):
                self.state.channels[each.id] = each
            else:
                self.state.users[each.id] = each
        self.feed.push({"type": "workspace"})

    # --- messages -----------------------------------------------------------------------------------------------------

    def post(self, message: Message) -> None:
        """Put a new message where everybody in the channel sees it, and tell pages and app."""
        self.state.put(message)
        self._show("message", message)
        parent = self._show_parent(message)
        channel = self.state.channels[message.channel]
        if message.by_bot:
            self.talks.set_status(channel, message.root_ts, "")
        else:
            self._offers.pop(message.channel, None)
        for event in events.posted(message, channel, self.viewer, parent):
            self.notify(event, channel)

    def change(self, message: Message) -> None:
        """Put a message in the place of the one with its time stamp, and tell pages and app."""
        previous = self.state.message(message.channel, message.ts)
        assert previous is not None
        self.state.put(message)
        self._show("message_changed", message)
        channel = self.state.channels[message.channel]
        thread = self.state.thread(message.channel, message.ts)
        event = events.changed(message, previous, channel, self.viewer, ts=self.next_ts(), thread=thread)
        self.notify(event, channel)

    def redraw(self, message: Message) -> None:
        """Put a message in the place of another and tell only the pages, as when a stream grows or somebody reacts."""
        self.state.put(message)
        self._show("message_changed", message)

    def react(self, message: Message, name: str, user: str, *, added: bool) -> None:
        """Put somebody's emoji under a message or take it away, and tell pages and app."""
        self.redraw(with_reaction(message, name, user) if added else without_reaction(message, name, user))
        kind = "reaction_added" if added else "reaction_removed"
        event = events.reacted(kind, message, name, user, ts=self.next_ts())
        self.notify(event, self.state.channels[message.channel])

    def delete(self, message: Message) -> None:
        """Take a message away; a root that has replies leaves a marker."""
        if self.state.thread(message.channel, message.ts):
            self.change(tombstone(message))
            return
        self.state.drop(message)
        channel = self.state.channels[message.channel]
        news = {"type": "message_deleted", "channel": channel.id, "ts": message.ts}
        self.feed.push(news, members=channel.members)
        self._show_parent(message)
        self.notify(events.deleted(message, channel, self.viewer, ts=self.next_ts()), channel)

    def whisper(self, message: Message) -> None:
        """Show an ephemeral message, new or changed, to the one it is for."""
        self.state.put(message)
        news = {"type": "ephemeral", "channel": message.channel, "message": self.viewer.page(message)}
        self.feed.push(news, only=message.ephemeral_to)

    def unwhisper(self, message: Message) -> None:
        """Take an ephemeral message away."""
        self.state.drop(message)
        news = {"type": "ephemeral_deleted", "channel": message.channel, "ts": message.ts, "user": message.ephemeral_to}
        self.feed.push(news, only=message.ephemeral_to)

    def suggest(self, channel: Channel, offer: Json) -> None:
        """Offer what could be said in a channel, until somebody says something there."""
        self._offers[channel.id] = offer
        self.feed.push({"type": "prompts", "channel": channel.id, **offer}, members=channel.members)

    def offer_in(self, channel: Channel) -> Json | None:
        """Return what the app suggests to say there: `title` and `prompts`; None if nothing."""
        return self._offers.get(channel.id)

    # --- telling ------------------------------------------------------------------------------------------------------

    def notify(self, event: Json, channel: Channel | None) -> None:
        """Send an event, about a channel or about none, to the app if it wants it and may have it."""
        if not (self.is_installed and events.is_wanted(event, channel, self.manifest, self.cast)):
            return
        body = events.envelope(
            event,
            self.cast,
            event_id="Ev" + secrets.token_hex(5).upper(),
            token=self.keys.verification_token,
            now=self.clock.now(),
            shared=channel is not None and channel.is_ext_shared,
            org_wide=self.is_org_wide,
        )
        self.outbox.event(body)

    def connection_changed(self) -> None:
        """Tell the pages whether the app is connected."""
        self.outbox.connection_changed()
        self.feed.push({"type": "bot_connected", "bot_connected": self.is_app_there})

    def _show(self, kind: str, message: Message) -> None:
        thread = self.state.thread(message.channel, message.ts)
        news = {"type": kind, "channel": message.channel, "message": self.viewer.page(message, thread=thread)}
        self.feed.push(news, members=self.state.channels[message.channel].members)

    def _show_parent(self, message: Message) -> Message | None:
        """Show the root of a reply anew, since it counts its replies; return it."""
        parent = self.state.message(message.channel, message.thread_ts) if message.thread_ts else None
        if parent:
            self._show("message_changed", parent)
        return parent


def edited(message: Message, *, by: str, at: str, **changes: object) -> Message:
    """Return a message as it reads after an edit."""
    return replace(message, edited_by=by, edited_ts=at, **changes)  # type: ignore[arg-type]  # any field may change
