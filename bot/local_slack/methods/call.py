"""What a Web API method gets and is: the call, with its checks, and the method's entry in the table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bot.local_slack.arguments import Arguments
from bot.local_slack.cast import Channel, ChannelType
from bot.local_slack.errors import ApiError
from bot.local_slack.messages import Json, Message
from bot.local_slack.workspace import Workspace

READ_SCOPES: dict[ChannelType, str] = {
    "channel": "channels:read",
    "group": "groups:read",
    "im": "im:read",
    "mpim": "mpim:read",
}
HISTORY_SCOPES: dict[ChannelType, str] = {
    "channel": "channels:history",
    "group": "groups:history",
    "im": "im:history",
    "mpim": "mpim:history",
}


@dataclass(frozen=True, slots=True)
class Call:
    """One call by the app; `is_org_wide` tells that its token is good for the whole organisation of the workspace."""

    workspace: Workspace
    args: Arguments
    is_org_wide: bool = False

    def need_scope(self, *any_of: str) -> None:
        """Let the call go on only if the app has one of these scopes.

        Raises:
            ApiError: `missing_scope`, with what is needed and what there is.
        """
        scopes = self.workspace.manifest.scopes
        if not scopes.intersection(any_of):
            raise ApiError("missing_scope", {"needed": ",".join(any_of), "provided": ",".join(sorted(scopes))})

    def channel(self, name: str = "channel") -> Channel:
        """Return the channel that an argument names, by id.

        Raises:
            ApiError: `channel_not_found`, also for a private one that the app is not in.
        """
        channel = self.workspace.state.channels.get(self.args.required(name))
        if channel is None or (channel.is_private and not channel.has(self.bot)):
            raise ApiError("channel_not_found")
        return channel

    def destination(self, name: str = "channel") -> Channel:
        """Return the channel to post to: by id, by name, or a person's id for their DM with the app.

        Raises:
            ApiError: `channel_not_found`, `not_in_channel`, `is_archived` or `messages_tab_disabled`.
        """
        wanted = self.args.required(name).removeprefix("#")
        state = self.workspace.state
        channel = state.channels.get(wanted) or state.channel_with([wanted, self.bot])
        if channel is None:
            named = (each for each in state.channels.values() if each.name == wanted and each.type != "im")
            channel = next(named, None)
        if channel is None or (channel.is_private and not channel.has(self.bot)):
            raise ApiError("channel_not_found")
        if not channel.has(self.bot):
            raise ApiError("not_in_channel")
        if channel.is_archived:
            raise ApiError("is_archived")
        if channel.type == "im" and not self.workspace.manifest.messages_tab:
            raise ApiError("messages_tab_disabled")
        return channel

    def message(self, channel: Channel, name: str = "ts") -> Message:
        """Return the message that an argument names.

        Raises:
            ApiError: `message_not_found`.
        """
        message = self.workspace.state.message(channel.id, self.args.required(name))
        if message is None or message.is_gone:
            raise ApiError("message_not_found")
        return message

    @property
    def bot(self) -> str:
        """Return the user id of the calling app's bot."""
        return self.workspace.cast.bot_user_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """An entry of the table. Any one of `scopes` is enough; none listed, none needed."""

    run: Callable[[Call], Json]
    scopes: tuple[str, ...] = ()
    token: Literal["bot", "app", "none"] = "bot"  # noqa: S105  # which sort of token, not a token
