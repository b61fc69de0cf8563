"""Orders to the bot that hold for good though no word says so: "be stricter with my spelling".

They are told by what they are about. How the bot speaks is nobody's wish for one answer only, unless something tells
that it is: "no jokes in this one". The orders are data, in `patterns/standing_orders.toml`. They are read from the
words as they were written, for where a clause ends tells little of an order: "assume I know nothing about tax".
"""

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache

from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.matching.sieve import Sieve
from extractors.secrets import find_doubtful
from extractors.statements.feedback import order, requested_before
from extractors.statements.rules import Found, capitalised, compiled, filled
from extractors.syntax.canonical import in_third_person
from extractors.syntax.chatter import PATTERNS
from extractors.syntax.clauses import Clause
from memory.records import Kind

RULE = "standing-order"
"""The rule of what is read here, with the name of its pattern behind it: "standing-order: be-so"."""
CONFIDENCE = 0.99
"""How surely such an order is one; the judge has learned of orders with a word such as "always" in them."""
_LONGEST_SENTENCE = 400
"""Characters of a sentence that may be an order, about."""


@dataclass(frozen=True, slots=True)
class _Order:
    """One way to give such an order: it `holds` only with a word that tells so, or only `alone` in its message."""

    name: str
    pattern: LatePattern
    text: str
    holds: bool
    alone: bool


_MACROS = {
    "%dont%": r"(?:do(?: not|n'?t)|never)",
    "%may%": r"you (?:can|may|could)(?: just| now| always| safely| happily)? |feel free to ",
    "%quoted%": r"""(?:"[^"]{2,40}"|(?<!\w)'[^'"]{2,40}'(?!\w))""",
    "%where%": (
        r"(?: (?:at|in|on|from|with|for|to|when) (?:the )?(?:(?:very )?(?:end|start|beginning|top|bottom|head"
        r"|close|foot)"
        r"(?: of (?:your|each|every|all) [\w'-]+(?: [\w'-]+)?)?|(?:your|each|every|all) [\w'-]+|answers|replies|me\b"
        r"|you (?:answer|reply|write)(?: (?:to )?me)?))?"
    ),
}
"""Pieces of patterns that hold no list of words: what forbids, allows, and where in an answer something stands."""


@cache
def sieve() -> Sieve[_Order]:
    """Return the ways to give such an order, most of them to be passed over at a glance at the words said."""
    data = tomllib.loads((PATTERNS / "standing_orders.toml").read_text(encoding="utf-8"))
    orders = [
        _Order(
            table["name"],
            compiled(_BEFORE + _put_in(table["pattern"]) + _ENDS),
            table.get("text", "{v}"),
            table.get("holds", False),
            table.get("alone", False),
        )
        for table in data["orders"]
    ]
    return Sieve((order.pattern.written, order) for order in orders)


def _put_in(pattern: str) -> str:
    for name, piece in _MACROS.items():
        pattern = pattern.replace(name, piece)
    return f"(?:{pattern})"


_BEFORE = (
    r"(?i)\W{0,3}(?:(?:hi|hiya|hey|hello|ok|okay|oh|also|btw|by the way|and|but|so|then|right|well|look|listen"
    r"|thanks|thank you"
    r"|cheers|fyi|one (?:more )?thing|small thing|quick (?:note|thing)|a (?:small )?request|no offence|honestly|nice"
    r"|great|lovely|from now on|going forward|in future)\b[\s,:;.!–—-]{0,3}){0,3}"
    r"(?:(?P<asked>(?:can|could|would|will) (?:you|u)|you (?:could|can|might)(?= (?:try|be (?:a bit|a little"
    r"|a lot|much|more|less|way))\b)|i(?:'d"
    r"| would)(?: really)? (?:like|love|prefer|want)"
    r"(?: for)? you to|i (?:want|need) you to|you (?:should|must|need to|have to)|try to|try and|mind you|do"
    r"|just|only)\s)?"
    r"(?:(?:please|pls|plz|kindly|just|maybe|also|try to|always)[\s,]{1,2}){0,3}"
)
"""What may stand before such an order."""
_ENDS = (
    r"(?P<courtesy>(?:,? ?\b(?:please|pls|plz|thanks|thank you|thx|cheers|ta|ok|okay|always|ever|for good|from now on"
    r"|permanently|forever|for ever|in future|going forward|in general|generally|as a rule|though|mate|buddy|would you"
    r"|will you|lol|haha|if you can|if possible|if you don't mind|next time)\b){0,4}+)"
    r"(?=\s*(?:$|[,;.!?()\n–—-]|(?:because|cos|cause|since|as i|as my|so (?:that )?i|i(?:'m|'ve|'ll|'d| am)?\b)))"
)
"""How it has to end: with its sentence, or where it goes on with a reason."""


