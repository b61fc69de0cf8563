"""Checks Block Kit blocks against Slack's limits. Pure: blocks in, problems out."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bot.local_slack.errors import ApiError

MESSAGE_BLOCKS = 50
VIEW_BLOCKS = 100
SECTION_TEXT = 3000
SECTION_FIELDS = 10
FIELD_TEXT = 2000
HEADER_TEXT = 150
CONTEXT_ELEMENTS = 10
ACTIONS_ELEMENTS = 25
CONTEXT_ACTIONS_ELEMENTS = 5
MARKDOWN_TEXT = 12_000
"""Characters in all `markdown` blocks of one message together."""
BUTTON_TEXT = 75
BUTTON_VALUE = 2000
URL = 3000
OPTION_TEXT = 75
OPTION_VALUE = 150
SELECT_OPTIONS = 100
OVERFLOW_OPTIONS = (2, 5)
CHECKBOX_OPTIONS = 10
CONFIRM_TITLE = 100
CONFIRM_TEXT = 300
CONFIRM_BUTTON = 30
IMAGE_ALT = 2000
ID = 255
LABEL = 2000
PLACEHOLDER = 150

Problems = Iterator[str]
_Check = Callable[[dict[str, Any], str], Problems]

PLAIN = ("plain_text",)
ANY_TEXT = ("plain_text", "mrkdwn")


def check(blocks: object, *, most: int = MESSAGE_BLOCKS) -> list[dict[str, Any]]:
    """Return the blocks if Slack would take them.

    Raises:
        ApiError: `invalid_blocks_format` if it is no list of objects, `invalid_blocks` with each problem and where it
            is, `msg_blocks_too_long` for too much `markdown`.
    """
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise ApiError("invalid_blocks_format")
    found = problems(blocks, most=most)
    if found:
        raise ApiError("invalid_blocks", {"response_metadata": {"messages": [f"[ERROR] {each}" for each in found]}})
    if sum(len(block["text"]) for block in blocks if block["type"] == "markdown") > MARKDOWN_TEXT:
        raise ApiError("msg_blocks_too_long")
    return blocks


def problems(blocks: list[dict[str, Any]], *, most: int = MESSAGE_BLOCKS) -> list[str]:
    """Return what is wrong with blocks, each as "problem [json-pointer:/blocks/0/text]"; empty if nothing."""
    found = list(_count(blocks, "/blocks", most, least=0))
    for number, block in enumerate(blocks):
        found += _typed(block, f"/blocks/{number}", _BLOCKS)
    found += _unique(blocks, "block_id", "/blocks")
    return found


def with_ids(blocks: Iterable[dict[str, Any]], new_id: Callable[[], str]) -> tuple[dict[str, Any], ...]:
    """Return the blocks as Slack keeps them: each with a `block_id`, each interactive element with an `action_id`."""
    return tuple(_with_id(block, new_id) for block in blocks)


def _with_id(block: dict[str, Any], new_id: Callable[[], str]) -> dict[str, Any]:
    named = {**block, "block_id": block.get("block_id") or new_id()}
    if "elements" in block and block["type"] in {"actions", "context_actions"}:
        named["elements"] = [{**each, "action_id": each.get("action_id") or new_id()} for each in block["elements"]]
    if isinstance(block.get("accessory"), dict) and block["accessory"].get("type") != "image":
        named["accessory"] = {**block["accessory"], "action_id": block["accessory"].get("action_id") or new_id()}
    return named


# --- small checks -----------------------------------------------------------------------------------------------------


def _problem(text: str, pointer: str) -> str:
    return f"{text} [json-pointer:{pointer}]"


def _string(parent: dict[str, Any], key: str, pointer: str, most: int, *, required: bool = False) -> Problems:
    value, where = parent.get(key), f"{pointer}/{key}"
    if value is None:
        if required:
            yield _problem(f"missing required field: {key}", pointer)
    elif not isinstance(value, str):
        yield _problem("must be a string", where)
    elif required and not value:
        yield _problem("must be more than 0 characters", where)
    elif len(value) > most:
        yield _problem(f"must be less than {most + 1} characters", where)


def _text(
    parent: dict[str, Any], key: str, pointer: str, most: int, kinds: tuple[str, ...], *, required: bool = True
) -> Problems:
    value, where = parent.get(key), f"{pointer}/{key}"
    if value is None:
        if required:
            yield _problem(f"missing required field: {key}", pointer)
        return
    yield from _text_object(value, where, most, kinds)


def _text_object(value: object, where: str, most: int, kinds: tuple[str, ...]) -> Problems:
    if not isinstance(value, dict):
        yield _problem("must be an object", where)
    elif value.get("type") not in kinds:
        yield _problem(f"must be one of {', '.join(kinds)}", f"{where}/type")
    else:
        yield from _string(value, "text", where, most, required=True)


def _count(values: object, pointer: str, most: int, *, least: int = 1) -> Problems:
    if not isinstance(values, list):
        yield _problem("must be an array", pointer)
    elif len(values) > most:
        yield _problem(f"no more than {most} items allowed", pointer)
    elif len(values) < least:
        yield _problem(f"no fewer than {least} items allowed", pointer)


def _typed(value: object, pointer: str, known: dict[str, _Check]) -> Problems:
    if not isinstance(value, dict):
        yield _problem("must be an object", pointer)
        return
    check_one = known.get(str(value.get("type")))
    if check_one is None:
        yield _problem(f"unsupported type: {value.get('type')}", f"{pointer}/type")
        return
    yield from check_one(value, pointer)


def _each(parent: dict[str, Any], key: str, pointer: str, most: int, known: dict[str, _Check]) -> Problems:
    values, where = parent.get(key), f"{pointer}/{key}"
    yield from _count(values, where, most)
    for number, value in enumerate(values if isinstance(values, list) else []):
        yield from _typed(value, f"{where}/{number}", known)


def _unique(values: list[Any], key: str, pointer: str) -> Problems:
    seen: set[object] = set()
    for number, value in enumerate(values):
        name = value.get(key) if isinstance(value, dict) else None
        if name is not None and str(name) in seen:
            yield _problem(f"{key} {str(name)!r} already exists", f"{pointer}/{number}/{key}")
        seen.add(str(name))


def _one_of(parent: dict[str, Any], key: str, pointer: str, allowed: tuple[str, ...]) -> Problems:
    if parent.get(key) is not None and parent[key] not in allowed:
        yield _problem(f"must be one of {', '.join(allowed)}", f"{pointer}/{key}")


def _fine(value: dict[str, Any], pointer: str) -> Problems:
    return iter(())


# --- elements ---------------------------------------------------------------------------------------------------------


def _confirm(element: dict[str, Any], pointer: str) -> Problems:
    dialog, where = element.get("confirm"), f"{pointer}/confirm"
    if dialog is None:
        return
    if not isinstance(dialog, dict):
        yield _problem("must be an object", where)
        return
    yield from _text(dialog, "title", where, CONFIRM_TITLE, PLAIN)
    yield from _text(dialog, "text", where, CONFIRM_TEXT, ANY_TEXT)
    yield from _text(dialog, "confirm", where, CONFIRM_BUTTON, PLAIN)
    yield from _text(dialog, "deny", where, CONFIRM_BUTTON, PLAIN)
    yield from _one_of(dialog, "style", where, ("primary", "danger"))


def _button(element: dict[str, Any], pointer: str) -> Problems:
    yield from _text(element, "text", pointer, BUTTON_TEXT, PLAIN)
    yield from _string(element, "action_id", pointer, ID)
    yield from _string(element, "value", pointer, BUTTON_VALUE)
    yield from _string(element, "url", pointer, URL)
    yield from _string(element, "accessibility_label", pointer, BUTTON_TEXT)
    yield from _one_of(element, "style", pointer, ("primary", "danger"))
    yield from _confirm(element, pointer)


def _option(value: object, pointer: str) -> Problems:
    if not isinstance(value, dict):
        yield _problem("must be an object", pointer)
        return
    yield from _text(value, "text", pointer, OPTION_TEXT, ANY_TEXT)
    yield from _string(value, "value", pointer, OPTION_VALUE, required=True)
    yield from _text(value, "description", pointer, OPTION_TEXT, ANY_TEXT, required=False)


def _options(element: dict[str, Any], pointer: str, most: int, least: int = 1) -> Problems:
    values, where = element.get("options"), f"{pointer}/options"
    yield from _count(values, where, most, least=least)
    for number, value in enumerate(values if isinstance(values, list) else []):
        yield from _option(value, f"{where}/{number}")


def _choice(element: dict[str, Any], pointer: str, most: int, least: int = 1) -> Problems:
    yield from _string(element, "action_id", pointer, ID)
    yield from _options(element, pointer, most, least)
    yield from _confirm(element, pointer)


def _static_select(element: dict[str, Any], pointer: str) -> Problems:
    yield from _text(element, "placeholder", pointer, PLACEHOLDER, PLAIN, required=False)
    if "option_groups" not in element:
        yield from _choice(element, pointer, SELECT_OPTIONS)
        return
    yield from _string(element, "action_id", pointer, ID)
    yield from _count(element["option_groups"], f"{pointer}/option_groups", SELECT_OPTIONS)


def _overflow(element: dict[str, Any], pointer: str) -> Problems:
    least, most = OVERFLOW_OPTIONS
    yield from _choice(element, pointer, most, least)


def _checkboxes(element: dict[str, Any], pointer: str) -> Problems:
    yield from _choice(element, pointer, CHECKBOX_OPTIONS)


def _picker(element: dict[str, Any], pointer: str) -> Problems:
    yield from _string(element, "action_id", pointer, ID)
    yield from _text(element, "placeholder", pointer, PLACEHOLDER, PLAIN, required=False)
    yield from _confirm(element, pointer)


def _image_element(element: dict[str, Any], pointer: str) -> Problems:
    yield from _string(element, "alt_text", pointer, IMAGE_ALT, required=True)
    if "slack_file" not in element:
        yield from _string(element, "image_url", pointer, URL, required=True)


def _feedback_buttons(element: dict[str, Any], pointer: str) -> Problems:
    yield from _string(element, "action_id", pointer, ID)
    for side in ("positive_button", "negative_button"):
        button, where = element.get(side), f"{pointer}/{side}"
        if not isinstance(button, dict):
            yield _problem(f"missing required field: {side}", pointer)
            continue
        yield from _text(button, "text", where, BUTTON_TEXT, PLAIN)
        yield from _string(button, "value", where, BUTTON_VALUE, required=True)


def _icon_button(element: dict[str, Any], pointer: str) -> Problems:
    yield from _text(element, "text", pointer, BUTTON_TEXT, PLAIN)
    yield from _string(element, "icon", pointer, ID, required=True)
    yield from _string(element, "action_id", pointer, ID)
    yield from _string(element, "value", pointer, BUTTON_VALUE)
    yield from _confirm(element, pointer)


def _context_text(element: dict[str, Any], pointer: str) -> Problems:
    yield from _text_object(element, pointer, SECTION_TEXT, ANY_TEXT)


_PICKERS: dict[str, _Check] = dict.fromkeys(
    (
        "users_select",
        "conversations_select",
        "channels_select",
        "external_select",
        "multi_users_select",
        "multi_conversations_select",
        "multi_channels_select",
        "multi_external_select",
        "datepicker",
        "timepicker",
        "datetimepicker",
    ),
    _picker,
)
_ACTIONS: dict[str, _Check] = {
    "button": _button,
    "static_select": _static_select,
    "multi_static_select": _static_select,
    "overflow": _overflow,
    "radio_buttons": _checkboxes,
    "checkboxes": _checkboxes,
    **_PICKERS,
}
_INPUTS: dict[str, _Check] = {
    **_ACTIONS,
    **dict.fromkeys(
        ("plain_text_input", "email_text_input", "url_text_input", "number_input", "rich_text_input", "file_input"),
        _picker,
    ),
}
_ACCESSORIES: dict[str, _Check] = {**_ACTIONS, "image": _image_element}
_CONTEXT: dict[str, _Check] = {"plain_text": _context_text, "mrkdwn": _context_text, "image": _image_element}
_CONTEXT_ACTIONS: dict[str, _Check] = {"feedback_buttons": _feedback_buttons, "icon_button": _icon_button}


# --- blocks -----------------------------------------------------------------------------------------------------------


def _section(block: dict[str, Any], pointer: str) -> Problems:
    yield from _string(block, "block_id", pointer, ID)
    yield from _text(block, "text", pointer, SECTION_TEXT, ANY_TEXT, required="fields" not in block)
    if "fields" in block:
        where = f"{pointer}/fields"
        yield from _count(block["fields"], where, SECTION_FIELDS)
        for number, field in enumerate(block["fields"] if isinstance(block["fields"], list) else []):
            yield from _text_object(field, f"{where}/{number}", FIELD_TEXT, ANY_TEXT)
    if "accessory" in block:
        yield from _typed(block["accessory"], f"{pointer}/accessory", _ACCESSORIES)


def _context(block: dict[str, Any], pointer: str) -> Problems:
    yield from _string(block, "block_id", pointer, ID)
    yield from _each(block, "elements", pointer, CONTEXT_ELEMENTS, _CONTEXT)


def _actions(block: dict[str, Any], pointer: str) -> Problems:
    yield from _string(block, "block_id", pointer, ID)
    yield from _each(block, "elements", pointer, ACTIONS_ELEMENTS, _ACTIONS)
    if isinstance(block.get("elements"), list):
        yield from _unique(block["elements"], "action_id", f"{pointer}/elements")


def _context_actions(block: dict[str, Any], pointer: str) -> Problems:
    yield from _string(block, "block_id", pointer, ID)
    yield from _each(block, "elements", pointer, CONTEXT_ACTIONS_ELEMENTS, _CONTEXT_ACTIONS)


def _header(block: dict[str, Any], pointer: str) -> Problems:
    yield from _string(block, "block_id", pointer, ID)
    yield from _text(block, "text", pointer, HEADER_TEXT, PLAIN)


def _markdown(block: dict[str, Any], pointer: str) -> Problems:
    if not isinstance(block.get("text"), str) or not block["text"]:
        yield _problem("must be more than 0 characters", f"{pointer}/text")


def _image(block: dict[str, Any], pointer: str) -> Problems:
    yield from _string(block, "block_id", pointer, ID)
    yield from _image_element(block, pointer)
    yield from _text(block, "title", pointer, LABEL, PLAIN, required=False)


def _input(block: dict[str, Any], pointer: str) -> Problems:
    yield from _string(block, "block_id", pointer, ID)
    yield from _text(block, "label", pointer, LABEL, PLAIN)
    yield from _text(block, "hint", pointer, LABEL, PLAIN, required=False)
    yield from _typed(block.get("element"), f"{pointer}/element", _INPUTS)


def _divider(block: dict[str, Any], pointer: str) -> Problems:
    yield from _string(block, "block_id", pointer, ID)


# Of these only the type is checked: no limits are documented well enough to refuse anything.
_UNCHECKED: dict[str, _Check] = dict.fromkeys(
    ("rich_text", "table", "task_card", "plan", "alert", "card", "container", "carousel", "video", "file"), _fine
)
_BLOCKS: dict[str, _Check] = {
    "section": _section,
    "context": _context,
    "actions": _actions,
    "context_actions": _context_actions,
    "header": _header,
    "markdown": _markdown,
    "image": _image,
    "input": _input,
    "divider": _divider,
    **_UNCHECKED,
}
