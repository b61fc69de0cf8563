"""views.*: modals and the home tab, kept and answered; the page does not draw them yet."""

import hashlib
import json
import secrets
from typing import Any

from bot.local_slack import blocks as block_kit
from bot.local_slack.block_checks import ID
from bot.local_slack.content import new_block_id
from bot.local_slack.errors import ApiError, invalid_arguments
from bot.local_slack.messages import Json
from bot.local_slack.methods.call import Call, Method

VIEW_BYTES = 250_000
MODAL_TITLE = 24
PRIVATE_METADATA = 3000
MOST_DEEP = 3
"""Modals on top of each other."""


def open_view(call: Call) -> Json:
    """Open a modal for the person whose trigger it is."""
    view = _new(call, "modal", _user(call))
    return {"view": _keep(call, {**view, "root_view_id": view["id"]})}


def push_view(call: Call) -> Json:
    """Put another modal on top of the person's topmost one."""
    user = _user(call)
    stack = [view for view in call.workspace.state.views.values() if view["user"] == user and view["type"] == "modal"]
    if not stack:
        raise ApiError("not_found")
    if len(stack) >= MOST_DEEP:
        raise ApiError("push_limit_reached")
    top = _new(call, "modal", user)
    return {"view": _keep(call, {**top, "root_view_id": stack[0]["id"], "previous_view_id": stack[-1]["id"]})}


def update_view(call: Call) -> Json:
    """Replace what a view shows."""
    old = _find(call)
    _check_hash(call, old)
    fresh = _new(call, old["type"], old["user"])
    same = {name: old[name] for name in ("id", "root_view_id", "previous_view_id")}
    return {"view": _keep(call, {**fresh, **same})}


def publish_view(call: Call) -> Json:
    """Show something on a person's home tab."""
    if not call.workspace.manifest.home_tab:
        raise ApiError("not_enabled")
    user = call.args.required("user_id")
    if user not in call.workspace.state.users:
        raise invalid_arguments("user_not_found [json-pointer:/user_id]")
    home = f"VHOME{user}"
    old = call.workspace.state.views.get(home)
    if old:
        _check_hash(call, old)
    return {"view": _keep(call, {**_new(call, "home", user), "id": home, "root_view_id": home})}


def _user(call: Call) -> str:
    trigger = call.args.text("trigger_id") or call.args.text("interactivity_pointer")
    return call.workspace.interactions.use_trigger(trigger, call.workspace.clock.now())


def _find(call: Call) -> Json:
    view_id, external_id = call.args.text("view_id"), call.args.text("external_id")
    for view in call.workspace.state.views.values():
        if view["id"] == view_id or (external_id and view["external_id"] == external_id):
            return view
    raise ApiError("not_found")


def _check_hash(call: Call, view: Json) -> None:
    if call.args.text("hash") not in {"", view["hash"]}:
        raise ApiError("hash_conflict")


def _new(call: Call, kind: str, user: str) -> Json:
    view: Any = call.args.structure("view", error="invalid_arguments")
    if not isinstance(view, dict) or view.get("type") != kind:
        raise invalid_arguments(f"must be an object of type {kind} [json-pointer:/view]")
    if len(json.dumps(view).encode()) > VIEW_BYTES:
        raise ApiError("view_too_large")
    found = list(_problems(view, kind))
    if found:
        raise invalid_arguments(*found)
    external_id = str(view.get("external_id", ""))
    others = call.workspace.state.views.values()
    if external_id and any(other["external_id"] == external_id and other["user"] != user for other in others):
        raise ApiError("duplicate_external_id")
    cast, now = call.workspace.cast, call.workspace.clock.now()
    return {
        "id": "V" + secrets.token_hex(5).upper(),
        "team_id": cast.team.id,
        "type": kind,
        "title": view.get("title"),
        "submit": view.get("submit"),
        "close": view.get("close"),
        "blocks": list(block_kit.with_ids(view["blocks"], new_block_id)),
        "private_metadata": str(view.get("private_metadata", "")),
        "callback_id": str(view.get("callback_id", "")),
        "external_id": external_id,
        "state": {"values": {}},
        "hash": f"{int(now)}.{hashlib.sha256(json.dumps(view).encode()).hexdigest()[:8]}",
        "clear_on_close": bool(view.get("clear_on_close")),
        "notify_on_close": bool(view.get("notify_on_close")),
        "root_view_id": None,
        "previous_view_id": None,
        "app_id": cast.app_id,
        "app_installed_team_id": cast.team.id,
        "bot_id": cast.bot_id,
        "user": user,
    }


def _problems(view: Json, kind: str) -> list[str]:
    blocks = view.get("blocks")
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        return ["must be an array of objects [json-pointer:/view/blocks]"]
    found = [
        problem.replace("json-pointer:/", "json-pointer:/view/")
        for problem in block_kit.problems(blocks, most=block_kit.VIEW_BLOCKS)
    ]
    if len(str(view.get("private_metadata", ""))) > PRIVATE_METADATA:
        found.append(f"must be less than {PRIVATE_METADATA + 1} characters [json-pointer:/view/private_metadata]")
    if len(str(view.get("callback_id", ""))) > ID:
        found.append(f"must be less than {ID + 1} characters [json-pointer:/view/callback_id]")
    for part in ("title", "submit", "close") if kind == "modal" else ():
        label = view.get(part)
        if label is None and part != "title":
            continue
        if not isinstance(label, dict) or not 1 <= len(str(label.get("text", ""))) <= MODAL_TITLE:
            found.append(f"must be plain text of 1 to {MODAL_TITLE} characters [json-pointer:/view/{part}]")
    return found


def _keep(call: Call, view: Json) -> Json:
    call.workspace.state.views[view["id"]] = view
    shown = {name: value for name, value in view.items() if name != "user"}
    call.workspace.feed.push({"type": "view", "user": view["user"], "view": shown}, only=view["user"])
    return shown


METHODS = {
    "views.open": Method(run=open_view),
    "views.push": Method(run=push_view),
    "views.update": Method(run=update_view),
    "views.publish": Method(run=publish_view),
}
