"""Wishes for how the bot answers that have no verb: a list under "rules for you:", or "Celsius. Kroner. No jokes."

They are data, in `patterns/orders_in_lines.toml`. What else is a wish of the moment or about something at hand is left
to the clauses.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache

from extractors.forms.headed_lists import HeadedList, lists_in
from extractors.forms.told import Told
from extractors.guarding import guards, voices
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from extractors.statements.rules import capitalised, compiled
from extractors.syntax.canonical import in_third_person
from extractors.syntax.chatter import PATTERNS
from memory.records import Candidate, CandidateOp, Kind

ORDERED = "ordered"
"""The rule of such a wish."""
_CONFIDENCE = 0.95
_LONGEST = 300
"""Characters of a message that holds nothing but such wishes."""
_LONGEST_ITEM = 120


@cache
def _pattern(name: str) -> LatePattern:
    data: dict[str, str] = tomllib.loads((PATTERNS / "orders_in_lines.toml").read_text(encoding="utf-8"))
    written = data[name]
    for part in ("units", "spelling", "clock", "length"):
        written = written.replace(f"%{part}%", data[part])
    written = written.replace("%so%", data["so_alone"])
    return compiled(f"(?i:{written})")


def orders_in(text: CleanText, *, answering: bool) -> Told:
    """Return the wishes of a message that is said to the bot, and the ranges in which they are told.

    Args:
        text: The message.
        answering: Whether it answers another, of which a single word may be meant: "euros".
    """
    told = Told()
    for start, end, wish in (*_listed(text), *_alone(text, answering=answering)):
        if text.is_opaque(start, start + 1) or any(first < end and start < last for first, last in told.taken):
            continue
        told.taken.append((start, end))
        if not guards.is_private(wish):
            told.candidates.append(
                Candidate(
                    CandidateOp.ADD,
                    in_third_person(wish),
                    kind=Kind.FEEDBACK,
                    confidence=_CONFIDENCE,
                    span=text.raw_span(start, end),
                    rule=ORDERED,
                )
            )
    return told


def _listed(text: CleanText) -> Iterator[tuple[int, int, str]]:
    """Yield what the items under a heading of wishes ask for, with when they hold."""
    for one in lists_in(text) if "\n" in text.plain and _QUICK.search(text.plain) else ():
        when = _when(one)
        if when is None:
            continue
        for start, end, said in one.items:
            item = _NUMBER.sub("", said).partition(", ")[0] if when else _NUMBER.sub("", said)
            if item.endswith("?") or len(item) > _LONGEST_ITEM or "://" in item:
                continue
            wish = capitalised(item) if _pattern("orders").fullmatch(item) else _wanted(item)
            yield start, end, f"{wish}{when}"


def _when(one: HeadedList) -> str | None:
    """Return when the wishes of a list hold, "" for always; None where its heading tells of none."""
    heading = one.heading.strip(" :–—-*_.!").translate(_STRAIGHT)
    if _pattern("headings").fullmatch(heading):
        return ""
    told = None if one.bare else _pattern("whenever").fullmatch(heading)
    return f" {(told['w'] or told['e']).lower()}" if told else None


def _alone(text: CleanText, *, answering: bool) -> Iterator[tuple[int, int, str]]:
    """Yield the wishes of a brief message of little else: one that is for good by itself, and what stands beside it."""
    plain = text.text
    if len(plain) > _LONGEST or not _QUICK_ALONE.search(plain) or "?" in plain or voices.voiced(plain):
        return
    parts = [(match.start(), match.end(), _bare(match[0])) for match in _PART.finditer(plain)]
    parts = [part for part in parts if part[2] and not _pattern("said_with").fullmatch(part[2])]
    both = [part for part in parts if _is_wish(part[2])]
    sure = any(_pattern("wishes").fullmatch(piece.strip()) for *_, said in both for piece in (said, *said.split(",")))
    if any(_AT_HAND.search(said) for *_, said in parts if all(said != one[2] for one in both)):
        return
    if (sure and not (answering and len(parts) == 1)) or (len(both) > 1 and len(both) == len(parts)):
        for start, end, said in both:
            yield start, end, _wanted(said)


def _is_wish(said: str) -> bool:
    """Return whether words are such a wish, or each piece of them between commas is one."""
    return any(_pattern(kind).fullmatch(said) for kind in ("wishes", "beside")) or (
        "," in said and all(_is_wish(piece.strip()) for piece in said.split(","))
    )


def _wanted(said: str) -> str:
    """Return a wish of a few words as what somebody wants: "no jokes", "short", which is "short answers"."""
    said = _LED.sub("", said)
    lower = said if said[1:2].isupper() or _NAMED.match(said) else f"{said[:1].lower()}{said[1:]}"
    return f"Wants {lower} answers" if _pattern("so").fullmatch(said) else f"Wants {lower}"


def _bare(said: str) -> str:
    return said.strip(" \t,;:!.*_-–—•").translate(_STRAIGHT)


_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
_QUICK = LatePattern(
    r"\b(?:rules|instructions|guidelines|preferences|wishes|settings|style|requests|tone|format|orders|how|always"
    r"|from now on|going forward|in future|when|whenever|every time|each time|answers?|repl(?:y|ies))\b",
    re.IGNORECASE,
)
_QUICK_ALONE = LatePattern(
    r"\b(?:celsius|centigrade|fahrenheit|metric|imperial|kilom\w+|kilos|kilograms|litres|miles|kron\w+|euros|pounds|dollars"
    r"|francs|rupees|yen|zloty|rand|spelling|english|formal|informal|clock|times?|24-hour|iso|dates?|first|dd|yyyy|max"
    r"|maximum|most|more|up|under|one|short|brief|blunt|concise|terse|plain|direct|point|casual|dry|no|zero|only|just"
    r"|bullets?|lists|tables)\b",
    re.IGNORECASE,
)
"""A word that one of the wishes holds."""
_PART = LatePattern(r"(?:[^.;\n!]|[.](?=[^\s])){1,300}+")
_LED = LatePattern(r"^(?:(?:please|always|just) ){0,3}(?:use|in) (?=\w)", re.IGNORECASE)
_NUMBER = LatePattern(r"^\d{1,2}[.)]? (?=[^\W\d])")
_NAMED = LatePattern(r"[A-Z][a-z]+ (?:spelling|english)|(?:Celsius|Fahrenheit|British|American|English)", re.IGNORECASE)
_AT_HAND = LatePattern(
    r"\b(?:this|that|these|those|it|here|attached|below|above|draft|today|now|translate|convert|summari[sz]e|rewrite"
    r"|write|make|draft|find|give|tell|show|list|need|want|please)\b",
    re.IGNORECASE,
)
"""What tells of a request, for which the wish is meant then: "translate this please. British spelling"."""
