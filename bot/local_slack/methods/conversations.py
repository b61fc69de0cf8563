"""conversations.*: which channels there are, who is in them, and what was said."""

from bot.local_slack.cast import Channel, ChannelType
from bot.local_slack.describing import channel_view
from bot.local_slack.errors import ApiError
from bot.local_slack.messages import Json, Message
from bot.local_slack.methods.call import HISTORY_SCOPES, READ_SCOPES, Call, Method
from bot.local_slack.paging import page

MOST_PEOPLE = 8
"""People in a group conversation, besides the app."""

_MOST = 999
_TYPES: dict[str, ChannelType] = {
    "public_channel": "channel",
    "private_channel": "group",
    "im": "im",
    "mpim": "mpim",
}


def conversations_info(call: Call) -> Json:
    """Return one channel."""
    channel = call.channel()
    call.need_scope(READ_SCOPES[channel.type])
    view = describe(channel, call)
    if call.args.flag("include_num_members"):
        view["num_members"] = len(channel.members)
    if call.args.flag("include_locale"):
        view["locale"] = "en-GB"
    return {"channel": view}


def conversations_list(call: Call) -> Json:
    """Return the channels of the sorts asked for; public ones by default, of the others those the app is in."""
    names = [name.strip() for name in (call.args.text("types") or "public_channel").split(",")]
    if not all(name in _TYPES for name in names):
        raise ApiError("invalid_types")
    types = [_TYPES[name] for name in names]
    for each in types:
        call.need_scope(READ_SCOPES[each])
    channels = [
        channel
        for channel in call.workspace.state.channels.values()
        if channel.type in types
        and (not channel.is_private or channel.has(call.bot))
        and not (channel.is_archived and call.args.flag("exclude_archived"))
    ]
    limit = call.args.number("limit", default=100, most=_MOST, error="invalid_limit")
    part, cursor = page(channels, call.args.text("cursor"), limit)
    return {"channels": [describe(channel, call) for channel in part], "response_metadata": {"next_cursor": cursor}}


def conversations_members(call: Call) -> Json:
    """Return the ids of who is in a channel."""
    channel = call.channel()
    call.need_scope(READ_SCOPES[channel.type])
    limit = call.args.number("limit", default=100, most=_MOST, error="invalid_limit")
    members, cursor = page(channel.members, call.args.text("cursor"), limit)
    return {"members": members, "response_metadata": {"next_cursor": cursor}}


def conversations_open(call: Call) -> Json:
    """Return the app's DM with a person, or a group conversation with several, made if need be."""
    if call.args.text("channel"):
        return _opened(call.channel(), call)
    users = [user for user in call.args.text("users").replace(" ", "").split(",") if user]
    if not users:
        raise ApiError("users_list_not_supplied")
    if len(users) > MOST_PEOPLE:
        raise ApiError("too_many_users")
    call.need_scope("im:write" if len(users) == 1 else "mpim:write")
    state = call.workspace.state
    for user in users:
        if user not in state.users:
            raise ApiError("user_not_found")
        if state.users[user].deleted:
            raise ApiError("user_disabled")
    if call.bot in users:
        raise ApiError("invalid_user_combination")
    channel = state.channel_with([*users, call.bot]) or _new_conversation(users, call)
    return _opened(channel, call)


def _new_conversation(users: list[str], call: Call) -> Channel:
    if call.args.flag("prevent_creation"):
        raise ApiError("channel_not_found")
    state = call.workspace.state
    names = [state.users[user].name for user in users]
    number = len(state.channels)
    channel = Channel(
        id=f"D0DIRECT{number}" if len(users) == 1 else f"C0GROUPDM{number}",
        name=names[0] if len(users) == 1 else f"mpdm-{'--'.join([*names, call.workspace.cast.bot.name])}-1",
        type="im" if len(users) == 1 else "mpim",
        members=(*users, call.bot),
        creator=call.bot,
    )
    state.channels[channel.id] = channel
    return channel


def _opened(channel: Channel, call: Call) -> Json:
    if call.args.flag("return_im"):
        return {"no_op": True, "already_open": True, "channel": describe(channel, call)}
    return {"channel": {"id": channel.id}}


def conversations_history(call: Call) -> Json:
    """Return the top-level messages of a channel, newest first."""
    channel = call.channel()
    call.need_scope(HISTORY_SCOPES[channel.type])
    if not channel.has(call.bot):
        raise ApiError("not_in_channel")
    shown = [
        message
        for message in call.workspace.state.messages(channel.id)
        if (not message.thread_ts or message.subtype == "thread_broadcast") and _in_range(message, call)
    ]
    shown.reverse()
    part, cursor = page(shown, call.args.text("cursor"), call.args.number("limit", default=100, most=_MOST))
    answer: Json = {"messages": [_view(message, call) for message in part], "has_more": bool(cursor), "pin_count": 0}
    return answer | ({"response_metadata": {"next_cursor": cursor}} if cursor else {})


def conversations_replies(call: Call) -> Json:
    """Return a thread, its root first."""
    channel = call.channel()
    call.need_scope(HISTORY_SCOPES[channel.type])
    state = call.workspace.state
    wanted = state.message(channel.id, call.args.required("ts"))
    root = state.message(channel.id, wanted.root_ts) if wanted else None
    if root is None:
        raise ApiError("thread_not_found")
    replies = [reply for reply in state.replies(channel.id, root.ts) if _in_range(reply, call)]
    part, cursor = page(
        [root, *replies], call.args.text("cursor"), call.args.number("limit", default=_MOST, most=_MOST)
    )
    answer: Json = {"messages": [_view(message, call) for message in part], "has_more": bool(cursor)}
    return answer | ({"response_metadata": {"next_cursor": cursor}} if cursor else {})


def _view(message: Message, call: Call) -> Json:
    state = call.workspace.state
    return call.workspace.viewer.api(
        message,
        thread=state.thread(message.channel, message.ts),
        parent=state.message(message.channel, message.thread_ts) if message.thread_ts else None,
        metadata=call.args.flag("include_all_metadata"),
    )


def _in_range(message: Message, call: Call) -> bool:
    oldest, latest = _bound(call, "oldest", 0.0), _bound(call, "latest", float("inf"))
    at = float(message.ts)
    return oldest <= at <= latest if call.args.flag("inclusive") else oldest < at < latest


def _bound(call: Call, name: str, default: float) -> float:
    text = call.args.text(name)
    try:
        return float(text) if text and text != "now" else default
    except ValueError as problem:
        raise ApiError(f"invalid_ts_{name}") from problem


def describe(channel: Channel, call: Call) -> Json:
    """Return a channel as Slack describes it to the app."""
    users = (call.workspace.state.users[member] for member in channel.members if member != call.bot)
    return channel_view(channel, call.workspace.cast, person=next(users) if channel.type == "im" else None)


METHODS = {
    "conversations.info": Method(run=conversations_info, scopes=tuple(READ_SCOPES.values())),
    "conversations.list": Method(run=conversations_list, scopes=tuple(READ_SCOPES.values())),
    "conversations.members": Method(run=conversations_members, scopes=tuple(READ_SCOPES.values())),
    "conversations.open": Method(run=conversations_open, scopes=("im:write", "mpim:write")),
    "conversations.history": Method(run=conversations_history, scopes=tuple(HISTORY_SCOPES.values())),
    "conversations.replies": Method(run=conversations_replies, scopes=tuple(HISTORY_SCOPES.values())),
}
