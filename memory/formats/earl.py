"""EARL: SOUL.md, USER.md and one file a day, `- **HH:MM UTC** | `@user` | text`."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

from memory.audit import EVERYONE
from memory.formats.portable import Bundle, Portable, folder_or_error, text_of, with_line_end, write_all
from memory.log import EntryError, day_of_file, header, parse_line
from memory.records import Memory
from memory.stores import files
from memory.text import sanitise, sanitise_name

_AUTHOR = re.compile(r"- \*\*[^*]*\*\* \| `@([^`]*)` \|")


def read(folder: Path) -> Bundle:
    """Return the pages and entries of an EARL folder, oldest first; lines that are no entries are passed over."""
    memories = []
    for path in sorted(folder_or_error(folder).iterdir()):
        day = day_of_file(path.name)
        if day is not None and path.is_file():
            for line in files.read_file(path)[0].decode("utf-8", "replace").split("\n"):
                memory = _entry(line, day)
                if memory is not None:
                    memories.append(memory)
    return Bundle(memories=tuple(memories), soul=text_of(folder / "SOUL.md"), user_notes=text_of(folder / "USER.md"))


def write(folder: Path, bundle: Bundle) -> list[Path]:
    """Write an EARL folder; a memory without a time is left out, EARL has no place for it."""
    days: dict[date, list[Portable]] = {}
    for memory in bundle.memories:
        if memory.at is not None:
            days.setdefault(memory.at.astimezone(UTC).date(), []).append(memory)
    pages = [("SOUL.md", with_line_end(bundle.soul)), ("USER.md", with_line_end(bundle.user_notes))]
    pages += [(f"{day.isoformat()}.md", header(day) + "".join(map(_line, days[day]))) for day in sorted(days)]
    return write_all(folder, pages)


def _entry(line: str, day: date) -> Portable | None:
    try:
        entry = parse_line(line.removesuffix("\r"), subject=EVERYONE, day=day)
    except EntryError:
        return None
    if not isinstance(entry, Memory):
        return None
    author = _AUTHOR.match(line)
    return Portable(
        text=entry.text, kind=entry.kind, at=entry.created_at, id=entry.id, author=author[1] if author else None
    )


def _line(memory: Portable) -> str:
    at = (memory.at or datetime.min.replace(tzinfo=UTC)).astimezone(UTC)
    name = sanitise_name(memory.author or "") or "unknown"
    return f"- **{at:%H:%M} UTC** | `@{name}` | {sanitise(memory.text)}\n"
