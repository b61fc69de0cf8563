"""Reactions: people put an emoji under a message, and take their own away."""

from aiohttp import web

from bot.local_slack.cast import User
from bot.local_slack.control.base import Part, answering, no_message, text_of
from bot.local_slack.errors import RefusedError
from bot.local_slack.messages import EMOJI_NAME, Json, Message, has_reacted


class ReactionsPart(Part):
    """`reactions`. Doing it twice changes nothing, as at Slack's page, where a second click is a race."""

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""
        router.add_post("/_control/reactions", answering(self._add))
        router.add_delete("/_control/reactions", answering(self._remove))

    async def _add(self, body: Json) -> Json:
        user, message, name = self._target(body)
        if not has_reacted(message, name, user.id):
            self.workspace.react(message, name, user.id, added=True)
        return {"ok": True}

    async def _remove(self, body: Json) -> Json:
        user, message, name = self._target(body)
        if has_reacted(message, name, user.id):
            self.workspace.react(message, name, user.id, added=False)
        return {"ok": True}

    def _target(self, body: Json) -> tuple[User, Message, str]:
        channel = self.channel(body)
        user = self.member(body, channel)
        ts, name = text_of(body, "ts"), text_of(body, "name").strip(":")
        message = self.workspace.state.message(channel.id, ts)
        if message is None or message.is_gone:
            raise no_message(ts, channel)
        if not EMOJI_NAME.fullmatch(name):
            raise RefusedError(f"{name[:80]!r} is not the name of an emoji. Use one such as brain or +1.")
        return user, message, name
