"""What went between the workspace and the app: the last of it, and each exchange as it happens."""

from aiohttp import web

from bot.local_slack.control.base import Part, answering, looking, text_of
from bot.local_slack.errors import RefusedError
from bot.local_slack.messages import Json
from bot.local_slack.traffic import MOST_ENTRIES, Traffic
from bot.local_slack.workspace import Workspace


class TrafficPart(Part):
    """`traffic`, and its WebSocket."""

    def __init__(self, workspace: Workspace, traffic: Traffic) -> None:
        super().__init__(workspace)
        self._traffic = traffic

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""
        router.add_get("/_control/traffic", looking(self._newest))
        router.add_delete("/_control/traffic", answering(self._clear))
        router.add_get("/_control/traffic/ws", self._watch)

    async def _newest(self, query: Json) -> Json:
        most = text_of(query, "most", default=str(MOST_ENTRIES))
        if not most.isdecimal() or not 1 <= int(most) <= MOST_ENTRIES:
            raise RefusedError(f"'most' is {most[:80]!r}. Send a whole number from 1 to {MOST_ENTRIES}.")
        return {"entries": self._traffic.newest(text=text_of(query, "text", default=""), most=int(most))}

    async def _clear(self, body: Json) -> Json:
        self._traffic.clear()
        return {"ok": True}

    async def _watch(self, request: web.Request) -> web.StreamResponse:
        return await self._traffic.feed.serve(request, None)
