"""What takes the place of what was noted or was so before, told by pointing back at it within one message.

"You have my birthday as 3 May, it's 5 March"; "my favourite used to be ash, these days it's cherry"; "my clinic has
moved, we're on Harbour Road now". What a message puts right in the one it answers is in `corrections`.
"""

import re

from extractors.matching.late_patterns import LatePattern
from extractors.secrets import find_doubtful
from extractors.statements.own_fields import FIELD, noted_otherwise
from extractors.statements.rules import Found, capitalised, compiled, original
from extractors.syntax.clauses import Clause
from memory.records import Kind

PUT_RIGHT = "put-right"
"""The rule of what takes the place of something else by its attribute: nothing else of its message ends by it."""
_NEARBY = 120
"""Characters before a clause in which it stands what was so."""
_IS_RATHER = compiled(
    r"(?:(?:these days|nowadays|now|but) )?"
    r"(?:(?:it|that|they) (?:is|are|should be|should read|should say)|its)"
    r"(?: (?:actually|really|in fact|now|meant to be)){0,2} "
    r"(?P<v>(?!not\b|wrong\b|out of date\b|outdated\b|why\b|what\b|because\b)[^,;.!?]{1,40})"
)
_NOW_FIRST = ("these days ", "nowadays ", "now ")
_NOT_SO = LatePattern(r" (?:and )?not [\w' -]+$")
_NOW_LAST = LatePattern(r" (?:now|these days|nowadays)$")
_NOW_BEHIND = LatePattern(r" (?:now|these days|nowadays)\b", re.IGNORECASE)


def put_right(clause: Clause) -> Found | None:
    """Return what a clause that begins with "it's" puts in the place of what was told just before it, or None."""
    match = _IS_RATHER.match(clause.string) if not clause.question else None
    before = _before(clause)
    if match is None:
        return _corrected(clause, before)
    value = _NOT_SO.sub("", _NOW_LAST.sub("", original(clause, match, "v")))
    if (thing := _THING_NOTED.search(before)) is not None:
        return Found(Kind.FACT, f"{capitalised(thing['t'])} is {value}", PUT_RIGHT, None, value, confidence=0.97)
    if _ME_NOTED.search(before) is not None:
        return Found(Kind.FACT, f"Is {value}", PUT_RIGHT, None, value, confidence=0.97)
    if (wrong := _WRONGLY_NOTED.search(before)) is not None:
        return noted_otherwise((wrong["a"] or wrong["b"]).lower(), value, PUT_RIGHT)
    now = clause.string.startswith(_NOW_FIRST) or _NOW_LAST.search(clause.string)
    now = now or _NOW_BEHIND.match(clause.text, clause.end) or _NOW_BEFORE.search(before)
    if not now or not value:
        return None
    if (liked := _FAVOURED.search(before)) is not None:
        return _favourite(liked["t"] or liked["u"], value)
    return _taken_to(used["v"], value) if (used := _USED_TO_BE.search(before)) is not None else None


def in_its_place(clause: Clause) -> Found | None:
    """Return who or what is now what another was: "Owen isn't my tutor any more, it's Freya"; or None."""
    if clause.question or "my " not in (before := _before(clause)).lower():
        return None
    match = _IS_INSTEAD.fullmatch(clause.string)
    former = (_NOT_MINE_NOW.search(before) or _MINE_NOT_NOW.search(before)) if match is not None else None
    if match is None or former is None:
        return None
    value = original(clause, match, match.lastgroup or "v")
    role = former["r"]
    if (
        find_doubtful(f"{role} is {value}")
        or not (_SAME_SORT.match(value) or _is_plain(role, clause))
        or not (former["over"] or former["x"] or former["since"] or _now_told(clause))
    ):
        return None
    if _ONE_FIELD.fullmatch(role):
        return noted_otherwise(role.lower(), value, PUT_RIGHT)
    return Found(Kind.FACT, f"{capitalised(role)} is {value}", PUT_RIGHT, None, value, confidence=0.97)


def _is_plain(role: str, clause: Clause) -> bool:
    """Return whether a clause ends with a plain noun, where such a thing is not called by a name: "it's payments"."""
    tags = ("NN", "JJ") if role.lower() == "editor" else ("NN",)
    return _IN_PLAIN_WORDS.fullmatch(role) is not None and clause.words[-1].tag.startswith(tags)


def _now_told(clause: Clause) -> bool:
    behind = _NOW_BEHIND.match(clause.text, clause.end)
    return behind is not None or clause.text[: clause.start].endswith(("now ", "Now "))


