"""What people do in modals and on the home tab: they open it, click, submit, close; the app's answer takes effect."""

from collections.abc import Mapping
from typing import Any, Literal

from bot.local_slack import events, views
from bot.local_slack.cast import User
from bot.local_slack.errors import ApiError, RefusedError
from bot.local_slack.inputs import problems, state_of
from bot.local_slack.interactive import action, element_in, interaction, require, require_interactivity
from bot.local_slack.messages import Json
from bot.local_slack.workspace import Workspace

Tab = Literal["home", "messages"]


def open_app(workspace: Workspace, user: User, tab: Tab) -> None:
    """Tell the app that somebody looks at its home tab or at its messages."""
    channel = workspace.state.channel_with([user.id, workspace.cast.bot_user_id])
    if channel is None:
        raise RefusedError(f"{user.display_name} has no direct messages with the app. Open them first.", status=404)
    if tab == "home" and not workspace.manifest.home_tab:
        raise RefusedError("The app has no home tab. In its manifest, under app_home, set home_tab_enabled to true.")
    home = views.home_of(workspace, user.id)
    view = views.public(home) if home else None
    workspace.notify(events.home_opened(user.id, channel, tab, view, ts=workspace.next_ts()), channel)


async def click_in_view(
    workspace: Workspace,
    user: User,
    view: Json,
    block_id: str,
    action_id: str,
    value: object,
    fields: Mapping[str, Any],
) -> None:
    """Tell the app that somebody used a button or menu of a view.

    Args:
        value: What they chose, as `inputs` takes it.
        fields: What stands in all fields, as for `state_of`.

    Raises:
        RefusedError: If there is no such element, it does not have the value, or the app does not take it.
    """
    require_interactivity(workspace)
    element = element_in(view["blocks"], block_id, action_id, where="view")
    state = state_of(view["blocks"], fields)
    payload = {
        **interaction(workspace, user, "block_actions"),
        "container": {"type": "view", "view_id": view["id"]},
        "view": _with_state(view, state),
        "actions": [action(element, block_id, value, ts=workspace.next_ts())],
    }
    require(await workspace.outbox.request("interactive", payload), "The click failed")


async def submit(workspace: Workspace, user: User, view: Json, fields: Mapping[str, Any]) -> dict[str, str]:
    """Send a modal to the app and do what it answers; return what is wrong by block id, {} if nothing.

    Args:
        fields: What stands in the fields, as for `state_of`.

    Raises:
        RefusedError: If a field cannot hold its value, the app does not take it, or answers what Slack refuses.
    """
    require_interactivity(workspace)
    state = state_of(view["blocks"], fields)
    wrong = problems(view["blocks"], state)
    if wrong:
        return wrong
    payload = {
        **interaction(workspace, user, "view_submission"),
        "view": _with_state(view, state),
        "response_urls": [],
    }
    answer = await workspace.outbox.request("interactive", payload)
    require(answer, "Sending it failed")
    try:
        return _obey(workspace, view, answer.payload or {})
    except ApiError as error:
        raise RefusedError(
            f"The bot answered with something Slack refuses: {_reason(error)}. Look at its log."
        ) from error


async def close(workspace: Workspace, user: User, view: Json, *, everything: bool) -> None:
    """Close a modal and what is above it, or all of them; the app is told where it asked for that."""
    stack = views.stack_of(workspace, user.id)
    closed = views.close_views(workspace, user.id, down_to=0 if everything else stack.index(view))
    for gone in closed:
        if not gone["notify_on_close"]:
            continue
        payload = interaction(workspace, user, "view_closed")
        del payload["trigger_id"]
        payload |= {"view": _with_state(gone, state_of(gone["blocks"], {})), "is_cleared": everything}
        require(await workspace.outbox.request("interactive", payload), "Telling the bot that it was closed failed")


def _obey(workspace: Workspace, view: Json, answer: Any) -> dict[str, str]:
    """Do what an acknowledgement says; return the errors to show."""
    user = view["user"]
    asked = answer.get("response_action") if isinstance(answer, dict) else "nothing that is an object"
    match asked:
        case None:
            if view in (stack := views.stack_of(workspace, user)):
                views.close_views(workspace, user, down_to=0 if view["clear_on_close"] else stack.index(view))
        case "clear":
            views.close_views(workspace, user)
        case "update":
            views.update_view(workspace, view, answer.get("view"))
        case "push":
            views.push_view(workspace, user, answer.get("view"))
        case "errors":
            return _errors(view, answer.get("errors"))
        case _:
            raise ApiError(f"response_action {asked!r:.60}")
    return {}


def _errors(view: Json, errors: object) -> dict[str, str]:
    fields = {block["block_id"] for block in view["blocks"] if block["type"] == "input"}
    if not isinstance(errors, dict) or not errors:
        raise ApiError("errors that are no object of sentences by block id")
    for block_id in errors:
        if block_id not in fields:
            raise ApiError(f"an error for {block_id!r:.80}, which is no input block")
    return {block_id: str(sentence) for block_id, sentence in errors.items()}


def _with_state(view: Json, state: Json) -> Json:
    return {**views.public(view), "state": {"values": state}}


def _reason(error: ApiError) -> str:
    metadata = error.details.get("response_metadata")
    messages = metadata.get("messages", []) if isinstance(metadata, dict) else []
    return "; ".join([error.code, *messages])
