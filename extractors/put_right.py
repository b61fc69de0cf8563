"""What takes the place of what was noted or was so before, told by pointing back at it within one message.

"You have my birthday as 3 May, it's 5 March"; "my favourite used to be ash, these days it's cherry"; "my clinic has
moved, we're on Harbour Road now". What a message puts right in the one it answers is in `corrections`.
"""

import re
from dataclasses import replace

from extractors.clauses import Clause
from extractors.rules import Found, capitalised, compiled, original
from memory.records import Kind

PUT_RIGHT = "put-right"
"""The rule of what takes the place of something else by its attribute: nothing else of its message ends by it."""
_NEARBY = 120
"""Characters before a clause in which it stands what was so."""
_IS_RATHER = compiled(
    r"(?:(?:these days|nowadays|now|but) )?"
    r"(?:(?:it|that|they) (?:is|are|should be|should read|should say)|its)"
    r"(?: (?:actually|really|in fact|now|meant to be)){0,2} "
    r"(?P<v>(?!not\b|wrong\b|why\b|what\b|because\b)[^,;.!?]{1,40})"
)
_NOW_FIRST = ("these days ", "nowadays ", "now ")
_NOT_SO = re.compile(r" (?:and )?not [\w' -]+$")
_NOW_LAST = re.compile(r" (?:now|these days|nowadays)$")
_NOW_BEHIND = re.compile(r" (?:now|these days|nowadays)\b", re.IGNORECASE)


def put_right(clause: Clause) -> Found | None:
    """Return what a clause that begins with "it's" puts in the place of what was told just before it, or None."""
    match = _IS_RATHER.match(clause.string) if not clause.question else None
    if match is None:
        return None
    before = _before(clause)
    value = _NOT_SO.sub("", _NOW_LAST.sub("", original(clause, match, "v")))
    if (thing := _THING_NOTED.search(before)) is not None:
        return Found(Kind.FACT, f"{capitalised(thing['t'])} is {value}", PUT_RIGHT, None, value, confidence=0.97)
    if (wrong := _WRONGLY_NOTED.search(before)) is not None:
        return _noted_otherwise((wrong["a"] or wrong["b"]).lower(), value)
    now = clause.string.startswith(_NOW_FIRST) or _NOW_LAST.search(clause.string)
    now = now or _NOW_BEHIND.match(clause.text, clause.end) or _NOW_BEFORE.search(before)
    if not now or not value:
        return None
    if (liked := _FAVOURED.search(before)) is not None:
        return _favourite(liked["t"] or liked["u"], value)
    return _taken_to(used["v"], value) if (used := _USED_TO_BE.search(before)) is not None else None


def has_moved(clause: Clause) -> Found | None:
    """Return where a thing of the author's is that has moved: "my clinic has moved, we're on Harbour Road now"."""
    match = _IS_THERE.match(clause.string) if clause.joined in _GOES_ON else None
    moved = _HAS_MOVED.search(_before(clause)) if match is not None and not clause.question else None
    if match is None or moved is None:
        return None
    place = original(clause, match, "v")
    return Found(Kind.FACT, f"{capitalised(moved['t'])} is {place}", "has-moved", value=place, confidence=0.97)


def asked_otherwise(clause: Clause) -> Found | None:
    """Return what somebody asks to have noted of them from now on: "can you change my mobile to 07700 900261?"."""
    match = _ASKED.match(clause.string)
    led = _FIELD_BEFORE.search(_before(clause)) if clause.joined == ":" else None
    if match is None and led is None:
        return None
    label = match["a"] if match else (led["a"] if led else "").lower()
    value = original(clause, match, "v") if match else clause.line.original(0, len(clause.string)).strip(" ,.!")
    fits = next((fit for names, fit in _FITTING if names.fullmatch(label)), _ANY_VALUE)
    if not fits.fullmatch(value) or _NO_VALUE.match(value.lower()):
        return None
    found = _noted_otherwise(label, value)
    return replace(found, rule=ASKED_OTHERWISE)


