"""users.info and users.list."""

from bot.local_slack.cast import User
from bot.local_slack.describing import is_stranger, user_view
from bot.local_slack.errors import ApiError
from bot.local_slack.messages import Json
from bot.local_slack.methods.call import Call, Method
from bot.local_slack.paging import page

MOST_USERS = 1000


def users_info(call: Call) -> Json:
    """Return one user."""
    state, cast = call.workspace.state, call.workspace.cast
    user = state.users.get(call.args.required("user"))
    if user is None:
        raise ApiError("user_not_found")
    strange = {"is_stranger": is_stranger(user, state.channels.values(), cast)} if user.home else {}
    return {"user": _described(user, call) | strange}


def users_list(call: Call) -> Json:
    """Return everybody, the bot included."""
    users = list(call.workspace.state.users.values())
    limit = call.args.number("limit", default=MOST_USERS, most=MOST_USERS)
    members, cursor = page(users, call.args.text("cursor"), limit)
    return {
        "members": [_described(user, call) for user in members],
        "cache_ts": int(call.workspace.clock.now()),
        "response_metadata": {"next_cursor": cursor},
    }


def _described(user: User, call: Call) -> Json:
    """Return a user as Slack describes them to an app with these scopes, in a list or alone."""
    cast, manifest = call.workspace.cast, call.workspace.manifest
    view = user_view(user, cast, with_email="users:read.email" in manifest.scopes)
    return view | ({"locale": user.locale} if call.args.flag("include_locale") else {})


METHODS = {
    "users.info": Method(run=users_info, scopes=("users:read",)),
    "users.list": Method(run=users_list, scopes=("users:read",)),
}
