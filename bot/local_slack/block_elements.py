"""Buttons, menus and what else stands inside Block Kit blocks, checked against Slack's limits. Pure."""

from typing import Any

from bot.local_slack.block_checks import (
    ANY_TEXT,
    ID,
    PLAIN,
    URL,
    Check,
    Problems,
    count,
    one_of,
    problem,
    string,
    text,
    text_object,
)

BUTTON_TEXT = 75
BUTTON_VALUE = 2000
OPTION_TEXT = 75
OPTION_VALUE = 150
SELECT_OPTIONS = 100
OVERFLOW_OPTIONS = (2, 5)
CHECKBOX_OPTIONS = 10
CONFIRM_TITLE = 100
CONFIRM_TEXT = 300
CONFIRM_BUTTON = 30
CONTEXT_TEXT = 3000
IMAGE_ALT = 2000
PLACEHOLDER = 150


def _confirm(element: dict[str, Any], pointer: str) -> Problems:
    dialog, where = element.get("confirm"), f"{pointer}/confirm"
    if dialog is None:
        return
    if not isinstance(dialog, dict):
        yield problem("must be an object", where)
        return
    yield from text(dialog, "title", where, CONFIRM_TITLE, PLAIN)
    yield from text(dialog, "text", where, CONFIRM_TEXT, ANY_TEXT)
    yield from text(dialog, "confirm", where, CONFIRM_BUTTON, PLAIN)
    yield from text(dialog, "deny", where, CONFIRM_BUTTON, PLAIN)
    yield from one_of(dialog, "style", where, ("primary", "danger"))


def _button(element: dict[str, Any], pointer: str) -> Problems:
    yield from text(element, "text", pointer, BUTTON_TEXT, PLAIN)
    yield from string(element, "action_id", pointer, ID)
    yield from string(element, "value", pointer, BUTTON_VALUE)
    yield from string(element, "url", pointer, URL)
    yield from string(element, "accessibility_label", pointer, BUTTON_TEXT)
    yield from one_of(element, "style", pointer, ("primary", "danger"))
    yield from _confirm(element, pointer)


def _option(value: object, pointer: str) -> Problems:
    if not isinstance(value, dict):
        yield problem("must be an object", pointer)
        return
    yield from text(value, "text", pointer, OPTION_TEXT, ANY_TEXT)
    yield from string(value, "value", pointer, OPTION_VALUE, required=True)
    yield from text(value, "description", pointer, OPTION_TEXT, ANY_TEXT, required=False)


def _options(element: dict[str, Any], pointer: str, most: int, least: int = 1) -> Problems:
    values, where = element.get("options"), f"{pointer}/options"
    yield from count(values, where, most, least=least)
    for number, value in enumerate(values if isinstance(values, list) else []):
        yield from _option(value, f"{where}/{number}")


def _choice(element: dict[str, Any], pointer: str, most: int, least: int = 1) -> Problems:
    yield from string(element, "action_id", pointer, ID)
    yield from _options(element, pointer, most, least)
    yield from _confirm(element, pointer)


def _static_select(element: dict[str, Any], pointer: str) -> Problems:
    yield from text(element, "placeholder", pointer, PLACEHOLDER, PLAIN, required=False)
    if "option_groups" not in element:
        yield from _choice(element, pointer, SELECT_OPTIONS)
        return
    yield from string(element, "action_id", pointer, ID)
    yield from count(element["option_groups"], f"{pointer}/option_groups", SELECT_OPTIONS)


def _overflow(element: dict[str, Any], pointer: str) -> Problems:
    least, most = OVERFLOW_OPTIONS
    yield from _choice(element, pointer, most, least)


def _checkboxes(element: dict[str, Any], pointer: str) -> Problems:
    yield from _choice(element, pointer, CHECKBOX_OPTIONS)


def _picker(element: dict[str, Any], pointer: str) -> Problems:
    yield from string(element, "action_id", pointer, ID)
    yield from text(element, "placeholder", pointer, PLACEHOLDER, PLAIN, required=False)
    yield from _confirm(element, pointer)


def image_element(element: dict[str, Any], pointer: str) -> Problems:
    yield from string(element, "alt_text", pointer, IMAGE_ALT, required=True)
    if "slack_file" not in element:
        yield from string(element, "image_url", pointer, URL, required=True)


def _feedback_buttons(element: dict[str, Any], pointer: str) -> Problems:
    yield from string(element, "action_id", pointer, ID)
    for side in ("positive_button", "negative_button"):
        button, where = element.get(side), f"{pointer}/{side}"
        if not isinstance(button, dict):
            yield problem(f"missing required field: {side}", pointer)
            continue
        yield from text(button, "text", where, BUTTON_TEXT, PLAIN)
        yield from string(button, "value", where, BUTTON_VALUE, required=True)


def _icon_button(element: dict[str, Any], pointer: str) -> Problems:
    yield from text(element, "text", pointer, BUTTON_TEXT, PLAIN)
    yield from string(element, "icon", pointer, ID, required=True)
    yield from string(element, "action_id", pointer, ID)
    yield from string(element, "value", pointer, BUTTON_VALUE)
    yield from _confirm(element, pointer)


def _context_text(element: dict[str, Any], pointer: str) -> Problems:
    yield from text_object(element, pointer, CONTEXT_TEXT, ANY_TEXT)


_PICKERS: dict[str, Check] = dict.fromkeys(
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
ACTIONS: dict[str, Check] = {
    "button": _button,
    "static_select": _static_select,
    "multi_static_select": _static_select,
    "overflow": _overflow,
    "radio_buttons": _checkboxes,
    "checkboxes": _checkboxes,
    **_PICKERS,
}
INPUTS: dict[str, Check] = {
    **ACTIONS,
    **dict.fromkeys(
        ("plain_text_input", "email_text_input", "url_text_input", "number_input", "rich_text_input", "file_input"),
        _picker,
    ),
}
ACCESSORIES: dict[str, Check] = {**ACTIONS, "image": image_element}
CONTEXT: dict[str, Check] = {"plain_text": _context_text, "mrkdwn": _context_text, "image": image_element}
CONTEXT_ACTIONS: dict[str, Check] = {"feedback_buttons": _feedback_buttons, "icon_button": _icon_button}
