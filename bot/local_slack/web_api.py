"""`/api/{method}`: reads the arguments, checks token and scopes, calls the method, answers as Slack does."""

import logging
from collections.abc import Iterable
from typing import Any

from aiohttp import web

from bot.local_slack.arguments import Arguments, read_arguments
from bot.local_slack.calls import Calls
from bot.local_slack.errors import ApiError
from bot.local_slack.faults import DeadStream, OfTokens
from bot.local_slack.messages import File
from bot.local_slack.methods.call import Call, Method
from bot.local_slack.methods.files import MOST_BYTES
from bot.local_slack.methods.streams import end_stream
from bot.local_slack.methods.table import METHODS
from bot.local_slack.workspace import Workspace

_LOG = logging.getLogger(__name__)


class WebApi:
    """The Web API of one workspace and of `others`; a call is for the one that its token is good for."""

    def __init__(self, workspace: Workspace, calls: Calls, *, others: Iterable[Workspace] = ()) -> None:
        self._workspace, self._calls = workspace, calls
        self._teams = {each.cast.team.id: each for each in (workspace, *others)}

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve `/api/…`, and where files are put and fetched."""
        router.add_route("GET", "/api/{method}", self.handle)
        router.add_route("POST", "/api/{method}", self.handle)
        router.add_post("/upload/{file_id}", self.upload)
        router.add_get("/files/{file_id}", self.download)

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one call, with status 200 whether it worked or not, unless a fault strikes it."""
        name = request.match_info["method"]
        given = await _given(request)
        sent = given.as_given() if isinstance(given, Arguments) else {}
        return await self._calls.answer(request, name, sent, lambda: self._answer(request, name, given))

    async def _answer(self, request: web.Request, name: str, given: Arguments | ApiError) -> web.Response:
        headers: dict[str, str] = {}
        try:
            method = METHODS.get(name)
            if method is None:
                raise ApiError("unknown_method", {"req_method": name})
            if isinstance(given, ApiError):
                raise given
            call, headers = self._authorise(request, given, method)
            if method.scopes:
                call.need_scope(*method.scopes)
            if self._calls.faults.strike(DeadStream, name):
                end_stream(call)
            answer: dict[str, Any] = {"ok": True, **method.run(call)}
        except ApiError as error:
            answer = {"ok": False, "error": error.code, **error.details}
            _LOG.info("%s was answered with %s.", name, error.code)
        return web.json_response(answer, headers=headers)

    def _authorise(self, request: web.Request, args: Arguments, method: Method) -> tuple[Call, dict[str, str]]:
        """Return the call with the workspace that it is for, and the headers that tell a caller its scopes.

        Raises:
            ApiError: `not_authed`, `invalid_auth` or `not_allowed_token_type`; once the app was removed or its tokens
                revoked, what says so.
        """
        if method.token == "none":  # noqa: S105  # which sort of token, not a token
            return Call(self._workspace, args), {}
        token = request.headers.get("Authorization", "").removeprefix("Bearer ").strip() or args.text("token")
        if not token:
            raise ApiError("not_authed")
        first = self._workspace
        team_id = first.installing.team_of(token, first.clock.now())
        workspace = first if token == first.keys.app_token else self._within(team_id or "", args)
        if workspace is None:
            raise ApiError("invalid_auth")
        kind = "bot" if team_id else "app"
        if kind != method.token:
            raise ApiError("not_allowed_token_type")
        gone = self._calls.faults.strike(OfTokens, team_id) if team_id else None
        if gone:
            raise ApiError(gone.error)
        scopes = ",".join(sorted(first.manifest.scopes)) if kind == "bot" else "connections:write"
        call = Call(workspace, args, is_org_wide=bool(team_id) and team_id != workspace.cast.team.id)
        return call, {"x-oauth-scopes": scopes, "x-accepted-oauth-scopes": ",".join(method.scopes)}

    def _within(self, home: str, args: Arguments) -> Workspace | None:
        """Return the workspace that a call is for: of an organisation the one that it names, or whose channel it names.

        Args:
            home: What the token is good for, a workspace or an organisation.
        """
        if home in self._teams:
            return self._teams[home]
        parts = [each for each in self._teams.values() if each.cast.organisation and each.cast.organisation.id == home]
        named = (each for each in parts if each.cast.team.id == args.text("team_id"))
        having = (each for each in parts if args.text("channel") in each.state.channels)
        return next((each for found in (named, having, parts) for each in found), None)

    async def upload(self, request: web.Request) -> web.Response:
        """Take the content of a file, as the body itself or as the one file of a form."""
        files = self._workspace.state.files
        file = files.get(request.match_info["file_id"])
        if file is None:
            raise web.HTTPNotFound(text="There is no such upload: ask files.getUploadURLExternal for an address.")
        content = await _content(request)
        if len(content) > MOST_BYTES:
            raise web.HTTPRequestEntityTooLarge(max_size=MOST_BYTES, actual_size=len(content))
        files[file.id] = _filled(file, content)
        return web.Response(text=f"OK - {len(content)}")

    async def download(self, request: web.Request) -> web.Response:
        """Return a file's content, never as a page."""
        file = self._workspace.state.files.get(request.match_info["file_id"])
        if file is None:
            raise web.HTTPNotFound(text="There is no such file.")
        kind = "text/plain" if file.text is not None else "application/octet-stream"
        name = "".join(char if char.isalnum() or char in "._-" else "_" for char in file.name)
        disposition = "attachment" if request.query.get("download") else "inline"
        headers = {"Content-Disposition": f'{disposition}; filename="{name}"'}
        return web.Response(body=file.content, content_type=kind, headers=headers)


async def _given(request: web.Request) -> Arguments | ApiError:
    try:
        return await read_arguments(request)
    except ApiError as error:
        return error


async def _content(request: web.Request) -> bytes:
    if request.content_type != "multipart/form-data":
        return await request.read()
    for value in (await request.post()).values():
        if isinstance(value, web.FileField):
            return value.file.read()
    return b""


def _filled(file: File, content: bytes) -> File:
    return File(id=file.id, name=file.name, title=file.title, user=file.user, created=file.created, content=content)
