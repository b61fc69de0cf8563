"""What a model may do with memory: search, read, write and forget, bound in code to the speaker and the audience."""

from bot.tools.base import RefusedError, Tool
from bot.tools.bound import Bound
from bot.tools.forgetting import memory_forget
from bot.tools.reading import memory_read
from bot.tools.searching import memory_search
from bot.tools.turn import bound_to
from bot.tools.writing import memory_write

__all__ = ["Bound", "RefusedError", "Tool", "bound_to", "tools_of"]


def tools_of(bound: Bound) -> list[Tool]:
    """Return the tools of a binding: claw0's `memory_search` and `memory_write`, `memory_read` and `memory_forget`."""
    return [memory_search(bound), memory_write(bound), memory_read(bound), memory_forget(bound)]
