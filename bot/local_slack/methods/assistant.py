"""assistant.threads.*: status line, title and suggested prompts of a conversation with the app."""

from bot.local_slack.cast import Channel
from bot.local_slack.errors import ApiError, invalid_arguments
from bot.local_slack.messages import Json
from bot.local_slack.methods.call import Call, Method

MOST_PROMPTS = 4
MOST_LOADING_MESSAGES = 10


def set_status(call: Call) -> Json:
    """Show below a thread what the app is doing; an empty status takes it away."""
    channel, thread_ts = _thread(call)
    loading = call.args.structure("loading_messages", error="invalid_arguments") or []
    if not isinstance(loading, list) or len(loading) > MOST_LOADING_MESSAGES:
        raise invalid_arguments(f"no more than {MOST_LOADING_MESSAGES} items allowed [json-pointer:/loading_messages]")
    if not all(isinstance(each, str) and each for each in loading):
        raise invalid_arguments("must be a list of strings [json-pointer:/loading_messages]")
    call.workspace.talks.set_status(channel, thread_ts, call.args.text("status"), loading)
    return {}


def set_title(call: Call) -> Json:
    """Name a conversation in the person's list of them."""
    channel, thread_ts = _thread(call)
    call.workspace.talks.set_title(channel, thread_ts, call.args.required("title"))
    return {}


def set_suggested_prompts(call: Call) -> Json:
    """Offer up to four things to say; in an agent's view without a thread."""
    channel = _conversation(call)
    prompts = call.args.structure("prompts", error="invalid_arguments")
    if not isinstance(prompts, list) or not 1 <= len(prompts) <= MOST_PROMPTS:
        raise invalid_arguments(f"no more than {MOST_PROMPTS} items allowed [json-pointer:/prompts]")
    if not all(isinstance(each, dict) and each.get("title") and each.get("message") for each in prompts):
        raise invalid_arguments("each needs a title and a message [json-pointer:/prompts]")
    call.workspace.suggest(channel, {"title": call.args.text("title"), "prompts": prompts})
    return {}


def _conversation(call: Call) -> Channel:
    channel = call.channel("channel_id")
    if not channel.has(call.bot):
        raise ApiError("channel_not_found")
    return channel


def _thread(call: Call) -> tuple[Channel, str]:
    channel = _conversation(call)
    message = call.workspace.state.message(channel.id, call.args.required("thread_ts"))
    if message is None:
        raise ApiError("invalid_thread_ts")
    return channel, message.root_ts


METHODS = {
    "assistant.threads.setStatus": Method(run=set_status, scopes=("chat:write", "assistant:write")),
    "assistant.threads.setTitle": Method(run=set_title, scopes=("assistant:write",)),
    "assistant.threads.setSuggestedPrompts": Method(run=set_suggested_prompts, scopes=("assistant:write",)),
}
