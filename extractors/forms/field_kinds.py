"""The kinds of fields by which people tell who they are, and what their values look like; `patterns/fields.toml`."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from extractors.days.day_grammar import MONTHS
from extractors.guarding.figures import has_pronoun
from extractors.matching.late_patterns import LatePattern
from extractors.statements import profile
from extractors.syntax.chatter import PATTERNS
from memory.records import Kind, Polarity

EDGES = " \t*_,;|/\"'`"
"""What stands around a value and is no part of it."""


_NO_LABEL = LatePattern(r"(?!)")


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldKind:
    """How one kind of field is told: a row of the table.

    `alone` and `told` say where such a field is its author's by itself: anywhere, or where it is told to the bot or
    answers what was asked. `emoji` are those that stand for its label.
    """

    label: LatePattern = _NO_LABEL
    shape: str = "some"
    emoji: frozenset[str] = frozenset()
    fits: Callable[[str], bool] = bool
    text: str
    kind: Kind
    attribute: str = ""
    polarity: Polarity = Polarity.POSITIVE
    alone: bool = False
    told: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A field in a text: its range, what its label says without "my", and its value, which ends it.

    `owned` tells that "my" leads to it, `asked` that its label ends in a question mark, `parted` is the colon between
    the two, if there is one. `known` is its kind, if it is one of the table's, and `parts` what the groups of that
    row's label hold.
    """

    start: int
    end: int
    label: str
    value: str
    owned: bool = False
    asked: bool = False
    parted: str = ""
    known: FieldKind | None = None
    parts: Mapping[str, str] = field(default_factory=dict)


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads((PATTERNS / "fields.toml").read_text(encoding="utf-8"))


@cache
def field_kinds() -> tuple[FieldKind, ...]:
    """Return the kinds of fields of the table, in its order."""
    return tuple(
        FieldKind(
            label=LatePattern(row["labels"]),
            shape=row.get("value", "some"),
            emoji=frozenset(row.get("emoji", "").split()),
            fits=_FITS[row.get("value", "some")],
            text=row.get("text", "{Label} {are} {v}"),
            kind=Kind(row.get("kind", "profile")),
            attribute=row.get("attribute", ""),
            polarity=Polarity(row.get("polarity", "positive")),
            alone=row.get("alone", False),
            told=row.get("told", False),
        )
        for row in _table()["fields"]
    )


def _is_place(value: str) -> bool:
    place = re.split(r" ?[,(/]", value)[0]
    return bool(place) and len(place.split()) <= _PLACE and place[:1].isupper() and profile.named_place(place)


_PLACE = 4
"""Words of the name of a place."""


def _is_person(value: str) -> bool:
    return value.startswith("<@") or profile.is_name(re.split(r" ?[,(]", value)[0])


def _pronouns(value: str) -> bool:
    return has_pronoun(value) and LOOKS["pronouns"].fullmatch(value) is not None


ASIDE = LatePattern(r" ?\((?!\d{2,4}\) ?\d)| [-–—] |;")
"""What parts a value from what is said beside it: "Saoirse (seer-sha)"."""


def _looks(look: LatePattern, value: str) -> bool:
    return look.fullmatch(value) is not None


