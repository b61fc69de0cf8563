"""What every interaction tells the app, whichever sort it is, and what becomes of the app's acknowledgement."""

from collections.abc import Iterable
from typing import Any

from bot.local_slack.cast import Channel, User
from bot.local_slack.delivery import Answer
from bot.local_slack.errors import RefusedError
from bot.local_slack.inputs import chosen, elements
from bot.local_slack.interactions import Origin
from bot.local_slack.messages import Json
from bot.local_slack.workspace import Workspace

_KEPT = ("type", "action_id", "text", "value", "style", "url", "confirm", "placeholder", "initial_option")


def interaction(workspace: Workspace, user: User, kind: str) -> Json:
    """Return what each payload says: of what sort it is, and of whom, where; with a new trigger."""
    team, whole = workspace.cast.team, workspace.cast.organisation
    return {
        "type": kind,
        "token": workspace.keys.verification_token,
        "user": {"id": user.id, "username": user.name, "name": user.name, "team_id": team.id},
        "team": {"id": team.id, "domain": team.domain},
        "enterprise": {"id": whole.id, "name": whole.name} if whole else None,
        "is_enterprise_install": workspace.is_org_wide,
        "api_app_id": workspace.cast.app_id,
        "trigger_id": workspace.interactions.trigger(user.id, workspace.clock.now()),
    }


def place(channel: Channel) -> Json:
    """Return a channel as interactions name it."""
    return {"id": channel.id, "name": "directmessage" if channel.type == "im" else channel.name}


def response_url(workspace: Workspace, origin: Origin) -> str:
    """Return a new address at which the app can answer what somebody did."""
    return f"{workspace.url}/response/{workspace.interactions.response_token(origin, workspace.clock.now())}"


def element_in(blocks: Iterable[Json], block_id: str, action_id: str, *, where: str) -> Json:
    """Return what somebody uses.

    Args:
        where: What the blocks belong to, for the refusal.

    Raises:
        RefusedError: 404 if there is none.
    """
    for block in blocks:
        if block["block_id"] == block_id:
            for element in elements(block):
                if element.get("action_id") == action_id:
                    return dict(element)
    raise RefusedError(
        f"The {where} has no element {action_id!r} in a block {block_id!r}. It may have changed: read it again.",
        status=404,
    )


def action(element: Json, block_id: str, value: object, *, ts: str) -> Json:
    """Return what somebody did with an element.

    Raises:
        RefusedError: If the element cannot hold the value.
    """
    if element["type"] == "feedback_buttons":
        used: dict[str, Any] = {"type": "feedback_buttons", "action_id": element["action_id"]}
        used |= _feedback(element, value)
    else:
        used = {name: element[name] for name in _KEPT if name in element} | chosen(element, value)
    return {**used, "block_id": block_id, "action_ts": ts}


def require_interactivity(workspace: Workspace) -> None:
    """Let people click only where the app listens.

    Raises:
        RefusedError: If the manifest does not turn interactivity on.
    """
    if not workspace.manifest.is_interactive:
        raise RefusedError("The app takes no clicks: turn on interactivity in its manifest.")


def require(answer: Answer, what: str) -> None:
    """Let it go on only if the app acknowledged.

    Raises:
        RefusedError: 503, 504 or 502, and what to look at.
    """
    if answer.ok:
        return
    if answer.reason == "not_connected":
        raise RefusedError(f"{what}: the bot is not connected. Start it, then try again.", status=503)
    if answer.reason in {"timeout", "http_timeout"}:
        raise RefusedError(f"{what}: the bot did not acknowledge within 3 seconds. Look at its log.", status=504)
    raise RefusedError(f"{what}: the bot answered with an error ({answer.reason}). Look at its log.", status=502)


def _feedback(element: Json, value: object) -> Json:
    for side in ("positive_button", "negative_button"):
        button = element[side]
        if button["value"] == value:
            return {"text": button["text"], "value": button["value"]}
    raise RefusedError(f"There is no feedback {value!r}. Use one of the two values of the buttons.")
