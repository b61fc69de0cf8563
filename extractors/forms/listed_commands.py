"""Lists under a command: each item of "remember these two:" is kept, each of "you can forget these now" forgotten."""

import re
from collections.abc import Iterator, Sequence

from extractors.commanding.wordings import Command, is_to_bot
from extractors.forms.told import Range
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText, Message
from memory.records import CandidateOp

REMEMBER_ITEM = "remember-item"
"""The rule of an item that is to be remembered; a secret in another item is none of its."""


def listed_commands(clean: CleanText, message: Message) -> list[Command]:
    """Return a command for each item of the lists that stand under a wish to remember or to forget them.

    Items are bulleted, or the lines up to an empty one where each of them names a thing and its value ("bay = B3-17"),
    or something of the author's that is to go ("my old desk number").
    """
    if "\n" not in clean.plain or not (_QUICK.search(clean.plain) and is_to_bot(message, clean)):
        return []
    found: list[Command] = []
    for match in _HEADING.finditer(clean.plain):
        keeps = match["keep"] is not None
        items: Sequence[Range] = list(_bulleted(clean, match.end()))
        if not items and (keeps or _POINTS.search(match[0])):
            items = _lines(clean.plain, match.end(), _PAIR if keeps else _OWN)
        start = match.start()
        for item in items:
            op, rule = (CandidateOp.ADD, REMEMBER_ITEM) if keeps else (CandidateOp.FORGET, "forget")
            found.append(Command(op, start, item[1], item, rule))
            start = item[0]
    return found


def _bulleted(clean: CleanText, start: int) -> Iterator[Range]:
    """Yield the items of the bulleted list that begins right there."""
    for item in clean.items:
        if item[0] >= start:
            if clean.plain[start : item[0]].strip():
                return
            yield item
            start = item[1]


def _lines(plain: str, start: int, shape: LatePattern) -> Sequence[Range]:
    """Return the lines from there to an empty one, none if any of them has another shape."""
    found: list[Range] = []
    for line in _LINE.finditer(plain, start):
        if not line[0].strip():
            break
        if shape.fullmatch(line[0].strip()) is None:
            return ()
        found.append(line.span())
    return found


_QUICK = LatePattern(r"\b(?:remember|forget|mind|note|delete|erase)\b", re.IGNORECASE)
_THESE = (
    r"(?:(?:this|these|those|both|the following|a few|two|three|four|five|some|all|of|things?|facts?|points?|bits?"
    r"|items?|details|notes?|ones)\b[ ]?){0,5}"
)
_POLITE = r"(?:(?:please|pls|plz|for me|now|thanks|thank you|too|will you|would you)[ ?]?){0,3}"
_CALL = r"(?:hey|hi|ok|okay|and|also|bot|please|pls|can you|could you|you can|you may|you should|just)"
_KEEP = r"(?:remember|keep in mind|bear in mind|note(?: down)?|make a note of|(?:don['’]?t|do not) forget)"
_DROP = (
    r"(?:forget|delete|erase)(?: (?:what|everything|all) you (?:know|have|remember|noted)(?: (?:about|on))?"
    r"|(?: all)? about)?"
)
_HEADING = LatePattern(
    rf"^[^\w\n]{{0,4}}(?:{_CALL}[ ,]{{1,2}}){{0,4}}(?:(?P<keep>{_KEEP})|{_DROP})[ ]?{_THESE}{_POLITE}[ ]?[:.?]?[ ]?\n",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that does nothing but ask to keep or to forget what follows."""
_POINTS = LatePattern(r":|\b(?:these|those|following|know|have|things?|items?|both|about)\b", re.IGNORECASE)
"""What tells that lines without bullets are what is to be forgotten."""
_LINE = LatePattern(r"[^\n]+(?=\n|$)|\n(?=\n)")
_PAIR = LatePattern(r"[^\W_][^:=\n]{1,40} ?(?:=|:|→|->) ?[^\s?][^\n?]{0,80}")
_OWN = LatePattern(r"(?:my|our|the|that|what|where|who) [^\n?]{2,60}", re.IGNORECASE)
