"""The button that stops the app."""

from aiohttp import web

from bot.local_slack.control.base import Part, answering, text_of
from bot.local_slack.messages import Json
from bot.local_slack.stopping import stop


class StoppingPart(Part):
    """`stop`."""

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""
        router.add_post("/_control/stop", answering(self._stop))

    async def _stop(self, body: Json) -> Json:
        channel = self.channel(body)
        stop(self.workspace, self.member(body, channel), channel, text_of(body, "thread_ts"))
        return {"ok": True}
