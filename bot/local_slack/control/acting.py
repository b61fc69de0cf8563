"""What people press and choose below messages."""

from aiohttp import web

from bot.local_slack.acting import click
from bot.local_slack.control.base import Part, answering, text_of
from bot.local_slack.messages import Json


class ActingPart(Part):
    """`actions`."""

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""
        router.add_post("/_control/actions", answering(self._act))

    async def _act(self, body: Json) -> Json:
        channel = self.channel(body)
        user = self.member(body, channel)
        message = self.seen_message(body, channel, user)
        await click(
            self.workspace, user, message, text_of(body, "block_id"), text_of(body, "action_id"), body.get("value")
        )
        return {"ok": True}
