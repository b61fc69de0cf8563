"""A Slack that tells the truth about a world, or nothing, and hands every word the bot gives it to whoever reads it."""

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from slack_sdk.errors import SlackApiError

from bot.audience import PlaceKind
from tests.properties.worlds import ADMINS, STRANGER, Room, Stage, user_id

Json = dict[str, Any]
_READS_NOTHING = ("auth_", "users_", "conversations_", "apps_", "team_")
_REFUSALS = {
    "chat_postEphemeral": "user_not_in_channel",
    "chat_startStream": "method_not_supported_for_channel_type",
    "chat_appendStream": "message_not_in_streaming_state",
    "chat_stopStream": "message_not_in_streaming_state",
    "chat_update": "cant_update_message",
    "views_update": "hash_conflict",
}
"""Why Slack does not do what it usually does, so that the bot says it elsewhere."""
_REFUSED_EACH = 5
MOST_KEPT = 40
"""Buttons and dialogs that are remembered to be used, the latest of them."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that became visible: to everyone in a room, or, with `alone`, to the one person `to`.

    `room` is None where there is none: a home tab, a dialog.
    """

    text: str
    room: Room | None
    to: str
    alone: bool
    what: str


@dataclass(frozen=True, slots=True)
class Button:
    """Something that can be clicked, as it was shown; `view` is what it stands in, if that is one."""

    action_id: str
    value: str
    room: Room | None
    to: str
    alone: bool
    view: Json | None = None


@dataclass(slots=True)
class Slack:
    """What the bots of all workspaces talk to. `silent` makes it tell nothing; `written` is what the bot posted."""

    stage: Stage
    tell: Callable[[Shown], None]
    now: Callable[[], float]
    silent: bool = False
    speaker: str = ""
    buttons: list[Button] = field(default_factory=list)
    dialogs: list[tuple[str, Json]] = field(default_factory=list)
    homes: dict[str, Json] = field(default_factory=dict)
    messages: dict[tuple[str, str], Json] = field(default_factory=dict)
    _views: dict[str, str] = field(default_factory=dict)
    _count: int = 0

    def takes_answer(self) -> bool:
        """Return whether a response URL takes an answer just now."""
        self._count += 1
        return self._count % _REFUSED_EACH != 0

    def client(self, workspace: str) -> "Client":
        """Return a client of the bot in one workspace."""
        return Client(self, workspace)

    def show(self, given: Json, *, room: Room | None, to: str, alone: bool, what: str) -> None:
        """Hand over what the bot shows, and keep what can be clicked in it."""
        self.tell(Shown(_words(given), room, to, alone, what))
        view = given.get("view")
        for element in _elements(given):
            for value in _values(element):
                self.buttons.append(Button(element["action_id"], value, room, to, alone, view))
        del self.buttons[:-MOST_KEPT]

    def write(self, method: str, given: Json) -> Json:
        """Do what a method that shows something does."""
        self._count += 1
        ts = f"{self.now():.0f}.{self._count:06d}"
        if method in _REFUSALS and self._count % _REFUSED_EACH == 0:
            raise SlackApiError("no", {"ok": False, "error": _REFUSALS[method]})
        if method.startswith("views_"):
            return self._view(method, given)
        channel_id = given.get("channel") or given.get("channel_id") or ""
        room = self.stage.room(channel_id)
        if room is None or room.archived or not room.has_bot:
            raise SlackApiError("no", {"ok": False, "error": "channel_not_found" if room is None else "is_archived"})
        alone = method == "chat_postEphemeral"
        to = self._name(given["user"]) if alone else self._main_reader(room)
        self.show(given, room=room, to=to, alone=alone, what=method)
        if method in {"chat_postMessage", "chat_startStream"}:
            bot = {"user": "UMEMORYBOT", "bot_id": "BMEMORYBOT", "ts": ts}
            self.messages[channel_id, ts] = {**bot, "text": given.get("text"), "blocks": given.get("blocks") or []}
        return {"ok": True, "ts": given.get("ts") or ts, "channel": channel_id}

    def _main_reader(self, room: Room) -> str:
        """Whose answers stand in a room: its owner's, or of whoever speaks."""
        return next(iter(room.members)) if room.is_dm else self.speaker

    def _view(self, method: str, given: Json) -> Json:
        view_id = given.get("view_id") or f"V{self._count}"
        trigger = given.get("trigger_id") or ""
        to = self._name(given.get("user_id") or "") or trigger.partition(":")[2] or self._views.get(view_id, "")
        view = {**given["view"], "id": view_id, "hash": "", "type": given["view"]["type"]}
        self._views[view_id] = to
        if method == "views_publish":
            self.homes[to] = view
        elif view["type"] == "modal":
            self.dialogs.append((to, view))
            del self.dialogs[:-MOST_KEPT]
        self.show({**given, "view": view}, room=None, to=to, alone=True, what=method)
        return {"ok": True, "view": view}

    def _name(self, wanted: str) -> str:
        return next((name for name in self.stage.workspaces if user_id(name) == wanted), "")


