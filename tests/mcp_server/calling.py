"""Calls tools through a client and gives back their text."""

from typing import Any

from mcp import Client
from mcp_types import TextContent


async def call(client: Client, name: str, **arguments: Any) -> str:
    """Return the text of a tool's result; an error's begins with `ERROR: `."""
    result = await client.call_tool(name, arguments)
    [content] = result.content
    assert isinstance(content, TextContent)
    return f"{'ERROR: ' if result.is_error else ''}{content.text}"
