"""What people fill in and choose: fields as an app reads their state, and what Slack's client asks for first. Pure.

Whoever fills in names plain values: a text, the value of an option, an id, a date as text; lists where several may be
chosen; None or "" for nothing. The app gets Slack's shapes, with whole options.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bot.local_slack.errors import RefusedError
from bot.local_slack.messages import Json

REQUIRED = "Please complete this required field."
"""What Slack's client says below a field that must not stay empty."""

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+")
_LINK = re.compile(r"https?://\S+", re.IGNORECASE)
_MOST_CHARS = 3000
"""Characters that a text field takes unless it says less."""


@dataclass(frozen=True, slots=True)
class _Sort:
    """A sort of field: the key of its state, the key of what it shows first, and what it holds."""

    key: str
    initial: str
    holds: Literal["text", "option", "options", "id", "ids"]


_SORTS = {
    **dict.fromkeys(
        ("plain_text_input", "email_text_input", "url_text_input", "number_input"),
        _Sort("value", "initial_value", "text"),
    ),
    **dict.fromkeys(("static_select", "radio_buttons"), _Sort("selected_option", "initial_option", "option")),
    **dict.fromkeys(("multi_static_select", "checkboxes"), _Sort("selected_options", "initial_options", "options")),
    "overflow": _Sort("selected_option", "", "option"),
    "users_select": _Sort("selected_user", "initial_user", "id"),
    "channels_select": _Sort("selected_channel", "initial_channel", "id"),
    "conversations_select": _Sort("selected_conversation", "initial_conversation", "id"),
    "multi_users_select": _Sort("selected_users", "initial_users", "ids"),
    "multi_channels_select": _Sort("selected_channels", "initial_channels", "ids"),
    "multi_conversations_select": _Sort("selected_conversations", "initial_conversations", "ids"),
    "datepicker": _Sort("selected_date", "initial_date", "id"),
    "timepicker": _Sort("selected_time", "initial_time", "id"),
}


def elements(block: Json) -> Iterator[Json]:
    """Yield everything in a block that somebody can use."""
    yield from block.get("elements", []) if block["type"] in {"actions", "context_actions"} else []
    for place in ("accessory", "element"):
        if block.get(place):
            yield block[place]


def chosen(element: Json, value: object) -> Json:
    """Return what somebody chose or wrote, in Slack's shape; {} for what holds nothing, such as a button.

    Raises:
        RefusedError: If the field cannot hold the value.
    """
    sort = _SORTS.get(element["type"])
    if sort is None:
        return {}
    return {sort.key: _held(element, sort, value)}


def keeps_state(element: Json) -> bool:
    """Return whether what was chosen or written stays in an element, as in a field and not as in a button."""
    sort = _SORTS.get(element["type"])
    return sort is not None and bool(sort.initial)


def state_of(blocks: Iterable[Json], given: Mapping[str, Any]) -> Json:
    """Return the state of all fields as Slack sends it.

    Args:
        given: Plain values by block id and action id; a field that is not in it is as it was shown at first.

    Raises:
        RefusedError: If a field cannot hold its value, or there is no such field.
    """
    values: dict[str, Json] = {}
    for block in blocks:
        for element in elements(block):
            if not keeps_state(element):
                continue
            sort = _SORTS[element["type"]]
            wanted = given.get(block["block_id"], {})
            if element["action_id"] in wanted:
                held = _held(element, sort, wanted[element["action_id"]])
            else:
                held = element.get(sort.initial, [] if sort.holds in {"options", "ids"} else None)
            state = {"type": element["type"], sort.key: held}
            values.setdefault(block["block_id"], {})[element["action_id"]] = state
    for block_id, wanted in given.items():
        for action_id in wanted:
            if action_id not in values.get(block_id, {}):
                raise RefusedError(
                    f"There is no field {action_id!r:.80} in a block {block_id!r:.80}. Read the view again.", status=404
                )
    return values


def problems(blocks: Iterable[Json], state: Mapping[str, Any]) -> dict[str, str]:
    """Return what Slack's client would complain of before it sends a view: a sentence by block id; {} if nothing."""
    found = {}
    for block in blocks:
        element = block["element"] if block["type"] == "input" else {"type": ""}
        sort = _SORTS.get(element["type"])
        if sort is None:
            continue
        value = state[block["block_id"]][element["action_id"]][sort.key]
        problem = _problem(element, value) if value else REQUIRED
        if problem and (value or not block.get("optional")):
            found[block["block_id"]] = problem
    return found


def _problem(element: Json, value: Any) -> str | None:
    match element["type"]:
        case "plain_text_input":
            return _length_problem(element, value)
        case "number_input":
            return _number_problem(element, value)
        case "email_text_input":
            return None if _EMAIL.fullmatch(value) else "Please enter a valid email address."
        case "url_text_input":
            return None if _LINK.fullmatch(value) else "Please enter a valid URL."
    most = element.get("max_selected_items")
    if most is not None and isinstance(value, list) and len(value) > most:
        return f"Please choose at most {most}."
    return None


def _length_problem(element: Json, value: str) -> str | None:
    least, most = element.get("min_length", 0), element.get("max_length", _MOST_CHARS)
    if len(value) < least:
        return f"Please enter at least {least:,} characters."
    if len(value) > most:
        return f"Please enter at most {most:,} characters."
    return None


def _number_problem(element: Json, value: str) -> str | None:
    if not _NUMBER.fullmatch(value) or ("." in value and not element.get("is_decimal_allowed")):
        return "Please enter a number." if element.get("is_decimal_allowed") else "Please enter a whole number."
    least, most = element.get("min_value"), element.get("max_value")
    if least is not None and float(value) < float(least):
        return f"Please enter a number of {least} or more."
    if most is not None and float(value) > float(most):
        return f"Please enter a number of {most} or less."
    return None


def _held(element: Json, sort: _Sort, value: object) -> Any:
    if sort.holds in {"options", "ids"}:
        if not isinstance(value, list | None):
            raise _unfit(element, value)
        return [_single(element, sort, each) for each in value or []]
    return None if value in {None, ""} else _single(element, sort, value)


def _single(element: Json, sort: _Sort, value: object) -> Any:
    if not isinstance(value, str):
        raise _unfit(element, value)
    if sort.holds not in {"option", "options"}:
        return value
    for option in _options(element):
        if option["value"] == value:
            return {name: option[name] for name in ("text", "value", "description") if name in option}
    raise _unfit(element, value)


def _options(element: Json) -> list[Json]:
    groups = element.get("option_groups")
    return [option for group in groups for option in group["options"]] if groups else list(element["options"])


def _unfit(element: Json, value: object) -> RefusedError:
    if "options" in element or "option_groups" in element:
        known = ", ".join(repr(option["value"]) for option in _options(element))
        return RefusedError(f"{value!r:.80} is not among the choices. Use one of {known:.300}.")
    wanted = "a list of strings" if _SORTS[element["type"]].holds == "ids" else "a string"
    return RefusedError(f"{value!r:.80} is not {wanted}, as a {element['type']} needs. Send {wanted}.")
