"""What a tool is: a name, a schema of its arguments, and something to do, bound beforehand to who may do it where."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from memory.errors import MemoryBotError

Json: TypeAlias = dict[str, Any]
"""A JSON object."""

_TYPES: Mapping[str, type] = {"string": str, "integer": int}
_SHOWN_CHARS = 80


class RefusedError(Exception):
    """What a tool refuses to do; its text is for the model, and says why and what to do next."""


@dataclass(frozen=True, slots=True)
class Tool:
    """Something a model may do. `schema` is the JSON schema of its arguments: an object of texts and whole numbers."""

    name: str
    description: str
    schema: Json
    run: Callable[[Json], Json]

    def call(self, arguments: Mapping[str, Any]) -> Json:
        """Do it and return the result as JSON data. Whatever cannot be done is told in `error`; nothing is raised."""
        try:
            return self.run(checked(arguments, self.schema))
        except (RefusedError, MemoryBotError) as error:
            return {"error": str(error)}


def checked(arguments: Mapping[str, Any], schema: Json) -> Json:
    """Return the arguments, those left out by their defaults where they have one; an optional one may be null.

    Raises:
        RefusedError: If one is missing, unknown, of a wrong type or out of its range; it names argument and value.
    """
    properties: Mapping[str, Json] = schema["properties"]
    known, required = ", ".join(properties), schema.get("required", ())
    arguments = {name: value for name, value in arguments.items() if value is not None or name in required}
    for name in required:
        if name not in arguments:
            raise RefusedError(f"The argument {name} is missing. Give {known}.")
    for name, value in arguments.items():
        if name not in properties:
            raise RefusedError(f"There is no argument {name[:_SHOWN_CHARS]!r}. Give {known}.")
        _check(name, value, properties[name])
    defaults = {name: asked["default"] for name, asked in properties.items() if "default" in asked}
    return {**defaults, **arguments}


def _check(name: str, value: object, asked: Json) -> None:
    shown = str(value)[:_SHOWN_CHARS]
    wanted = asked["type"]
    if not isinstance(value, _TYPES[wanted]) or isinstance(value, bool):
        raise RefusedError(
            f"{name} {shown!r} is of a wrong type. Give {'a text' if wanted == 'string' else 'a number'}."
        )
    least, most = asked.get("minimum"), asked.get("maximum")
    if isinstance(value, int) and ((least is not None and value < least) or (most is not None and value > most)):
        raise RefusedError(f"{name} {shown} is out of range. Give a whole number from {least} to {most}.")
