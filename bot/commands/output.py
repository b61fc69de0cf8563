"""How verbs print: lines, JSON and tables on standard output, plain where nobody watches."""

import json
import sys
from collections.abc import Iterable, Sequence

_ENDLESS = 100_000
"""Columns of a terminal that no line reaches."""


def print_line(text: str = "", *, end: str = "\n", flush: bool = False) -> None:
    """Print one line, or a piece of one with an `end` of "".

    Half a character pair, as broken input may hold, comes out as a question mark.
    """
    sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8") + end)
    if flush:
        sys.stdout.flush()


def print_json(data: object) -> None:
    """Print data as one indented JSON document."""
    print_line(json.dumps(data, ensure_ascii=False, indent=2))


def print_json_line(data: object) -> None:
    """Print data as one line of JSON Lines."""
    print_line(json.dumps(data, ensure_ascii=False))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print aligned columns: folded to the width of a terminal, or one line a row where the output is no terminal."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*row)
    watched = sys.stdout.isatty()
    console = Console(width=None if watched else _ENDLESS, highlight=False, markup=False, emoji=False)
    if watched:
        console.print(table)
        return
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        print_line(line.rstrip())
