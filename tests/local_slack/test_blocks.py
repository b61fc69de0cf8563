"""Block Kit's limits: what Slack takes and what it refuses, and where it says the problem is."""

from typing import Any

import pytest

from bot.local_slack.blocks import MARKDOWN_TEXT, MESSAGE_BLOCKS, check, problems, with_ids
from bot.local_slack.errors import ApiError

Block = dict[str, Any]


def plain(text: str = "x") -> Block:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str = "x") -> Block:
    return {"type": "mrkdwn", "text": text}


def button(**more: object) -> Block:
    return {"type": "button", "text": plain(), **more}


def option(**more: object) -> Block:
    return {"text": plain(), "value": "v", **more}


def select(kind: str = "static_select", **more: object) -> Block:
    return {"type": kind, "options": [option(), option()], **more}


def actions(*elements: object) -> Block:
    return {"type": "actions", "elements": list(elements)}


def confirm(**more: object) -> Block:
    return {"title": plain(), "text": mrkdwn(), "confirm": plain(), "deny": plain(), **more}


GOOD: list[tuple[str, Block]] = [
    ("section", {"type": "section", "text": mrkdwn("x" * 3000)}),
    ("section with fields", {"type": "section", "fields": [mrkdwn("x" * 2000)] * 10}),
    ("section with a button", {"type": "section", "text": plain(), "accessory": button(confirm=confirm())}),
    (
        "section with a picture",
        {
            "type": "section",
            "text": plain(),
            "accessory": {"type": "image", "alt_text": "x", "image_url": "https://a.example"},
        },
    ),
    ("context", {"type": "context", "elements": [mrkdwn(), plain()]}),
    (
        "actions",
        actions(button(action_id="a", style="danger", url="https://a.example"), button(action_id="b", value="v")),
    ),
    ("select", actions(select(placeholder=plain(), confirm=confirm(style="primary")))),
    (
        "groups",
        actions(
            {"type": "static_select", "action_id": "g", "option_groups": [{"label": plain(), "options": [option()]}]}
        ),
    ),
    ("overflow", actions(select("overflow"))),
    ("radio buttons", actions(select("radio_buttons"))),
    ("date", actions({"type": "datepicker", "placeholder": plain()})),
    ("header", {"type": "header", "text": plain("x" * 150)}),
    ("divider", {"type": "divider", "block_id": "d"}),
    ("markdown", {"type": "markdown", "text": "x" * MARKDOWN_TEXT}),
    ("image", {"type": "image", "alt_text": "x", "slack_file": {"id": "F1"}, "title": plain()}),
    ("input", {"type": "input", "label": plain(), "element": {"type": "plain_text_input"}, "hint": plain()}),
    ("rich text", {"type": "rich_text", "elements": []}),
    (
        "feedback",
        {
            "type": "context_actions",
            "elements": [
                {"type": "feedback_buttons", "action_id": "f", "positive_button": option(), "negative_button": option()}
            ],
        },
    ),
    ("icon", {"type": "context_actions", "elements": [{"type": "icon_button", "text": plain(), "icon": "trash"}]}),
]

