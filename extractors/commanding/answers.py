"""What a short answer in a thread tells: "Which office are you in now?", "Tilburg".

Only questions that ask for one thing are known (`patterns/answers.toml`): about the author, or where something is,
when, whose it is and how it is wanted. The answer is what a first clause without a verb names first.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from extractors.commanding.noted import put_right
from extractors.days.dates import find_dates
from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.secrets import asks_for_secret
from extractors.statements.profile import ANY_DAY, is_name, named_place
from extractors.statements.rules import Found, capitalised, compiled, filled
from extractors.syntax.chatter import PATTERNS
from extractors.syntax.clauses import Clause
from memory.records import Kind

_CONFIDENCE = 0.9
_LONGEST = 16
"""Words of an answer that says how something is wanted; a longer one says more than that."""


def place(value: str) -> bool:
    """A place, or a language, by its name."""
    return value[:1].isupper() and named_place(value) and len(value.split()) <= 4


def thing(value: str) -> bool:
    """Something short that is an answer at all."""
    return len(value.split()) <= 5


def day(value: str) -> bool:
    """A day of the year."""
    return bool(find_dates(value, sent=ANY_DAY))


def number(value: str) -> bool:
    """A number or an address."""
    return bool(re.search(r"[\d@]", value))


def tongues(value: str) -> bool:
    """Languages by their names."""
    return value[:1].isupper() or _LANGUAGE.match(value) is not None


def pronouns(value: str) -> bool:
    """Pronouns, of whatever language: "she/ella"."""
    return re.fullmatch(r"[^\W\d]{2,6}(?: ?/ ?[^\W\d]{2,6}){1,3}", value) is not None


def diet(value: str) -> bool:
    """What somebody eats and does not eat, in a word."""
    return _DIET.match(value.lower()) is not None


_LANGUAGE = compiled(r"(?:%language%)\b")
_DIET = compiled(r"(?:an? )?(?:strictly |strict |mostly ){0,8}(?:%diet%)$")
_FITS: Mapping[str, Callable[[str], bool]] = {
    "place": place,
    "thing": thing,
    "day": day,
    "number": number,
    "name": is_name,
    "tongues": tongues,
    "diet": diet,
    "pronouns": pronouns,
}


@dataclass(frozen=True, slots=True)
class _Question:
    pattern: LatePattern
    kind: Kind
    text: str
    attribute: str | None
    fits: Callable[[str], bool]
    several: bool


@cache
def _questions() -> tuple[tuple[_Question, ...], Mapping[str, LatePattern]]:
    data = tomllib.loads((PATTERNS / "answers.toml").read_text(encoding="utf-8"))
    questions = tuple(
        _Question(
            compiled(one["pattern"]),
            Kind(one["kind"]),
            one["text"],
            one.get("attribute"),
            _FITS[one["fits"]],
            one.get("several", False),
        )
        for one in data["questions"]
    )
    return questions, {name: compiled(pattern) for name, pattern in data["things"].items()}


def answered(clause: Clause, parent: str) -> Found | None:
    """Return what the first clause of a message tells as the answer to its parent, or None.

    Args:
        clause: A clause that no rule read.
        parent: The text of the message answered: what the bot noted, or a question, of which only the last counts.
    """
    if not any(guards.fired(clause)) and (found := put_right(clause, parent)) is not None:
        return found
    if "?" not in parent or clause.index or clause.question or clause.conditional or any(guards.fired(clause)):
        return None
    led = 2 if clause.string.startswith(_LEADS) else 1
    if guards.moment(clause) or any(word.tag in {"VBZ", "VBP", "VBD", "MD"} for word in clause.words[led:]):
        return None
    asked = re.split(r"(?<=[.!?])\s+", parent[: parent.rindex("?") + 1].strip().lower())[-1].replace("’", "'")
    return None if asks_for_secret(asked) else _of_the_author(clause, asked) or _of_a_thing(clause, asked)


def chosen_between(clause: Clause, parent: str) -> Found | None:
    """Return which of two things that its parent offers somebody always takes: "aisle, every time"; or None."""
    if " or " not in parent or "?" not in parent or clause.question or clause.conditional:
        return None
    told = _ALWAYS.match(clause.text, clause.words[0].start)
    if told is None or any(guards.fired(clause)) or _questions()[1]["of_the_day"].search(parent.lower()):
        return None
    value = told["v"].lower()
    for offer in _OFFERS.finditer(parent):
        taken = [offer[side] for side in ("a", "b") if set(value.split()) <= set(offer[side].lower().split())]
        if len(taken) == 1:
            thing = taken[0].lower() if taken[0].istitle() else taken[0]
            return _told(Kind.PREFERENCE, f"Prefers {thing}", f"preference:{thing}", thing)
    return None


_OFFERS = LatePattern(
    r"(?:(?:^|[.!?,;:]\s*|\n)|\b(?:take|prefer|want|like|have|is it|you|you a|on|in)\s)(?:the |an? )?"
    r"(?P<a>(?!(?:take|prefer|want|like|have|do|is|are|you|would|will|the)\b)[\w'-]+(?: [\w'-]+){0,2}?)"
    r" or (?:the |an? )?(?P<b>[\w'-]+(?: (?!for\b|on\b|in\b|with\b|to\b|at\b|as\b|when\b)[\w'-]+){0,2})",
    re.IGNORECASE,
)
_ALWAYS = LatePattern(
    r"(?:the )?(?P<v>[\w'-]+(?: [\w'-]+){0,2}?)(?: i (?:suppose|guess|reckon|think))?,? "
    r"(?:every (?:single )?(?:time|day)|always|any (?:day|time)|no contest"
    r"|all the way|hands down|all day|without (?:a )?(?:doubt|question)|for life|forever|by a mile)(?:$|[\s.,;!])",
    re.IGNORECASE,
)
"""What somebody takes whenever it may be chosen."""


_LEADS = ("it is ", "that is ")
"""What only leads to an answer: "that's Ingrid"."""


def _of_the_author(clause: Clause, asked: str) -> Found | None:
    questions, patterns = _questions()
    known, match = next(((one, match) for one in questions if (match := one.pattern.search(asked))), (None, None))
    if known is None or match is None:
        return None
    given = patterns["answer_of_several" if known.several else "answer"].match(clause.string)
    if given is None:
        return None
    value = clause.line.original(*given.span("v")).strip(" ,")
    if not value or patterns["no_answer"].match(value.lower()) or not known.fits(value):
        return None
    topic = match.groupdict().get("t") or ""
    topic = "" if value.lower().endswith(topic) else topic
    since = clause.line.original(*given.span("s")) if given["s"] else ""
    groups = {name: part or "" for name, part in match.groupdict().items()} | {"v": value, "t": topic}
    return _told(known.kind, f"{filled(known.text, groups)} {since}", known.attribute, value)


def _of_a_thing(clause: Clause, asked: str) -> Found | None:
    """Return what is told of the thing that a question asks about: where it is, when, whose it is, how it is wanted."""
    patterns = _questions()[1]
    if patterns["of_the_day"].search(asked):
        return None
    said = clause.string
    whole = clause.line.original(0, len(said)).strip(" ,.!")
    first = clause.line.original(0, len(re.split(r" [,;.!?(]", said)[0])).strip(" ,")
    if (match := patterns["where"].search(asked)) and patterns["in_its_place"].match(said):
        text = f"{match['x']} is {first[:1].lower()}{first[1:]}"
        return _told(Kind.REFERENCE, text, f"reference:{match['x']}", first)
    if (match := patterns["when"].search(asked)) and day(whole):
        return _told(Kind.EVENT, f"{match['x']} is {'' if said.startswith('on ') else 'on '}{whole}", None, None)
    if match := patterns["who"].search(asked):
        return _by_whom(f"{clause.opening} {said}".strip(), first, match)
    match = patterns["how"].search(asked)
    if match is None or patterns["no_answer"].match(said) or not 1 < len(said.split()) <= _LONGEST:
        return None
    return _told(Kind.PREFERENCE, f"Wants {match['x']} {whole}", f"preference:{match['x']}", whole)


def _by_whom(said: str, first: str, asked: re.Match[str]) -> Found | None:
    """Return who does what a question asks about: the author, or somebody by name."""
    if not (asked["g"] or asked["verb"]):
        return None
    deed = f"has {asked['x']}" if asked["g"] else asked["x"]
    if re.match(r"(?:me|myself|yours truly)(?=$| ,| now| these)", said):
        return _told(Kind.FACT, deed, None, None)
    name = re.sub(r"^(?:only|just|still|(?:that|it)(?: is|['’]?s)) ", "", first, flags=re.IGNORECASE)
    return _told(Kind.FACT, f"{name} {deed}", None, name) if is_name(name) else None


def _told(kind: Kind, text: str, attribute: str | None, value: str | None) -> Found:
    return Found(kind, capitalised(" ".join(text.split())), "answer", attribute, value, confidence=_CONFIDENCE)
