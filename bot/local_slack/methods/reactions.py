"""reactions.*: the app puts an emoji under a message, or takes it away."""

import re

from bot.local_slack import events
from bot.local_slack.errors import ApiError
from bot.local_slack.messages import Json, Message, has_reacted, with_reaction, without_reaction
from bot.local_slack.methods.call import Call, Method

_NAME = re.compile(r"[a-z0-9_+'-]{1,100}(?:::skin-tone-[2-6])?")


def add(call: Call) -> Json:
    """Put an emoji under a message."""
    message, name = _target(call)
    if has_reacted(message, name, call.bot):
        raise ApiError("already_reacted")
    call.workspace.redraw(with_reaction(message, name, call.bot))
    _notify(call, "reaction_added", message, name)
    return {}


def remove(call: Call) -> Json:
    """Take the app's own emoji away."""
    message, name = _target(call)
    if not has_reacted(message, name, call.bot):
        raise ApiError("no_reaction")
    call.workspace.redraw(without_reaction(message, name, call.bot))
    _notify(call, "reaction_removed", message, name)
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
    if not _NAME.fullmatch(name):
        raise ApiError("invalid_name")
    return message, name


def _notify(call: Call, kind: str, message: Message, name: str) -> None:
    channel = call.workspace.state.channels[message.channel]
    event = events.reacted(kind, message, name, call.bot, ts=call.workspace.next_ts())
    call.workspace.notify(event, channel)


METHODS = {
    "reactions.add": Method(run=add, scopes=("reactions:write",)),
    "reactions.remove": Method(run=remove, scopes=("reactions:write",)),
    "reactions.get": Method(run=get, scopes=("reactions:read",)),
}
