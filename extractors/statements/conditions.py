"""What a rule of the house or an order to the bot holds under, which stands beside its clause and belongs to it.

"Nobody goes in unless the alarm is off" without its second half is another rule, and "include the clause number"
another order without "when you cite a regulation".
"""

import re

from extractors.guarding.guards import is_private
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from extractors.secrets import find_doubtful
from extractors.statements import feedback
from extractors.statements.rules import Found
from extractors.syntax.canonical import in_third_person
from extractors.syntax.clauses import Clause
from memory.records import Kind

_PROHIBITS = frozenset({"must-not", "nobody-may", "nothing-may", "nobody-does", "house-must", "house-rule"})
_REST = r"[^.!?;,()\n]{3,80})(?=[.!?,]|\s*$)"
_CONDITION = LatePattern(rf",? (?P<v>(?:unless|while|except|if|when|without) {_REST}", re.IGNORECASE)
"""What a rule of the house holds under, without which it would be another: "nobody goes in unless the alarm is off"."""
_EXCEPTION = LatePattern(
    rf",? (?P<v>(?:unless|except|only (?:when|if)|(?<=only )(?:when|if)) (?!you\b){_REST}", re.IGNORECASE
)
"""What is not so of a statement: "doesn't eat meat unless their mum cooks it"."""
_NEVER = LatePattern(r"\b(?:never|n['’]t|not|nobody|no one|nothing)\b", re.IGNORECASE)
_UNTIL = LatePattern(
    rf",? (?P<v>(?:before|until|till) (?:an?|the|my|our|somebody|someone|i|we|it|they) {_REST}", re.IGNORECASE
)
"""What has to be done first: "never sends a contract before a second person has read it"."""
_TIMES = (
    r"(?:(?:when(?:ever)?|any ?time|every time|each time) (?:you|i)"
    r"|if (?:you (?:ever )?(?:give|send|write|show|list|draft|quote|cite|mention|suggest|make|use|refer|translate)"
    r"|i (?:ask|write|send|paste)))"
    r" (?!get\b|got\b|have (?:an?|the|some|time)\b|(?:are|am|is|can|could|need|want|see this|come|arrive|leave)\b)"
)
_EACH_TIME_BEHIND = LatePattern(rf",? (?P<v>{_TIMES}{_REST}", re.IGNORECASE)
"""When an order is to be followed, behind it: "include the ticket number when you mention a bug"."""
_EACH_TIME_BEFORE = LatePattern(
    rf"\W*(?:(?:and|but|so|also|please) ){{0,3}}(?P<v>{_TIMES}[^.!?;,()\n]{{3,80}}?),?"
    r"(?: (?:please|then|can you|could you|would you|just|i would (?:like|ask|want) (?:you )?to|i'd (?:like|ask) you to"
    r"|i want(?: you to)?|i'd like)){0,3}\s*$",
    re.IGNORECASE,
)
"""The same before it: "when you cite a regulation to me, include the clause number"."""


def held_under(found: Found, words: str, clause: Clause, text: CleanText) -> str:
    """Return " unless the alarm is off" where that stands beside what is told; "" where nothing to be told does."""
    ordered = found.kind is Kind.FEEDBACK or (found.rule == "judge" and bool(feedback.order(clause)))
    if ordered and (when := each_time(words, clause, text)):
        return when
    said = in_third_person(clause.text[clause.start : clause.end])
    if not said.endswith(words.rpartition(" ")[2]):
        return ""
    match = (_CONDITION if found.rule in _PROHIBITS else _EXCEPTION).match(clause.text, clause.end)
    if match is None and _NEVER.search(words) is not None:
        match = _UNTIL.match(clause.text, clause.end)
    return _told(match, clause, text)


def each_time(words: str, clause: Clause, text: CleanText) -> str:
    """Return " when you cite a regulation" where that stands beside an order whose words do not tell when it holds."""
    if _TELLS_WHEN.search(words) is not None:
        return ""
    behind = _EACH_TIME_BEHIND.match(clause.text, clause.end)
    return _told(behind or _EACH_TIME_BEFORE.match(clause.text, clause.sentence[0], clause.start), clause, text)


def _told(match: re.Match[str] | None, clause: Clause, text: CleanText) -> str:
    if match is None:
        return ""
    start, end = match.span("v")
    if text.is_opaque(start, end) or is_private(match["v"]) or tells_secret(clause, start, end):
        return ""
    condition = in_third_person(match["v"])
    return f" {condition[:1].lower()}{condition[1:]}"


_TELLS_WHEN = LatePattern(r"\b(?:when|whenever|if|any ?time|(?:every|each)(?: single)? time|unless)\b", re.IGNORECASE)


def tells_secret(clause: Clause, start: int, end: int) -> bool:
    """Return whether something in a range of a clause's message may be a secret."""
    return any(secret.start < end and start < secret.end for secret in find_doubtful(clause.text))
