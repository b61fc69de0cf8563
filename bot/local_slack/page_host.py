"""Serves the page, and keeps foreign web pages from driving the workspace."""

import mimetypes
import re
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

PAGE = Path(__file__).parent / "page"

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})

_POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_NAME = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+")
_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
_MISSING = "The page is not installed with this program. Install memory-bot again; the APIs work without it."
_ARCHIVED = re.compile(r"p(\d+)(\d{6})")


class PageHost:
    """Serves the files of one folder at the root, and permalinks as ways into the page."""

    def __init__(self, folder: Path = PAGE) -> None:
        self._folder = folder

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve `/`, the page's files beside it, and `/archives/…`."""
        router.add_get("/", self._index)
        router.add_get("/archives/{channel}/{message}", self._permalink)
        router.add_get("/{name}", self._file)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return self._serve("index.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if not _NAME.fullmatch(name):
            raise web.HTTPNotFound(text=f"There is no {name[:80]!r} here. The page is at /.")
        return self._serve(name)

    async def _permalink(self, request: web.Request) -> web.StreamResponse:
        channel, message = request.match_info["channel"], request.match_info["message"]
        found = _ARCHIVED.fullmatch(message)
        if not found or not channel.isalnum():
            raise web.HTTPNotFound(text="This is no permalink of the workspace. The page is at /.")
        thread = request.query.get("thread_ts", f"{found.group(1)}.{found.group(2)}")
        page, _, _ = request.path.partition("/archives/")
        raise web.HTTPFound(f"{page}/#/-/{channel}/{thread}")

    def _serve(self, name: str) -> web.StreamResponse:
        path = self._folder / name
        if not path.is_file():
            text = _MISSING if name == "index.html" else f"There is no {name[:80]!r} here. The page is at /."
            raise web.HTTPNotFound(text=text)
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        charset = "utf-8" if kind.startswith(("text/", "image/svg")) else None
        return web.Response(body=path.read_bytes(), content_type=kind, charset=charset)


def only_from_here(host: str) -> Middleware:
    """Return middleware that refuses requests which another web page may have caused.

    The `Host` must be this machine's (a name that resolves to it elsewhere would let a foreign page in), and an
    `Origin`, which browsers send, must be the workspace itself.
    """
    names = LOOPBACK_NAMES | {host}

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        here = request.headers.get("Host", "")
        if _hostname(here) not in names:
            raise web.HTTPForbidden(text=f"Host {here[:80]!r} is not this machine. Use http://127.0.0.1 and the port.")
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != here:
            raise web.HTTPForbidden(text=f"Pages of {origin[:80]!r} may not use the workspace. Use its own page.")
        return await handler(request)

    return check


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Add the headers that keep whatever is served from doing more than it should."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)


def _hostname(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
