"""Who is in the workspace, changed by hand: people who come, become something else, go or come back."""

from aiohttp import web

from bot.local_slack import people
from bot.local_slack.cast import User
from bot.local_slack.control.base import Part, answering, list_of, text_of
from bot.local_slack.errors import RefusedError
from bot.local_slack.messages import Json
from bot.local_slack.people import ROLES, Role


class PeoplePart(Part):
    """`people`."""

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""
        router.add_post("/_control/people", answering(self._add))
        router.add_patch("/_control/people", answering(self._change))

    async def _add(self, body: Json) -> Json:
        rooms = [self.channel({"channel": each}) for each in list_of(body, "channels")]
        user = people.add_person(self.workspace, text_of(body, "name"), _role(body, default="member"), rooms)
        return {"user": user.id}

    async def _change(self, body: Json) -> Json:
        user = self.anybody(body)
        if not {"role", "deactivated"} & set(body):
            raise RefusedError("Nothing is to be changed. Send role or deactivated.")
        if "role" in body:
            user = people.change_role(self.workspace, user, _role(body))
        if "deactivated" in body:
            self._set_deleted(user, deleted=bool(body["deactivated"]))
        return {"ok": True}

    def _set_deleted(self, user: User, *, deleted: bool) -> None:
        active = [each for each in self.workspace.state.users.values() if not each.is_bot and not each.deleted]
        if deleted and active == [user]:
            raise RefusedError(f"{user.display_name} is the last one here. Add or activate somebody else first.")
        people.set_deleted(self.workspace, user, deleted=deleted)


def _role(body: Json, *, default: str | None = None) -> Role:
    wanted = text_of(body, "role", default=default)
    if wanted not in ROLES:
        raise RefusedError(f"There is no role {wanted!r:.80}. Use one of {', '.join(ROLES)}.")
    return wanted
