"""agents.sessions.*: whether the app is at work in a thread, and what the talk there is called."""

from bot.local_slack.cast import Channel
from bot.local_slack.errors import ApiError, invalid_arguments
from bot.local_slack.messages import Json
from bot.local_slack.methods.call import Call, Method
from bot.local_slack.talks import SESSION_STATUSES

MOST_TITLE = 200
"""Characters of a title."""

_UNHEARD = "missing_agent_session_stopped_event_subscription"


def set_status(call: Call) -> Json:
    """Say what a session is, which begins here if there is none; only then its title counts."""
    channel, thread_ts = session_thread(call)
    status = session_status(call, "status") or call.args.required("status")
    title = _title(call)
    talks = call.workspace.talks
    if title and not talks.at(channel, thread_ts).session:
        talks.set_title(channel, thread_ts, title)
    talks.set_session(channel, thread_ts, status)
    answer: Json = {"status": status, "agent_status": status}
    if shown := talks.at(channel, thread_ts).title:
        answer["title"] = shown
    if "agent_session_stopped" not in call.workspace.manifest.bot_events:
        answer |= {"warning": _UNHEARD, "response_metadata": {"warnings": [_UNHEARD]}}
    return answer


def rename(call: Call) -> Json:
    """Call a session something else."""
    channel, thread_ts = session_thread(call)
    call.args.required("title")
    title = _title(call)
    call.workspace.talks.set_title(channel, thread_ts, title)
    return {"title": title}


def session_thread(call: Call) -> tuple[Channel, str]:
    """Return the channel and the root of the thread that a call names.

    Raises:
        ApiError: `access_denied` if the app is no agent, `channel_not_found` or `invalid_thread_ts`.
    """
    if not call.workspace.manifest.is_agent:
        raise ApiError("access_denied")
    channel = call.channel("channel_id")
    if not channel.has(call.bot):
        raise ApiError("channel_not_found")
    message = call.workspace.state.message(channel.id, call.args.required("thread_ts"))
    if message is None:
        raise ApiError("invalid_thread_ts")
    return channel, message.root_ts


def session_status(call: Call, name: str) -> str:
    """Return what a session is to be, or "" where the call does not say.

    Raises:
        ApiError: `invalid_arguments` for what a session cannot be.
    """
    status = call.args.text(name)
    if status and status not in SESSION_STATUSES:
        raise invalid_arguments(f"must be one of: {', '.join(SESSION_STATUSES)} [json-pointer:/{name}]")
    return status


def _title(call: Call) -> str:
    title = call.args.text("title")
    if len(title) > MOST_TITLE:
        raise invalid_arguments(f"must be no more than {MOST_TITLE} characters [json-pointer:/title]")
    return title


_WRITE = ("chat:write",)

METHODS = {
    "agents.sessions.setStatus": Method(run=set_status, scopes=_WRITE),
    "agents.sessions.rename": Method(run=rename, scopes=_WRITE),
}
