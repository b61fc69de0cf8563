"""What a message puts in the place of what it asks to forget: "forget extension 4417. It's 4390 now".

What is to be forgotten names the thing, in one of two ways: as a statement ("that quiz night is on Tuesdays", "I'm on
nights"), or by its name and the old value ("my Kharkiv number", "the dentist on the 9th"). What follows it gives the
new value, or says what is so now of "it", "them" or somebody.
"""

import re
from datetime import date

from extractors.commanding.corrections import stated_by
from extractors.days.dates import find_dates
from extractors.matching.late_patterns import LatePattern
from extractors.statements.facts import about_another
from extractors.statements.rules import Found, capitalised, compiled, original
from extractors.syntax.canonical import canonical, is_past, third_person
from extractors.syntax.clauses import Clause
from memory.records import Kind

CONFIDENCE = 0.85
_TELLS = (
    r"(?: (?:now|instead|these days|nowadays|from (?:now|here)(?: on)?|since \w+|as of \w+|for (?:me|us)|again|at last"
    r"|after all|in fact|actually|please|already)){0,8}"
)
_IS_NOW = LatePattern(
    r"(?:(?:it|that|this|they|those|these|mine|ours) (?:is|are|will be)|now (?:it is|is)"
    r"|(?:the|my|our) (?:right|correct|new|current|proper|actual|real|latest|good)(?: \w+)? (?:is|are)"
    r"|(?:it|that) should be|make (?:it|that))(?: (?:now|been|actually|only|all|really|supposed to be)){0,8} "
    rf"(?P<v>(?!not\b|no\b)[^,;!?]+?){_TELLS}$"
)
_GIVEN = LatePattern(
    r"(?:they|it|the \w+) (?:have |has )?(?:given|gave|assigned|issued) (?:me|us) (?P<v>[^,;!?]*\d[^,;!?]*)$"
)
_OF_IT = LatePattern(
    r"(?:it|they) (?:now |only |always )?(?:go(?:es)?|(?:come|run|start|begin|open|close|meet|happen|fall|leave|arrive"
    r"|end|live|sit)s?|moved) (?:out |in |up |over |down )?(?:on|at|in|to|from|by|every|after|before|with)\b.+"
)
_DONE = LatePattern(
    r"(?:i|we) (?:now |only |always )?\w+ (?P<v>it|that|those|them|these)\b(?= (?:on|at|in|from|with|every)\b)"
)
_SOMEBODY = LatePattern(r"(?:he|she|they) (?P<rest>(?:is|are|lives?|works?|moved|has|have|goes|studies) .+)")
_NOW = LatePattern(
    r"\b(?:now|instead|these days|nowadays|from (?:now|here|this|next)|as of|since|after all|again)\b"
    r"|\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
)
_ABOUT = LatePattern(
    r"^(?:please |about |regarding |that |the fact that "
    r"|(?:what|whatever|everything|anything) (?:i (?:have )?(?:said|told you)|you know)(?: about| on)? "
    r"|(?:the |that )?(?:thing|bit|part|note|stuff|entry|one) (?:about|on|that|where|saying) ){0,8}",
    re.IGNORECASE,
)
_GAVE = LatePattern(r" (?:i|we) (?:gave|told|sent) (?:you|u)(?= for\b)", re.IGNORECASE)
"""What only tells that it was told: "the Sunday hours I gave you for the kiosk"."""
_BEING = LatePattern(r" being(?= (?:on|at|in|with|from)\b)")
"""How a statement is called: "what I said about the gym being on Mondays"."""
_STATED = LatePattern(
    r"(?P<s>(?:i['’]?m|we['’]re|.{1,40}?(?<!\w)(?:is|are|am|was)|i|we|.{2,40}?['’]s(?= (?:on|at|in)\b)))"
    r" (?P<p>(?:(?:on|at|in|with|from|off) )?)(?P<v>.+)$",
    re.IGNORECASE,
)
_HABIT = LatePattern(
    r"(?:i|we) (?P<verb>\w+) (?P<p>(?:(?:on|at|in|with|for|from) )?)(?P<v>[\w':.+#-]+(?: [\w':.+#-]+){0,5})$",
    re.IGNORECASE,
)
_OLD_VALUE = LatePattern(
    r"(?:,? (?:the one|which|that|(?:i|we) (?:gave|told|sent)"
    r"|(?:on|at|from|(?:(?:ending|starting|beginning|ends|starts) )?(?:in|with)|ending|of) (?:the )?[A-Z\d]).*$)"
    r"|(?<!\w)(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\S*\d\S*|o['’]clock|am|pm|old|previous|former)(?!\w)",
)
_OWN = LatePattern(r"^(?:my|our|the|any|all the|his|her) ", re.IGNORECASE)
_PLAIN_PLACE = LatePattern(r"\d|[A-ZÀ-Þ]|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b")
"""When or where by name: "in the loft now" may be all that is left of it."""
_LONGEST = 6
"""Words of a thing."""
_SCRAP = LatePattern(r"(?:scrap|toast|history|rubbish|junk|kaput|dead|a write-off)\b")
"""What is no new value: "delete what you know of my van, it's scrap metal now"."""
_SPENT = frozenset({"JJ", "JJR", "VBN", "VBD", "VBG", "RB", "IN"})
"""What one word says of a thing that is over, and gives no value: "it's gone", "it's wrong"."""
_PHONES = LatePattern(r"\b(?:number|phone|mobile|cell|landline)$", re.IGNORECASE)
_MY_RELATION = compiled(r"\b(?:my|our) (?P<v>%relation%)\b")


