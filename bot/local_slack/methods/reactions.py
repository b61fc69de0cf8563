"""reactions.*: the app puts an emoji under a message, or takes it away."""

from bot.local_slack.errors import ApiError
from bot.local_slack.messages import EMOJI_NAME, Json, Message, has_reacted
from bot.local_slack.methods.call import Call, Method


def add(call: Call) -> Json:
    """Put an emoji under a message."""
    message, name = _target(call)
    if has_reacted(message, name, call.bot):
        raise ApiError("already_reacted")
    call.workspace.react(message, name, call.bot, added=True)
    return {}


def remove(call: Call) -> Json:
    """Take the app's own emoji away."""
    message, name = _target(call)
    if not has_reacted(message, name, call.bot):
        raise ApiError("no_reaction")
    call.workspace.react(message, name, call.bot, added=False)
    return {}


def get(call: Call) -> Json:
    """Return a message with its reactions."""
    channel = call.channel()
    message = call.message(channel, "timestamp")
    return {"type": "message", "channel": channel.id, "message": call.workspace.viewer.api(message)}


def _target(call: Call) -> tuple[Message, str]:
    if not call.args.text("timestamp"):
        raise ApiError("no_item_specified")
    message = call.message(call.channel(), "timestamp")
    name = call.args.required("name").strip(":")
    if not EMOJI_NAME.fullmatch(name):
        raise ApiError("invalid_name")
    return message, name


METHODS = {
    "reactions.add": Method(run=add, scopes=("reactions:write",)),
    "reactions.remove": Method(run=remove, scopes=("reactions:write",)),
    "reactions.get": Method(run=get, scopes=("reactions:read",)),
}
