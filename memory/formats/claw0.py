"""claw0: SOUL.md, MEMORY.md and `memory/YYYY-MM-DD.md` with `## [HH:MM:SS] category` over each entry."""

import re
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Final

from memory.formats.portable import Bundle, Portable, folder_or_error, text_of, with_line_end, write_all
from memory.log import day_of_file
from memory.records import Kind
from memory.text import sanitise

_HEAD: Final = re.compile(r"^## \[(\d{2}):(\d{2}):(\d{2})\] *(.*)$", re.MULTILINE)
_KINDS: Final = {kind.value: kind for kind in Kind if kind is not Kind.EPISODE}


def read(folder: Path) -> Bundle:
    """Return the pages and entries of a claw0 workspace, oldest first; its times are taken for UTC."""
    memories: list[Portable] = []
    for path in _logs(folder_or_error(folder)):
        memories += _entries(text_of(path), date.fromisoformat(path.stem))
    return Bundle(memories=tuple(memories), soul=text_of(folder / "SOUL.md"), evergreen=text_of(folder / "MEMORY.md"))


def write(folder: Path, bundle: Bundle) -> list[Path]:
    """Write a claw0 workspace; a memory without a time is left out, claw0 has no place for it."""
    days: dict[date, list[str]] = {}
    for memory in bundle.memories:
        if memory.at is not None:
            at = memory.at.astimezone(UTC)
            category = memory.kind.value if memory.kind is not Kind.PROFILE else "general"
            days.setdefault(at.date(), []).append(f"\n## [{at:%H:%M:%S}] {category}\n\n{sanitise(memory.text)}\n")
    pages = [("SOUL.md", with_line_end(bundle.soul)), ("MEMORY.md", with_line_end(bundle.evergreen))]
    pages += [(f"memory/{day}.md", f"# Memory Log: {day}\n" + "".join(days[day])) for day in sorted(days)]
    return write_all(folder, pages)


def _logs(folder: Path) -> list[Path]:
    places = (folder / "memory", folder / "memory" / "daily", folder)
    found = (path for place in places if place.is_dir() for path in place.iterdir())
    return sorted((path for path in found if day_of_file(path.name) and path.is_file()), key=lambda p: p.name)


def _entries(text: str, day: date) -> list[Portable]:
    heads = list(_HEAD.finditer(text))
    found: list[Portable] = []
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        content = sanitise(text[head.end() : following.start() if following is not None else len(text)])
        try:
            at = datetime.combine(day, time(int(head[1]), int(head[2]), int(head[3])), UTC)
        except ValueError:
            at = datetime.combine(day, time(), UTC)
        if content:
            found.append(Portable(text=content, kind=_KINDS.get(head[4].strip().lower(), Kind.FACT), at=at))
    return found
