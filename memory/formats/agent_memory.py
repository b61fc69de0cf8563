"""The MEMORY pattern: `.agent-memory/` with one fact a file under front matter, and an index of one line a memory."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from memory.formats.portable import Bundle, Portable, folder_or_error, text_of, write_all
from memory.records import Kind
from memory.text import sanitise, truncate

INDEX: Final = "MEMORY.md"
_TYPES: Final = {
    "user": Kind.PROFILE,
    "feedback": Kind.FEEDBACK,
    "project": Kind.PROJECT,
    "reference": Kind.REFERENCE,
}
_TYPE_OF: Final = dict.fromkeys(Kind, "user") | {kind: name for name, kind in _TYPES.items()} | {Kind.EVENT: "project"}
_FRONT: Final = re.compile(r"---\n(.*?)\n---\n(.*)\Z", re.DOTALL)
_FIELD: Final = re.compile(r"^( *)([a-z]+):[ \t]*(.*)$", re.MULTILINE)
_LINE: Final = re.compile(r"- \[((?:[^\]\\]|\\.)*+)\]\(([^)]+)\) — (.*)\Z")
_NOT_IN_SLUG: Final = re.compile(r"[^a-z0-9]+")
_MAX_SLUG: Final = 60
_MAX_TITLE: Final = 60


def read(folder: Path) -> Bundle:
    """Return the memories of a folder, one a file, in the order of the index, then by name."""
    titles = _titles(text_of(folder_or_error(folder) / INDEX))
    names = sorted(path.name for path in folder.glob("*.md") if path.name != INDEX and path.is_file())
    order = [name for name in titles if name in names] + [name for name in names if name not in titles]
    found = (_memory(text_of(folder / name), *titles.get(name, (None, None))) for name in order)
    return Bundle(memories=tuple(memory for memory in found if memory is not None))


def write(folder: Path, bundle: Bundle) -> list[Path]:
    """Write one file a memory and the index. Reading it back gives the same memories."""
    pages: list[tuple[str, str]] = []
    index: list[str] = []
    taken: set[str] = set()
    for memory in bundle.memories:
        slug = _free(_slug(memory.slug or memory.text), taken)
        kind = _TYPE_OF[memory.kind]
        name = f"{kind}_{slug.replace('-', '_')}.md"
        description = sanitise(memory.summary or memory.text)
        title = sanitise(memory.title or truncate(memory.text, _MAX_TITLE)).replace("[", "\\[").replace("]", "\\]")
        front = f"---\nname: {slug}\ndescription: {description}\nmetadata:\n  type: {kind}\n---\n\n"
        pages.append((name, f"{front}{memory.text.strip()}\n"))
        index.append(f"- [{title}]({name}) — {sanitise(memory.hook or description)}\n")
    return write_all(folder, [*pages, (INDEX, "".join(index))])


def _titles(index: str) -> dict[str, tuple[str, str]]:
    """The title and hook of each file that the index names."""
    found = (_LINE.match(line) for line in index.split("\n"))
    return {m[2]: (m[1].replace("\\[", "[").replace("\\]", "]"), m[3]) for m in found if m is not None}


def _memory(page: str, title: str | None, hook: str | None) -> Portable | None:
    match = _FRONT.match(page + "\n")
    if match is None or not match[2].strip():
        return None
    fields = {name: value.strip() for _, name, value in _FIELD.findall(match[1])}
    return Portable(
        text=match[2].strip(),
        kind=_TYPES.get(fields.get("type", ""), Kind.FACT),
        title=title,
        hook=hook,
        summary=fields.get("description") or None,
        slug=fields.get("name") or None,
    )


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _NOT_IN_SLUG.sub("-", plain)[:_MAX_SLUG].strip("-") or "memory"


def _free(slug: str, taken: set[str]) -> str:
    free = next(name for name in _numbered(slug) if name not in taken)
    taken.add(free)
    return free


def _numbered(slug: str) -> Iterable[str]:
    yield slug
    number = 2
    while True:
        yield f"{slug}-{number}"
        number += 1