_FIELD = (
    r"(?:first name|last name|surname|second name|maiden name|display name|name|nickname|pronouns|birthday|"
    r"date of birth|manager|line manager|boss|team|department|employer|company|job title|title|role|time ?zone|"
    r"extension|ext|e-?mail(?: address)?|(?:mobile|phone|cell|telephone|contact|work|home)(?: phone)?(?: number)?|"
    r"number|mobile|home address|postal address|address|home ?town|home town|city|location|handle|username)"
)
_ASKED = re.compile(
    r"(?:(?:(?:can|could|would|will|might|may) (?:you|u|we|i|somebody|someone|anyone)|(?:i|we) (?:need|want|would like|"
    r"have) to|(?:need|want) to|time to|you can|you may|let us|(?:i|we)) )?"
    r"(?:please |pls |plz |kindly |just |also |now |maybe ){0,3}"
    r"(?:change|update|swap|switch|correct|fix|amend|edit|alter|reset) my "
    rf"(?:new |old |saved |work |main )?(?P<a>{_FIELD})"
    r"(?: (?:(?:you have|you keep|you got) )?(?:on|in|for) (?:file|record|me|here"
    r"|your (?:notes|files?|records?|memory)))?"
    r"(?: from [^,;.!?]{1,40}?)? (?:to|as|with|over to|is)(?: (?:be|read|this|say|the new one))?(?: ,| :)? "
    r"(?P<v>[^,;!?]+?)(?: (?:please|pls|thanks|thank you|ta|now|from now on|instead|would you|will you)){0,4}"
    r"(?=$| [,;!?]| (?:and|but|because|since|so|as|if|when|not|from|starting)\b)"
)
_FIELD_BEFORE = re.compile(rf"\b(?:change|update|correct|amend|fix) my (?P<a>{_FIELD})(?: please| pls)?\s*:\s*$", re.I)
_ANY_VALUE = re.compile(r"[^\W_].{1,50}")
_FITTING = (
    (re.compile(r"e-?mail(?: address)?"), re.compile(r"\S+@\S+\.\S+")),
    (
        re.compile(r"(?:(?:mobile|phone|cell|telephone|contact|work|home)(?: phone)?(?: number)?|number)"),
        re.compile(r"\+?[\d(][\d ()/.-]{4,24}\d"),
    ),
    (re.compile(r"(?:extension|ext)"), re.compile(r"#?\d{2,6}")),
    (re.compile(r"(?:birthday|date of birth)"), re.compile(r".*\d.*")),
    (re.compile(r"(?:home |postal )?address"), re.compile(r".*(?:\d|[A-ZÀ-Þ]).{2,60}")),
    (
        re.compile(r".*name|manager|line manager|boss|home ?town|home town|city|location"),
        re.compile(r"[A-ZÀ-Þ](?:(?! (?:in|on) (?:the|this|that|every)\b).){1,40}"),
    ),
    (re.compile(r"pronouns"), re.compile(r"\w+ ?/ ?\w+(?: ?/ ?\w+)?")),
)
"""What the value of a field has to look like, to be one; any other is some words."""
_NO_VALUE = re.compile(
    r"(?:something|anything|someone|it|that|this|one|mine|what|whatever|the (?:other|same|new|old|right|next|first)|"
    r"a (?:different|new|better|shorter|longer|proper)|\w+ing\b|match\b|have\b|be\b|show\b|include\b)"
)
ASKED_OTHERWISE = "asked-otherwise"


def _before(clause: Clause) -> str:
    return clause.text[max(0, clause.start - _NEARBY) : clause.start]


def _noted_otherwise(label: str, value: str) -> Found:
    """Return an attribute as it is, which was noted otherwise."""
    kind = Kind.FACT if label in {"manager", "boss"} else Kind.PROFILE
    be = "are" if label in {"pronouns", "hours", "working hours"} else "is"
    said = "Name" if label == "first name" else capitalised(label)
    return Found(kind, f"{said} {be} {value}", PUT_RIGHT, _NOTED_AS.get(label, label), value, confidence=0.985)


