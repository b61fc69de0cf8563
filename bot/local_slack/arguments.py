"""The arguments of a Web API call, in whichever of the four encodings they came."""

import base64
import json
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from bot.local_slack.errors import ApiError, invalid_arguments

_TRUE = {"1", "true", "yes", "on"}


class Arguments:
    """Arguments by name. A value that is null counts as not given."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = {name: value for name, value in values.items() if value is not None}

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def as_given(self) -> dict[str, Any]:
        """Return all arguments as they came."""
        return dict(self._values)

    def text(self, name: str) -> str:
        """Return an argument as text, "" if it is not given."""
        value = self._values.get(name, "")
        if isinstance(value, (dict, list)):
            raise invalid_arguments(f"must be a string [json-pointer:/{name}]")
        return value if isinstance(value, str) else json.dumps(value)

    def required(self, name: str) -> str:
        """Return an argument as text.

        Raises:
            ApiError: `invalid_arguments` if it is not given or empty.
        """
        value = self.text(name)
        if not value:
            raise invalid_arguments(f"missing required field: {name}")
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Return a boolean: true, "true", 1 and "1" are true."""
        if name not in self._values:
            return default
        return self.text(name).lower() in _TRUE

    def number(self, name: str, *, default: int, most: int, error: str = "invalid_arguments") -> int:
        """Return a whole number from 1 to `most`; a larger one counts as that.

        Raises:
            ApiError: With the code `error` if it is something else.
        """
        text = self.text(name)
        if not text:
            return default
        if not text.isdecimal() or int(text) < 1:
            raise ApiError(error)
        return min(int(text), most)

    def structure(self, name: str, *, error: str) -> Any:
        """Return an argument that is JSON, given as such or inside a string; None if it is not given.

        Raises:
            ApiError: With the code `error` if a string holds no JSON.
        """
        value = self._values.get(name)
        if not isinstance(value, str):
            return value
        if not value.strip():
            return None
        try:
            return json.loads(value)
        except ValueError as problem:
            raise ApiError(error) from problem


async def read_arguments(request: web.Request) -> Arguments:
    """Return the arguments of query string and body together; the body wins.

    Raises:
        ApiError: If the body is not what its content type says, or of a type that the Web API does not take.
    """
    values: dict[str, Any] = dict(request.query)
    if request.can_read_body:
        values |= await _body(request)
    return Arguments(_client(request) | values)


def _client(request: web.Request) -> dict[str, Any]:
    """Return the id and secret that an app may give by HTTP's basic authentication."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return {}
    try:
        client_id, _, client_secret = base64.b64decode(given, validate=True).decode().partition(":")
    except ValueError as problem:
        raise ApiError("invalid_auth") from problem
    return {"client_id": client_id, "client_secret": client_secret}


async def _body(request: web.Request) -> dict[str, Any]:
    if request.content_type == "application/json":
        return await _json(request)
    if request.content_type in {"application/x-www-form-urlencoded", "multipart/form-data"}:
        try:
            form = await request.post()
        except (ValueError, LookupError) as problem:
            raise ApiError("invalid_form_data") from problem
        return {name: _field(value) for name, value in form.items()}
    if request.content_type == "text/plain":
        return {}
    if not (await request.read()).strip():
        return {}
    raise ApiError("missing_post_type" if "Content-Type" not in request.headers else "invalid_post_type")


async def _json(request: web.Request) -> dict[str, Any]:
    try:
        values = json.loads(await request.text() or "{}")
    except LookupError as problem:
        raise ApiError("invalid_charset") from problem
    except ValueError as problem:
        raise ApiError("invalid_json") from problem
    if not isinstance(values, dict):
        raise ApiError("json_not_object")
    return values


def _field(value: object) -> str:
    if isinstance(value, web.FileField):
        return value.file.read().decode(errors="replace")
    return value.decode(errors="replace") if isinstance(value, (bytes, bytearray)) else str(value)