_OVER = (
    r"(?P<over> any ?more| no more| any longer| now| these days| (?:since|as of) (?:[\w'’-]+ ){0,3}[\w'’-]+)?"
    r"(?:,? (?:btw|fyi|lol|tbh|sadly))?\W{1,4}(?:(?:and|but|so|cos|because|since|now) )?$"
)
_NOT_MINE_NOW = LatePattern(
    r"(?P<since>\bsince [^,;.!?]{3,30},? )?(?:\b(?:is|are|was|ai)|s)(?:(?P<x> no longer)| not|n['’]?t) my "
    rf"(?P<r>(?!fault|problem|thing|idea|cup)[\w-]+(?: (?!any|no|now|these|since|as)[\w-]+){{0,2}}?){_OVER}",
    re.IGNORECASE,
)
_MINE_NOT_NOW = LatePattern(
    rf"(?:(?:since|as of) (?P<since>[\w'’-]+ (?:[\w'’-]+ ){{0,2}}))?\bmy (?P<r>{FIELD}|editor) "
    r"(?:(?:was|is|s|ai)(?:(?P<x> no longer)| not|n['’]?t)|was) "
    rf"(?P<old>[\w&'’.-]+(?: (?!any|no|now|these|since|as)[\w&'’.-]+){{0,3}}?){_OVER}",
    re.IGNORECASE,
)
"""The same with what it was at the end: "my team isn't payments any more"."""
_ONE_FIELD = LatePattern(rf"{FIELD}|editor", re.IGNORECASE)
"""What everybody has one of."""
_IN_PLAIN_WORDS = LatePattern(r"team|department|role|title|job title|editor|handle|username|e-?mail", re.IGNORECASE)
"""What is not always called by a name."""
_IS_INSTEAD = compiled(
    r"(?:it|that|they) (?:is|are|would be|will be) (?:now |all )?(?P<v>[^,;.!?]{1,40}?)"
    r"(?: (?:now|these days|instead|since .*))?"
    r"|(?:i|we) (?:have )?(?:now |just )?(?:swapped|swopped|switched|moved|changed|traded|shifted) (?:it|that) "
    r"(?:for|to|with) (?P<w>[^,;.!?]{1,40}?)(?: (?:now|these days|instead))?"
    r"|(?P<x>[^,;.!?]{1,40}?) is(?: now)?"
)
_SAME_SORT = LatePattern(r"[A-ZÀ-Þ]|my |\d|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b")
"""A name, somebody of one's own, a number or a day."""


def _corrected(clause: Clause, before: str) -> Found | None:
    """Return a plain statement that is called a correction: "correction, the trailer is 2 minutes"."""
    match = _PLAINLY.fullmatch(clause.string) if not clause.question and _CORRECTS.search(before) else None
    if match is None:
        return None
    value, thing = original(clause, match, "v"), capitalised(original(clause, match, "t"))
    if _OF_WHAT.match(value) is None and not value[:1].isupper():
        return None  # "correction, the train is late"
    return Found(Kind.FACT, f"{thing} {match['is']} {value}", PUT_RIGHT, None, value, confidence=0.99)


_OF_WHAT = LatePattern(
    r"\d|(?:in|on|at|from|with|for|called|by)\b|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter)\b"
)


_CORRECTS = LatePattern(
    r"(?:^|[.!?\n]\s*)(?:(?:oh|ah|oops|sorry|small|quick|one|a)\W+){0,3}correction\W{1,3}$", re.IGNORECASE
)
_PLAINLY = LatePattern(
    r"(?:the|my|our) (?P<t>[\w'-]+(?: [\w'-]+){0,3}?) (?P<is>is|are) (?:actually |now |really ){0,2}"
    r"(?P<v>(?:(?:in|on|at|from|with|for|called) )?(?:the )?[\w.:'-]+(?: [\w.:'-]+){0,4}?)(?: (?:now|actually|really))?"
)


def has_moved(clause: Clause) -> Found | None:
    """Return where a thing of the author's is that has moved: "my clinic has moved, we're on Harbour Road now"."""
    match = _IS_THERE.match(clause.string) if clause.joined in _GOES_ON else None
    moved = _HAS_MOVED.search(_before(clause)) if match is not None and not clause.question else None
    if match is None or moved is None:
        return None
    place = original(clause, match, "v")
    return Found(Kind.FACT, f"{capitalised(moved['t'])} is {place}", "has-moved", value=place, confidence=0.97)


def _before(clause: Clause) -> str:
    return clause.text[max(0, clause.start - _NEARBY) : clause.start]


