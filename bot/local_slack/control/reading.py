"""What is there to see: the workspace as a whole, the messages of a channel, and the news as it happens."""

from typing import Any

from aiohttp import web

from bot.local_slack.cast import PARTNER, Channel, User
from bot.local_slack.control.base import Part, looking, refusal
from bot.local_slack.errors import RefusedError
from bot.local_slack.messages import Json, Message
from bot.local_slack.people import role_of


class ReadingPart(Part):
    """`state`, `messages` and the WebSocket `ws`."""

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""
        router.add_get("/_control/state", looking(self._state))
        router.add_get("/_control/messages", looking(self._messages))
        router.add_get("/_control/ws", self._watch)

    async def _state(self, query: Json) -> Json:
        workspace = self.workspace
        team, state = workspace.cast.team, workspace.state
        return {
            "team": {"id": team.id, "name": team.name, "domain": team.domain},
            "partner": PARTNER.name,
            "workspaces": [
                {"id": team_id, "name": place.name, "path": place.path}
                for team_id, place in workspace.installing.places.items()
                if not place.is_whole
            ],
            "users": [_user(user) for user in state.users.values()],
            "channels": [_channel(channel) for channel in state.channels.values()],
            "commands": [
                {"command": each.command, "description": each.description, "usage_hint": each.usage_hint}
                for each in workspace.manifest.commands
            ],
            "shortcuts": [
                {
                    "name": each.name,
                    "callback_id": each.callback_id,
                    "description": each.description,
                    "on_message": each.on_message,
                }
                for each in workspace.manifest.shortcuts
            ],
            "home_tab": workspace.manifest.home_tab,
            "bot_connected": workspace.is_app_there,
        }

    async def _messages(self, query: Json) -> Json:
        channel = self.channel(query)
        reader = self.member(query, channel) if "user" in query else None
        state, viewer = self.workspace.state, self.workspace.viewer
        whispers = [each for each in state.whispers(channel.id) if reader is None or each.ephemeral_to == reader.id]
        every = sorted([*state.messages(channel.id), *whispers], key=lambda message: message.ts)
        return {
            "messages": [viewer.page(message, thread=self._thread(message)) for message in every],
            "offer": self.workspace.offer_in(channel),
            "talks": self.workspace.talks.in_channel(channel),
        }

    async def _watch(self, request: web.Request) -> web.StreamResponse:
        try:
            user = self.user(request.query).id if "user" in request.query else None
        except RefusedError as error:
            return refusal(error)
        return await self.workspace.feed.serve(request, user)

    def _thread(self, message: Message) -> Any:
        return None if message.ephemeral_to else self.workspace.state.thread(message.channel, message.ts)


def _user(user: User) -> Json:
    return {
        "id": user.id,
        "name": user.display_name,
        "real_name": user.real_name,
        "is_bot": user.is_bot,
        "is_admin": user.is_admin,
        "role": role_of(user),
        "is_deactivated": user.deleted,
    }


def _channel(channel: Channel) -> Json:
    return {
        "id": channel.id,
        "name": channel.name,
        "is_im": channel.type == "im",
        "is_private": channel.is_private,
        "is_group_dm": channel.type == "mpim",
        "is_general": channel.is_general,
        "is_archived": channel.is_archived,
        "is_shared": channel.is_ext_shared,
        "is_invited": bool(channel.invited),
        "members": list(channel.members),
        "purpose": channel.purpose,
    }
