"""What an app wants to show in a modal or on a home tab, checked by Slack's rules. Pure but for new ids."""

import json
import secrets
from typing import Any

from bot.local_slack import blocks as block_kit
from bot.local_slack.block_checks import ID
from bot.local_slack.cast import Cast
from bot.local_slack.content import new_block_id
from bot.local_slack.errors import ApiError, invalid_arguments
from bot.local_slack.messages import Json

VIEW_BYTES = 250_000
MODAL_TITLE = 24
PRIVATE_METADATA = 3000


def read_view(view: Any, kind: str, *, user: str, cast: Cast, now: float) -> Json:
    """Return a view as Slack keeps it, with an id of its own and the `user` whose it is.

    Args:
        kind: "modal" or "home".

    Raises:
        ApiError: `invalid_arguments` with each problem and where it is, or `view_too_large`.
    """
    if not isinstance(view, dict) or view.get("type") != kind:
        raise invalid_arguments(f"must be an object of type {kind} [json-pointer:/view]")
    if len(json.dumps(view).encode()) > VIEW_BYTES:
        raise ApiError("view_too_large")
    found = _problems(view, kind)
    if found:
        raise invalid_arguments(*found)
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
        "external_id": str(view.get("external_id", "")),
        "state": {"values": {}},
        "hash": f"{int(now)}.{secrets.token_hex(4)}",
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
    if kind == "modal":
        found += _modal_problems(view, blocks)
    return found


def _modal_problems(view: Json, blocks: list[Json]) -> list[str]:
    found = []
    for part in ("title", "submit", "close"):
        label = view.get(part)
        if label is None and part != "title":
            continue
        if not isinstance(label, dict) or not 1 <= len(str(label.get("text", ""))) <= MODAL_TITLE:
            found.append(f"must be plain text of 1 to {MODAL_TITLE} characters [json-pointer:/view/{part}]")
    if view.get("submit") is None and any(block.get("type") == "input" for block in blocks):
        found.append("missing required field: submit, which a modal with inputs needs [json-pointer:/view]")
    return found
