"""`/oauth/v2/authorize`: the page on which somebody lets the app into the workspace, and the way back to the app."""

from dataclasses import replace
from html import escape
from urllib.parse import urlencode, urlsplit

from aiohttp import web

from bot.local_slack.installing import Place, Wish
from bot.local_slack.workspace import Workspace

_FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/base.css">
<link rel="stylesheet" href="/oauth.css">
</head>
<body>
<main class="consent">
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""


class OAuthPages:
    """Asks, as Slack does, and sends whoever decided back to the app with a code, or with `access_denied`."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the page and the two ways on from it."""
        router.add_get("/oauth/v2/authorize", self.authorize)
        router.add_get("/oauth/v2/decide", self.decide)

    async def authorize(self, request: web.Request) -> web.Response:
        """Show what the app asks for, or say what is wrong with its address."""
        wish, problem = self._wish(request)
        if wish is None:
            return _page("This app cannot be installed", f"<p>{escape(problem)}</p>", status=400)
        ticket = self._workspace.installing.ask(wish)
        app, places = self._workspace.manifest.app_name or "An app", self._places(request)
        scopes = "".join(f"<li><code>{escape(scope)}</code></li>" for scope in wish.scopes)
        answers = [({"answer": "allow", "team": place.id}, f"Allow in {place.name}") for place in places]
        if len(places) == 1:
            answers = [(answers[0][0], "Allow")]
        ways = [_way({"ticket": ticket, **answer}, label, style="primary") for answer, label in answers]
        ways.append(_way({"ticket": ticket, "answer": "cancel"}, "Cancel"))
        body = f"<p>It asks for:</p><ul>{scopes}</ul><p>{' '.join(ways)}</p>"
        return _page(f"{app} wants to enter {places[0].name if len(places) == 1 else 'a workspace'}", body)

    async def decide(self, request: web.Request) -> web.Response:
        """Send the browser back to the app."""
        installing = self._workspace.installing
        wish = installing.decide(request.query.get("ticket", ""))
        if wish is None:
            told = "<p>That was decided already. Begin at the app once more.</p>"
            return _page("This app cannot be installed", told, status=400)
        if request.query.get("answer") == "allow":
            team_id = request.query.get("team", "")
            wish = replace(wish, team_id=team_id if team_id in installing.places else "")
            found = {"code": installing.agree(wish, self._workspace.clock.now())}
        else:
            found = {"error": "access_denied"}
        mark = "&" if "?" in wish.redirect_uri else "?"
        raise web.HTTPFound(f"{wish.redirect_uri}{mark}{urlencode({**found, 'state': wish.state})}")

    def _places(self, request: web.Request) -> list[Place]:
        """Return where the app can be let in: anywhere, or where it asks for."""
        places = list(self._workspace.installing.places.values())
        return [place for place in places if place.id == request.query.get("team")] or places

    def _wish(self, request: web.Request) -> tuple[Wish | None, str]:
        """Return what the app asks for; else None and what is wrong with it."""
        query, manifest = request.query, self._workspace.manifest
        if query.get("client_id") != self._workspace.installing.client_id:
            return None, "invalid_client_id: set SLACK_CLIENT_ID to what the workspace printed."
        scopes = tuple(scope for scope in query.get("scope", "").replace(" ", ",").split(",") if scope)
        if not scopes:
            return None, "no_scopes: the app asks for nothing."
        if unknown := sorted(set(scopes) - manifest.scopes):
            return None, f"invalid_scope: the manifest does not name {', '.join(unknown)}."
        redirect_uri = query.get("redirect_uri") or next(iter(manifest.redirect_urls), "")
        if not any(_leads_below(redirect_uri, known) for known in manifest.redirect_urls):
            return None, f"bad_redirect_uri: the manifest's redirect_urls do not name {redirect_uri or 'any'}."
        return Wish(redirect_uri=redirect_uri, state=query.get("state", ""), scopes=scopes), ""


def _leads_below(url: str, known: str) -> bool:
    """Return whether an address is a known one, or below it on the very same host."""
    wanted, allowed = urlsplit(url), urlsplit(known)
    path = allowed.path.rstrip("/")
    same_host = (wanted.scheme, wanted.netloc) == (allowed.scheme, allowed.netloc)
    return same_host and (wanted.path == path or wanted.path.startswith(f"{path}/"))


def _way(query: dict[str, str], label: str, *, style: str = "") -> str:
    mark = f' class="{style}"' if style else ""
    return f'<a{mark} href="{escape(f"/oauth/v2/decide?{urlencode(query)}")}">{escape(label)}</a>'


def _page(title: str, body: str, *, status: int = 200) -> web.Response:
    text = _FRAME.format(title=escape(title), body=body)
    return web.Response(text=text, content_type="text/html", status=status)
