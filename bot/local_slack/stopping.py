"""The button that stops the app in a thread: what it was writing stands as it is, and it is told."""

from dataclasses import replace

from bot.local_slack.cast import Channel, User
from bot.local_slack.errors import RefusedError
from bot.local_slack.messages import Json
from bot.local_slack.workspace import Workspace


def stop(workspace: Workspace, user: User, channel: Channel, thread_ts: str) -> None:
    """End the messages that the app is still writing in a thread, and tell it who wants it to stop.

    The session goes on until the app says otherwise, as in Slack.

    Raises:
        RefusedError: If nothing is at work there, or the app does not want to hear of it.
    """
    if not workspace.talks.is_stoppable(channel, thread_ts):
        raise RefusedError("The app is not at work there, or cannot be stopped. Look at the thread again.", status=409)
    state = workspace.state
    streams = [each for each in state.replies(channel.id, thread_ts) if each.is_streaming]
    for message in streams:
        workspace.redraw(replace(message, is_streaming=False, is_stopped=True))
    event: Json = {
        "type": "agent_session_stopped",
        "channel": channel.id,
        "thread_ts": thread_ts,
        "user": user.id,
        "streaming_message_ts": [each.ts for each in streams],
        "event_ts": workspace.next_ts(),
    }
    workspace.notify(event, channel)