class Client:
    """The `AsyncWebClient` of one workspace, as far as the bot uses it."""

    proxy = ssl = None

    def __init__(self, slack: Slack, workspace: str) -> None:
        self._slack, self._workspace = slack, workspace

    def __getattr__(self, method: str) -> Callable[..., Awaitable[Json]]:
        if method.startswith(_READS_NOTHING):
            raise AttributeError(f"{method}: teach the Slack of the privacy test this method")

        async def call(**given: Any) -> Json:
            return self._slack.write(method, given)

        return call

    async def auth_test(self) -> Json:
        return {"ok": True, "url": f"https://{self._workspace}.slack.com/"}

    async def users_info(self, *, user: str) -> Json:
        self._answer()
        return {"user": self._user(next((name for name in self._everyone() if user_id(name) == user), ""))}

    async def users_list(self, **page: Any) -> Json:
        self._answer()
        return {"members": [self._user(name) for name in self._everyone() if name != STRANGER]}

    async def conversations_info(self, *, channel: str) -> Json:
        room = self._room(channel)
        foreign = {each for each in room.members if self._workspace not in self._slack.stage.workspaces.get(each, ())}
        return {
            "channel": {
                "id": channel,
                "is_private": room.kind is PlaceKind.PRIVATE,
                "is_mpim": channel.startswith("G"),
                "is_im": room.is_dm,
                "is_archived": room.archived,
                "is_ext_shared": bool(room.strangers or (foreign and not self._slack.stage.org_wide)),
            }
        }

    async def conversations_members(self, *, channel: str, **page: Any) -> Json:
        room = self._room(channel)
        return {"members": [user_id(name) for name in sorted(room.members | room.onlookers | room.strangers)]}

    async def conversations_replies(self, *, channel: str, ts: str, **page: Any) -> Json:
        self._room(channel)
        message = self._slack.messages.get((channel, ts))
        return {"messages": [message] if message else []}

    async def conversations_open(self, *, users: str) -> Json:
        return {"channel": {"id": f"D{users[1:]}"}}

    async def files_upload_v2(self, **given: Any) -> Json:
        self._slack.show(given, room=None, to=self._slack._name(f"U{given['channel'][1:]}"), alone=True, what="export")
        return {"ok": True}

    def _answer(self) -> None:
        if self._slack.silent:
            raise TimeoutError

    def _room(self, channel_id: str) -> Room:
        self._answer()
        room = self._slack.stage.room(channel_id)
        if room is None or (room.kind is PlaceKind.PRIVATE and not room.has_bot):
            raise SlackApiError("no", {"ok": False, "error": "channel_not_found"})
        return room

    def _everyone(self) -> list[str]:
        stage = self._slack.stage
        return [*stage.workspaces, *sorted({each for room in stage.rooms for each in room.onlookers}), STRANGER]

    def _user(self, name: str) -> Json:
        return describe(name, self._slack.stage)


def describe(name: str, stage: Stage) -> Json:
    """Return a person as Slack describes them. Nobody that an app shares a channel with is called a stranger."""
    homes = stage.workspaces.get(name) or (("elsewhere",) if name == STRANGER else ("west", "east"))
    ids = {"west": "TWEST", "east": "TEAST"} if stage.org_wide else {"west": "T1", "east": "T2"}
    teams = [ids.get(home, "T9") for home in homes]
    if name not in stage.workspaces and name != STRANGER:
        teams = [ids["east" if "east" in name else "west"]]
    user: Json = {
        "id": user_id(name),
        "team_id": teams[-1],
        "name": name,
        "real_name": name.capitalize(),
        "deleted": name in stage.gone,
        "is_restricted": name in stage.guests,
        "is_admin": name in ADMINS,
        "is_stranger": False,
    }
    if stage.org_wide:
        organisation = "E9" if name == STRANGER else "E1"
        user["enterprise_user"] = {"enterprise_id": organisation, "teams": teams}
    return user


def _words(given: Mapping[str, Any]) -> str:
    return json.dumps(given, default=str, ensure_ascii=False)


def _elements(given: object) -> Iterator[Json]:
    """Yield everything within what is shown that has an action of its own."""
    if isinstance(given, Mapping):
        if "action_id" in given:
            yield dict(given)
        for each in given.values():
            yield from _elements(each)
    elif isinstance(given, list | tuple):
        for each in given:
            yield from _elements(each)


def _values(element: Json) -> list[str]:
    options = [*(element.get("options") or ()), element.get("positive_button"), element.get("negative_button")]
    values = [element.get("value"), *(option.get("value") for option in options if option)]
    return [value for value in values if isinstance(value, str)]
