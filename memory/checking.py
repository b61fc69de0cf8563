"""What the book is given: a wrong type or value is refused in the project's own words, before anything happens."""

import inspect
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import wraps
from types import NoneType
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from memory.errors import InvalidValueError
from memory.records import Candidate, Episode, Kind, Operation, Origin, Person, Query, Source, Status

_EARLIEST, _LATEST = datetime(1000, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)

_P = ParamSpec("_P")
_R = TypeVar("_R")
_S = TypeVar("_S")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What an argument must be, and what to say when it is not."""

    types: type | tuple[type, ...]
    step: str
    each: type | None = None


_TEXT: Final = _Wanted(str, "Give a text.")
_TIME: Final = _Wanted(datetime, "Give a datetime with a time zone.")
_PERSON: Final = _Wanted(Person, "Give a Person, with the ids of team and user.")
_WANTED: Final = {
    "person": _PERSON,
    "reader": _PERSON,
    "text": _TEXT,
    "actor": _TEXT,
    "reason": _TEXT,
    "name": _TEXT,
    "attribute": _TEXT,
    "value": _TEXT,
    "memory_id": _TEXT,
    "into": _TEXT,
    "team_id": _TEXT,
    "at": _TIME,
    "now": _TIME,
    "as_of": _TIME,
    "since": _TIME,
    "until": _TIME,
    "dated": _Wanted(date, "Give a date."),
    "kind": _Wanted(Kind, f"Give one of the kinds: {', '.join(Kind)}."),
    "status": _Wanted((Status, NoneType), f"Give one of {', '.join(Status)}, or None for all."),
    "operation": _Wanted(Operation, f"Give one of {', '.join(Operation)}."),
    "origin": _Wanted(Origin, f"Give one of {', '.join(Origin)}."),
    "source": _Wanted((Source, NoneType), "Give a Source, with channel and time stamp of the message, or None."),
    "confidence": _Wanted((int, float), "Give a number from 0.0 to 1.0."),
    "limit": _Wanted(int, "Give a whole number."),
    "query": _Wanted(Query, "Give a Query; `understand` makes one of a text."),
    "episode": _Wanted(Episode, "Give an Episode."),
    "candidates": _Wanted((Sequence, Set), "Give a list of Candidates.", Candidate),
    "ids": _Wanted((Sequence, Set), "Give a list of the ids of memories.", str),
}
"""By the name of the argument. None is fine wherever it is the default."""


def checks_arguments(method: Callable[Concatenate[_S, _P], _R]) -> Callable[Concatenate[_S, _P], _R]:
    """Make a method refuse arguments of a wrong type with `InvalidValueError`, by the names of its arguments."""
    parameters = inspect.signature(method).parameters
    names = list(parameters)[1:]
    optional = {name for name, parameter in parameters.items() if parameter.default is None}
    wanted = {name: _WANTED[name] for name in names if name in _WANTED}

    @wraps(method)
    def checked(self: _S, /, *args: _P.args, **more: _P.kwargs) -> _R:
        for name, value in zip(names, args, strict=False):
            if name in wanted and not (value is None and name in optional):
                _check(name, value, wanted[name])
        for name, value in more.items():
            if name in wanted and not (value is None and name in optional):
                _check(name, value, wanted[name])
        return method(self, *args, **more)

    return checked


def at_least(what: str, value: float, least: float) -> None:
    """Refuse a number below `least`.

    Raises:
        InvalidValueError: If it is, or is no number.
    """
    if not isinstance(value, int | float) or not value >= least:
        raise InvalidValueError(what, value, f"Give a number of at least {least}.")


def a_share(what: str, value: float) -> None:
    """Refuse what is not within 0.0 to 1.0.

    Raises:
        InvalidValueError: If it is not, or is no number.
    """
    if not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
        raise InvalidValueError(what, value, "Give a number from 0.0 to 1.0.")


def utc(at: datetime, *, what: str = "time") -> datetime:
    """Return a time in UTC; `what` is how a refusal calls it.

    Raises:
        InvalidValueError: If it has no time zone, or is so far away that days are hard to count from it.
    """
    if at.tzinfo is None:
        raise InvalidValueError(what, at, "Give a time with a time zone.")
    if not _EARLIEST <= at < _LATEST:
        raise InvalidValueError(what, at, f"Give a time of the years {_EARLIEST.year} to {_LATEST.year - 1}.")
    return at.astimezone(UTC)


def _check(name: str, value: Any, wanted: _Wanted) -> None:
    fits = isinstance(value, wanted.types)
    if fits and wanted.each is not None:
        fits = not isinstance(value, str) and all(isinstance(each, wanted.each) for each in value)
    if not fits:
        raise InvalidValueError(name.replace("_", " "), f"(of type {type(value).__name__})", wanted.step)
