"""api.test, apps.connections.open, auth.test, bots.info, team.info: the app asks about itself and where it is."""

from bot.local_slack.errors import ApiError
from bot.local_slack.messages import Json
from bot.local_slack.methods.call import Call, Method
from bot.local_slack.viewer import bot_icons


def api_test(call: Call) -> Json:
    """Return the arguments, or the error that the caller asks for."""
    if "error" in call.args:
        raise ApiError(call.args.text("error"), {"args": call.args.as_given()})
    return {"args": call.args.as_given()}


def connections_open(call: Call) -> Json:
    """Return the address of a new Socket Mode connection."""
    address = call.workspace.url.replace("http", "ws", 1)
    return {"url": f"{address}/socket?ticket={call.workspace.new_ticket()}&app_id={call.workspace.cast.app_id}"}


def auth_test(call: Call) -> Json:
    """Return who the token belongs to."""
    cast = call.workspace.cast
    whole = cast.organisation
    home = whole if whole and call.is_org_wide else cast.team
    return {
        "url": f"{call.workspace.url}/",
        "team": home.name,
        "user": cast.bot.name,
        "team_id": home.id,
        "user_id": cast.bot_user_id,
        "bot_id": cast.bot_id,
        "is_enterprise_install": call.is_org_wide,
        **({"enterprise_id": whole.id} if whole else {}),
    }


def bots_info(call: Call) -> Json:
    """Return the app's own bot; there is no other."""
    cast = call.workspace.cast
    if call.args.text("bot") not in {"", cast.bot_id}:
        raise ApiError("bot_not_found")
    bot = {
        "id": cast.bot_id,
        "deleted": False,
        "name": call.workspace.manifest.app_name or cast.bot.real_name,
        "updated": cast.created,
        "app_id": cast.app_id,
        "user_id": cast.bot_user_id,
        "icons": bot_icons(),
    }
    return {"bot": bot}


def team_info(call: Call) -> Json:
    """Return the workspace itself."""
    team = call.workspace.cast.team
    return {
        "team": {
            "id": team.id,
            "name": team.name,
            "url": f"{call.workspace.url}/",
            "domain": team.domain,
            "email_domain": "",
            "icon": {"image_default": True},
        }
    }


METHODS = {
    "api.test": Method(run=api_test, token="none"),  # noqa: S106  # works without a token
    "apps.connections.open": Method(run=connections_open, token="app"),  # noqa: S106  # the sort of token
    "auth.test": Method(run=auth_test),
    "bots.info": Method(run=bots_info, scopes=("users:read",)),
    "team.info": Method(run=team_info, scopes=("team:read",)),
}
