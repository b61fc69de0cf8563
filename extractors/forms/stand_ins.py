"""Who stands in for somebody away, or whom to ask meanwhile: "cover: Hana", "deploys -> Lena"."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from extractors.days.day_grammar import MONTHS
from extractors.matching.late_patterns import LatePattern
from extractors.syntax.chatter import PATTERNS


@dataclass(frozen=True, slots=True)
class StandIn:
    """Who stands in for what, as it is told, and where that ends in the text.

    `days` is what is said of when behind it, and `says_when` whether that it is of an absence is said with it.
    """

    text: str
    end: int
    days: str
    says_when: bool


def _duties() -> str:
    """Return a pattern of what an absence leaves undone."""
    data = tomllib.loads((PATTERNS / "notices.toml").read_text(encoding="utf-8"))
    words: str = data["words"]["duties"].replace("\n", "")
    return f"(?:{words})"


def stand_ins_at(text: str, start: int, end: int, *, near: bool) -> Iterator[StandIn]:
    """Yield who may stand in by what begins there, the likeliest first.

    Args:
        text: The text.
        start: Where it begins.
        end: Where it has to end.
        near: Whether a notice of absence stands right before it, of which "deploys -> Lena" may be told.
    """
    if near and (match := _DOES.match(text, start, end)) is not None and not _is_nobody(match["who"]):
        yield StandIn(" ".join(match["said"].split()), match.end(), match["days"] or "", says_when=True)
    for patterns, told in ((_COVERS, "Cover"), (_CONTACTS if near else _CONTACTS[:2], "Contact")):
        for pattern in patterns:
            match = pattern.match(text, start, end)
            if match is None or _is_nobody(match["who"]):
                continue
            if pattern is _CONTACTS[-1] and not (match["who"].startswith("<@") or _TO_GO.search(match[0])):
                continue  # "Mood: Excited"
            what = f" for {match['what']}" if match["what"] else ""
            says_when = bool(match["while"]) or _MEANWHILE_IN.search(match[0]) is not None
            yield StandIn(f"{told}{what} is {match['who']}", match.end(), match["days"] or "", says_when)


def tells_stand_in(text: str) -> bool:
    """Return whether a text begins with who stands in: "(cover: Hana)"."""
    return any(one.match(text) for one in (*_COVERS, *_CONTACTS))


_PERSON = r"(?:<@\w+>|(?-i:[A-ZÀ-Þ][a-zà-ÿ'’-]{1,20}(?: [A-ZÀ-Þ][a-zà-ÿ'’-]{1,20})?))"
WHO = rf"(?P<who>#[\w-]+|{_PERSON}(?:(?: ?[,/&] ?| and | or ){_PERSON}){{0,3}})"
_ASK = (
    r"(?:ask|ping|contact|message|dm|e-?mail|call|talk to|speak to|speak with|see|go to|reach out to|reach|poke|slack"
    r"|bother)"
)
_AWAY = r"(?:away|out|off|gone|ooo|on (?:leave|holiday|pto|vacation|annual leave|parental leave))"
_MEANWHILE = (
    rf"(?:(?:while|when|whilst) (?:i['’]?m|i am|we['’]?re) {_AWAY}|(?:in|during) my absence|meanwhile|in the meantime)"
)
_WHAT = (
    r"(?P<what>(?!(?:it|that|this|them|me|cc|from|author|note)\b)[\w'’&/-]+"
    r"(?: (?!(?:till?|until|while|when|then|meanwhile|so|because)\b)[\w'’&/-]+){0,4}?)"
)
_THEN = (
    r"(?: (?:please|pls|instead|for me|then|thanks|ok|that week|(?:till|until) i(?:['’]?m| am| get) back)){0,3}"
    rf"(?P<while>,? {_MEANWHILE}(?P<days> [^,.;:!?\n]{{2,40}})?)?[ ]?(?=$|[.;!\n,)(])"
)
_DOES = LatePattern(
    rf"(?P<said>{WHO} (?:has(?: got)?|have|takes?(?: over)?|is taking(?: over)?|runs?|is running|handles?|is handling"
    r"|looks? after|is looking after|approves?|is approving|signs? off(?: on)?|minds?|is minding|holds?|is holding|does"
    r"|is doing|is on|are on|owns?|picks? up|is picking up)"
    rf" (?:the |my |all |any )?(?:[\w'’&/-]+ ){{0,2}}?{_duties()}){_THEN}",
    re.IGNORECASE,
)
"""What somebody else does meanwhile, of what an absence leaves undone: "Kofi approves payments"."""
_COVERS = (
    LatePattern(
        r"(?:my |the )?(?:cover(?:age|ing)?|back-?up|stand-?in|deputy|in charge|covered by)(?: person)?"
        rf"(?: (?:for me|is|will be|by|{_MEANWHILE})){{0,3}} ?[:=–-]? ?{WHO}(?: (?:for|on) {_WHAT})?{_THEN}",
        re.IGNORECASE,
    ),
    LatePattern(
        rf"{WHO} (?:(?:is|will be|are|will) )?(?:covering|covers?|on point|standing in|stands in|stepping in"
        rf"|filling in|in charge|"
        rf"my (?:cover|backup|deputy))\b(?: for me)?(?: (?:for )?{_WHAT})?{_THEN}",
        re.IGNORECASE,
    ),
)
_CONTACTS = (
    LatePattern(
        rf"(?:please |pls |kindly |just |you can ){{0,2}}{_ASK} {WHO}(?: (?:for|about|on|re|with|regarding) {_WHAT}"
        rf"| if [\w' ]{{3,30}}?)?{_THEN}",
        re.IGNORECASE,
    ),
    LatePattern(
        rf"(?:my |the )?(?:(?:point of )?contact|poc|go-to)(?: person)?(?: (?:is|will be|{_MEANWHILE}))?"
        rf" ?[:=–-]? ?{WHO}(?: (?:for|on) {_WHAT})?{_THEN}",
        re.IGNORECASE,
    ),
    LatePattern(
        rf"(?:for |re )?{_WHAT}(?: questions?| stuff| things| queries| requests| issues)?"
        rf"(?: ?(?::|->|→|=>|=|–|-)>? ?(?:please |pls )?(?:{_ASK} )?|,? (?:please |pls )?{_ASK} |,? (?:goes?"
        rf"|go) to | (?:is|are|stays?) with ){WHO}{_THEN}",
        re.IGNORECASE,
    ),
)
WHILE_AWAY = LatePattern(
    rf"\W{{0,4}}(?:(?:cover(?:age)?|contacts?"
    rf"|who to ask) )?{_MEANWHILE}(?P<days>[^:,\n]{{0,40}}?)[ ]?[:,-]?[ ]?(?=\S|$)",
    re.IGNORECASE,
)
_TO_GO = LatePattern(rf"(?:{_ASK}|goes?(?: to)?|(?:is|are|stays?) with) |->|→|=>", re.IGNORECASE)
_MEANWHILE_IN = LatePattern(_MEANWHILE, re.IGNORECASE)
_NO_PERSON = frozenset(
    """me you us them everyone anyone someone nobody the a an it this that these those none tbd tbc na monday tuesday
    wednesday thursday friday saturday sunday today tomorrow""".split()
)


def _is_nobody(who: str) -> bool:
    return who.split()[0].lower() in _NO_PERSON or who.split()[0].lower() in MONTHS
