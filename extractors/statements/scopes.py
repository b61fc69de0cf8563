"""For whom, since when and from when on what a rule reads is so, where the rule's own text leaves that out.

"I'm head baker for all six shops" says more than "Is head baker", and "I've been with Rademakers since 1991" more than
that somebody is with a firm.
"""

import re

from extractors.matching.late_patterns import LatePattern
from extractors.statements.rules import Found
from extractors.syntax.clauses import Clause
from memory.records import CandidateOp

_POSTS = frozenset({"role", "employer", "team", "manager", "diet"})
"""Attributes of what somebody is, or has, for some people or since some time."""
_NAMED = frozenset({"nickname"})
_TOOLS = frozenset({"switched-tool", "swapped-tool"})
_SHIFTED = 3
"""Words that a rule's text begins with and its clause need not have: "Is with …"."""
_NUMBER = r"(?:(?:the|our|my) )?(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3})"
_YEARS = r"(?:years|decades)(?: now)?"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = r"(?:jan|feb|mar|apr|may\b|jun|jul|aug|sep|oct|nov|dec)\w*"
_SOME_DAY = (
    r"(?:next (?:month|week|year|term|spring|summer|autumn)|(?:the )?(?:end|start|beginning|middle) of \w+"
    rf"|(?:{_WEEKDAY} )?(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?:(?: of)? {_MONTH})?|{_MONTH}(?: \d{{1,4}})?|{_WEEKDAY}"
    r"|easter|christmas)"
)
_WHEN = (
    r"since (?!(?:then|this|last|today|yesterday)\b)[\w'’-]+(?: [\w'’-]+){0,4}?"
    rf"|(?:until|till) (?!(?:further|now|then|i|we)\b)[\w'’-]+(?: [\w'’-]+){{0,3}}?|(?:from|as of) {_SOME_DAY}"
)
_WHOM = (
    rf"for (?:all|both|every|each|{_NUMBER}(?! (?:\w+ )?(?:years?|months?|weeks?|days?|hours?)\b)) "
    r"(?!(?:time|seasons?|practical)\b)[\w'’-]+(?: [\w'’-]+){0,2}?"
)
_ENDS = r"(?=$|[,;.!?()–—-]| (?:and|but|so|because|or|if|when|now)\b)"
_OF_POST = LatePattern(rf" (?P<v>{_WHOM}(?: (?:{_WHEN}))?|for (?:\w+ )?[\w-]+ {_YEARS}|{_WHEN}){_ENDS}", re.IGNORECASE)
_OF_NAME = LatePattern(
    r" (?P<v>at (?:work|school|home|uni)|in (?:front of|anything|your|meetings|public|print|writing) ?[\w' -]{0,40}?)"
    rf"{_ENDS}",
    re.IGNORECASE,
)
_OF_TOOL = LatePattern(
    rf" (?P<v>for (?!(?:me|us|good|now|ever|life|once|that|this|it|it all|the (?:moment|time))\b)[\w' -]{{3,30}}?"
    r"|on (?:the|my|our) [\w' -]{3,30}?|in the [\w' -]{2,20} (?:office|shop|lab|kitchen|workshop|studio|ward))"
    rf"{_ENDS}",
    re.IGNORECASE,
)
_FROM_THEN_ON = LatePattern(rf"(?:from|as of|starting|since|until|till) (?:{_SOME_DAY}|\d{{4}})$")


def scope_of(found: Found, clause: Clause) -> str:
    """Return what a clause says right behind the words that a rule tells of it; "" where they say it all."""
    pattern = _pattern(found)
    if pattern is None or not found.text:
        return ""
    words = found.text.split()
    for first in range(1, min(_SHIFTED, len(words) - 1) + 1):
        told = " ".join(words[first:])
        at = clause.text.find(told, clause.start, clause.end)
        if at >= 0:
            another = _another(found, clause, at + len(told))
            match = pattern.match(clause.text, at + len(told) + len(another), clause.end)
            return f"{another} {_YOUR.sub('', match['v'])}" if match else another
    return ""


def _another(found: Found, clause: Clause, at: int) -> str:
    """Return what else a post is for behind its first: " and theatres" of "lead nurse for ICU and theatres"."""
    match = _AND.match(clause.text, at, clause.end) if _FOR_ONE.search(found.text) else None
    if found.attribute != "role" or match is None:
        return ""
    tags = [word.tag for word in clause.words if match.start("v") <= word.start < match.end("v")]
    return match[0] if tags and all(tag.startswith("NN") for tag in tags) else ""


_FOR_ONE = LatePattern(r" (?:for|of|in|over|on) ")
_AND = LatePattern(
    rf" (?:and|&) (?P<v>[\w'’-]+(?: [\w'’-]+)?)(?:{_ENDS}|(?= (?:for|since|until|till|from|at)\b))", re.IGNORECASE
)
_YOUR = LatePattern(r"\byour ")


def _pattern(found: Found) -> LatePattern | None:
    if found.op is not CandidateOp.ADD:
        return None
    if found.rule in _TOOLS:
        return _OF_TOOL
    if found.attribute in _NAMED:
        return _OF_NAME
    return _OF_POST if found.attribute in _POSTS else None


def begins(found: Found, clause: Clause) -> bool:
    """Return whether before a rule's words stands from when on they are so: "from May I'm head baker"."""
    post = found.op is CandidateOp.ADD and bool(found.text) and found.attribute in _POSTS
    return post and bool(clause.lead) and _FROM_THEN_ON.match(clause.lead_string) is not None
