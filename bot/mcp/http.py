"""MCP over streamable HTTP, on this machine alone, for clients that know the token."""

import hmac
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from mcp.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.errors import PortInUseError

HOST = "127.0.0.1"
PATH = "/mcp"
MOST_BYTES = 1024 * 1024
"""A request is far smaller; anything larger is refused before it is read."""


class TokenCheck:
    """Lets requests through that carry the bearer token; comparing takes the same time for every wrong one."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._wanted = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it with 401."""
        if scope["type"] == "http":
            given = next((value for name, value in scope["headers"] if name.lower() == b"authorization"), b"")
            if not hmac.compare_digest(given, self._wanted):
                refusal = JSONResponse(
                    {"error": "invalid_token", "error_description": "Send the header Authorization: Bearer TOKEN."},
                    status_code=401,
                    headers={"WWW-Authenticate": "Bearer"},
                )
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)


def http_app(server: Server[Any], *, port: int, token: str) -> ASGIApp:
    """Return the web application. A page in a browser cannot reach it: Host and Origin must be this machine's own."""
    names = [f"{HOST}:{port}", f"localhost:{port}"]
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=MOST_BYTES,
        transport_security=TransportSecuritySettings(
            allowed_hosts=names, allowed_origins=[f"http://{name}" for name in names]
        ),
    )
    return TokenCheck(app, token)


async def serve_http(server: Server[Any], *, port: int, token: str, listening: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; `listening` is told the address once it is there. Port 0 takes any free one.

    Raises:
        PortInUseError: If something else listens there.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError as error:
            raise PortInUseError(port, "MEMORY_BOT_MCP_PORT") from error
        listener.listen()
        port = listener.getsockname()[1]
        app = http_app(server, port=port, token=token)
        config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=5)
        listening(f"http://{HOST}:{port}{PATH}")
        await uvicorn.Server(config).serve(sockets=[listener])