BAD: list[tuple[str, Block, str, str]] = [
    ("no type", {}, "unsupported type: None", "/type"),
    ("unknown type", {"type": "sektion"}, "unsupported type: sektion", "/type"),
    ("no text", {"type": "section"}, "missing required field: text", ""),
    ("text is no object", {"type": "section", "text": "x"}, "must be an object", "/text"),
    ("text of another type", {"type": "header", "text": mrkdwn()}, "must be one of plain_text", "/text/type"),
    ("text is no string", {"type": "section", "text": {"type": "mrkdwn", "text": 1}}, "must be a string", "/text/text"),
    ("text without text", {"type": "section", "text": {"type": "mrkdwn"}}, "missing required field: text", "/text"),
    ("empty text", {"type": "section", "text": mrkdwn("")}, "must be more than 0 characters", "/text/text"),
    (
        "long section",
        {"type": "section", "text": mrkdwn("x" * 3001)},
        "must be less than 3001 characters",
        "/text/text",
    ),
    ("long header", {"type": "header", "text": plain("x" * 151)}, "must be less than 151 characters", "/text/text"),
    ("many fields", {"type": "section", "fields": [plain()] * 11}, "no more than 10 items allowed", "/fields"),
    ("no fields", {"type": "section", "fields": []}, "no fewer than 1 items allowed", "/fields"),
    ("fields are no list", {"type": "section", "fields": {}}, "must be an array", "/fields"),
    (
        "long field",
        {"type": "section", "fields": [plain("x" * 2001)]},
        "must be less than 2001 characters",
        "/fields/0/text",
    ),
    (
        "wrong accessory",
        {"type": "section", "text": plain(), "accessory": {"type": "divider"}},
        "unsupported type: divider",
        "/accessory/type",
    ),
    ("accessory is no object", {"type": "section", "text": plain(), "accessory": 1}, "must be an object", "/accessory"),
    ("long block id", {"type": "divider", "block_id": "x" * 256}, "must be less than 256 characters", "/block_id"),
    ("crowded context", {"type": "context", "elements": [plain()] * 11}, "no more than 10 items allowed", "/elements"),
    (
        "button in a context",
        {"type": "context", "elements": [button()]},
        "unsupported type: button",
        "/elements/0/type",
    ),
    ("crowded actions", actions(*[button()] * 26), "no more than 25 items allowed", "/elements"),
    ("no actions", {"type": "actions"}, "must be an array", "/elements"),
    ("long button", actions(button(text=plain("x" * 76))), "must be less than 76 characters", "/elements/0/text/text"),
    ("long value", actions(button(value="x" * 2001)), "must be less than 2001 characters", "/elements/0/value"),
    ("odd style", actions(button(style="loud")), "must be one of primary, danger", "/elements/0/style"),
    (
        "twin actions",
        actions(button(action_id="a"), button(action_id="a")),
        "action_id 'a' already exists",
        "/elements/1/action_id",
    ),
    ("confirm is no object", actions(button(confirm="sure?")), "must be an object", "/elements/0/confirm"),
    (
        "long confirm",
        actions(button(confirm=confirm(confirm=plain("x" * 31)))),
        "must be less than 31 characters",
        "/elements/0/confirm/confirm/text",
    ),
    ("no options", actions({"type": "static_select"}), "must be an array", "/elements/0/options"),
    ("option is no object", actions(select(options=["a"])), "must be an object", "/elements/0/options/0"),
    (
        "long option",
        actions(select(options=[option(value="x" * 151)])),
        "must be less than 151 characters",
        "/elements/0/options/0/value",
    ),
    (
        "short overflow",
        actions({"type": "overflow", "options": [option()]}),
        "no fewer than 2 items allowed",
        "/elements/0/options",
    ),
    (
        "picture without words",
        {"type": "image", "image_url": "https://a.example"},
        "missing required field: alt_text",
        "",
    ),
    ("picture without address", {"type": "image", "alt_text": "x"}, "missing required field: image_url", ""),
    ("empty markdown", {"type": "markdown", "text": ""}, "must be more than 0 characters", "/text"),
    ("markdown without text", {"type": "markdown"}, "must be more than 0 characters", "/text"),
    ("input without element", {"type": "input", "label": plain()}, "must be an object", "/element"),
    (
        "feedback with one side",
        {"type": "context_actions", "elements": [{"type": "feedback_buttons", "positive_button": option()}]},
        "missing required field: negative_button",
        "/elements/0",
    ),
]


@pytest.mark.parametrize("block", [pytest.param(block, id=name) for name, block in GOOD])
def test_slack_takes(block: Block) -> None:
    assert problems([block]) == []
    assert check([block]) == [block]


@pytest.mark.parametrize(
    ("block", "words", "pointer"), [pytest.param(block, words, pointer, id=name) for name, block, words, pointer in BAD]
)
def test_slack_refuses(block: Block, words: str, pointer: str) -> None:
    problem = f"{words} [json-pointer:/blocks/0{pointer}]"
    assert problem in problems([block])

    with pytest.raises(ApiError, match="invalid_blocks") as refusal:
        check([block])
    assert f"[ERROR] {problem}" in refusal.value.details["response_metadata"]["messages"]  # type: ignore[index]  # JSON


def test_a_message_has_at_most_fifty_blocks() -> None:
    assert problems([{"type": "divider"}] * MESSAGE_BLOCKS) == []
    assert problems([{"type": "divider"}] * (MESSAGE_BLOCKS + 1)) == [
        "no more than 50 items allowed [json-pointer:/blocks]"
    ]


def test_block_ids_are_different() -> None:
    twins = [{"type": "divider", "block_id": "d"}, {"type": "divider"}, {"type": "divider", "block_id": "d"}]

    assert problems(twins) == ["block_id 'd' already exists [json-pointer:/blocks/2/block_id]"]


@pytest.mark.parametrize("malformed", ["text", {"type": "section"}, ["text"], 7])
def test_what_is_no_list_of_objects_has_a_code_of_its_own(malformed: object) -> None:
    with pytest.raises(ApiError, match="invalid_blocks_format"):
        check(malformed)


def test_the_markdown_of_a_message_counts_together() -> None:
    half = {"type": "markdown", "text": "x" * (MARKDOWN_TEXT // 2)}

    assert check([half, half])
    with pytest.raises(ApiError, match="msg_blocks_too_long"):
        check([half, half, {"type": "markdown", "text": "x"}])


def test_what_comes_without_ids_gets_some() -> None:
    ids = iter("abcdefgh")
    blocks: list[Block] = [
        {"type": "section", "text": plain(), "accessory": button()},
        {"type": "section", "text": plain(), "accessory": {"type": "image", "alt_text": "x", "image_url": "u"}},
        {"type": "actions", "block_id": "mine", "elements": [button(action_id="my own"), button()]},
    ]

    section, picture, row = with_ids(blocks, lambda: next(ids))

    assert section["block_id"] == "a"
    assert section["accessory"]["action_id"] == "b"
    assert "action_id" not in picture["accessory"]
    assert row["block_id"] == "mine"
    assert [element["action_id"] for element in row["elements"]] == ["my own", "d"]