def standing_order(clause: Clause) -> Found | None:
    """Return the order that begins where a clause does and holds for good, or None."""
    if clause.sentence_index and clause.joined not in _GOES_ON:
        return None
    told = [word for word in (*clause.lead, *clause.words) if word.end > word.start]
    if not told:
        return None
    start = told[0].start if clause.sentence_index else clause.sentence[0]
    said = clause.text[start : clause.sentence[1]].translate(_STRAIGHT)
    if not said.strip() or len(said) > _LONGEST_SENTENCE:
        return None
    behind = clause.text[clause.sentence[1] : clause.sentence[1] + _NEXT]
    stated = told[0].norm in {"i", "we"} and len(told) > 1 and told[1].norm not in _WISHING
    stated = stated and not (clause.joined in _WHENEVER and not clause.sentence_index)
    matches = () if stated else ((one, one.pattern.match(said)) for one in sieve().possible(said.lower()))
    found = next(
        (
            _found(one, match, clause, start)
            for one, match in matches
            if match and _holds(one, match, said, behind, clause)
        ),
        None,
    )
    found = found or _for_good(clause, behind)
    return None if found is None or _of_something_else(clause, start) else found


def _of_something_else(clause: Clause, start: int) -> bool:
    """Return whether an order that begins at `start` is about what was asked for before, or for somebody else."""
    if requested_before(clause) or _WORKED_ON.search(clause.text, max(0, start - _AT_WORK), start):
        return True
    return _TO_SOMEBODY.search(clause.text[clause.sentence[0] : start + 40]) is not None


_GOES_ON = frozenset({",", ";", ":", "so", "and", "but", "then", "-", "–", "—", "because", "since"})
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\n": " "})
_WHENEVER = frozenset({"when", "whenever", "if"})
"""What leads to the case of an order at the beginning of its sentence: "when I say tea I mean dinner"."""
_WISHING = frozenset("would 'd want need really".split())
"""Verbs behind "I" that an order may begin with."""
_AT_WORK = 300
"""Characters before an order in which something may be worked on."""
_NEXT = 60
"""Characters of the next sentence, in which it may be said that an order holds, or does not."""
_WORKED_ON = LatePattern(
    r"\b(?:cut|shorten|trim|redo|rewrite|make|change|fix|move|put|add|try|turn|tighten|tidy|translate|polish"
    r"|check|read)"
    r" (?:it|this|that|these|those)\b",
    re.IGNORECASE,
)
"""What is asked before of something at hand, which what follows is about as well: "cut it in half. lose the jokes"."""
_TO_SOMEBODY = LatePattern(
    r"^\W{0,2}(?:(?:tell|ask|remind) (?!me\b|us\b)|everyone|everybody|folks|guys|team|all\b)", re.IGNORECASE
)
"""How a sentence begins that is for somebody else, or of what to tell them."""


def _holds(one: _Order, match: re.Match[str], said: str, behind: str, clause: Clause) -> bool:
    """Return whether an order is for all answers: nothing at hand is named, and no reason that passes is given."""
    tail = said[match.end() :]
    for_good = _FOR_GOOD.search(match["courtesy"]) is not None or _SAYS_SO.match(behind) is not None
    if one.holds and not (for_good or _EACH.search(match["v"])):
        return False
    if one.name == "figures-so" and match["asked"]:
        return False
    asks = tail.rstrip().endswith("?")
    if asks and not (match["asked"] or _TAG.fullmatch(tail)):
        return False
    if one.alone and ("?" in clause.text or _AND_DO.match(tail) or len(clause.text) > len(said) + _NEXT):
        return False
    if tail.lstrip()[:1] == ":" or _NOW.search(_QUOTED.sub("", match["v"])) or _PASSES.search(tail):
        return False
    return not (guards.is_private(match["v"]) or _PASSES.match(behind) or _secret(clause, match["v"]))


