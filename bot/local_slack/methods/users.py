"""users.info and users.list."""

from bot.local_slack.cast import Cast, User
from bot.local_slack.errors import ApiError
from bot.local_slack.messages import Json
from bot.local_slack.methods.call import Call, Method
from bot.local_slack.paging import page

MOST_USERS = 1000


def users_info(call: Call) -> Json:
    """Return one user."""
    user = call.workspace.state.users.get(call.args.required("user"))
    if user is None:
        raise ApiError("user_not_found")
    return {"user": _described(user, call) | ({"is_stranger": True} if user.is_stranger else {})}


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
    cast = call.workspace.cast
    view: Json = {
        "id": user.id,
        "team_id": cast.team.id,
        "name": user.name,
        "deleted": user.deleted,
        "color": user.color,
        "real_name": user.real_name,
        "tz": user.tz,
        "tz_label": user.tz_label,
        "tz_offset": user.tz_offset,
        "profile": _profile(user, cast, with_email="users:read.email" in call.workspace.manifest.scopes),
        "is_admin": user.is_admin,
        "is_owner": user.is_admin,
        "is_primary_owner": user.is_admin,
        "is_restricted": user.is_restricted,
        "is_ultra_restricted": False,
        "is_bot": user.is_bot,
        "is_app_user": False,
        "updated": cast.created,
        "is_email_confirmed": not user.is_bot,
        "who_can_share_contact_card": "EVERYONE",
    }
    if call.args.flag("include_locale"):
        view["locale"] = user.locale
    return view


def _profile(user: User, cast: Cast, *, with_email: bool) -> Json:
    first, _, last = user.real_name.partition(" ")
    profile: Json = {
        "title": user.title,
        "phone": "",
        "skype": "",
        "real_name": user.real_name,
        "real_name_normalized": user.real_name,
        "display_name": user.display_name,
        "display_name_normalized": user.display_name,
        "first_name": first,
        "last_name": last,
        "status_text": "",
        "status_text_canonical": "",
        "status_emoji": "",
        "status_emoji_display_info": [],
        "status_expiration": 0,
        "avatar_hash": "g" + user.id.lower(),
        "team": cast.team.id,
    }
    for size in (24, 32, 48, 72, 192, 512):
        profile[f"image_{size}"] = f"https://secure.gravatar.com/avatar/{user.id.lower()}.jpg?s={size}"
    if user.is_bot:
        profile |= {"bot_id": cast.bot_id, "api_app_id": cast.app_id, "always_active": True}
    elif with_email:
        profile["email"] = f"{user.name}@{cast.team.domain}.example"
    return profile


METHODS = {
    "users.info": Method(run=users_info, scopes=("users:read",)),
    "users.list": Method(run=users_list, scopes=("users:read",)),
}
