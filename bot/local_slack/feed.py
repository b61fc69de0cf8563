"""Tells the open pages what happens, each person only what they may see."""

import asyncio
from dataclasses import dataclass, field

from aiohttp import web

from bot.local_slack.messages import Json

_HEARTBEAT_SECONDS = 30.0
_CLOSE_SECONDS = 1.0


@dataclass(slots=True, eq=False)
class _Watcher:
    user: str | None
    queue: "asyncio.Queue[Json]" = field(default_factory=asyncio.Queue)


class Feed:
    """The pages that listen. One that names no person hears everything."""

    def __init__(self) -> None:
        self._watchers: dict[_Watcher, web.WebSocketResponse] = {}

    @property
    def is_watched(self) -> bool:
        """Whether any page listens."""
        return bool(self._watchers)

    def push(self, news: Json, *, members: tuple[str, ...] | None = None, only: str | None = None) -> None:
        """Tell the pages.

        Args:
            members: Who may hear it; everybody by default.
            only: The one person it is for.
        """
        for watcher in self._watchers:
            if watcher.user is None or (
                (members is None or watcher.user in members) and (only is None or watcher.user == only)
            ):
                watcher.queue.put_nowait(news)

    async def serve(self, request: web.Request, user: str | None) -> web.WebSocketResponse:
        """Serve one page until it goes away."""
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT_SECONDS, timeout=_CLOSE_SECONDS)
        await socket.prepare(request)
        watcher = _Watcher(user)
        self._watchers[watcher] = socket
        watcher.queue.put_nowait({"type": "hello"})
        sender = asyncio.create_task(_send_all(socket, watcher.queue))
        try:
            async for _ in socket:
                pass  # pages have nothing to say here
        finally:
            del self._watchers[watcher]
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
        return socket

    async def close(self) -> None:
        """Let every page go."""
        await asyncio.gather(*(socket.close() for socket in list(self._watchers.values())))


async def _send_all(socket: web.WebSocketResponse, queue: "asyncio.Queue[Json]") -> None:
    while True:
        await socket.send_json(await queue.get())
