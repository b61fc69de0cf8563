"""Where people talk, changed by hand: channels are made and changed, people come in and go."""

from aiohttp import web

from bot.local_slack import rooms
from bot.local_slack.cast import Channel, User
from bot.local_slack.control.base import Part, answering, list_of, text_of
from bot.local_slack.errors import RefusedError
from bot.local_slack.messages import Json

KINDS = ("public", "private", "group_dm")


class ChannelsPart(Part):
    """`channels` and `members`. `user` is who does it, `member` who comes or goes, by themselves if it is the same."""

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""
        router.add_post("/_control/channels", answering(self._create))
        router.add_patch("/_control/channels", answering(self._change))
        router.add_post("/_control/members", answering(self._let_in))
        router.add_delete("/_control/members", answering(self._let_go))

    async def _create(self, body: Json) -> Json:
        user = self.user(body)
        kind = text_of(body, "kind", default="public")
        if kind not in KINDS:
            raise RefusedError(f"There is no kind {kind!r:.80} of channel. Use one of {', '.join(KINDS)}.")
        others = [self._anyone(each) for each in list_of(body, "members")]
        if kind == "group_dm":
            return {"channel": rooms.open_group_dm(self.workspace, user, others).id}
        channel = rooms.create_channel(
            self.workspace,
            user,
            text_of(body, "name"),
            private=kind == "private",
            shared=bool(body.get("is_shared")),
            people=others,
        )
        return {"channel": channel.id}

    async def _change(self, body: Json) -> Json:
        channel, user, workspace = self.channel(body), self.user(body), self.workspace
        if "is_archived" in body:
            channel = rooms.set_archived(workspace, channel, user, archived=bool(body["is_archived"]))
        if "name" in body:
            channel = rooms.rename(workspace, channel, user, text_of(body, "name"))
        if "is_private" in body:
            channel = rooms.set_private(workspace, channel, user, private=bool(body["is_private"]))
        if "is_invited" in body:
            channel = rooms.set_invited(workspace, channel, invited=bool(body["is_invited"]))
        if "is_shared" in body:
            rooms.set_shared(workspace, channel, shared=bool(body["is_shared"]))
        return {"ok": True}

    async def _let_in(self, body: Json) -> Json:
        channel, user, member = self._three(body)
        if user.id == member.id and channel.is_private:
            raise RefusedError(f"#{channel.name} is private. Let somebody who is in it invite them.", status=403)
        rooms.join(self.workspace, channel, member, inviter=None if member.id == user.id else user)
        return {"ok": True}

    async def _let_go(self, body: Json) -> Json:
        channel, _, member = self._three(body)
        rooms.leave(self.workspace, channel, member)
        return {"ok": True}

    def _three(self, body: Json) -> tuple[Channel, User, User]:
        return self.channel(body), self.user(body), self._anyone(text_of(body, "member"))

    def _anyone(self, user_id: object) -> User:
        """Return a person or the bot."""
        found = self.workspace.state.users.get(str(user_id))
        if found is None:
            known = ", ".join(self.workspace.state.users)
            raise RefusedError(f"There is nobody {str(user_id)[:80]!r}. Use one of {known}.", status=404)
        return found
