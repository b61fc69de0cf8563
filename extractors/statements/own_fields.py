"""What somebody asks to have changed of what is known of them: "can you change my mobile to 07700 900261?".

A field is what people call a piece of what is noted of them, in a word or three: "job title", "home address".
"""

import re

from extractors.matching.late_patterns import LatePattern
from extractors.statements.rules import Found, capitalised, original
from extractors.syntax.clauses import Clause
from memory.records import Kind

ASKED_OTHERWISE = "asked-otherwise"
"""The rule of what is asked to be changed."""
_NEARBY = 120
"""Characters before a clause in which the field stands that it gives."""
FIELD = (
    r"(?:first name|last name|surname|second name|maiden name|display name|name|nickname|pronouns|birthday|"
    r"date of birth|manager|line manager|boss|team|department|employer|company|job title|title|role|time ?zone|"
    r"extension|ext|e-?mail(?: address)?|(?:mobile|phone|cell|telephone|contact|work|home)(?: phone)?(?: number)?|"
    r"number|home address|postal address|address|home ?town|home town|city|location|handle|username)"
)
"""What people call what is noted of them."""


def asked_otherwise(clause: Clause) -> Found | None:
    """Return what somebody asks to have noted of them from now on: "can you change my mobile to 07700 900261?"."""
    match = _ASKED.match(clause.string)
    before = clause.text[max(0, clause.start - _NEARBY) : clause.start]
    led = _FIELD_BEFORE.search(before) if clause.joined == ":" else None
    if match is None and led is None:
        return None
    label = match["a"] if match else (led["a"] if led else "").lower()
    value = original(clause, match, "v") if match else clause.line.original(0, len(clause.string)).strip(" ,.!")
    fits = next((fit for names, fit in _FITTING if names.fullmatch(label)), _ANY_VALUE)
    if not fits.fullmatch(value) or _NO_VALUE.match(value.lower()):
        return None
    return noted_otherwise(label, value, ASKED_OTHERWISE)


def noted_otherwise(label: str, value: str, rule: str) -> Found:
    """Return a field as it is, which was noted otherwise."""
    kind = Kind.FACT if label in {"manager", "line manager", "boss"} else Kind.PROFILE
    be = "are" if label in {"pronouns", "hours", "working hours"} else "is"
    said = "Name" if label == "first name" else capitalised(label)
    return Found(kind, f"{said} {be} {value}", rule, _ATTRIBUTES.get(label, label), value, confidence=0.985)


_ASKED = LatePattern(
    r"(?:(?:(?:can|could|would|will|might|may) (?:you|u|we|i|somebody|someone|anyone)|(?:i|we) (?:need|want|would like|"
    r"have) to|(?:need|want) to|time to|you can|you may|let us|(?:i|we)) )?"
    r"(?:please |pls |plz |kindly |just |also |now |maybe ){0,3}"
    r"(?:change|update|swap|switch|correct|fix|amend|edit|alter|reset) my "
    rf"(?:new |old |saved |work |main )?(?P<a>{FIELD})"
    r"(?: (?:(?:you have|you keep|you got) )?(?:on|in|for) (?:file|record|me|here"
    r"|your (?:notes|files?|records?|memory)))?"
    r"(?: from [^,;.!?]{1,40}?)? (?:to|as|with|over to|is)(?: (?:be|read|this|say|the new one))?(?: ,| :)? "
    r"(?P<v>[^,;!?]+?)(?: (?:please|pls|thanks|thank you|ta|now|from now on|instead|would you|will you)){0,4}"
    r"(?=$| [,;!?]| (?:and|but|because|since|so|as|if|when|not|from|starting)\b)"
)
"""How it is asked, as a question or an order, to the bot or to a colleague."""
_FIELD_BEFORE = LatePattern(rf"\b(?:change|update|correct|amend|fix) my (?P<a>{FIELD})(?: please| pls)?\s*:\s*$", re.I)
"""The same, the value behind a colon."""
_ANY_VALUE = LatePattern(r"[^\W_].{1,50}")
_FITTING = (
    (LatePattern(r"e-?mail(?: address)?"), LatePattern(r"\S+@\S+\.\S+")),
    (
        LatePattern(r"(?:(?:mobile|phone|cell|telephone|contact|work|home)(?: phone)?(?: number)?|number)"),
        LatePattern(r"\+?[\d(][\d ()/.-]{4,24}\d"),
    ),
    (LatePattern(r"(?:extension|ext)"), LatePattern(r"#?\d{2,6}")),
    (LatePattern(r"(?:birthday|date of birth)"), LatePattern(r".*\d.*")),
    (LatePattern(r"(?:home |postal )?address"), LatePattern(r".*(?:\d|[A-ZÀ-Þ]).{2,60}")),
    (
        LatePattern(r".*name|manager|line manager|boss|home ?town|home town|city|location"),
        LatePattern(r"[A-ZÀ-Þ](?:(?! (?:in|on) (?:the|this|that|every)\b).){1,40}"),
    ),
    (LatePattern(r"pronouns"), LatePattern(r"\w+ ?/ ?\w+(?: ?/ ?\w+)?")),
)
"""What the value of a field has to look like, to be one; any other is some words."""
_NO_VALUE = LatePattern(
    r"(?:something|anything|someone|it|that|this|one|mine|what|whatever|the (?:other|same|new|old|right|next|first)|"
    r"a (?:different|new|better|shorter|longer|proper)|\w+ing\b|match\b|have\b|be\b|show\b|include\b)"
)
"""What is no value, but tells how something should be."""
_ATTRIBUTES = {
    "boss": "manager",
    "first name": "name",
    "time zone": "timezone",
    "job title": "role",
    "title": "role",
    "hours": "working_hours",
    "working hours": "working_hours",
    "last name": "surname",
    "second name": "surname",
    "display name": "nickname",
    "date of birth": "birthday",
    "line manager": "manager",
    "e-mail": "email",
    "email address": "email",
    "e-mail address": "email",
    "phone number": "phone",
    "number": "phone",
    "mobile": "phone",
    "mobile number": "phone",
    "mobile phone": "phone",
    "phone": "phone",
    "cell": "phone",
    "cell phone": "phone",
    "telephone": "phone",
    "telephone number": "phone",
    "contact number": "phone",
    "company": "employer",
    "city": "location",
    "home address": "address",
    "postal address": "address",
    "home town": "hometown",
}
"""Attributes that have another name than what people call them."""
