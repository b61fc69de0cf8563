"""What an app wants to say, checked by Slack's rules: text, blocks, attachments. Pure."""

import secrets
from dataclasses import dataclass
from typing import Any

from bot.local_slack import blocks as block_kit
from bot.local_slack.arguments import Arguments
from bot.local_slack.errors import ApiError
from bot.local_slack.messages import Json
from bot.local_slack.text import sent_by_app

MOST_ATTACHMENTS = 100
MOST_METADATA = 16_000
"""Characters of metadata, written as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The words of a message by an app."""

    text: str
    blocks: tuple[Json, ...]
    attachments: tuple[Json, ...]


def read_content(
    args: Arguments, *, most_chars: int | None = None, bad_attachments: str = "invalid_arguments"
) -> Content:
    """Return the content that arguments describe.

    Args:
        most_chars: Longer texts are refused; without it they are cut at 40,000 characters.
        bad_attachments: The method's error code for attachments that are no list of objects.

    Raises:
        ApiError: `no_text`, `msg_too_long`, `markdown_text_conflict`, `too_many_attachments`, or as `blocks.check`.
    """
    text, markdown = args.text("text"), args.text("markdown_text")
    blocks = args.structure("blocks", error="invalid_blocks_format") or []
    attachments = args.structure("attachments", error=bad_attachments) or []
    if markdown:
        if text or blocks:
            raise ApiError("markdown_text_conflict")
        text, blocks = markdown, [{"type": "markdown", "text": markdown}]
    checked = block_kit.check(blocks, too_long="msg_blocks_too_long" if most_chars is None else "msg_too_long")
    if not isinstance(attachments, list) or not all(isinstance(each, dict) for each in attachments):
        raise ApiError(bad_attachments)
    if len(attachments) > MOST_ATTACHMENTS:
        raise ApiError("too_many_attachments")
    if not text.strip() and not checked and not attachments:
        raise ApiError("no_text")
    if most_chars is not None and len(text) > most_chars:
        raise ApiError("msg_too_long")
    return Content(
        text=sent_by_app(text),
        blocks=block_kit.with_ids(checked, new_block_id),
        attachments=tuple({"id": number, **each} for number, each in enumerate(attachments, 1)),
    )


def read_metadata(args: Arguments) -> Json | None:
    """Return the metadata that arguments give a message, or None.

    Raises:
        ApiError: `invalid_metadata_format` or `metadata_too_large`.
    """
    metadata: Any = args.structure("metadata", error="invalid_metadata_format")
    if metadata is None:
        return None
    if not isinstance(metadata, dict) or not isinstance(metadata.get("event_type"), str):
        raise ApiError("invalid_metadata_format")
    if not isinstance(metadata.get("event_payload", {}), dict):
        raise ApiError("invalid_metadata_format")
    if len(str(metadata)) > MOST_METADATA:
        raise ApiError("metadata_too_large")
    return metadata


def new_block_id() -> str:
    """Return an id for a block or element that came without one."""
    return secrets.token_urlsafe(4)[:5]
