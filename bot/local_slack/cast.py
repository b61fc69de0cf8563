"""Who and what is in the workspace from the start: the team, its people, the app and the channels. Values only."""

from dataclasses import dataclass, field
from typing import Literal

ChannelType = Literal["im", "channel", "group", "mpim"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """The workspace as Slack describes it."""

    id: str
    name: str
    domain: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Organisation:
    """An organisation of several workspaces, as Slack describes it (Enterprise Grid)."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person or the bot. `name` is the handle, `display_name` what people see; `tz_offset` is in seconds.

    A guest `is_restricted`, one of a single channel `is_ultra_restricted` as well; `home` is the team of somebody from
    another organisation, and "" for everybody else. `teams` are the workspaces of their own organisation that they are
    in; none are named where that is this one alone.
    """

    id: str
    name: str
    display_name: str
    real_name: str
    tz: str = "Etc/UTC"
    tz_label: str = "Coordinated Universal Time"
    tz_offset: int = 0
    locale: str = "en-GB"
    color: str = "4bbe2e"
    title: str = ""
    is_admin: bool = False
    is_bot: bool = False
    is_restricted: bool = False
    is_ultra_restricted: bool = False
    home: str = ""
    teams: tuple[str, ...] = ()
    deleted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A conversation: `im` with the bot, public `channel`, private `group`, or `mpim`.

    `shared_with` are the teams of other organisations that are in it, by Slack Connect; `invited` those that are asked.
    """

    id: str
    name: str
    type: ChannelType
    members: tuple[str, ...]
    purpose: str = ""
    creator: str = ""
    is_general: bool = False
    is_archived: bool = False
    shared_with: tuple[str, ...] = ()
    invited: tuple[str, ...] = ()
    previous_names: tuple[str, ...] = ()

    @property
    def is_private(self) -> bool:
        """Whether only its members can know of it."""
        return self.type != "channel"

    @property
    def is_ext_shared(self) -> bool:
        """Whether another organisation is in it."""
        return bool(self.shared_with)

    def has(self, user_id: str) -> bool:
        """Return whether somebody is in it."""
        return user_id in self.members


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """Everybody and every channel at the start; `app_id`, `bot_id` and `bot_user_id` are the one installed app's.

    `organisation` is the one that the workspace belongs to, if it belongs to any.
    """

    team: Team
    users: tuple[User, ...]
    channels: tuple[Channel, ...]
    app_id: str
    bot_id: str
    bot_user_id: str
    organisation: Organisation | None = None
    created: int = field(default=1_767_225_600)  # 1 January 2026, when everything here came into being

    @property
    def bot(self) -> User:
        """Return the bot's own user."""
        return next(user for user in self.users if user.id == self.bot_user_id)


PARTNER = Team(id="T0PARTNER", name="Partner organisation", domain="partner")
"""The other organisation that channels can be shared with."""

_BOT = "U0MEMORYBOT"
_ALEX, _DANA, _OMAR = "U0ALEX", "U0DANA", "U0OMAR"

# Zones without summer time, so that the offsets hold all year.
CAST = Cast(
    team=Team(id="T0LOCAL", name="Local workspace", domain="local"),
    app_id="A0MEMORYBOT",
    bot_id="B0MEMORYBOT",
    bot_user_id=_BOT,
    users=(
        User(
            id=_ALEX,
            name="alex",
            display_name="Alex",
            real_name="Alex Rivera",
            tz="Atlantic/Reykjavik",
            tz_label="Greenwich Mean Time",
            title="Engineering lead",
            is_admin=True,
        ),
        User(
            id=_DANA,
            name="dana",
            display_name="Dana",
            real_name="Dana Reyes",
            tz="America/Phoenix",
            tz_label="Mountain Standard Time",
            tz_offset=-25_200,
            locale="en-US",
            color="e7392d",
            title="Designer",
        ),
        User(
            id=_OMAR,
            name="omar",
            display_name="Omar",
            real_name="Omar Haddad",
            tz="Asia/Dubai",
            tz_label="Gulf Standard Time",
            tz_offset=14_400,
            color="3c989f",
            title="Operations",
        ),
        User(
            id=_BOT, name="memory-bot", display_name="memory-bot", real_name="memory-bot", color="9f69e7", is_bot=True
        ),
    ),
    channels=(
        Channel(
            id="C0GENERAL",
            name="general",
            type="channel",
            members=(_ALEX, _DANA, _OMAR, _BOT),
            purpose="What everybody should know",
            creator=_ALEX,
            is_general=True,
        ),
        Channel(
            id="C0PROJECTS",
            name="projects",
            type="channel",
            members=(_ALEX, _DANA, _OMAR, _BOT),
            purpose="What we are working on",
            creator=_ALEX,
        ),
        Channel(
            id="C0LEADS",
            name="leads",
            type="group",
            members=(_ALEX, _DANA, _BOT),
            purpose="Plans that are not ready yet",
            creator=_ALEX,
        ),
        Channel(id="D0ALEX", name="alex", type="im", members=(_ALEX, _BOT)),
        Channel(id="D0DANA", name="dana", type="im", members=(_DANA, _BOT)),
        Channel(id="D0OMAR", name="omar", type="im", members=(_OMAR, _BOT)),
    ),
)
