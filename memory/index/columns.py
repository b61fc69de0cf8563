"""Columns of numbers that grow one by one and are looked at through numpy without copying."""

from copy import copy
from typing import Any, Protocol, TypeVar


class _Growing(Protocol):
    """What numbers are appended to: an `array`, a `bytearray`."""

    def append(self, value: Any, /) -> None: ...


Column = TypeVar("Column", bound=_Growing)


def grown(column: Column, value: float) -> Column:
    """Return the column with a value at its end: itself, or a copy where somebody still looks at it through numpy.

    Python refuses to resize what is looked at. Nobody should be when a column grows; but a debugger, a tracer or a
    stored traceback keeps a search's frame alive, with all it looked at, and that must not cost a memory.
    """
    try:
        column.append(value)
    except BufferError:
        column = copy(column)
        column.append(value)
    return column
