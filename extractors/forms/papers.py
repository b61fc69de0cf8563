"""What a message is a copy of, in which nobody states anything of their own: minutes, scores, settings, a draft's data.

Their headings are data, in `patterns/papers.toml`. A line in which the author speaks of themselves is theirs all the
same.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache

from extractors.matching.late_patterns import LatePattern
from extractors.syntax.chatter import PATTERNS

Range = tuple[int, int]


@cache
def _pattern(name: str) -> LatePattern:
    data: dict[str, str] = tomllib.loads((PATTERNS / "papers.toml").read_text(encoding="utf-8"))
    return LatePattern(data[name].replace("\n", ""), re.IGNORECASE)


def papers_in(text: str) -> Iterator[Range]:
    """Yield the half-open ranges of a clean text that are copies of some paper; most texts have none."""
    if _DRAFTS.match(text) and (draft := _pattern("drafts").match(text)) is not None and not _OWN.search(text):
        yield draft.end(), len(text)
    if "\n" not in text:
        return
    lines = [match.span() for match in _LINE.finditer(text)]
    if not lines:
        return
    first = text[slice(*lines[0])].strip(_AROUND)
    below = [text[slice(*line)].strip(_AROUND) for line in lines[1:]]
    if len(first) <= _LONGEST_HEADING and _is_paper(first, text, below):
        yield from (line for line in lines if not _OWN.search(text, *line))
        return
    settings = [line for line in lines if _SETTING.fullmatch(text, *line)]
    if len(settings) > 1:
        yield from settings
    if first and _pattern("introduces").fullmatch(first + text[lines[0][1] - 1 : lines[0][1]]):
        yield lines[0]


def _is_paper(heading: str, text: str, below: list[str]) -> bool:
    """Return whether a heading with what stands below it makes a paper."""
    if len(below) < _LEAST_BELOW:
        return False
    if _pattern("headings").fullmatch(heading):
        return True
    if _pattern("away").fullmatch(heading):
        return all(_SOMEBODY.match(line) for line in below)
    return _pattern("version").fullmatch(heading) is not None and bool(_CHANGED.search(text))


_LONGEST_HEADING = 70
_LEAST_BELOW = 2
_AROUND = " \t*_~:–—-"
_LINE = LatePattern(r"[^\s][^\n]*")
_OWN = LatePattern(r"\b(?:i|i['’]?m|i['’]ve|i['’]ll|i['’]d|my|me|mine|we|we['’]re|our)\b", re.IGNORECASE)
_SETTING = LatePattern(r"(?:export )?[A-Z][A-Z0-9_]{1,40}=\S{0,80}\s*")
_SOMEBODY = LatePattern(r"(?:<@\w+>|[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’.-]*)?) ?(?:[,:(–-]|$)")
"""A line that begins with somebody's name: "Gail, A/L"."""
_CHANGED = LatePattern(r"^\s*[+!~-] ?\w", re.MULTILINE)
_DRAFTS = LatePattern(r"\W{0,3}(?:\w+[ ,]{1,2}){0,5}?(?:draft|compose|design|mock up|write|make)\b", re.IGNORECASE)
