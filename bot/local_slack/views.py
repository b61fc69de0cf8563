"""Each person's home tab and their modals on top of each other: opened, changed and closed, and shown at the page."""

from typing import Any

from bot.local_slack.errors import ApiError, invalid_arguments
from bot.local_slack.messages import Json
from bot.local_slack.view_content import read_view
from bot.local_slack.workspace import Workspace

MOST_DEEP = 3
"""Modals on top of each other."""


def home_of(workspace: Workspace, user: str) -> Json | None:
    """Return what a person's home tab shows, or None before the app published anything."""
    return workspace.state.views.get(_home_id(user))


def stack_of(workspace: Workspace, user: str) -> list[Json]:
    """Return a person's modals, the topmost last."""
    views = workspace.state.views.values()
    return [view for view in views if view["user"] == user and view["type"] == "modal"]


def find_view(workspace: Workspace, view_id: str, external_id: str = "") -> Json | None:
    """Return a view by one of its ids, or None."""
    for view in workspace.state.views.values():
        if view["id"] == view_id or (external_id and view["external_id"] == external_id):
            return view
    return None


def public(view: Json) -> Json:
    """Return a view as apps and pages see it."""
    return {name: value for name, value in view.items() if name != "user"}


def open_view(workspace: Workspace, user: str, raw: object) -> Json:
    """Open a modal; it takes the place of those that are open.

    Raises:
        ApiError: `duplicate_external_id`, or as `read_view`.
    """
    view = _read(workspace, raw, "modal", user)
    for old in stack_of(workspace, user):
        del workspace.state.views[old["id"]]
    return _keep(workspace, {**view, "root_view_id": view["id"]})


def push_view(workspace: Workspace, user: str, raw: object) -> Json:
    """Put another modal on top of the topmost one.

    Raises:
        ApiError: `not_found` if none is open, `push_limit_reached` for a fourth, or as `open_view`.
    """
    stack = stack_of(workspace, user)
    if not stack:
        raise ApiError("not_found")
    if len(stack) >= MOST_DEEP:
        raise ApiError("push_limit_reached")
    view = _read(workspace, raw, "modal", user)
    return _keep(workspace, {**view, "root_view_id": stack[0]["id"], "previous_view_id": stack[-1]["id"]})


def update_view(workspace: Workspace, old: Json, raw: object, *, hash_: str = "") -> Json:
    """Replace what a view shows.

    Args:
        hash_: The state that the app knows, "" for any.

    Raises:
        ApiError: `hash_conflict` if the app knows another state, or as `open_view`.
    """
    _check_hash(old, hash_)
    view = _read(workspace, raw, old["type"], old["user"])
    return _keep(workspace, view | {name: old[name] for name in ("id", "root_view_id", "previous_view_id")})


def publish_home(workspace: Workspace, user: str, raw: object, *, hash_: str = "") -> Json:
    """Show something on a person's home tab.

    Raises:
        ApiError: `not_enabled` without a home tab, or as `update_view`.
    """
    if not workspace.manifest.home_tab:
        raise ApiError("not_enabled")
    if user not in workspace.state.users:
        raise invalid_arguments("user_not_found [json-pointer:/user_id]")
    old = home_of(workspace, user)
    if old:
        _check_hash(old, hash_)
    view_id = _home_id(user)
    return _keep(workspace, {**_read(workspace, raw, "home", user), "id": view_id, "root_view_id": view_id})


def close_views(workspace: Workspace, user: str, *, down_to: int = 0) -> list[Json]:
    """Close modals from the top until so many are left; return those that were closed, the topmost first."""
    closed = stack_of(workspace, user)[down_to:][::-1]
    for view in closed:
        del workspace.state.views[view["id"]]
    _show_stack(workspace, user)
    return closed


def _home_id(user: str) -> str:
    return f"VHOME{user}"


def _check_hash(view: Json, hash_: str) -> None:
    if hash_ not in {"", view["hash"]}:
        raise ApiError("hash_conflict")


def _read(workspace: Workspace, raw: Any, kind: str, user: str) -> Json:
    view = read_view(raw, kind, user=user, cast=workspace.cast, now=workspace.clock.now())
    others = workspace.state.views.values()
    name = view["external_id"]
    if name and any(other["external_id"] == name and other["user"] != user for other in others):
        raise ApiError("duplicate_external_id")
    return view


def _keep(workspace: Workspace, view: Json) -> Json:
    workspace.state.views[view["id"]] = view
    if view["type"] == "home":
        workspace.feed.push({"type": "home", "user": view["user"], "view": public(view)}, only=view["user"])
    else:
        _show_stack(workspace, view["user"])
    return public(view)


def _show_stack(workspace: Workspace, user: str) -> None:
    shown = [public(view) for view in stack_of(workspace, user)]
    workspace.feed.push({"type": "modals", "user": user, "views": shown}, only=user)
