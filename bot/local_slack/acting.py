"""What people do that is no message: slash commands, clicks below messages, shortcuts; sent to the app and answered."""

from bot.local_slack.cast import Channel, User
from bot.local_slack.errors import ApiError, RefusedError
from bot.local_slack.inputs import keeps_state, state_of
from bot.local_slack.interactions import Origin
from bot.local_slack.interactive import (
    action,
    element_in,
    interaction,
    place,
    require,
    require_interactivity,
    response_url,
)
from bot.local_slack.manifest import Shortcut, SlashCommand
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
    whole = workspace.cast.organisation
    payload = {
        "token": workspace.keys.verification_token,
        "team_id": workspace.cast.team.id,
        "team_domain": workspace.cast.team.domain,
        **({"enterprise_id": whole.id, "enterprise_name": whole.name} if whole else {}),
        "channel_id": channel.id,
        "channel_name": place(channel)["name"],
        "user_id": user.id,
        "user_name": user.name,
        "command": command.command,
        "text": _command_text(workspace, user, command, text),
        "api_app_id": workspace.cast.app_id,
        "is_enterprise_install": "true" if workspace.is_org_wide else "false",
        "response_url": response_url(workspace, origin),
        "trigger_id": workspace.interactions.trigger(user.id, now),
    }
    answer = await workspace.outbox.request("slash_commands", payload)
    require(answer, f"{command.command} failed")
    if answer.payload:
        body = answer.payload if isinstance(answer.payload, dict) else {"text": str(answer.payload)}
        try:
            respond(workspace, origin, body)
        except ApiError as error:
            raise RefusedError(f"{command.command} was answered with something Slack refuses: {error.code}.") from error


async def click(
    workspace: Workspace, user: User, message: Message, block_id: str, action_id: str, value: object = None
) -> None:
    """Tell the app that somebody used a button or menu of a message.

    Args:
        value: What they chose, as `inputs` takes it.

    Raises:
        RefusedError: If there is no such element, it does not have the value, or the app does not take it.
    """
    require_interactivity(workspace)
    element = element_in(message.blocks, block_id, action_id, where="message")
    origin = _origin(user, message)
    container: Json = {
        "type": "message",
        "message_ts": message.ts,
        "channel_id": message.channel,
        "is_ephemeral": origin.is_ephemeral,
    }
    if message.thread_ts:
        container["thread_ts"] = message.thread_ts
    given = {block_id: {action_id: value}} if keeps_state(element) else {}
    payload = {
        **interaction(workspace, user, "block_actions"),
        "container": container,
        "channel": place(workspace.state.channels[message.channel]),
        "state": {"values": state_of(message.blocks, given)},
        "response_url": response_url(workspace, origin),
        "actions": [action(element, block_id, value, ts=workspace.next_ts())],
    }
    if not message.ephemeral_to:
        payload["message"] = _as_app_sees(workspace, message)
    require(await workspace.outbox.request("interactive", payload), "The click failed")


async def use_shortcut(workspace: Workspace, user: User, shortcut: Shortcut, message: Message | None = None) -> None:
    """Tell the app that somebody used a shortcut: of a message, or one that belongs to no place.

    Raises:
        RefusedError: If the app does not take it.
    """
    require_interactivity(workspace)
    payload = interaction(workspace, user, "message_action" if message else "shortcut")
    payload |= {"callback_id": shortcut.callback_id, "action_ts": workspace.next_ts()}
    del payload["api_app_id"], payload["user"]["username" if message else "name"]  # as Slack's differ from clicks
    if message:
        payload |= {
            "channel": place(workspace.state.channels[message.channel]),
            "message_ts": message.ts,
            "message": _as_app_sees(workspace, message),
            "response_url": response_url(workspace, _origin(user, message)),
        }
    require(await workspace.outbox.request("interactive", payload), f"“{shortcut.name}” failed")


def _origin(user: User, message: Message) -> Origin:
    return Origin(
        user=user.id,
        channel=message.channel,
        thread_ts=message.thread_ts,
        message_ts=message.ts,
        is_ephemeral=bool(message.ephemeral_to),
    )


def _as_app_sees(workspace: Workspace, message: Message) -> Json:
    return workspace.viewer.api(message, thread=workspace.state.thread(message.channel, message.ts))


def _command_text(workspace: Workspace, user: User, command: SlashCommand, text: str) -> str:
    if not command.should_escape:
        return escape(text.strip())
    state = workspace.state
    seen = [channel for channel in state.channels.values() if channel.type == "channel" or channel.has(user.id)]
    names = names_of(state.users.values(), (each for each in seen if each.type != "im"), labelled=True)
    return typed(text.strip(), names)
