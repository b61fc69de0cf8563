"""Who is in the workspace: people come, become guests, go; the app is told as Slack tells it."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, get_args

from bot.local_slack import changes
from bot.local_slack.cast import PARTNER, Channel, User
from bot.local_slack.describing import user_view
from bot.local_slack.errors import RefusedError
from bot.local_slack.naming import new_id
from bot.local_slack.rooms import join, require_fit
from bot.local_slack.workspace import Workspace

Role = Literal["member", "admin", "guest", "single_channel_guest", "outsider"]
"""What somebody is: `outsider` is of another organisation, met where a channel is shared with it."""

ROLES: tuple[Role, ...] = get_args(Role)
MOST_CHARS = 80
"""Of a name, in characters."""

_COLORS = ("9f69e7", "d1707d", "385a86", "bd9336", "235e5b")


def role_of(user: User) -> Role:
    """Return what somebody is now."""
    if user.home:
        return "outsider"
    if user.is_restricted:
        return "single_channel_guest" if user.is_ultra_restricted else "guest"
    return "admin" if user.is_admin else "member"


def add_person(workspace: Workspace, name: str, role: Role, channels: Iterable[Channel] = ()) -> User:
    """Let somebody new come, and tell the app.

    Members come into #general by themselves, guests and outsiders only where they are asked. Whoever is of this
    workspace can write to the app.

    Args:
        name: What they are called.
        channels: Where else they are at once.

    Raises:
        RefusedError: If there is somebody of that name, or they cannot be in one of these channels.
    """
    shown, handle = _names(workspace, name)
    state = workspace.state
    number = len(state.users)
    user = _as(
        User(
            id=new_id("U0", handle, state.users),
            name=handle,
            display_name=shown,
            real_name=shown,
            color=_COLORS[number % len(_COLORS)],
        ),
        role,
    )
    everywhere = [each for each in state.channels.values() if each.is_general and role in {"member", "admin"}]
    rooms = list(dict.fromkeys([*everywhere, *channels]))
    for count, room in enumerate(rooms):
        require_fit(user, room, rooms=count)
    workspace.keep(user)
    if role != "outsider":
        bot = workspace.cast.bot_user_id
        workspace.keep(Channel(id=f"D{user.id[1:]}", name=handle, type="im", members=(user.id, bot)))
        _tell(workspace, "team_join", user)
    for room in rooms:
        join(workspace, room, user)
    return user


def change_role(workspace: Workspace, user: User, role: Role) -> User:
    """Make somebody of this workspace a member, an admin or a guest, and tell the app.

    Raises:
        RefusedError: If they are of another organisation, or would be; or as a guest of one channel are in several.
    """
    if "outsider" in {role, role_of(user)}:
        raise RefusedError("Nobody changes to another organisation, or from it. Add a person of the right kind.")
    rooms = [each for each in workspace.state.channels_of(user.id) if each.type in {"channel", "group"}]
    if role == "single_channel_guest" and len(rooms) > 1:
        names = ", ".join(f"#{each.name}" for each in rooms)
        raise RefusedError(f"{user.display_name} is in {names}. Remove them from all but one first.")
    changed = _as(user, role)
    workspace.keep(changed)
    _tell(workspace, "user_change", changed)
    return changed


def set_deleted(workspace: Workspace, user: User, *, deleted: bool) -> User:
    """Close somebody's account or open it again, and tell the app, unless they are of another organisation."""
    changed = replace(user, deleted=deleted)
    workspace.keep(changed)
    if not user.home:
        _tell(workspace, "user_change", changed)
    return changed


def _names(workspace: Workspace, name: str) -> tuple[str, str]:
    shown = " ".join(name.split())
    handle = re.sub(r"[^\w.-]+", "-", shown.lower()).strip("-._")
    if not handle or len(shown) > MOST_CHARS:
        raise RefusedError(f"{name[:MOST_CHARS]!r} is no name. Use letters, at most {MOST_CHARS} characters.")
    if any(handle == each.name for each in workspace.state.users.values()):
        raise RefusedError(f"There is a {handle!r} already. Choose another name.")
    return shown, handle


def _as(user: User, role: Role) -> User:
    return replace(
        user,
        is_admin=role == "admin",
        is_restricted=role in {"guest", "single_channel_guest"},
        is_ultra_restricted=role == "single_channel_guest",
        home=PARTNER.id if role == "outsider" else "",
    )


def _tell(workspace: Workspace, kind: str, user: User) -> None:
    view = user_view(user, workspace.cast, with_email="users:read.email" in workspace.manifest.scopes)
    at = int(workspace.clock.now())
    workspace.notify(changes.person(kind, view, at=at, ts=workspace.next_ts()), None)