def _favourite(what: str, value: str) -> Found:
    """Return what has become a favourite: "ash used to be my favourite to work, these days it's cherry"."""
    topic = re.sub(r"^(?:favou?rite|go-to) ?", "", what.lower())
    attribute = f"favourite:{topic}" if topic else "preference:favourite"
    return Found(Kind.PREFERENCE, f"{capitalised(what)} is {value}", PUT_RIGHT, attribute, value, confidence=0.97)


def _taken_to(before: str, value: str) -> Found:
    """Return what somebody uses or prefers who took to something else before, which it takes the place of."""
    text = f"Uses {value}" if value[:1].isupper() else f"Prefers {value}"
    return Found(Kind.PREFERENCE, text, PUT_RIGHT, f"preference:{before.lower()}", value, confidence=0.97)


_WRONGLY_NOTED = re.compile(
    r"\b(?:you(?:['’]?ve| have|['’]ve got| got| put| wrote| noted| recorded)?"
    r"|(?:the|my) [\w -]{2,30}? (?:has|have|says|shows))"
    r"(?: (?:got|put|noted|recorded|saved|written))?(?: down)? my (?P<a>name|first name|birthday|manager|boss|team|"
    r"job title|title|role|time ?zone|working hours|hours|start date|desk|extension|email|e-mail|phone number|number|"
    r"pronouns|nickname|home ?town)"
    r" (?:down |in |up )?as [^,;.!?]{1,40}?"
    r"(?: (?:but|which is wrong|and that is wrong))?\W{1,4}(?:but |and |no )?$"
    rf"|\b(?:change|update|correct|amend|fix) my (?P<b>{_FIELD})(?: please| pls)?\W{{1,3}}$",
    re.IGNORECASE,
)
_THING_NOTED = re.compile(
    r"\byou(?:['’]?ve| have|['’]ve got| have got| got| put| wrote| noted)(?: got| noted| put| saved)? the "
    r"(?P<t>[\w'-]+(?: [\w'-]+){0,2}?) (?:down |in |up )?as [^,;.!?]{1,40}?\W{1,4}(?:but |and |no )?$",
    re.IGNORECASE,
)
_NOTED_AS = {
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
"""Attributes that are called otherwise in speech."""
_FAVOURED = re.compile(
    r"(?:\bused to be my (?P<t>(?:favou?rite|go-to)(?: [\w'’-]+){0,3}?)"
    r"|\bmy (?P<u>(?:favou?rite|go-to)(?: [\w'’-]+){0,3}?) used to be [\w'’ -]{2,30}?)"
    r"\W{1,3}(?:but |and )?(?:(?:these days|now|nowadays|lately|currently|since then)\W{0,2})?$",
    re.IGNORECASE,
)
_NOW_BEFORE = re.compile(r"\b(?:these days|now|nowadays|lately|currently|since then)\W{0,2}$", re.IGNORECASE)
_USED_TO_BE = re.compile(
    r"\b(?:used to be|was always|was) an? (?P<v>[\w.+#'’-]+(?: [\w.+#'’-]+)?) "
    r"(?:guy|girl|person|man|woman|user|drinker|fan)\W{1,3}(?:but |and )?$",
    re.IGNORECASE,
)
"""What somebody took to before: "used to be a Sublime guy"."""
_GOES_ON = frozenset({",", "and", ";", "so", ":"})
_HAS_MOVED = re.compile(
    r"\b(?:my|our|the) (?P<t>(?!wife\b|husband\b|partner\b|mum\b|dad\b|family\b)[\w'’-]+?"
    r"(?: (?!ha[sv]|just\b)[\w'’-]+?)?)"
    r"(?: has|['’]s| have)? (?:just |finally |now )?moved(?: house| home| premises| again| over| across)?\W{1,3}$",
    re.IGNORECASE,
)
_IS_THERE = compiled(
    r"(?:it is|we are|they are|its) (?:now |over |up |down ){0,2}"
    r"(?P<v>(?:in|on|at|by|near|behind|above|next to) [^,;.!?]{2,40}?)(?: (?:now|these days|instead))?(?=$| ,)"
)
