"""The home tab and modals: what a person sees there, and what they do in them."""

from collections.abc import Mapping
from typing import Any

from aiohttp import web

from bot.local_slack import view_acting, views
from bot.local_slack.cast import User
from bot.local_slack.control.base import Part, answering, looking, text_of
from bot.local_slack.errors import RefusedError
from bot.local_slack.messages import Json


class ViewsPart(Part):
    """`home` and `views`. Fields are filled in with plain values, as `inputs` takes them."""

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""
        router.add_post("/_control/home", answering(self._open))
        router.add_get("/_control/views", looking(self._views))
        router.add_post("/_control/views/actions", answering(self._act))
        router.add_post("/_control/views/submit", answering(self._submit))
        router.add_post("/_control/views/close", answering(self._close))

    async def _open(self, body: Json) -> Json:
        user = self.user(body)
        tab = text_of(body, "tab", default="home")
        if tab not in {"home", "messages"}:
            raise RefusedError(f"There is no tab {tab!r:.80}. Use home or messages.")
        view_acting.open_app(self.workspace, user, "home" if tab == "home" else "messages")
        return {"ok": True}

    async def _views(self, query: Json) -> Json:
        user = self.user(query)
        home = views.home_of(self.workspace, user.id)
        stack = views.stack_of(self.workspace, user.id)
        return {"home": home and views.public(home), "modals": [views.public(view) for view in stack]}

    async def _act(self, body: Json) -> Json:
        user, view = self._seen(body)
        block_id, action_id = text_of(body, "block_id"), text_of(body, "action_id")
        await view_acting.click_in_view(
            self.workspace, user, view, block_id, action_id, body.get("value"), _fields(body)
        )
        return {"ok": True}

    async def _submit(self, body: Json) -> Json:
        user, view = self._seen(body)
        self._require_top(user, view)
        errors = await view_acting.submit(self.workspace, user, view, _fields(body))
        return {"ok": not errors, "errors": errors}

    async def _close(self, body: Json) -> Json:
        user, view = self._seen(body)
        self._require_modal(view)
        await view_acting.close(self.workspace, user, view, everything=bool(body.get("everything")))
        return {"ok": True}

    def _seen(self, body: Json) -> tuple[User, Json]:
        user = self.user(body)
        view_id = text_of(body, "view_id")
        view = views.find_view(self.workspace, view_id)
        if view is None or view["user"] != user.id:
            raise RefusedError(f"{user.display_name} sees no view {view_id!r:.80}. It may be closed.", status=404)
        return user, view

    def _require_modal(self, view: Json) -> None:
        if view["type"] != "modal":
            raise RefusedError("That is the home tab; only a modal can be submitted or closed.")

    def _require_top(self, user: User, view: Json) -> None:
        self._require_modal(view)
        if views.stack_of(self.workspace, user.id)[-1] is not view:
            raise RefusedError("Another modal is above this one. Submit or close that one first.")


def _fields(body: Json) -> Mapping[str, Any]:
    fields = body.get("values", {})
    if not isinstance(fields, dict) or not all(isinstance(each, dict) for each in fields.values()):
        raise RefusedError("'values' is no object of objects. Send values by block id and action id.")
    return fields
