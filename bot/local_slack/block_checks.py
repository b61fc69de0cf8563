"""The small checks that Block Kit's rules are made of. Each yields the problems it finds. Pure."""

from collections.abc import Callable, Iterator
from typing import Any

Problems = Iterator[str]
Check = Callable[[dict[str, Any], str], Problems]
"""Takes an object and the JSON pointer to it."""

PLAIN = ("plain_text",)
ANY_TEXT = ("plain_text", "mrkdwn")

ID = 255
"""Characters of a `block_id`, `action_id` or `callback_id`."""
URL = 3000


def problem(words: str, pointer: str) -> str:
    """Return a problem and where it is, as Slack writes it."""
    return f"{words} [json-pointer:{pointer}]"


def string(parent: dict[str, Any], key: str, pointer: str, most: int, *, required: bool = False) -> Problems:
    """Yield what is wrong with a string of at most so many characters."""
    value, where = parent.get(key), f"{pointer}/{key}"
    if value is None:
        if required:
            yield problem(f"missing required field: {key}", pointer)
    elif not isinstance(value, str):
        yield problem("must be a string", where)
    elif required and not value:
        yield problem("must be more than 0 characters", where)
    elif len(value) > most:
        yield problem(f"must be less than {most + 1} characters", where)


def text(
    parent: dict[str, Any], key: str, pointer: str, most: int, kinds: tuple[str, ...], *, required: bool = True
) -> Problems:
    """Yield what is wrong with a text object that an object holds."""
    value, where = parent.get(key), f"{pointer}/{key}"
    if value is None:
        if required:
            yield problem(f"missing required field: {key}", pointer)
        return
    yield from text_object(value, where, most, kinds)


def text_object(value: object, where: str, most: int, kinds: tuple[str, ...]) -> Problems:
    """Yield what is wrong with a text object."""
    if not isinstance(value, dict):
        yield problem("must be an object", where)
    elif value.get("type") not in kinds:
        yield problem(f"must be one of {', '.join(kinds)}", f"{where}/type")
    else:
        yield from string(value, "text", where, most, required=True)


def count(values: object, pointer: str, most: int, *, least: int = 1) -> Problems:
    """Yield what is wrong with the length of a list."""
    if not isinstance(values, list):
        yield problem("must be an array", pointer)
    elif len(values) > most:
        yield problem(f"no more than {most} items allowed", pointer)
    elif len(values) < least:
        yield problem(f"no fewer than {least} items allowed", pointer)


def typed(value: object, pointer: str, known: dict[str, Check]) -> Problems:
    """Yield what is wrong with an object, as the check for its type finds it."""
    if not isinstance(value, dict):
        yield problem("must be an object", pointer)
        return
    check_one = known.get(str(value.get("type")))
    if check_one is None:
        yield problem(f"unsupported type: {value.get('type')}", f"{pointer}/type")
        return
    yield from check_one(value, pointer)


def each(parent: dict[str, Any], key: str, pointer: str, most: int, known: dict[str, Check]) -> Problems:
    """Yield what is wrong with a list and each object in it."""
    values, where = parent.get(key), f"{pointer}/{key}"
    yield from count(values, where, most)
    for number, value in enumerate(values if isinstance(values, list) else []):
        yield from typed(value, f"{where}/{number}", known)


def unique(values: list[Any], key: str, pointer: str) -> Problems:
    """Yield which names are there twice."""
    seen: set[object] = set()
    for number, value in enumerate(values):
        name = value.get(key) if isinstance(value, dict) else None
        if name is not None and str(name) in seen:
            yield problem(f"{key} {str(name)!r} already exists", f"{pointer}/{number}/{key}")
        seen.add(str(name))


def one_of(parent: dict[str, Any], key: str, pointer: str, allowed: tuple[str, ...]) -> Problems:
    """Yield whether a value is none of those allowed; not given is fine."""
    if parent.get(key) is not None and parent[key] not in allowed:
        yield problem(f"must be one of {', '.join(allowed)}", f"{pointer}/{key}")


def fine(value: dict[str, Any], pointer: str) -> Problems:
    """Yield nothing: this sort is taken as it is."""
    return iter(())
