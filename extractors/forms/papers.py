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
    if _NAMES_FIELDS.search(text) and not _OWN.search(text):
        yield from _labels(text)
    if len(text) < _LONGEST_LIST and _is_to_be_bought(text):
        yield 0, len(text)
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
    if len(first) <= _LONGEST_HEADING and below and _pattern("supposed").fullmatch(first):
        yield lines[0][0], len(text)
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
    if _pattern("contact").fullmatch(heading):
        return any(_CALLED.fullmatch(line) for line in below) and all(len(line.split()) <= _FEW for line in below)
    if _pattern("away").fullmatch(heading):
        return all(_SOMEBODY.match(line) for line in below)
    return _pattern("version").fullmatch(heading) is not None and bool(_CHANGED.search(text))


def _labels(text: str) -> Iterator[Range]:
    """Yield the sentences that set out which fields something is to have: "columns: name, role, team"."""
    for match in _SENTENCE.finditer(text):
        if _pattern("labels").search(match[0]):
            yield match.span()


def _is_to_be_bought(text: str) -> bool:
    """Return whether a text is what to buy, piece by piece, by how much of it or by the shop that leads it."""
    pieces = [piece for piece in (one.strip(_AROUND) for one in _PIECES.split(text)) if piece]
    if len(pieces) < _LEAST_BELOW + 1 or any(len(piece.split()) > _FEW - 1 for piece in pieces):
        return False
    if ":" in text or _OWN.search(text) or _RULED.search(text):
        return False
    return _pattern("shops").fullmatch(pieces[0]) is not None or any(
        " " in piece and _SO_MUCH.search(piece) for piece in pieces
    )


_PIECES = LatePattern(r"[.;!](?=\s|$)|\n")
_FEW = 5
_LONGEST_LIST = 200
"""Characters of what is to be bought."""
_SO_MUCH = LatePattern(
    r"\bx ?\d{1,3}\b|\b\d{1,3} ?x\b|\b\d{1,4}(?:[.,]5)? ?(?:mm|cm|kg|g|ml|cl|l|oz|lbs?|pcs|packs?)\b", re.IGNORECASE
)
_RULED = LatePattern(
    r"\b(?:no|never|only|always|max|min|every|daily|per|under|over|am|pm|is|are|was|has|size|likes?|loves?|hates?"
    r"|vegan|vegetarian|live[sd]?|works?)\b",
    re.IGNORECASE,
)
"""What makes of a line one that states or rules something."""
_CALLED = LatePattern(
    r"(?:tel|phone|ph|mob(?:ile|il)?|cell|handy|t|m|office)\b[.:]{0,2} ?\+?\(?\d[\d ()/.-]{5,20}", re.IGNORECASE
)
"""A line with somebody's number."""
_NAMES_FIELDS = LatePattern(r"\b(?:name|names|pronouns|role|team|email|phone),", re.IGNORECASE)
_SENTENCE = LatePattern(r"[^.!?\n]{1,300}")
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