_MONTH = "(?:" + "|".join(sorted({*MONTHS, *_table()["months"].split()}, key=len, reverse=True)) + r")\.?"
_COUNTRIES = "|".join(_table()["countries"].split()).replace("_", " ")
LOOKS: Mapping[str, LatePattern] = {
    "some": LatePattern(r"(?=.*\w).+"),
    "pronouns": LatePattern(
        r"(?:[^\W\d]{1,6} ?/ ?[^\W\d]{1,6}(?: ?/ ?[^\W\d]{1,6})?(?: (?:or|and) [^\W\d]{1,6}/[^\W\d]{1,6})?"
        r"|any(?: pronouns)?)(?: ?\(.*)?",
        re.IGNORECASE,
    ),
    "day": LatePattern(
        rf"(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th|\.|º|er)?(?: of| de| d['’])? ?{_MONTH}|\d{{1,2}}月\d{{1,2}}[日号]?"
        rf"|{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)(?:,? (?:de )?(?:19|20)\d\d)?(?: ?\((?![A-ZÀ-Þ<])[^)]*\))?"
        r"|\d{1,2}[./-]\d{1,2}(?:[./-](?:19|20)\d{2})?|(?:19|20)\d\d-\d\d-\d\d",
        re.IGNORECASE,
    ),
    "timezone": LatePattern(
        r"(?:[A-Z]{2,5}(?: ?[+−-] ?\d{1,2}(?::?\d\d)?)?|[A-Z][a-z]+/[A-Z][A-Za-z_/]+"
        r"|(?:(?:[Cc]entral|[Ee]astern|[Ww]estern|[Pp]acific|[Mm]ountain|UK|US|[Ee]uropean|[Ii]ndian?|[Jj]apan|[Bb]ritish|"
        r"[Ii]rish|[Ss]ummer|[Ss]tandard|[Tt]ime)(?: |$)){1,5})(?:\W.*)?"
    ),
    "zone": LatePattern(
        r"(?:UTC|GMT|CES?T|EES?T|WES?T|BST|MSK|[ECMP][SD]T|[JK]ST|IST|SGT|HKT|ICT|WIB|PKT|A[EC][SD]T|AWST|NZ[SD]T|SAST|[CEW]AT"
        r"|BRT|ART|PET|COT)(?: ?[+−-] ?\d{1,2}(?::?\d\d)?)?(?: ?\([^()]{2,30}\))?"
    ),
    "town and country": LatePattern(
        rf"[A-ZÀ-Þ][\w'’.-]+(?:[ ][A-ZÀ-Þ][\w'’.-]+){{0,2}}, ?(?:{_COUNTRIES}|A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI"
        r"|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])"
    ),
    "hours": LatePattern(r".*(?:\d|\b(?:mornings?|afternoons?|evenings?|nights?|lates|earlies|days|part[ -]time)\b).*"),
    "email": LatePattern(r"[^\s@]+@[^\s@]+\.[a-z]{2,}(?:\W.*)?", re.IGNORECASE),
    "phone": LatePattern(r"(?!\d{3}-\d\d-\d{4}$)\+?\(?\d(?:[ ()/.-]{0,3}\d){6,14}(?: ?\(.*)?"),
    "words": LatePattern(r"(?=[^\d]*[^\W\d_]{3})[^\W\d].+"),
    "few": LatePattern(r"[^\W\d_][^\s]*(?: [^\s]+){0,3}"),
    "tool": LatePattern(
        r"(?!(?:crash|fix|clear|updat|restart|open|clos|stopp)\w*\b)[^\W\d_][\w.+#/-]*(?: [A-Z\d][\w.]*){0,2}"
    ),
    "languages": LatePattern(
        r"(?!.*\b(?:python|java(?:script)?|typescript|go(?:lang)?|rust|ruby|php|sql|perl|kotlin|swift|scala|haskell|c\+\+|c#)(?!\w))"
        r"[^\W\d][^\d:/]{2,80}",
        re.IGNORECASE,
    ),
    "eater": LatePattern(
        r"(?:(?:mostly|strictly|fully|almost) )?(?:vegan|vegetarian|veggie|pesc[ae]tarian|flexitarian|halal|kosher"
        r"|[a-z]+[- ]free)\b.*",
        re.IGNORECASE,
    ),
    "diet": LatePattern(
        r".*\b(?:omnivore|carnivore|gluten|dairy|lactose|nuts?|meat|pork|beef|fish|shellfish|eggs?|keto|paleo|everything"
        r"|anything|no [a-z]+)\b.*",
        re.IGNORECASE,
    ),
    "allergy": LatePattern(
        r"(?!.*\b(?:people|mornings?|mondays?|meetings?|invoices?|emails?|deadlines?|work(?:ing)?|nonsense|calls|stupid\w*"
        r"|bull\w+|effort|spreadsheets?|small talk|slack|jira|boredom|drama|exercise|capitalism)\b)(?=.*\w).+",
        re.IGNORECASE,
    ),
    "own": LatePattern(
        r"(?:an? |one |two |three |four |five |six |seven |\d+ |(?:[\w-]+ ){1,3}(?:called|named) ).+", re.I
    ),
    "called": LatePattern(r"[A-ZÀ-Þ][\w'-]+(?: \([^)]{1,12}\))?(?:(?:,| and| &| \+) .+)?"),
    "fluency": LatePattern(
        r"(?:(?:fairly |pretty |very |quite |almost |mostly |nearly ){0,2}(?:native|fluent(?:ly)?|mother tongue"
        r"|first language|bilingual|good|decent|ok(?:ay)?|basic|conversational|rusty|some|a (?:little|bit)|so-so"
        r"|beginner|intermediate|advanced|proficient|passable|working knowledge|learning"
        r"|[abc][12])(?: level)?)(?:[ ,(].{0,30})?",
        re.IGNORECASE,
    ),
    "size": LatePattern(
        r"(?:x{0,3}s|m|x{0,4}l|small|medium|large|\d{1,2}(?:[.,]5)?(?: (?:wide|UK|EU|US))?)", re.IGNORECASE
    ),
}
_FITS: Mapping[str, Callable[[str], bool]] = {
    "name": lambda value: profile.is_name(ASIDE.split(value)[0]),
    "place": _is_place,
    "person": _is_person,
    **{name: partial(_looks, look) for name, look in LOOKS.items()},
    "pronouns": _pronouns,
}
"""What a value has to look like, by the name that the table gives to that."""
