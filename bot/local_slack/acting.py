"""What people do that is no message: slash commands and clicks, sent to the app and answered."""

from typing import Any

from bot.local_slack.cast import Channel, User
from bot.local_slack.delivery import Answer
from bot.local_slack.errors import ApiError, RefusedError
from bot.local_slack.interactions import Origin
from bot.local_slack.manifest import SlashCommand
from bot.local_slack.messages import Json, Message
from bot.local_slack.responses import respond
from bot.local_slack.text import escape, names_of, typed
from bot.local_slack.workspace import Workspace


async def run_command(workspace: Workspace, user: User, channel: Channel, command: SlashCommand, text: str) -> None:
    """Send a slash command to the app and show what it answers right away.

    Raises:
        RefusedError: If the app does not take it.
    """
    origin = Origin(user=user.id, channel=channel.id)
    now = workspace.clock.now()
    payload = {
        "token": workspace.keys.verification_token,
        "team_id": workspace.cast.team.id,
        "team_domain": workspace.cast.team.domain,
        "channel_id": channel.id,
        "channel_name": "directmessage" if channel.type == "im" else channel.name,
        "user_id": user.id,
        "user_name": user.name,
        "command": command.command,
        "text": _command_text(workspace, user, command, text),
        "api_app_id": workspace.cast.app_id,
        "is_enterprise_install": "false",
        "response_url": response_url(workspace, origin),
        "trigger_id": workspace.interactions.trigger(user.id, now),
    }
    answer = await workspace.outbox.request("slash_commands", payload)
    _require(answer, f"{command.command} failed")
    if answer.payload:
        body = answer.payload if isinstance(answer.payload, dict) else {"text": str(answer.payload)}
        try:
            respond(workspace, origin, body)
        except ApiError as error:
            raise RefusedError(f"{command.command} was answered with something Slack refuses: {error.code}.") from error


async def click(workspace: Workspace, user: User, message: Message, block_id: str, action_id: str, extra: Json) -> None:
    """Tell the app that somebody used a button or menu of a message.

    Raises:
        RefusedError: If there is no such element, or the app does not take it.
    """
    if not workspace.manifest.is_interactive:
        raise RefusedError("The app takes no clicks: turn on interactivity in its manifest.")
    element = _element(message, block_id, action_id)
    channel = workspace.state.channels[message.channel]
    origin = Origin(
        user=user.id,
        channel=channel.id,
        thread_ts=message.thread_ts,
        message_ts=message.ts,
        is_ephemeral=bool(message.ephemeral_to),
    )
    container: Json = {
        "type": "message",
        "message_ts": message.ts,
        "channel_id": channel.id,
        "is_ephemeral": origin.is_ephemeral,
    }
    if message.thread_ts:
        container["thread_ts"] = message.thread_ts
    now, team = workspace.clock.now(), workspace.cast.team
    payload: Json = {
        "type": "block_actions",
        "user": {"id": user.id, "username": user.name, "name": user.name, "team_id": team.id},
        "api_app_id": workspace.cast.app_id,
        "token": workspace.keys.verification_token,
        "container": container,
        "trigger_id": workspace.interactions.trigger(user.id, now),
        "team": {"id": team.id, "domain": team.domain},
        "enterprise": None,
        "is_enterprise_install": False,
        "channel": {"id": channel.id, "name": "directmessage" if channel.type == "im" else channel.name},
        "state": {"values": {}},
        "response_url": response_url(workspace, origin),
        "actions": [_action(element, block_id, extra, ts=workspace.next_ts())],
    }
    if not message.ephemeral_to:
        payload["message"] = workspace.viewer.api(message, thread=workspace.state.thread(channel.id, message.ts))
    _require(await workspace.outbox.request("interactive", payload), "The click failed")


def response_url(workspace: Workspace, origin: Origin) -> str:
    """Return a new address at which the app can answer what somebody did."""
    return f"{workspace.url}/response/{workspace.interactions.response_token(origin, workspace.clock.now())}"


def _command_text(workspace: Workspace, user: User, command: SlashCommand, text: str) -> str:
    if not command.should_escape:
        return escape(text.strip())
    state = workspace.state
    seen = [channel for channel in state.channels.values() if channel.type == "channel" or channel.has(user.id)]
    names = names_of(state.users.values(), (each for each in seen if each.type != "im"), labelled=True)
    return typed(text.strip(), names)


def _require(answer: Answer, what: str) -> None:
    if answer.ok:
        return
    if answer.reason == "not_connected":
        raise RefusedError(f"{what}: the bot is not connected. Start it, then try again.", status=503)
    if answer.reason in {"timeout", "http_timeout"}:
        raise RefusedError(f"{what}: the bot did not acknowledge within 3 seconds. Look at its log.", status=504)
    raise RefusedError(f"{what}: the bot answered with an error ({answer.reason}). Look at its log.", status=502)


def _element(message: Message, block_id: str, action_id: str) -> Json:
    for block in message.blocks:
        if block["block_id"] != block_id:
            continue
        accessory = block.get("accessory")
        for element in [*block.get("elements", []), *([accessory] if accessory else [])]:
            if element.get("action_id") == action_id:
                return dict(element)
    raise RefusedError(
        f"The message has no element {action_id!r} in a block {block_id!r}. It may have changed: read it again.",
        status=404,
    )


def _action(element: Json, block_id: str, extra: Json, *, ts: str) -> Json:
    kept = ("type", "action_id", "text", "value", "style", "url", "confirm", "placeholder", "initial_option")
    action: dict[str, Any] = {name: element[name] for name in kept if name in element}
    chosen = {name: value for name, value in extra.items() if name.startswith("selected_")}
    if element["type"] == "feedback_buttons":
        action = {"type": "feedback_buttons", "action_id": element["action_id"], **_feedback(element, extra)}
    return {**action, "block_id": block_id, **chosen, "action_ts": ts}


def _feedback(element: Json, extra: Json) -> Json:
    for side in ("positive_button", "negative_button"):
        button = element[side]
        if button["value"] == extra.get("value"):
            return {"text": button["text"], "value": button["value"]}
    raise RefusedError(f"There is no feedback {extra.get('value')!r}. Use one of the two values of the buttons.")