def _favourite(what: str, value: str) -> Found:
    """Return what has become a favourite: "ash used to be my favourite to work, these days it's cherry"."""
    topic = re.sub(r"^(?:favou?rite|go-to) ?", "", what.lower())
    attribute = f"favourite:{topic}" if topic else "preference:favourite"
    return Found(Kind.PREFERENCE, f"{capitalised(what)} is {value}", PUT_RIGHT, attribute, value, confidence=0.97)


def _taken_to(before: str, value: str) -> Found:
    """Return what somebody uses or prefers who took to something else before, which it takes the place of."""
    text = f"Uses {value}" if value[:1].isupper() else f"Prefers {value}"
    return Found(Kind.PREFERENCE, text, PUT_RIGHT, f"preference:{before.lower()}", value, confidence=0.97)


_WRONGLY_NOTED = LatePattern(
    r"\b(?:you(?:['’]?ve| have|['’]ve got| got| put| wrote| noted| recorded)?"
    r"|(?:the|my) [\w -]{2,30}? (?:has|have|says|shows))"
    r"(?: (?:got|put|noted|recorded|saved|written))?(?: down)? my (?P<a>name|first name|birthday|manager|boss|team|"
    r"job title|title|role|time ?zone|working hours|hours|start date|desk|extension|email|e-mail|phone number|number|"
    r"pronouns|nickname|home ?town)"
    r" (?:down |in |up )?as [^,;.!?]{1,40}?"
    r"(?: (?:but|which is wrong|and that is wrong))?\W{1,4}(?:but |and |no )?$"
    rf"|\b(?:change|update|correct|amend|fix) my (?P<b>{FIELD})(?: please| pls)?\W{{1,3}}$",
    re.IGNORECASE,
)
_ME_NOTED = LatePattern(
    r"\byou(?:['’]?ve| have|['’]ve got| have got| got| put| wrote| noted)(?: got| noted| put| saved)? me "
    r"(?:down |in )?as [^,;.!?]{1,40}?(?:\W{1,4}(?:but )?(?:that|which)(?:['’]?s| is) "
    r"(?:out of date|wrong|old|outdated|not right|no longer (?:so|true|right)))?\W{1,4}(?:but |and |no )?$",
    re.IGNORECASE,
)
"""What somebody was noted as: "you've got me down as vegetarian, it's pescatarian these days"."""
_THING_NOTED = LatePattern(
    r"\byou(?:['’]?ve| have|['’]ve got| have got| got| put| wrote| noted)(?: got| noted| put| saved)? the "
    r"(?P<t>[\w'-]+(?: [\w'-]+){0,2}?) (?:down |in |up )?as [^,;.!?]{1,40}?\W{1,4}(?:but |and |no )?$",
    re.IGNORECASE,
)
_FAVOURED = LatePattern(
    r"(?:\bused to be my (?P<t>(?:favou?rite|go-to)(?: [\w'’-]+){0,3}?)"
    r"|\bmy (?P<u>(?:favou?rite|go-to)(?: [\w'’-]+){0,3}?) used to be [\w'’ -]{2,30}?)"
    r"\W{1,3}(?:but |and )?(?:(?:these days|now|nowadays|lately|currently|since then)\W{0,2})?$",
    re.IGNORECASE,
)
_NOW_BEFORE = LatePattern(r"\b(?:these days|now|nowadays|lately|currently|since then)\W{0,2}$", re.IGNORECASE)
_USED_TO_BE = LatePattern(
    r"\b(?:used to be|was always|was) an? (?P<v>[\w.+#'’-]+(?: [\w.+#'’-]+)?) "
    r"(?:guy|girl|person|man|woman|user|drinker|fan)\W{1,3}(?:but |and )?$",
    re.IGNORECASE,
)
"""What somebody took to before: "used to be a Sublime guy"."""
_GOES_ON = frozenset({",", "and", ";", "so", ":"})
_HAS_MOVED = LatePattern(
    r"\b(?:my|our|the) (?P<t>(?!wife\b|husband\b|partner\b|mum\b|dad\b|family\b)[\w'’-]+?"
    r"(?: (?!ha[sv]|just\b)[\w'’-]+?)?)"
    r"(?: has|['’]s| have)? (?:just |finally |now )?moved(?: house| home| premises| again| over| across)?\W{1,3}$",
    re.IGNORECASE,
)
_IS_THERE = compiled(
    r"(?:it is|we are|they are|its) (?:now |over |up |down ){0,2}"
    r"(?P<v>(?:in|on|at|by|near|behind|above|next to) [^,;.!?]{2,40}?)(?: (?:now|these days|instead))?(?=$| ,)"
)