def succeeding(forgotten: str, clause: Clause, sent: date) -> Found | None:
    """Return the new value that a clause gives for what was to be forgotten just before it, or None.

    Args:
        forgotten: The words of what was to be forgotten.
        clause: The clause right behind.
        sent: The day of the message.
    """
    if clause.conditional or clause.question:
        return None
    said = _BEING.sub(" is", _GAVE.sub("", _ABOUT.sub("", forgotten))).strip(" .,")
    text = _valued(said, clause) or _told_of(said, clause)
    if not text:
        return None
    known = stated_by(text)
    if known is not None:
        attribute, kind, value = known
        return Found(kind, text, "successor", attribute, value, confidence=CONFIDENCE)
    topic, _, value = text.partition(" is ")
    least = _DIGITS_OF_EXTENSION if "extension" in topic.lower() else _DIGITS
    if _PHONES.search(topic) and len(re.findall(r"\d", value)) >= least:
        return Found(Kind.PROFILE, text, "successor", "phone", value, confidence=CONFIDENCE)
    dated = find_dates(text, sent=sent) and not _WEEKLY.search(f"{text} {clause.text[clause.end :][: len(' now')]}")
    return Found(Kind.EVENT if dated else Kind.FACT, text, "successor", confidence=CONFIDENCE)


_DIGITS, _DIGITS_OF_EXTENSION = 6, 2
"""Of the shortest telephone number, and of one within a firm."""
_WEEKLY = LatePattern(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|^\D*\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b\D* now\b",
    re.IGNORECASE,
)


def _valued(said: str, clause: Clause) -> str:
    """Return "Extension is 4390" for "extension 4417" and "it's 4390 now"; "" where no new value is given."""
    match = _IS_NOW.match(clause.string) or _GIVEN.match(clause.string)
    if match is None:
        return ""
    value, words = original(clause, match, "v"), clause.line.words_between(*match.span("v"))
    after = f"{clause.string[match.end('v') :]} {_behind(clause)}".lower()
    if _SCRAP.match(value.lower()):
        return ""
    plain = (
        words[0].tag in _SPENT
        and (len(words) == 1 or words[0].tag != "IN")
        and not (value[:1].isupper() or any(map(str.isdigit, value)))
    )
    told = _NOW.search(f"{clause.string[match.start('v') :]} {after}") is not None or _NAMED.match(value) is not None
    told = told or (clause.words[0].norm in {"mine", "ours"} and any(map(str.isdigit, value)))
    stated = _STATED.match(said) or None
    placed = _PLAIN_PLACE.search(value) is not None or (stated is not None and stated["p"] != "")
    if plain or not told or len(words) > _LONGEST or (words[0].tag == "IN" and not placed):
        return ""
    if (timed := _at_another_time(said, value)) or (stated is None and _AT_A_TIME.match(said)):
        return timed
    if stated is not None and (subject := _subject(stated["s"])) is not None:
        before = stated["p"] if words[0].tag not in {"IN", "TO"} else ""
        return capitalised(f"{subject} {before}{value}".strip())
    habit = _HABIT.match(said)
    if habit is not None and not is_past(habit["verb"].lower()):
        return capitalised(f"{third_person(habit['verb'].lower())} {habit['p'] if words[0].tag != 'IN' else ''}{value}")
    topic = _thing(said)
    if _WEEKDAY.fullmatch(topic):
        return ""  # what is on Wednesdays and no more on Tuesdays is not told
    if topic.lower().endswith("allergy"):
        return f"Is allergic to {value}"
    known = _OWN.match(said) is not None or _PLAIN_PLACE.search(f"{said} {value}") is not None
    be = "are" if clause.words[0].norm in {"they", "those", "these"} else "is"
    return capitalised(f"{topic} {be} {value}") if topic and known else ""


