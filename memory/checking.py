"""What the book is given: a wrong type or value is refused in the project's own words, before anything happens."""

import inspect
import re
import sys
from collections.abc import Callable, Sequence, Set
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from functools import lru_cache, reduce, wraps
from os import PathLike
from pathlib import Path
from types import UnionType
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from memory.errors import InvalidValueError
from memory.records import Kind, Memory, Operation, Origin, Status

_EARLIEST, _LATEST = datetime(1000, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)

_NOT_IN_A_PATH: Final = re.compile("[\0\ud800-\udfff]")
"""Half a character pair, as broken input may hold, cannot be told to the system any more than a zero can."""

_P = ParamSpec("_P")
_R = TypeVar("_R")
_S = TypeVar("_S")


_Fits: TypeAlias = Callable[[Any], bool]
"""Whether a value is of the type that is wanted."""

_TIME: Final = "Give a datetime with a time zone."
_PERSON: Final = "Give a Person, with the ids of team and user."
_STEPS: Final = {
    "person": _PERSON,
    "reader": _PERSON,
    "at": _TIME,
    "now": _TIME,
    "as_of": _TIME,
    "since": _TIME,
    "until": _TIME,
    "moment": _TIME,
    "dated": "Give a date.",
    "kind": f"Give one of the kinds: {', '.join(Kind)}.",
    "status": f"Give one of {', '.join(Status)}, or None for all.",
    "operation": f"Give one of {', '.join(Operation)}.",
    "origin": f"Give one of {', '.join(Origin)}.",
    "source": "Give a Source, with channel and time stamp of the message.",
    "confidence": "Give a number from 0.0 to 1.0.",
    "limit": "Give a whole number.",
    "query": "Give a Query; `understand` makes one of a text.",
    "visible": "Give a function that tells of a memory whether it may be seen.",
    "progress": "Give a function that takes how many are done, and of how many.",
    "episode": "Give an Episode.",
    "candidates": "Give a list of Candidates.",
    "ids": "Give a list of the ids of memories.",
}
"""What to do about a wrong argument, by its name; of every other one, its type says enough."""
_NAMES: Final = {str: "a text", bool: "True or False", int: "a whole number", float: "a number"}


def checks_arguments(method: Callable[Concatenate[_S, _P], _R]) -> Callable[Concatenate[_S, _P], _R]:
    """Make a method refuse arguments that do not fit their annotations with `InvalidValueError`."""
    parameters = inspect.signature(method).parameters
    names = [name for name, each in parameters.items() if each.kind is not each.VAR_POSITIONAL][1:]
    rest = [name for name, each in parameters.items() if each.kind is each.VAR_POSITIONAL]
    wanted = {name: _test_of(parameters[name].annotation) for name in (*names, *rest)}

    @wraps(method)
    def checked(self: _S, /, *args: _P.args, **more: _P.kwargs) -> _R:
        for name, value in zip(names, args, strict=False):
            if not wanted[name](value):
                raise _wrong(name, value, parameters[name].annotation)
        for name in rest:
            for value in args[len(names) :]:
                if not wanted[name](value):
                    raise _wrong(name, value, parameters[name].annotation)
        for name, value in more.items():
            fits = wanted.get(name)
            if fits is not None and not fits(value):
                raise _wrong(name, value, parameters[name].annotation)
        return method(self, *args, **more)

    return checked


@lru_cache(maxsize=128)
def _test_of(hint: Any) -> _Fits:
    """Return what tells whether a value fits an annotation: of values of the model, every field must."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is UnionType:
        return reduce(lambda one, other: lambda value: one(value) or other(value), map(_test_of, inner))
    if origin is Callable:
        return callable
    if origin in {Sequence, tuple}:
        each_fits = _test_of(inner[0])
        return lambda value: (
            isinstance(value, Sequence | Set) and not isinstance(value, str) and all(map(each_fits, value))
        )
    if hint is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    if hint is float:
        return lambda value: isinstance(value, int | float)
    if _is_model(hint):
        by_field = _tests_of_fields(hint)
        return lambda value: isinstance(value, hint) and all(fits(getattr(value, name)) for name, fits in by_field)
    is_one: _Fits = hint.__instancecheck__  # what `isinstance` asks, without a function around it
    return is_one


def _is_model(hint: Any) -> bool:
    """Whether this is a value of the model that callers make up, so that its fields are looked at too."""
    return is_dataclass(hint) and hint is not Memory


def _tests_of_fields(model: type) -> list[tuple[str, _Fits]]:
    hints = get_type_hints(model)
    return [(each.name, _with_zone(_test_of(hints[each.name]))) for each in fields(model)]


def _with_zone(fits: _Fits) -> _Fits:
    return lambda value: fits(value) and not (isinstance(value, datetime) and value.tzinfo is None)


def _wrong(name: str, value: Any, hint: Any) -> InvalidValueError:
    """Return what to raise for an argument that does not fit; of a value of the model it names the field."""
    step = _STEPS.get(name) or f"Give {_NAMES.get(hint) or inspect.formatannotation(hint)}."
    what = name.replace("_", " ")
    models = [each for each in (hint, *get_args(hint)) if _is_model(each)]
    for each in value if isinstance(value, Sequence) else [value]:
        for model in models:
            for field, fits in _tests_of_fields(model) if isinstance(each, model) else ():
                if not fits(found := getattr(each, field)):
                    return InvalidValueError(f"{what}: {field}", f"(of type {type(found).__name__})", step)
    return InvalidValueError(what, f"(of type {type(value).__name__})", step)


def at_least(what: str, value: int, least: int, *, most: int = sys.maxsize) -> None:
    """Refuse a number below `least` or above `most`.

    Raises:
        InvalidValueError: If it is, or is no whole number.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise InvalidValueError(what, value, f"Give a number of at least {least}, without a fraction.")
    if value > most:
        raise InvalidValueError(what, value, f"Give a number of at most {most}.")


def a_share(what: str, value: float) -> None:
    """Refuse what is not within 0.0 to 1.0.

    Raises:
        InvalidValueError: If it is not, or is no number.
    """
    if not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
        raise InvalidValueError(what, value, "Give a number from 0.0 to 1.0.")


def a_path(what: str, value: Path) -> Path:
    """Return a path, which may be given as a text.

    Raises:
        InvalidValueError: If it is neither, or can name nothing.
    """
    if not isinstance(value, str | PathLike) or _NOT_IN_A_PATH.search(str(value)):
        raise InvalidValueError(what, value, "Give the path of a folder.")
    return Path(value)


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
