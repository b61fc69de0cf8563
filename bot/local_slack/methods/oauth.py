"""oauth.v2.access: a code, or a refresh token, becomes a token for the app."""

from bot.local_slack.errors import ApiError
from bot.local_slack.messages import Json
from bot.local_slack.methods.call import Call, Method

_GRANTS = ("authorization_code", "refresh_token")


def oauth_access(call: Call) -> Json:
    """Return the app's token: its first one, or where tokens are rotated a new one that expires."""
    args, workspace = call.args, call.workspace
    installing, now = workspace.installing, workspace.clock.now()
    installing.check_client(args.text("client_id"), args.text("client_secret"))
    grant = args.text("grant_type") or "authorization_code"
    if grant not in _GRANTS:
        raise ApiError("invalid_grant_type")
    if grant == "refresh_token":
        wish = installing.renew(args.text("refresh_token"))
    else:
        wish = installing.trade(args.text("code"), args.text("redirect_uri"), now)
    rotated = workspace.manifest.rotates_tokens
    place = installing.place(wish.team_id)
    token = installing.expiring(wish, now) if rotated else {"access_token": place.bot_token}
    cast = place.cast
    installer = next((user for user in cast.users if user.is_admin), cast.users[0])
    return {
        "app_id": cast.app_id,
        "authed_user": {"id": installer.id},
        "scope": ",".join(wish.scopes),
        "token_type": "bot",
        **token,
        "bot_user_id": cast.bot_user_id,
        "team": None if place.is_whole else {"id": cast.team.id, "name": cast.team.name},
        "enterprise": {"id": whole.id, "name": whole.name} if (whole := cast.organisation) else None,
        "is_enterprise_install": place.is_whole,
    }


METHODS = {
    "oauth.v2.access": Method(run=oauth_access, token="none"),  # noqa: S106  # works with the client's secret
}
