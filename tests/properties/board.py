"""What the bot listens for, without Bolt between: a payload reaches the listener that it would reach in Slack."""

import inspect
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from bot import listeners
from bot.intake.intake import Intake

Listener = Callable[..., Awaitable[Any]]
_LISTENED_FOR = frozenset({"event", "action", "view", "view_closed", "shortcut", "command", "options"})
"""The rest of what Bolt offers, such as middleware, shows nobody anything."""
_LISTEN_FOR_THE_REST = frozenset({"events", "actions"})


@dataclass(frozen=True, slots=True)
class _Registered:
    wanted: str | re.Pattern[str]
    listener: Listener
    matchers: Sequence[Listener] = ()
    middleware: Sequence[Listener] = ()


class Board:
    """Stands in for `AsyncApp` while listeners register, and hands payloads to the first that wants them."""

    def __init__(self) -> None:
        self._registered: dict[str, list[_Registered]] = {}

    def __getattr__(self, kind: str) -> Callable[..., Callable[[Listener], Listener]]:
        if kind not in _LISTENED_FOR:
            return lambda *_, **__: lambda listener: listener

        def registering(
            wanted: str | re.Pattern[str], *, matchers: Sequence[Listener] = (), middleware: Sequence[Listener] = ()
        ) -> Callable[[Listener], Listener]:
            def register(listener: Listener) -> Listener:
                registered = _Registered(wanted, listener, matchers, middleware)
                self._registered.setdefault(kind, []).append(registered)
                return listener

            return register

        return registering

    def listen(self, intake: Intake) -> None:
        """Let every module of listeners register, those last that listen for whatever is left."""
        names = [each.name for each in iter_modules(listeners.__path__)]
        given = {"app": self, "intake": intake, "parts": intake.parts}
        for name in sorted(names, key=lambda name: (name in _LISTEN_FOR_THE_REST, name)):
            register = getattr(import_module(f"{listeners.__name__}.{name}"), "register", None)
            if register is not None:
                register(*(given.get(each, _nothing) for each in inspect.signature(register).parameters))

    async def hand(self, kind: str, name: str, /, **arguments: Any) -> bool:
        """Hand a payload to whoever listens for it; return whether anybody does."""
        for each in self._registered.get(kind, ()):
            fits = each.wanted == name if isinstance(each.wanted, str) else each.wanted.fullmatch(name)
            if fits and all([await _call(matcher, arguments) for matcher in each.matchers]):
                await self._run(each, arguments)
                return True
        return False

    async def _run(self, each: _Registered, arguments: dict[str, Any]) -> None:
        waiting = list(each.middleware)

        async def following() -> None:
            if waiting:
                await _call(waiting.pop(0), {**arguments, "next": following})
            else:
                await _call(each.listener, arguments)

        await following()


async def _nothing(*_: Any) -> None:
    return


async def _call(listener: Listener, arguments: dict[str, Any]) -> Any:
    wanted = inspect.signature(listener).parameters
    return await listener(**{name: arguments.get(name) for name in wanted})
