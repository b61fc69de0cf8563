"""`mcp`: the memory of one person, or of the workspace, for other agents."""

import secrets
import sys

import anyio
from mcp.server.stdio import stdio_server

from bot.commands.opening import opened, team_in
from bot.mcp.http import serve_http
from bot.mcp.scope import Scope, of_person, of_workspace
from bot.mcp.server import build_server
from bot.parts import utc_now
from bot.settings import Settings, load_settings
from extractors.pipeline import Extractor
from memory.errors import InvalidValueError
from memory.records import Person


def serve_mcp(
    team: str | None, user: str | None, *, workspace: bool, name: str | None, http: bool, port: int | None
) -> None:
    """Serve until the client leaves, or a signal comes. Standard output carries nothing but the protocol.

    Raises:
        MemoryBotError: If it cannot start: no such person's id, a home that cannot be read, a port in use.
    """
    if (user is None) is not workspace:
        raise InvalidValueError("mcp", user or "(nobody)", "Give either --user with a Slack id, or --workspace.")
    settings = load_settings()
    with opened(settings) as book:
        team_id = team_in(book, team)
        extractor = Extractor(pipeline=settings.memory.pipeline)
        if user is None:
            scope = of_workspace(book, extractor, settings, team_id, now=utc_now)
        else:
            scope = of_person(book, extractor, settings, Person(team_id, user), now=utc_now, name=name)
        if http:
            anyio.run(over_http, scope, settings, port)
        else:
            anyio.run(_over_stdio, scope)


async def _over_stdio(scope: Scope) -> None:
    server = build_server(scope)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


async def over_http(scope: Scope, settings: Settings, port: int | None) -> None:
    """Serve over HTTP; the address, and a token made for this start, are told on standard error."""
    given = settings.mcp_token
    token = given.get_secret_value() if given is not None else secrets.token_urlsafe(32)

    def tell(address: str) -> None:
        _say(f"Serving MCP at {address}")
        if given is None:
            _say(f"Authorization: Bearer {token}")

    await serve_http(build_server(scope), port=settings.mcp_port if port is None else port, token=token, listening=tell)


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