def _behind(clause: Clause) -> str:
    """Return that something is so now, as it is told right behind a clause: "these days"; or ""."""
    match = _SAID_BEHIND.match(clause.text, clause.end)
    return match[0] if match else ""


_SAID_BEHIND = LatePattern(
    r" (?:now|these days|nowadays|instead|from (?:now|here|this|next)|as of|since)\b", re.IGNORECASE
)
_NAMED = LatePattern(r"(?:the |an? )?[A-ZÀ-Þ]")


def _at_another_time(said: str, value: str) -> str:
    """Return "rabbit Clover gets fed at nine" for "my rabbit Clover gets fed at eight" and "nine", "" for no time."""
    match = _AT_A_TIME.match(said)
    if match is None or not any(kind.match(match["v"]) and kind.match(value) for kind in (_WEEKDAY, _HOUR)):
        return ""
    return capitalised(f"{_OWN.sub('', match['s'])} {match['p']} {value}")


_AT_A_TIME = LatePattern(
    r"(?P<s>(?!(?:i|we|i'm|we're)\b)[^,;.!?]{3,60}?(?<!\bis)(?<!\bare)) (?P<p>at|on|by|from|until|till|before|after) "
    r"(?P<v>[\w:.]+(?: (?:am|pm|o'clock|mornings?|afternoons?|evenings?|nights?))?)$",
    re.IGNORECASE,
)
_WEEKDAY = LatePattern(r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.IGNORECASE)
_HOUR = LatePattern(
    r"(?:half |(?:quarter|ten) (?:to |past ))?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|noon|midday|midnight)",
    re.IGNORECASE,
)


def _subject(words: str) -> str | None:
    """Return whom or what a statement is about with its verb, in the third person: "is" for "I'm"; None if unclear."""
    lowered = words.lower()
    if lowered in {"i'm", "im", "i’m", "i am", "we're", "we’re", "we are"}:
        return "is"
    if lowered in {"i", "we"}:
        return None
    return re.sub(r"['’]s$", " is", _OWN.sub("", words))


def _thing(said: str) -> str:
    """Return the thing that was named, without its old value: "dentist" for "the dentist on the 9th"; or ""."""
    if said.lower().startswith(("i ", "i'm ", "we ", "im ")):
        return ""  # "that I drive the red van" names none
    thing = _OWN.sub("", said)
    thing = " ".join(_OLD_VALUE.sub(" ", f" {thing}").split())
    named = [word for word in thing.split() if not (word[:1].isupper() and len(thing.split()) > 1)]
    thing = " ".join(named) if named and named[-1] == thing.split()[-1] else thing
    named = thing.lower().split()
    return thing if 0 < len(named) <= _LONGEST and named[0] not in _NO_THING and named[-1] not in _ANY_THING else ""


_ANY_THING = frozenset("thing things stuff bit business".split())
_NO_THING = frozenset("i we me us it that this he she they you what".split())


def _told_of(said: str, clause: Clause) -> str:
    """Return what a clause says of the thing, or of the person in it; "" where it says nothing that is so now."""
    now = f"{clause.string} {clause.text[clause.end : clause.end + len(' now')]}".lower()
    if _NOW.search(now) is None and _CAME_ELSEWHERE.match(clause.string) is None:
        return ""
    topic = _thing(said)
    if _OF_IT.match(clause.string) and topic:
        return capitalised(f"{topic} {_after_subject(clause)}")
    if (done := _DONE.match(clause.string)) and topic:
        written = canonical(clause.text, clause.words)
        return re.sub(rf"\b{done['v']}\b", topic, written, count=1)
    lasts = about_another(clause) or _CAME_ELSEWHERE.match(clause.string) is not None
    if not lasts or _SOMEBODY.match(clause.string) is None:
        return ""
    somebody = _MY_RELATION.search(said.lower()) or _BY_NAME.match(said)
    return capitalised(f"{somebody['v']} {_after_subject(clause)}") if somebody is not None else ""


_CAME_ELSEWHERE = LatePattern(r"(?:he|she|they) (?:has |have )?(?:just |since )?(?:moved|switched|joined|started) ")
_BY_NAME = LatePattern(
    r"(?P<v>(?!(?:i|we|it|the|my|our|you|he|she|they|this|that|what|how|who|all|any|some|there)\b)[\w'-]+)(?:['’]s"
    r"| (?:is|are|has|was|lives?|works?|goes|does|plays|likes|studies|teaches|runs|takes|rides|sings)) ",
    re.IGNORECASE,
)


def _after_subject(clause: Clause) -> str:
    rest = canonical(clause.text, clause.words[1:])
    return f"{rest[:1].lower()}{rest[1:]}"
