"""What every part of the control API needs: who, where, what; a JSON body in, an answer or a refusal out."""

import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiohttp import web

from bot.local_slack.cast import Channel, User
from bot.local_slack.errors import RefusedError
from bot.local_slack.messages import Json, Message
from bot.local_slack.workspace import Workspace

_Handler = Callable[[Json], Awaitable[Json]]


class Part(ABC):
    """The routes for one sort of thing. Each lookup takes the request and refuses with a sentence for whoever acts."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    @abstractmethod
    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""

    def user(self, body: Mapping[str, Any]) -> User:
        """Return the person who acts.

        Raises:
            RefusedError: 404 if there is none of that id, or it is a bot; 403 if their account is deactivated.
        """
        user = self.anybody(body)
        if user.deleted:
            raise RefusedError(f"{user.display_name}'s account is deactivated. Act as somebody else.", status=403)
        return user

    def anybody(self, body: Mapping[str, Any]) -> User:
        """Return a person, also one whose account is deactivated.

        Raises:
            RefusedError: 404 if there is none of that id, or it is a bot.
        """
        wanted = text_of(body, "user")
        user = self.workspace.state.users.get(wanted)
        if user is None or user.is_bot:
            people = ", ".join(each.id for each in self.workspace.state.users.values() if not each.is_bot)
            raise RefusedError(f"There is no person {wanted[:80]!r}. Use one of {people}.", status=404)
        return user

    def channel(self, body: Mapping[str, Any]) -> Channel:
        """Return the channel it is about.

        Raises:
            RefusedError: 404 if there is none of that id.
        """
        wanted = text_of(body, "channel")
        channel = self.workspace.state.channels.get(wanted)
        if channel is None:
            known = ", ".join(self.workspace.state.channels)
            raise RefusedError(f"There is no channel {wanted[:80]!r}. Use one of {known}.", status=404)
        return channel

    def member(self, body: Mapping[str, Any], channel: Channel) -> User:
        """Return the person who acts, if they are in the channel.

        Raises:
            RefusedError: 403 if they are not.
        """
        user = self.user(body)
        if not channel.has(user.id):
            theirs = ", ".join(each.id for each in self.workspace.state.channels_of(user.id))
            raise RefusedError(f"{user.display_name} is not in {channel.id}. They are in {theirs}.", status=403)
        return user

    def seen_message(self, body: Mapping[str, Any], channel: Channel, user: User, name: str = "message_ts") -> Message:
        """Return a message that this person sees there, ephemeral ones of theirs included.

        Raises:
            RefusedError: 404 if there is none.
        """
        ts = text_of(body, name)
        state = self.workspace.state
        message = state.whisper(channel.id, ts) or state.message(channel.id, ts)
        if message is None or message.ephemeral_to not in {None, user.id}:
            raise no_message(ts, channel)
        return message


def text_of(body: Mapping[str, Any], name: str, *, default: str | None = None) -> str:
    """Return a string of the request; without a default it must be there.

    Raises:
        RefusedError: If it is missing or no string.
    """
    value = body.get(name)
    if value is None and default is not None:
        return default
    if value is None:
        raise RefusedError(f"{name!r} is missing. Send it as a string.")
    if not isinstance(value, str):
        raise RefusedError(f"{name!r} is {str(value)[:80]!r}. Send it as a string.")
    return value


def list_of(body: Mapping[str, Any], name: str) -> list[str]:
    """Return a list of strings of the request, empty where it is missing.

    Raises:
        RefusedError: If it is no such list.
    """
    value = body.get(name, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise RefusedError(f"{name!r} is {str(value)[:80]!r}. Send it as a list of strings.")
    return value


def no_message(ts: str, channel: Channel) -> RefusedError:
    """Return the refusal for a message that is not there."""
    return RefusedError(f"There is no message {ts[:80]!r} in {channel.id}. Read the channel again.", status=404)


def answering(handler: _Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return a request handler that reads a JSON object and turns refusals into answers."""

    async def handle(request: web.Request) -> web.Response:
        try:
            return web.json_response(await handler(await _body(request)))
        except RefusedError as error:
            return refusal(error)

    return handle


def looking(handler: _Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return a handler for GET that reads the query instead of a body and turns refusals into answers."""

    async def handle(request: web.Request) -> web.Response:
        try:
            return web.json_response(await handler(dict(request.query)))
        except RefusedError as error:
            return refusal(error)

    return handle


def refusal(error: RefusedError) -> web.Response:
    """Return a refusal as the page reads it."""
    return web.json_response({"error": error.sentence}, status=error.status)


async def _body(request: web.Request) -> Json:
    try:
        body: Any = json.loads(await request.text())
    except (ValueError, LookupError) as error:
        raise RefusedError("The body is not JSON in UTF-8. Send a JSON object.") from error
    except web.HTTPRequestEntityTooLarge as error:
        raise RefusedError("The body is too large. Send less than 16 MB.", status=413) from error
    if not isinstance(body, dict):
        raise RefusedError("The body is JSON, but no object. Send a JSON object.")
    return body
