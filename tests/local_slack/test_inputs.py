"""Fields that people fill in: the state that apps read, and what is complained of before a view is sent."""

from typing import Any

import pytest

from bot.local_slack.errors import RefusedError
from bot.local_slack.inputs import REQUIRED, chosen, problems, state_of

Json = dict[str, Any]


def option(value: str) -> Json:
    return {"text": {"type": "plain_text", "text": value.upper()}, "value": value}


A, B = option("a"), option("b")
LONG = "x" * 3001


def field(kind: str, *, optional: bool = False, **more: object) -> Json:
    element = {"type": kind, "action_id": "it", **more}
    return {"type": "input", "block_id": "field", "element": element, "optional": optional}


def state(block: Json, *value: object) -> Json:
    """Return the state of the one field, filled in with a value if one is given."""
    given = {"field": {"it": value[0]}} if value else {}
    return dict(state_of([block], given)["field"]["it"])


@pytest.mark.parametrize(
    ("block", "value", "key", "held"),
    [
        (field("plain_text_input"), "words", "value", "words"),
        (field("plain_text_input"), "", "value", None),
        (field("plain_text_input", initial_value="old"), None, "value", None),
        (field("static_select", options=[A, B]), "b", "selected_option", B),
        (field("static_select", option_groups=[{"options": [A]}, {"options": [B]}]), "b", "selected_option", B),
        (field("radio_buttons", options=[A, B], initial_option=A), "b", "selected_option", B),
        (field("checkboxes", options=[A, B], initial_options=[A]), [], "selected_options", []),
        (field("multi_static_select", options=[A, B]), ["a", "b"], "selected_options", [A, B]),
        (field("multi_static_select", options=[A, B]), None, "selected_options", []),
        (field("users_select"), "U0DANA", "selected_user", "U0DANA"),
        (field("multi_users_select"), ["U0DANA"], "selected_users", ["U0DANA"]),
        (field("conversations_select"), "C0GENERAL", "selected_conversation", "C0GENERAL"),
        (field("channels_select"), "C0GENERAL", "selected_channel", "C0GENERAL"),
        (field("datepicker"), "2026-11-21", "selected_date", "2026-11-21"),
        (field("timepicker"), "09:30", "selected_time", "09:30"),
    ],
)
def test_a_plain_value_becomes_slack_s_shape(block: Json, value: object, key: str, held: object) -> None:
    assert state(block, value) == {"type": block["element"]["type"], key: held}


@pytest.mark.parametrize(
    ("block", "key", "held"),
    [
        (field("plain_text_input", initial_value="old"), "value", "old"),
        (field("plain_text_input"), "value", None),
        (field("radio_buttons", options=[A, B], initial_option=A), "selected_option", A),
        (field("checkboxes", options=[A, B], initial_options=[A]), "selected_options", [A]),
        (field("checkboxes", options=[A, B]), "selected_options", []),
    ],
)
def test_a_field_that_nobody_touched_holds_what_it_shows_first(block: Json, key: str, held: object) -> None:
    assert state(block)[key] == held


def test_menus_beside_text_and_in_rows_have_state_and_buttons_and_pictures_have_none() -> None:
    menu = {"type": "static_select", "action_id": "it", "options": [A], "initial_option": A}
    rows: list[Json] = [
        {"type": "actions", "block_id": "row", "elements": [menu, {"type": "button", "action_id": "go"}]},
        {"type": "section", "block_id": "text", "accessory": menu},
        {"type": "section", "block_id": "picture", "accessory": {"type": "image"}},
        {"type": "context", "block_id": "small", "elements": [{"type": "mrkdwn", "text": "x"}]},
    ]

    assert {block_id: list(fields) for block_id, fields in state_of(rows, {}).items()} == {
        "row": ["it"],
        "text": ["it"],
    }


@pytest.mark.parametrize(
    ("block", "value", "words"),
    [
        (field("static_select", options=[A, B]), "c", "'c' is not among the choices. Use one of 'a', 'b'."),
        (field("checkboxes", options=[A]), "a", "'a' is not among the choices. Use one of 'a'."),
        (field("plain_text_input"), 7, "7 is not a string, as a plain_text_input needs. Send a string."),
        (field("multi_users_select"), "U", "'U' is not a list of strings, as a multi_users_select needs."),
    ],
)
def test_a_value_that_does_not_fit_is_refused(block: Json, value: object, words: str) -> None:
    with pytest.raises(RefusedError, match=r"Use|Send") as refused:
        state(block, value)

    assert refused.value.sentence.startswith(words)


@pytest.mark.parametrize("given", [{"gone": {"it": "x"}}, {"field": {"gone": "x"}}])
def test_a_field_that_is_not_there_cannot_be_filled_in(given: Json) -> None:
    with pytest.raises(RefusedError, match="There is no field") as refused:
        state_of([field("plain_text_input")], given)

    assert refused.value.status == 404


def test_a_button_holds_nothing_and_an_overflow_menu_what_was_chosen() -> None:
    assert chosen({"type": "button"}, "x") == {}
    assert chosen({"type": "overflow", "options": [A, B]}, "b") == {"selected_option": B}


@pytest.mark.parametrize(
    ("block", "value", "problem"),
    [
        (field("plain_text_input"), "", REQUIRED),
        (field("plain_text_input", optional=True), "", None),
        (field("plain_text_input"), "fine", None),
        (field("plain_text_input", min_length=5), "four", "Please enter at least 5 characters."),
        (field("plain_text_input", max_length=3), "four", "Please enter at most 3 characters."),
        (field("plain_text_input", optional=True), LONG, "Please enter at most 3,000 characters."),
        (field("checkboxes", options=[A]), [], REQUIRED),
        (field("checkboxes", options=[A], optional=True), [], None),
        (field("multi_users_select", max_selected_items=1), ["U1", "U2"], "Please choose at most 1."),
        (field("multi_users_select", max_selected_items=2), ["U1", "U2"], None),
        (field("static_select", options=[A]), "a", None),
        (field("email_text_input"), "dana@example.com", None),
        (field("email_text_input"), "dana", "Please enter a valid email address."),
        (field("url_text_input"), "https://a.example", None),
        (field("url_text_input"), "a.example", "Please enter a valid URL."),
        (field("number_input"), "7", None),
        (field("number_input"), "7.5", "Please enter a whole number."),
        (field("number_input", is_decimal_allowed=True), "7.5", None),
        (field("number_input", is_decimal_allowed=True), "seven", "Please enter a number."),
        (field("number_input", min_value="5"), "4", "Please enter a number of 5 or more."),
        (field("number_input", max_value="5"), "6", "Please enter a number of 5 or less."),
        (field("number_input", min_value="5", max_value="6"), "6", None),
    ],
)
def test_slack_s_client_complains_before_it_sends(block: Json, value: object, problem: str | None) -> None:
    values = state_of([block], {"field": {"it": value}})

    assert problems([block], values) == ({"field": problem} if problem else {})


def test_only_inputs_that_are_known_are_complained_of() -> None:
    others: list[Json] = [
        {"type": "divider", "block_id": "line"},
        {"type": "actions", "block_id": "row", "elements": [field("static_select", options=[A])["element"]]},
        field("file_input"),
    ]

    assert problems(others, state_of(others, {})) == {}
