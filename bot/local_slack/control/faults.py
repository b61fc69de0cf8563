"""What is to go wrong: faults are switched on, looked at and switched off."""

import re
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from typing import Any, get_args

from aiohttp import web

from bot.local_slack import leaving
from bot.local_slack.calls import RESPONSE_URL
from bot.local_slack.control.base import Part, answering, looking, text_of
from bot.local_slack.errors import RefusedError
from bot.local_slack.faults import KINDS, STREAM_METHODS, Active, DeadStream, Fault, Faults, OfTokens, Reason
from bot.local_slack.messages import Json
from bot.local_slack.methods.table import METHODS
from bot.local_slack.socket_mode import SocketMode
from bot.local_slack.workspace import Workspace

LONGEST = 3600.0
"""Seconds that something may be late, at most."""

MOST_TIMES = 1_000_000
"""How often a fault may be asked to strike; for more there is `until it is switched off`."""

_CODE = re.compile(r"[a-z][a-z0-9_]{1,60}")
_EVENT = re.compile(r"[a-z][a-z0-9_]{1,60}|")


class FaultsPart(Part):
    """`faults`."""

    def __init__(self, workspace: Workspace, faults: Faults, sockets: SocketMode) -> None:
        super().__init__(workspace)
        self._faults, self._sockets = faults, sockets

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the routes."""
        router.add_get("/_control/faults", looking(self._list))
        router.add_post("/_control/faults", answering(self._add))
        router.add_delete("/_control/faults", answering(self._remove))

    async def _list(self, query: Json) -> Json:
        return {
            "faults": [_shown(active) for active in self._faults.active],
            "happened": dict(self._faults.happened),
            "kinds": {kind: _knobs(sort) for kind, sort in KINDS.items()},
            "methods": [*sorted(METHODS), RESPONSE_URL],
            "events": sorted({name.partition(".")[0] for name in self.workspace.manifest.bot_events}),
            "reasons": list(get_args(Reason)),
        }

    async def _add(self, body: Json) -> Json:
        fault = _fault(body)
        if isinstance(fault, OfTokens):
            cast = self.workspace.cast
            fault = replace(fault, team=self.workspace.installing.installed_as(cast) or cast.team.id)
        times = None if body.get("times") is None else _number(body, "times", 1, MOST_TIMES, whole=True)
        chance = _number({"chance": 1, **body}, "chance", 0, 1)
        if not chance:
            raise RefusedError("'chance' is 0, so that it would never strike. Send a number above 0 and up to 1.")
        is_of_tokens = isinstance(fault, OfTokens)
        if is_of_tokens and (times is not None or chance < 1):
            raise RefusedError(f"{fault.kind!r} lasts until it is switched off. Send neither times nor chance.")
        fault_id = self._faults.add(fault, times=times, chance=chance)
        if isinstance(fault, OfTokens):
            leaving.tell(self.workspace, fault)
        await self._sockets.strike()
        return {"id": fault_id}

    async def _remove(self, body: Json) -> Json:
        fault_id = text_of(body, "id", default="")
        if not fault_id:
            self._faults.clear()
        elif not self._faults.remove(fault_id):
            on = ", ".join(each.id for each in self._faults.active) or "none at all"
            raise RefusedError(f"No fault {fault_id[:80]!r} is switched on; there is {on}.", status=404)
        self._sockets.speak_again()
        return {"ok": True}


def _shown(active: Active) -> Json:
    return {
        "id": active.id,
        "kind": active.fault.kind,
        **asdict(active.fault),
        "times_left": active.left,
        "chance": active.chance,
        "struck": active.struck,
    }


def _knobs(sort: type[Fault]) -> Json:
    """Return what can be chosen of a kind of fault, with the defaults."""
    return {each.name: each.default for each in fields(sort) if each.name in _READERS}


def _fault(body: Json) -> Fault:
    kind = text_of(body, "kind")
    sort = KINDS.get(kind)
    if sort is None:
        raise RefusedError(f"There is no kind {kind[:80]!r} of fault. Use one of {', '.join(KINDS)}.")
    knobs = _knobs(sort)
    if unknown := sorted(set(body) - {"kind", "times", "chance", *knobs}):
        choice = ", ".join(["times", "chance", *knobs])
        raise RefusedError(f"{kind!r} has no {unknown[0][:80]!r}. It takes {choice}.")
    chosen = {name: _READERS[name](body, name) for name in knobs if body.get(name) is not None}
    if sort is DeadStream and chosen.get("method", "") not in {"", *STREAM_METHODS}:
        raise RefusedError(f"{chosen['method']!r} is no call to a stream. Use one of {', '.join(STREAM_METHODS)}.")
    return sort(**chosen)


def _number(body: Json, name: str, least: float, most: float, *, whole: bool = False) -> Any:
    value = body[name]
    is_fit = isinstance(value, int) if whole else isinstance(value, int | float)
    if isinstance(value, bool) or not is_fit or not least <= value <= most:
        sort = "a whole number" if whole else "a number"
        raise RefusedError(f"{name!r} is {str(value)[:80]!r}. Send {sort} from {least:g} to {most:g}.")
    return value


def _flag(body: Json, name: str) -> bool:
    value = body[name]
    if not isinstance(value, bool):
        raise RefusedError(f"{name!r} is {str(value)[:80]!r}. Send true or false.")
    return value


def _method(body: Json, name: str) -> str:
    method = text_of(body, name)
    if method not in {"", RESPONSE_URL, *METHODS}:
        raise RefusedError(
            f"There is no method {method[:80]!r} here. Use one of Slack's that the workspace has, such as "
            f"chat.postMessage, or {RESPONSE_URL}; leave it out for all."
        )
    return method


def _event(body: Json, name: str) -> str:
    event = text_of(body, name)
    if not _EVENT.fullmatch(event):
        raise RefusedError(f"{event[:80]!r} is no type of event. Send one such as message or app_mention.")
    return event


def _error(body: Json, name: str) -> str:
    code = text_of(body, name)
    if not _CODE.fullmatch(code):
        raise RefusedError(f"{code[:80]!r} is no error code. Send one such as channel_not_found.")
    return code


def _reason(body: Json, name: str) -> str:
    reason = text_of(body, name)
    if reason not in get_args(Reason):
        raise RefusedError(f"There is no reason {reason[:80]!r}. Use one of {', '.join(get_args(Reason))}.")
    return reason


_READERS: dict[str, Callable[[Json, str], Any]] = {
    "method": _method,
    "event": _event,
    "error": _error,
    "reason": _reason,
    "after": _flag,
    "seconds": lambda body, name: _number(body, name, 0, LONGEST),
    "retry_after": lambda body, name: _number(body, name, 0, LONGEST, whole=True),
    "status": lambda body, name: _number(body, name, 500, 599, whole=True),
}
