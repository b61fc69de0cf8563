"""Avi: persona.md, preferences.md, facts.md and events.md, one fact a line, events with their day."""

import re
from datetime import date
from pathlib import Path
from typing import Final

from memory.formats.portable import Bundle, Portable, folder_or_error, text_of, write_all
from memory.records import Kind
from memory.text import sanitise
from memory.views import MAX_LINES, PAGE_OF

_KINDS: Final = {"persona": Kind.PROFILE, "preferences": Kind.PREFERENCE, "facts": Kind.FACT, "events": Kind.EVENT}
_NOTE: Final = "<!-- One fact per line. Avi updates this automatically. -->"
_DATED: Final = re.compile(r"(\d{4}-\d{2}-\d{2}):\s*(.*)\Z")
_LINES_ABOVE: Final = 5


def read(folder: Path) -> Bundle:
    """Return the facts of an Avi folder; a file split into a folder of its name is read with it."""
    memories: list[Portable] = []
    for page, kind in _KINDS.items():
        for path in _parts(folder_or_error(folder), page):
            for line in text_of(path).split("\n"):
                memory = _fact(line, kind)
                if memory is not None:
                    memories.append(memory)
    return Bundle(memories=tuple(memories))


def write(folder: Path, bundle: Bundle) -> list[Path]:
    """Write the four files; what would make one longer than 500 lines goes on in a folder of its name."""
    pages: list[tuple[str, str]] = []
    for page in _KINDS:
        lines = [_line(memory) for memory in bundle.memories if PAGE_OF.get(memory.kind) == page]
        room = MAX_LINES - _LINES_ABOVE
        parts = [lines[start : start + room] for start in range(0, len(lines), room)] or [[]]
        for number, part in enumerate(parts, 1):
            name = f"{page}.md" if number == 1 else f"{page}/{number}.md"
            pages.append((name, "\n".join((f"# {page.capitalize()}", "", _NOTE, "", *part)).rstrip() + "\n"))
    return write_all(folder, pages)


def _parts(folder: Path, page: str) -> list[Path]:
    more = sorted((folder / page).glob("*.md"), key=lambda path: (len(path.stem), path.stem))
    return [path for path in (folder / f"{page}.md", *more) if path.is_file() and not path.is_symlink()]


def _fact(line: str, kind: Kind) -> Portable | None:
    text = sanitise(line.strip().removeprefix("- ").removeprefix("* ")) if not line.startswith(("#", "<!--")) else ""
    if not text:
        return None
    match = _DATED.match(text) if kind is Kind.EVENT else None
    if match is None:
        return Portable(text=text, kind=kind)
    try:
        return Portable(text=match[2], kind=kind, dated=date.fromisoformat(match[1])) if match[2] else None
    except ValueError:
        return Portable(text=text, kind=kind)


def _line(memory: Portable) -> str:
    text = sanitise(memory.text)
    day = memory.dated or (memory.at.date() if memory.at is not None else None)
    return f"{day.isoformat()}: {text}" if memory.kind is Kind.EVENT and day is not None else text
