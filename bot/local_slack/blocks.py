"""Checks Block Kit blocks against Slack's limits. Pure: blocks in, problems out."""

from collections.abc import Callable, Iterable
from typing import Any

from bot.local_slack.block_checks import (
    ANY_TEXT,
    ID,
    PLAIN,
    Check,
    Problems,
    count,
    each,
    fine,
    problem,
    string,
    text,
    text_object,
    typed,
    unique,
)
from bot.local_slack.block_elements import ACCESSORIES, ACTIONS, CONTEXT, CONTEXT_ACTIONS, INPUTS, image_element
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
LABEL = 2000


def check(
    blocks: object, *, malformed: str = "invalid_blocks_format", too_long: str = "msg_blocks_too_long"
) -> list[dict[str, Any]]:
    """Return the blocks of a message if Slack would take them.

    Args:
        malformed: The method's error code for what is no list of objects.
        too_long: The method's error code for too much `markdown`.

    Raises:
        ApiError: One of these, or `invalid_blocks` with each problem and where it is.
    """
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise ApiError(malformed)
    found = problems(blocks)
    if found:
        raise ApiError("invalid_blocks", {"response_metadata": {"messages": [f"[ERROR] {each}" for each in found]}})
    if sum(len(block["text"]) for block in blocks if block["type"] == "markdown") > MARKDOWN_TEXT:
        raise ApiError(too_long)
    return blocks


def problems(blocks: list[dict[str, Any]], *, most: int = MESSAGE_BLOCKS) -> list[str]:
    """Return what is wrong with blocks, each as "problem [json-pointer:/blocks/0/text]"; empty if nothing."""
    found = list(count(blocks, "/blocks", most, least=0))
    for number, block in enumerate(blocks):
        found += typed(block, f"/blocks/{number}", _BLOCKS)
    found += unique(blocks, "block_id", "/blocks")
    return found


def with_ids(blocks: Iterable[dict[str, Any]], new_id: Callable[[], str]) -> tuple[dict[str, Any], ...]:
    """Return the blocks as Slack keeps them: each with a `block_id`, each interactive element with an `action_id`."""
    return tuple(_with_id(block, new_id) for block in blocks)


def _with_id(block: dict[str, Any], new_id: Callable[[], str]) -> dict[str, Any]:
    named = {**block, "block_id": block.get("block_id") or new_id()}
    if "elements" in block and block["type"] in {"actions", "context_actions"}:
        named["elements"] = [{**each, "action_id": each.get("action_id") or new_id()} for each in block["elements"]]
    for place in ("accessory", "element"):
        if isinstance(block.get(place), dict) and block[place].get("type") != "image":
            named[place] = {**block[place], "action_id": block[place].get("action_id") or new_id()}
    return named


def _section(block: dict[str, Any], pointer: str) -> Problems:
    yield from string(block, "block_id", pointer, ID)
    yield from text(block, "text", pointer, SECTION_TEXT, ANY_TEXT, required="fields" not in block)
    if "fields" in block:
        where = f"{pointer}/fields"
        yield from count(block["fields"], where, SECTION_FIELDS)
        for number, field in enumerate(block["fields"] if isinstance(block["fields"], list) else []):
            yield from text_object(field, f"{where}/{number}", FIELD_TEXT, ANY_TEXT)
    if "accessory" in block:
        yield from typed(block["accessory"], f"{pointer}/accessory", ACCESSORIES)


def _context(block: dict[str, Any], pointer: str) -> Problems:
    yield from string(block, "block_id", pointer, ID)
    yield from each(block, "elements", pointer, CONTEXT_ELEMENTS, CONTEXT)


def _actions(block: dict[str, Any], pointer: str) -> Problems:
    yield from string(block, "block_id", pointer, ID)
    yield from each(block, "elements", pointer, ACTIONS_ELEMENTS, ACTIONS)
    if isinstance(block.get("elements"), list):
        yield from unique(block["elements"], "action_id", f"{pointer}/elements")


def _context_actions(block: dict[str, Any], pointer: str) -> Problems:
    yield from string(block, "block_id", pointer, ID)
    yield from each(block, "elements", pointer, CONTEXT_ACTIONS_ELEMENTS, CONTEXT_ACTIONS)


def _header(block: dict[str, Any], pointer: str) -> Problems:
    yield from string(block, "block_id", pointer, ID)
    yield from text(block, "text", pointer, HEADER_TEXT, PLAIN)


def _markdown(block: dict[str, Any], pointer: str) -> Problems:
    if not isinstance(block.get("text"), str) or not block["text"]:
        yield problem("must be more than 0 characters", f"{pointer}/text")


def _image(block: dict[str, Any], pointer: str) -> Problems:
    yield from string(block, "block_id", pointer, ID)
    yield from image_element(block, pointer)
    yield from text(block, "title", pointer, LABEL, PLAIN, required=False)


def _input(block: dict[str, Any], pointer: str) -> Problems:
    yield from string(block, "block_id", pointer, ID)
    yield from text(block, "label", pointer, LABEL, PLAIN)
    yield from text(block, "hint", pointer, LABEL, PLAIN, required=False)
    yield from typed(block.get("element"), f"{pointer}/element", INPUTS)


def _divider(block: dict[str, Any], pointer: str) -> Problems:
    yield from string(block, "block_id", pointer, ID)


# Of these only the type is checked: no limits are documented well enough to refuse anything.
_UNCHECKED: dict[str, Check] = dict.fromkeys(
    ("rich_text", "table", "task_card", "plan", "alert", "card", "container", "carousel", "video", "file"), fine
)
_BLOCKS: dict[str, Check] = {
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
