"""Shortcuts: in the menu of a message, and those that are at hand everywhere."""

from aiohttp import web

from bot.local_slack.acting import use_shortcut
from bot.local_slack.control.base import Part, answering, no_message, text_of
from bot.local_slack.errors import RefusedError
from bot.local_slack.manifest import Shortcut
from bot.local_slack.messages import Json


class ShortcutsPart(Part):
    """`shortcuts`."""

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""
        router.add_post("/_control/shortcuts", answering(self._use))

    async def _use(self, body: Json) -> Json:
        user = self.user(body)
        shortcut = self._shortcut(text_of(body, "callback_id"))
        if not shortcut.on_message:
            await use_shortcut(self.workspace, user, shortcut)
            return {"ok": True}
        channel = self.channel(body)
        self.member(body, channel)
        ts = text_of(body, "message_ts")
        message = self.workspace.state.message(channel.id, ts)
        if message is None or message.is_gone:
            raise no_message(ts, channel)
        await use_shortcut(self.workspace, user, shortcut, message)
        return {"ok": True}

    def _shortcut(self, callback_id: str) -> Shortcut:
        all_of_them = self.workspace.manifest.shortcuts
        for shortcut in all_of_them:
            if shortcut.callback_id == callback_id:
                return shortcut
        known = ", ".join(each.callback_id for each in all_of_them) or "no shortcut"
        raise RefusedError(f"{callback_id[:80]!r} is not a shortcut here; there is {known}.", status=404)