_QUOTED = LatePattern(_MACROS["%quoted%"])
_FOR_GOOD = LatePattern(
    r"\b(?:always|ever|for good|from now on|permanently|for ?ever|in future|going forward|in general|generally"
    r"|as a rule)\b",
    re.IGNORECASE,
)
_SAYS_SO = LatePattern(
    r"\W*(?:always|ever|for good|permanently|for ?ever|every (?:single )?time|each time|from now on|as a rule"
    r"|by default"
    r"|at all times|no exceptions|without exception)(?: please)?\W*(?:$|\n)",
    re.IGNORECASE,
)
"""What is said behind an order, in a sentence of its own: "… day first. Always."."""
_EACH = LatePattern(
    r"\b(?:your|each|every|all) (?:answers?|repl(?:y|ies)|responses?|messages?|texts?|turns?)\b|\b(?:with me)$",
    re.IGNORECASE,
)
_TAG = LatePattern(
    r"[\s,]*(?:ok|okay|yeah|yes|alright|all right|right|please|deal|would you|will you|can you)?\s*\?+", re.IGNORECASE
)
_AND_DO = LatePattern(r"[\s,]*(?:and|then|so)\b", re.IGNORECASE)
_NOW = LatePattern(
    r"\b(?:this|these|those|today|tonight|tomorrow|yet|again|now|here|him|for (?:a|one|two|five|the) (?:sec"
    r"|second|minute"
    r"|min|moment|bit|while)|at the moment|just once|above|below|(?:in|of|on|from|for|to|about) (?:the|that"
    r"|my) (?:[\w'-]+ )?"
    r"(?:letter|email|e-mail|report|doc|document|file|draft|poster|flyer|text|paragraph|page|slide|slides|deck"
    r"|table|post"
    r"|article|essay|speech|story|poem|chapter|meeting|call|demo|invitation|invite|card|list|minutes|agenda|form|notice"
    r"|caption|summary|bio|cv|recipe|song)"
    r"|the (?:first|second|third|fourth|last|next|other)(?! time)\b"
    r"|that(?! (?:i|i'm|you|you're|much|often|many|hard|it|formal|polite|[a-z]+y)\b))\b",
    re.IGNORECASE,
)
"""What tells that an order is for what is at hand."""
_PASSES = LatePattern(
    r"\b(?:about to|in a (?:hurry|rush|meeting|queue)|running late|let'?s|(?:it'?s|it is|that'?s|that is|all|you'?re) "
    r"(?:fine|ok|okay|alright|all right|good|my (?:fault|mistake|bad)|not (?:your|you)|nothing|forgiven)|(?:it"
    r"|that) was "
    r"(?:my|me|our|nothing)|(?:i|we) (?:made|messed|forgot|got it)|no (?:worries|harm|problem|big deal)|not your fault"
    r"|for now|this (?:time|one|once)|(?:starts?|leaves?|begins?|boards?) in|(?:i|we)(?:'ve| have)? (?:only )?(?:got )?"
    r"(?:one|two|five|ten|\d+) (?:min|minutes?|seconds?|secs?)|(?:just|instead|and) (?:thank|tell|ask|send|give"
    r"|check|say|write|do)"
    r"|play along|for (?:the|this|my) (?:[\w'-]+ )?(?:letter|email|report|draft|poster|flyer|speech|card"
    r"|invitation|talk))\b",
    re.IGNORECASE,
)
"""What stands behind an order of the moment: why it is one, or what to do instead."""


def _secret(clause: Clause, said: str) -> bool:
    at = clause.text.translate(_STRAIGHT).find(said)
    return any(secret.start < at + len(said) and at < secret.end for secret in find_doubtful(clause.text))


def _found(one: _Order, match: re.Match[str], clause: Clause, start: int) -> Found:
    groups = {
        name: _spelled(" ".join(clause.text[start + first : start + end].split()).strip(" ,;:!?-–—"))
        for name, (first, end) in ((name, match.span(name)) for name in ("v", *_ALSO.get(one.name, ())))
    }
    told = filled(one.text, groups)
    return Found(Kind.FEEDBACK, in_third_person(capitalised(told)), f"{RULE}: {one.name}", confidence=CONFIDENCE)


_ALSO = dict.fromkeys(("no-such-wording", "never-such-wording", "means-when-said", "means-such"), ("w",))
"""Groups of patterns beside v that their texts name."""


def forbids_wording(clause: Clause) -> bool:
    """Return whether the quoted words of a clause are such as the bot should not say: 'stop saying "sure thing"'."""
    found = standing_order(clause)
    return found is not None and found.rule.removeprefix(f"{RULE}: ") in _OF_WORDINGS and '"' in found.text


_OF_WORDINGS = frozenset({"may-skip-each", "need-not-say", "no-such-wording", "never-such-wording"})


def _spelled(written: str) -> str:
    """Return an order with its apostrophes, without the courtesies in it: "dont hedge" is "don't hedge"."""
    straight = written.translate(_STRAIGHT)
    if _QUOTED.search(straight):
        return _QUOTED.sub(lambda quoted: f'"{quoted[0][1:-1].strip(" ,;:.!?")}"', straight)
    for pattern, instead in _SPELLINGS:
        written = pattern.sub(instead, written)
    return written


_SPELLINGS = (
    (LatePattern(r"\b([Dd])ont\b"), r"\1on't"),
    (LatePattern(r"^(?:please|always please|either please),? ", re.IGNORECASE), ""),
    (LatePattern(r",? (?:please|pls|plz)\b,?(?= )", re.IGNORECASE), ""),
    (LatePattern(r"(?:,? (?:please|pls|plz|thanks|thx|ok))+$", re.IGNORECASE), ""),
    (LatePattern(r"\b(?:im)\b"), "I'm"),
    (LatePattern(r"\bi(?= )"), "I"),
)


def _for_good(clause: Clause, behind: str) -> Found | None:
    """Return any order behind which it is said that it holds: "write my dates day first. Always."."""
    says_so = _SAYS_SO.match(clause.text[clause.end : clause.sentence[1]] + behind) is not None
    if not says_so or clause.question or guards.moment(clause):
        return None
    spoken = tuple(word for word in clause.words if word.end > word.start)
    if not spoken or not (spoken[0].tag == "VB" or spoken[0].norm in _BEGINS_ORDER):
        return None
    told = order(replace(clause, words=spoken))
    if not told or len(spoken) < _SHORTEST or _NOW.search(told) or guards.is_private(told) or _secret(clause, told):
        return None
    return Found(Kind.FEEDBACK, in_third_person(told), f"{RULE}: for-good", confidence=CONFIDENCE)


_SHORTEST = 3
"""Words of the shortest order that says what to do."""
_BEGINS_ORDER = frozenset("do never always please".split())
